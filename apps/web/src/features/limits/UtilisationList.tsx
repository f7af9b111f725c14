import type { Reply } from '@em/contract/kit/route'
import { limits, type UtilisationRow } from '@em/contract/limits/limits'
import { Anchor } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { BreachModal } from './BreachModal.tsx'
import { LimitModal } from './LimitModal.tsx'
import { HARDNESS_WORDS, type LimitTab, MEASURE_WORDS, STATE_WORDS } from './limit-texts.ts'
import { StateMark, UsedBar } from './Measured.tsx'
import { measuredColumn } from './measured-column.tsx'

const columns = (onBreach: (id: number) => void): Column<UtilisationRow>[] => [
  { id: 'limit', header: 'Limit', value: (row) => row.limit.name, width: 260, least: 220, phone: true },
  { id: 'subject', header: 'Of', value: (row) => row.subject.label, width: 170, least: 130, phone: true },
  { id: 'scope', header: 'Portfolio', value: (row) => row.scope.label, width: 170, least: 130, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => STATE_WORDS[row.state].word,
    cell: (row) => (
      <span title={row.text}>
        <StateMark state={row.state} />
      </span>
    ),
    width: 100,
    phone: true,
  },
  {
    id: 'used',
    header: 'Used',
    unit: '%',
    kind: 'percent',
    decimals: 1,
    value: (row) => row.used,
    cell: (row) => <UsedBar used={row.used} state={row.state} />,
    hint: 'Of the bound',
    width: 150,
    phone: true,
  },
  measuredColumn('value', 'Value', (row) => row.value, true),
  measuredColumn('bound', 'Bound', (row) => row.bound, false),
  {
    id: 'unit',
    header: 'Unit',
    value: (row) => (row.unit === 'percent' ? '%' : row.unit === 'none' ? null : row.unit),
    width: 74,
    phone: false,
    hidden: true,
  },
  {
    id: 'room',
    header: 'Headroom',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.headroom.amount,
    hint: 'What is left until the bound',
    width: 150,
    phone: false,
  },
  {
    id: 'measure',
    header: 'Measure',
    value: (row) => MEASURE_WORDS[row.measure],
    width: 170,
    phone: false,
    hidden: true,
  },
  {
    id: 'hardness',
    header: 'Hardness',
    value: (row) => HARDNESS_WORDS[row.hardness],
    width: 96,
    phone: false,
    hidden: true,
  },
  {
    id: 'numerator',
    header: 'Numerator',
    kind: 'money',
    value: (row) => row.numerator,
    width: 150,
    phone: false,
    hidden: true,
  },
  {
    id: 'denominator',
    header: 'Denominator',
    kind: 'money',
    value: (row) => row.denominator,
    width: 150,
    phone: false,
    hidden: true,
  },
  {
    id: 'breach',
    header: 'Breach',
    value: (row) => (row.breach === null ? null : 'Open'),
    cell: ({ breach }) =>
      breach === null ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => onBreach(breach)}>
          Open
        </Anchor>
      ),
    width: 84,
    phone: false,
  },
  { id: 'text', header: 'In Words', value: (row) => row.text, width: 320, phone: false, hidden: true },
]

interface UtilisationListProps {
  tab: LimitTab
  query: UseQueryResult<Reply<typeof limits.utilisation>, Error>
}

/** How far the limits of a tab are used on a day, the most used first. A row opens its limit. */
export function UtilisationList({ tab, query }: UtilisationListProps) {
  const [breach, openBreach] = useState<number | null>(null)
  const [code, open] = useState<string | null>(null)
  return (
    <Section>
      <DataGrid
        id={`utilisation-${tab}`}
        title={`Utilisation of limits ${query.data?.asOf ?? ''}`}
        noun="lines"
        rows={query.data?.rows}
        columns={columns(openBreach)}
        rowKey={(row) =>
          `${row.limit.code} ${row.scope.id} ${row.subject.type} ${row.subject.id} ${row.subject.top}`
        }
        onOpen={(row) => open(row.limit.code)}
        error={loadFailure(query, 'Failed to load the utilisation of limits')}
        empty={
          <EmptyState
            title="No limit is in force"
            action={
              <Anchor component="button" type="button" onClick={() => changeHashQuery({ view: 'limits' })}>
                Go to the limits
              </Anchor>
            }
          >
            Once a limit is written, this list shows how far it is used.
          </EmptyState>
        }
      />
      <BreachModal id={breach} onClose={() => openBreach(null)} />
      <LimitModal code={code} tab={tab} onClose={() => open(null)} />
    </Section>
  )
}
