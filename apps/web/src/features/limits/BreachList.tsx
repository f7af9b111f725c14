import { BREACH_STATES, type Breach, LIMIT_TABS, limits } from '@em/contract/limits/limits'
import { Checkbox } from '@mantine/core'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { BreachModal } from './BreachModal.tsx'
import { BREACH_WORDS, CAUSE_WORDS, type LimitTab } from './limit-texts.ts'
import { measuredColumn } from './measured-column.tsx'

const columns: Column<Breach>[] = [
  { id: 'opened', header: 'Opened', kind: 'date', value: (row) => row.opened, width: 104, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => BREACH_WORDS[row.state].word,
    cell: (row) => <Status tone={BREACH_WORDS[row.state].tone}>{BREACH_WORDS[row.state].word}</Status>,
    width: 100,
    phone: true,
  },
  { id: 'limit', header: 'Limit', value: (row) => row.limit.name, width: 170, least: 100, phone: true },
  { id: 'subject', header: 'Of', value: (row) => row.subject.label, width: 190, least: 100, phone: true },
  { id: 'scope', header: 'Portfolio', value: (row) => row.scope.label, width: 170, least: 96, phone: false },
  {
    id: 'kind',
    header: 'Kind',
    value: (row) => (row.kind === 'active' ? 'Active' : 'Passive'),
    hint: 'Active: an act of ours opened it. Passive: a price, a corporate action or a change of the limit did.',
    width: 84,
    phone: false,
  },
  {
    id: 'cause',
    header: 'Cause',
    value: (row) => CAUSE_WORDS[row.cause],
    width: 150,
    least: 92,
    phone: false,
  },
  measuredColumn('value', 'Value', (row) => row.value, false),
  measuredColumn('bound', 'Bound', (row) => row.bound, false),
  {
    ...measuredColumn<Breach>('level', 'Override Level', (row) => row.override?.level ?? null, false),
    width: 112,
  },
  {
    id: 'until',
    header: 'Override Until',
    kind: 'date',
    value: (row) => row.override?.until ?? null,
    width: 120,
    phone: false,
    hidden: true,
  },
  {
    id: 'age',
    header: 'Age',
    unit: 'market days',
    kind: 'quantity',
    value: (row) => row.age,
    width: 96,
    phone: false,
  },
  {
    id: 'grace',
    header: 'Grace',
    unit: 'market days',
    kind: 'quantity',
    value: (row) => row.grace,
    width: 96,
    phone: false,
    hidden: true,
  },
]
const CURED: Column<Breach> = {
  id: 'cured',
  header: 'Cured',
  kind: 'date',
  value: (row) => row.cured,
  width: 108,
  phone: false,
}
const withCuredColumns = [...columns, CURED]

const NOT_CURED = BREACH_STATES.filter((state) => state !== 'cured')

interface BreachListProps {
  tab: LimitTab
  /** A portfolio's code; '' for all. */
  portfolio: string
}

/** Breaches of the limits of a tab, the newest first; a row opens the breach. */
export function BreachList({ tab, portfolio }: BreachListProps) {
  const address = useHashQuery()
  const withCured = address.get('cured') === '1'
  // The bell leads to one breach.
  const opened = Number(address.get('breach')) || null
  const open = (id: number | null) => changeHashQuery({ breach: id === null ? '' : String(id) })
  const query = useRoute(
    limits.breaches,
    {
      query: {
        kind: LIMIT_TABS[tab].join(',') as never,
        state: (withCured ? BREACH_STATES : NOT_CURED).join(',') as never,
        ...(portfolio === '' ? {} : { portfolio }),
      },
    },
    { keepPrevious: true },
  )
  return (
    <Section>
      <Checkbox
        label="Cured ones too"
        checked={withCured}
        onChange={(event) => changeHashQuery({ cured: event.currentTarget.checked ? '1' : '' })}
      />
      <DataGrid
        id={`breaches-${tab}`}
        title="Breaches of limits"
        noun="breaches"
        rows={query.data}
        columns={withCured ? withCuredColumns : columns}
        rowKey={(row) => row.id}
        onOpen={(row) => open(row.id)}
        muted={(row) => row.state === 'cured'}
        error={loadFailure(query, 'Failed to load the breaches')}
        empty={
          <EmptyState title="No breaches">
            What is dealt is recorded, and opens a breach here where it exceeds a limit.
          </EmptyState>
        }
      />
      <BreachModal id={opened} onClose={() => open(null)} />
    </Section>
  )
}
