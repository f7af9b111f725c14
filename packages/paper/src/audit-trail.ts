/** The columns of the audit trail: on the screen and as a file. */
import type { AuditRow } from '@em/contract/audit/audit'
import type { NamedColumn } from './report.ts'

/** A change in one line: `Quantity: 6,332 → 6,832`; what was recorded or deleted is alone. */
function lineOf({ label, before, after }: AuditRow['changes'][number]): string {
  if (before === '') return `${label}: ${after}`
  return `${label}: ${before} \u2192 ${after === '' ? 'empty' : after}`
}

/** Excel takes this many characters in a cell. */
const CELL_MOST = 32_000
function changesText(row: AuditRow): string {
  const text = row.changes.map(lineOf).join('; ')
  return text.length > CELL_MOST ? `${text.slice(0, CELL_MOST)} ...` : text
}

/** In the order of the file. */
export const AUDIT_COLUMNS: readonly NamedColumn<AuditRow>[] = [
  { id: 'at', header: 'When', kind: 'moment', value: (row) => row.at, sheet: { width: 20 } },
  { id: 'by', header: 'Who', value: (row) => row.by ?? 'The server', sheet: { width: 22 } },
  { id: 'action', header: 'What', value: (row) => row.action, sheet: { width: 24 } },
  { id: 'kind', header: 'Kind', value: (row) => row.kind, sheet: { width: 18 } },
  { id: 'record', header: 'Record', value: (row) => row.record, sheet: { width: 28 } },
  { id: 'changes', header: 'Before and After', value: changesText, sheet: { width: 60 } },
  { id: 'reason', header: 'Reason', value: (row) => row.reason, sheet: { width: 30 } },
  { id: 'address', header: 'From', value: (row) => row.address, sheet: { width: 16 } },
  { id: 'request', header: 'Request', value: (row) => row.request, sheet: { width: 38 } },
]
