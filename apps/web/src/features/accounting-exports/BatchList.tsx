import {
  type AccountingBatch,
  type AccountingTarget,
  accountingExports,
} from '@em/contract/accounting-exports/accounting-exports'
import { useMemo, useState } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { STATE_TONES, STATE_WORDS } from './state-texts.ts'

const columns: readonly Column<AccountingBatch>[] = [
  { id: 'number', header: 'Batch', value: ({ number }) => number, width: 216, phone: true, whole: true },
  { id: 'target', header: 'Outside Ledger', value: ({ target }) => target.name, width: 180, phone: false },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => STATE_WORDS[state],
    cell: ({ state }) => <Status tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Status>,
    width: 140,
    least: 132,
    phone: true,
  },
  { id: 'to', header: 'Last Day', kind: 'date', value: ({ to }) => to, width: 110, phone: true },
  {
    id: 'entries',
    header: 'Entries',
    kind: 'quantity',
    value: ({ entries }) => entries,
    width: 90,
    phone: false,
  },
  { id: 'lines', header: 'Lines', kind: 'quantity', value: ({ lines }) => lines, width: 90, phone: false },
  {
    id: 'amount',
    header: 'Debits',
    unit: 'LKR',
    kind: 'money',
    value: ({ amount }) => amount,
    width: 150,
    phone: false,
  },
  {
    id: 'reference',
    header: 'Number There',
    value: ({ reference }) => reference ?? '',
    width: 130,
    phone: false,
  },
  {
    id: 'reason',
    header: 'Refused For',
    value: ({ reason }) => reason ?? '',
    width: 180,
    phone: false,
    hidden: true,
  },
  {
    id: 'by',
    header: 'Made By',
    value: ({ recordedBy }) => recordedBy,
    width: 150,
    phone: false,
    hidden: true,
  },
  {
    id: 'at',
    header: 'Made',
    kind: 'moment',
    value: ({ recordedAt }) => recordedAt,
    width: 150,
    phone: false,
  },
]

interface BatchListProps {
  targets: readonly AccountingTarget[]
  onOpen: (batch: AccountingBatch) => void
}

/** The batches that were made, newest first. */
export function BatchList({ targets, onOpen }: BatchListProps) {
  const [target, setTarget] = useState('')
  const asked = useMemo(() => ({ query: target === '' ? {} : { target: Number(target) } }), [target])
  const { list, rows, more } = useScrolled<AccountingBatch>(accountingExports.list, asked)
  return (
    <Section title="Batches">
      <DataGrid
        id="accounting-batches"
        title="Batches"
        noun="batches"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        more={more}
        filters={
          targets.length > 1 && (
            <SelectField
              label="Outside ledger"
              placeholder="All"
              value={target}
              onChange={setTarget}
              options={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )
        }
        error={loadFailure(list, 'Failed to load the batches')}
        empty={
          <EmptyState title="No batches">
            Map the accounts of the outside ledger, then make the first batch: it holds every entry from the
            first day on.
          </EmptyState>
        }
      />
    </Section>
  )
}
