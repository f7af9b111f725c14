import { actionReports, type TaxCertificate } from '@em/contract/corporate-actions/action-reports'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { useMayChange } from '../../../lib/may.ts'
import { RowButtons } from '../../../registers/RowButtons.tsx'
import { renderValue } from '../../../ui/grid/cells.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { openEvent } from '../shared/EventInAddress.tsx'
import { keyOf, stateOf } from './certificates.ts'
import { certificateColumns } from './certificates-report.tsx'
import css from './Reports.module.css'
import type { CertificateEdit, TypedCertificate } from './useCertificateEdit.ts'

interface CertificateListProps {
  id: string
  title: string
  rows: readonly TaxCertificate[] | undefined
  edit: CertificateEdit
  filters?: ReactNode
  error?: { title: string; message?: string; onRetry?: () => void } | null
  empty: ReactNode
  offset: number
}

/** Certificates with their number and date, which are edited in the row. */
export function CertificateList({
  id,
  title,
  rows,
  edit,
  error = null,
  filters,
  empty,
  offset,
}: CertificateListProps) {
  const mayChange = useMayChange()
  const columns = useMemo(() => withInputs(edit), [edit])
  return (
    <DataGrid
      id={id}
      title={title}
      noun="certificates"
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      onOpen={(row) => {
        if (!edit.isOf(row)) openEvent(row.action)
      }}
      tools={{
        width: 132,
        calls: [actionReports.saveCertificate],
        cell: (row) => (
          <RowButtons
            name={`the certificate of ${row.payer}, ${row.portfolioName}`}
            buttons={
              edit.isOf(row)
                ? [
                    { label: 'Save', tone: 'main', loading: edit.saving, onClick: () => void edit.save() },
                    { label: 'Cancel', disabled: edit.saving, onClick: edit.cancel },
                  ]
                : mayChange(row.portfolioId)
                  ? [
                      {
                        label: stateOf(row) === 'missing' ? 'Enter' : 'Edit',
                        call: actionReports.saveCertificate,
                        onClick: () => void edit.begin(row),
                      },
                    ]
                  : []
            }
          />
        ),
      }}
      exportable={false}
      {...(filters === undefined ? {} : { filters })}
      totalsLabel="Total"
      offset={offset}
      error={error}
      empty={empty}
    />
  )
}

const FIELD_LABELS = { number: 'Certificate Number', receivedOn: 'Received On' } as const

/** The number and the date of the row that is being edited are fields. */
const withInputs = (edit: CertificateEdit): readonly Column<TaxCertificate>[] =>
  certificateColumns.map((column) => {
    const name = column.id === 'number' ? 'number' : column.id === 'received' ? 'receivedOn' : null
    if (name === null) return column
    return {
      ...column,
      cell: (row) =>
        edit.isOf(row) ? (
          <Cell name={name} label={FIELD_LABELS[name]} edit={edit} />
        ) : column.cell === undefined ? (
          renderValue(column, column.value(row))
        ) : (
          column.cell(row)
        ),
    }
  })

/** A field of the row that is being edited: Enter saves, Esc cancels. */
function Cell({ name, label, edit }: { name: keyof TypedCertificate; label: string; edit: CertificateEdit }) {
  return (
    <TextInput
      size="xs"
      className={css.cell ?? ''}
      aria-label={label}
      value={edit.typed[name]}
      disabled={edit.saving}
      maxLength={60}
      autoComplete="off"
      {...(name === 'number' ? { ref: focused } : { placeholder: 'YYYY-MM-DD' })}
      onChange={(event) => edit.set({ [name]: event.currentTarget.value })}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') void edit.save()
        else if (event.key === 'Escape') void edit.begin(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

/** The number is typed first. */
function focused(input: HTMLInputElement | null) {
  input?.focus()
}
