import {
  type AccountingTarget,
  EXPORT_DETAIL_WORDS,
  EXPORT_FORMAT_WORDS,
} from '@em/contract/accounting-exports/accounting-exports'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { MappingModal } from './MappingModal.tsx'
import { TargetModal } from './TargetModal.tsx'

const columns: readonly Column<AccountingTarget>[] = [
  { id: 'name', header: 'Outside Ledger', value: ({ name }) => name, width: 180, phone: true, wrap: true },
  { id: 'code', header: 'Code', value: ({ code }) => code, width: 120, phone: false, hidden: true },
  {
    id: 'format',
    header: 'Format',
    value: ({ format }) => EXPORT_FORMAT_WORDS[format],
    width: 220,
    phone: false,
  },
  {
    id: 'detail',
    header: 'Detail',
    value: ({ detail }) => EXPORT_DETAIL_WORDS[detail],
    width: 210,
    phone: false,
    hidden: true,
  },
  {
    id: 'books',
    header: 'Entries Of',
    value: ({ entity, portfolios }) => entity ?? portfolios.join(', '),
    width: 200,
    phone: false,
  },
  {
    id: 'start',
    header: 'First Day',
    kind: 'date',
    value: ({ startDate }) => startDate,
    width: 110,
    phone: false,
  },
  {
    id: 'open',
    header: 'Open From',
    kind: 'date',
    value: ({ openFrom }) => openFrom,
    width: 110,
    phone: false,
  },
  {
    id: 'exported',
    header: 'Exported To',
    kind: 'date',
    value: ({ exportedTo }) => exportedTo,
    width: 116,
    phone: true,
  },
  {
    id: 'batches',
    header: 'Batches',
    kind: 'quantity',
    value: ({ batches }) => batches,
    width: 90,
    phone: false,
  },
]

/** The outside ledgers with their mapping. */
export function TargetList({ targets }: { targets: readonly AccountingTarget[] }) {
  const [edited, edit] = useState<AccountingTarget | null>(null)
  const [mapped, map] = useState<AccountingTarget | null>(null)
  return (
    <Section title="Outside ledgers">
      <DataGrid
        id="accounting-targets"
        title="Outside Ledgers"
        noun="outside ledgers"
        rows={targets}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={edit}
        tools={{
          width: 110,
          cell: (target) => (
            <Button size="compact-sm" variant="default" onClick={() => map(target)}>
              Mapping
            </Button>
          ),
        }}
      />
      {edited !== null && <TargetModal target={edited} onClose={() => edit(null)} />}
      {mapped !== null && (
        <MappingModal key={mapped.mappingVersion} target={mapped} onClose={() => map(null)} />
      )}
    </Section>
  )
}
