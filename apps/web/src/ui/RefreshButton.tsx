import { Button } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'

interface RefreshButtonProps {
  loading: boolean
  disabled?: boolean
  /** Where the specification words it. */
  label?: string
  onClick: () => void
}

/** Asks the server again for what the screen shows. */
export function RefreshButton({ loading, disabled = false, label = 'Refresh', onClick }: RefreshButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={loading}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
