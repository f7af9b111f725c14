import {
  type InvestmentMovement,
  type InvestmentMovements,
  investmentMovements,
  type Movement,
} from '@em/contract/reports/investment-movements'
import { columnsFrom } from '@em/paper/report'
import { Fragment, useMemo } from 'react'
import { useRoute } from '../../lib/query.ts'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import type { RealizedFilters } from '../realized/filters.ts'
import { TREATMENT_TITLES } from '../realized/schedule.ts'
import { ValuationBanner } from '../valuation/note/ValuationBanner.tsx'
import { carried, KINDS, partsOf } from './movements.ts'
import { costColumns, movementsReport, VALUE_COLUMNS } from './movements-report.ts'
import { allOf, summaryOf } from './movements-summary.ts'
import css from './Reports.module.css'
import { ReportTab } from './ReportTab.tsx'
import { agrees, Ties, Verdict } from './Ties.tsx'
import { booksAsked } from './tabs.ts'

type Row = InvestmentMovement

/** The movement schedule of investments in a period. */
export function MovementsTab({ filters }: { filters: RealizedFilters }) {
  const { from, to } = filters
  const query = useRoute(
    investmentMovements,
    { query: { ...booksAsked(filters), endDate: to, ...(from === '' ? {} : { startDate: from }) } },
    { keepPrevious: true },
  )
  return (
    <ReportTab
      title="Movement schedule of investments"
      note="Cost and fair value adjustment from opening to closing by posting date: what the ledger says of the period. A correction of a locked day stands in the period in which it was posted."
      failed="Failed to load the movement schedule"
      query={query}
      report={(data, by) => movementsReport(data, filters, by)}
      hasRows={({ rows }) => rows.length > 0}
    >
      {(data) => <Body data={data} filters={filters} />}
    </ReportTab>
  )
}

function Body({ data, filters }: { data: InvestmentMovements; filters: RealizedFilters }) {
  const parts = useMemo(() => partsOf(data), [data])
  const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + of(part), 0)
  return (
    <>
      {data.openingValuation !== null && (
        <ValuationBanner note={data.openingValuation} books={filters} dated />
      )}
      <ValuationBanner note={data.valuation} books={filters} dated />
      <Stats>
        <StatCard
          label="Opening Cost (LKR)"
          value={<Amount value={sum((part) => carried(part.sum).opening)} />}
          note="With capitalised fees"
        />
        <StatCard
          label="Closing Cost (LKR)"
          value={<Amount value={sum((part) => carried(part.sum).closing)} />}
          note="With capitalised fees"
        />
        <StatCard
          label="Opening Adjustment (LKR)"
          value={<Amount value={sum((part) => part.sum.fairValue.opening)} />}
          note="To fair value"
        />
        <StatCard
          label="Closing Adjustment (LKR)"
          value={<Amount value={sum((part) => part.sum.fairValue.closing)} />}
          note="To fair value"
        />
        <StatCard
          label="Difference (LKR)"
          value={<Amount value={data.ties.reduce((all, { difference }) => all + difference, 0)} />}
          note={<Verdict ok={agrees(data.ties)} />}
        />
      </Stats>
      {parts.length === 0 && (
        <Section card>
          <EmptyState title="No investments in this time">
            Choose a longer time range, or other books: what was held or moved in it appears here.
          </EmptyState>
        </Section>
      )}
      {parts.length > 0 && <Summary data={data} />}
      <Ties ties={data.ties} what="Schedule" ledger="Movement of the ledger" />
      {parts.map((part) => (
        <Fragment key={part.treatment}>
          <Section title={`${TREATMENT_TITLES[part.treatment]}: cost`}>
            <DataGrid
              id={`movements-cost-${part.treatment}`}
              title={`Cost ${part.treatment}`}
              noun="securities"
              rows={part.rows}
              columns={costColumnsOf(part.rows)}
              rowKey={(row) => row.id}
              exportable={false}
              totalsLabel="Total cost"
              offset={300}
            />
          </Section>
          <Section title={`${TREATMENT_TITLES[part.treatment]}: fair value adjustment`}>
            <DataGrid
              id={`movements-value-${part.treatment}`}
              title={`Fair value adjustment ${part.treatment}`}
              noun="securities"
              rows={part.rows}
              columns={valueColumns}
              rowKey={(row) => row.id}
              exportable={false}
              totalsLabel="Total adjustment"
              offset={300}
            />
          </Section>
        </Fragment>
      ))}
    </>
  )
}

/** The schedule in one column for each treatment, as the notes to the accounts have it. */
function Summary({ data: { treatments } }: { data: InvestmentMovements }) {
  const several = treatments.length > 1
  return (
    <Section title="Summary">
      <div className={css.sums}>
        <SmallTable label="Summary by treatment">
          <thead>
            <tr>
              <th scope="col">
                <span className="em-visually-hidden">Line</span>
              </th>
              {treatments.map(({ treatment }) => (
                <th key={treatment} scope="col" data-right {...(several && { 'data-optional': true })}>
                  {treatment} (LKR)
                </th>
              ))}
              {several && (
                <th scope="col" data-right>
                  Total (LKR)
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {summaryOf(treatments).map((line) => (
              <tr key={line.label} data-level={line.level}>
                <th scope="row">{line.label}</th>
                {treatments.map((sum) => (
                  <td key={sum.treatment} data-right {...(several && { 'data-optional': true })}>
                    <Amount value={line.of(sum)} />
                  </td>
                ))}
                {several && (
                  <td data-right>
                    <Amount value={allOf(line, treatments)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
    </Section>
  )
}

const money = { total: 'sum', width: 128, phone: false } as const
const shares = { width: 108, hidden: true }

const HINTS: Readonly<Record<Movement, string>> = {
  openings: 'Positions that stood before the books of a portfolio began',
  additions: 'Purchases, with what corrected them',
  disposals: 'Shares that left, at cost, with what later changed in their cost',
  actions: 'Corporate actions',
  transfers: 'To and from other portfolios',
}

const ofCost = columnsFrom(costColumns(carried))
const security: readonly Column<Row>[] = [
  symbolColumn({ width: 120, whole: true, phone: true }),
  ofCost('company', { header: 'Company', width: 180, least: 84, phone: false }),
  ofCost('q-opening', shares),
]

const allCost: readonly Column<Row>[] = [
  ...security,
  ofCost('q-closing', shares),
  ofCost('opening', { ...money, hint: 'Cost with capitalised fees' }),
  ...KINDS.map((kind) =>
    ofCost(kind, {
      ...money,
      ...(kind === 'actions' && { header: 'Corp. Actions' }),
      hint: HINTS[kind],
      width: kind === 'actions' || kind === 'transfers' ? 108 : 124,
    }),
  ),
  ofCost('closing', { ...money, phone: true, hint: 'Cost with capitalised fees' }),
]
const usualCost = allCost.filter(({ id }) => id !== 'openings')

/** Opening positions have a column where there are any: they come once. */
const costColumnsOf = (rows: readonly Row[]): readonly Column<Row>[] =>
  rows.some(({ cost, quantity }) => cost.openings !== 0 || quantity.openings !== 0) ? allCost : usualCost

const ofValue = columnsFrom(VALUE_COLUMNS)
const valueColumns: readonly Column<Row>[] = [
  ...security,
  ofValue('q-left', shares),
  ofValue('opening', { ...money, hint: 'What the run of the day before the period brought' }),
  ofValue('release', {
    ...money,
    hint: 'Of the opening what belongs to shares that left; shares held at the start leave first',
  }),
  ofValue('change', { ...money, hint: 'What is left over: closing less opening less release' }),
  ofValue('closing', { ...money, phone: true, hint: 'What the run of the last day brought' }),
]
