import { Badge } from '@mantine/core'

/** Active stands out; every other status is quiet. */
export function StatusBadge({ status }: { status: string }) {
  const active = status === 'Active'
  return (
    <Badge size="sm" radius="sm" variant="light" color={active ? 'teal' : 'gray'} autoContrast tt="none">
      {status}
    </Badge>
  )
}
