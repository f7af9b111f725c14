import { type ValuationRun, valuations } from '@em/contract/valuation/valuation'
import { RUN_STATES } from '@em/core/valuation/run-state'
import { callPages } from '../../lib/api.ts'
import { choiceIn, dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { PAGE_SIZE, useScrolled } from '../../lib/useScrolled.ts'
import { FilterSpan } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { RUN_WORDS } from './run-texts.ts'
import css from './Valuation.module.css'

const EXPORT_MAX = 10_000

/** Where several became of one run: "2 posted, 1 replaced". */
const statesOf = ({ states }: ValuationRun): string =>
  RUN_STATES.filter((state) => states[state] > 0)
    .map((state) => `${states[state]} ${RUN_WORDS[state].word.toLowerCase()}`)
    .join(', ')

const columns: readonly Column<ValuationRun>[] = (
  [
    { id: 'id', header: 'Run', value: (row) => row.id, kind: 'quantity', width: 70, phone: false },
    { id: 'date', header: 'Valuation Date', kind: 'date', value: (row) => row.date, width: 122, phone: true },
    {
      id: 'state',
      header: 'State',
      value: (row) => RUN_WORDS[row.state].word,
      cell: (row) => <Status tone={RUN_WORDS[row.state].tone}>{RUN_WORDS[row.state].word}</Status>,
      width: 106,
      phone: true,
    },
    {
      id: 'books',
      header: 'Books',
      value: (row) =>
        row.portfolioName ?? (row.portfolios === 1 ? '1 portfolio' : `${row.portfolios} portfolios`),
      width: 170,
      phone: false,
    },
    { id: 'states', header: 'What Became of It', value: statesOf, width: 180, phone: false },
    {
      id: 'holdings',
      header: 'Holdings',
      kind: 'quantity',
      value: (row) => row.holdings,
      width: 90,
      phone: false,
    },
    {
      id: 'exceptions',
      header: 'To Look At',
      kind: 'quantity',
      value: (row) => row.exceptions,
      width: 100,
      phone: false,
    },
    {
      id: 'fair_value',
      header: 'Fair Value',
      unit: 'LKR',
      kind: 'money',
      value: (row) => row.fair_value,
      width: 150,
      phone: false,
    },
    {
      id: 'difference',
      header: 'Difference',
      unit: 'LKR',
      kind: 'money',
      signed: true,
      value: (row) => row.difference,
      width: 140,
      phone: true,
    },
    { id: 'by', header: 'Run By', value: (row) => row.recorded_by, width: 130, phone: false },
    { id: 'at', header: 'Run At', kind: 'moment', value: (row) => row.recorded_at, width: 150, phone: false },
  ] satisfies Column<ValuationRun>[]
).map((column) => ({ ...column, sortable: false }))

/** The runs of a portfolio, or of all, newest first. */
export function RunList({
  portfolio,
  onOpen,
}: {
  /** '' for all. */
  portfolio: string
  onOpen: (run: ValuationRun) => void
}) {
  const address = useHashQuery()
  const [state, from, to] = [
    choiceIn(address, 'state', RUN_STATES),
    dateIn(address, 'from'),
    dateIn(address, 'to'),
  ]
  const filters = { portfolioId: portfolio, state, from, to }
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const { list, rows, more, total } = useScrolled<ValuationRun>(valuations.list, { query: asked })
  const isFiltered = state !== '' || from !== '' || to !== ''
  return (
    <Section title="Runs">
      <div className={css.filters} role="search" aria-label="Which runs are listed">
        <FilterSpan
          labels={['Valued from', 'Valued to']}
          from={from}
          to={to}
          onChange={(days) => changeHashQuery({ ...days })}
        />
        <SelectField
          label="State"
          placeholder="All states"
          value={state}
          onChange={(value) => changeHashQuery({ state: value })}
          options={RUN_STATES.map((value) => ({ value, label: RUN_WORDS[value].word }))}
        />
      </div>
      <DataGrid
        id="valuation-runs"
        title="Mark-to-market runs"
        noun="runs"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={false}
        muted={(row) => row.state === 'replaced' || row.state === 'reversed'}
        onOpen={onOpen}
        more={{ ...more, total }}
        allRows={async () =>
          (await callPages<ValuationRun>(valuations.list, asked, EXPORT_MAX, PAGE_SIZE)).rows
        }
        error={loadFailure(list, 'Failed to load the runs')}
        empty={
          <EmptyState title={isFiltered ? 'No runs found' : 'No runs yet'}>
            {isFiltered
              ? 'Clear the filters to see all runs.'
              : 'Choose a date above, preview the run and post it: investments then stand at fair value on that day.'}
          </EmptyState>
        }
      />
    </Section>
  )
}
