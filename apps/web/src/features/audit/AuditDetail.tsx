import type { AuditRow } from '@em/contract/audit/audit'
import { Button, Stack } from '@mantine/core'
import { changeHashQuery } from '../../lib/hash.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { ofRecord, ofRequest } from './audit-filters.ts'

/** One act: who, when, from where, and each field before and after. */
export function AuditDetail({ row, onClose }: { row: AuditRow | null; onClose: () => void }) {
  return (
    <Modal
      opened={row !== null}
      onClose={onClose}
      title={row === null ? 'Audit Trail' : `${row.record}: ${row.action.toLowerCase()}`}
      size="lg"
    >
      {row !== null && <Act row={row} onClose={onClose} />}
    </Modal>
  )
}

function Act({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { request } = row
  const show = (filters: object) => {
    changeHashQuery({ ...filters })
    onClose()
  }
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Who', value: row.by ?? 'The server' },
          { label: 'When', value: <DateText value={row.at} time /> },
          { label: 'Kind', value: row.kind },
          ...(row.address === null ? [] : [{ label: 'From', value: row.address }]),
          ...(request === null ? [] : [{ label: 'Request', value: request }]),
        ]}
      />
      {row.reason !== null && <div>Reason: {row.reason}</div>}
      <Changes row={row} />
      <DialogActions>
        {request !== null && (
          <Button variant="default" onClick={() => show(ofRequest(request))}>
            All of this request
          </Button>
        )}
        <Button variant="default" onClick={() => show(ofRecord(row))}>
          History of this record
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Stack>
  )
}

function Changes({ row: { changes } }: { row: AuditRow }) {
  if (changes.length === 0) return <div>No field of the record was changed.</div>
  return (
    <SmallTable label="Before and after" tall>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <td>{label}</td>
            <td data-wrap>{before === '' ? '\u2013' : before}</td>
            <td data-wrap>{after === '' ? '\u2013' : after}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
