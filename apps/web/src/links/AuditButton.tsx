import { Button } from '@mantine/core'
import { useOpens } from './offered.ts'
import { hrefOf } from './tabs.ts'

interface AuditButtonProps {
  /** The kind of record, by the word of its acts, and its id. */
  readonly entity: string
  readonly id: number | string
  /** Closes the dialog that it is in. */
  readonly onLeave?: (() => void) | undefined
}

/** Leads to the acts on a record, for who may read the audit trail. */
export function AuditButton({ entity, id, onLeave }: AuditButtonProps) {
  const opens = useOpens()
  if (!opens('Reporting and Compliance', 'Audit Trail')) return null
  const href = hrefOf('Reporting and Compliance', 'Audit Trail', { kind: entity, record: String(id) })
  return (
    <Button component="a" variant="default" href={href} onClick={onLeave}>
      Audit trail
    </Button>
  )
}
