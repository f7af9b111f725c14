import {
  type CostAndMarket,
  costAndMarket,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionRow,
  USUAL_THRESHOLD,
} from '@em/contract/reports/cost-and-market'
import { columnsFrom } from '@em/paper/report'
import { useState } from 'react'
import { choiceIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { AtCostBanner, useAtCost } from '../../links/AtCost.tsx'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { costAndMarketReport, EXCEPTION_COLUMNS } from './cost-and-market-report.ts'
import css from './Reports.module.css'
import { ReportTab } from './ReportTab.tsx'
import { booksAsked, type DateFilters } from './tabs.ts'

const KINDS = Object.keys(EXCEPTION_KINDS) as ExceptionKind[]
const isThreshold = (text: string) => /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= 1000

/** The threshold that an address names, in percent; '' where it names none that can be asked for. */
function thresholdIn(query: URLSearchParams): string {
  const text = query.get('threshold') ?? ''
  return isThreshold(text) ? text : ''
}

/** Holdings whose cost is compared with their market value, or whose price a user should check. */
export function CostAndMarketTab({ filters }: { filters: DateFilters }) {
  const hash = useHashQuery()
  const kind = choiceIn(hash, 'kind', KINDS)
  const threshold = thresholdIn(hash)
  const chosen = useAtCost()
  const query = useRoute(
    costAndMarket,
    {
      query: {
        ...booksAsked(filters),
        asOf: filters.date,
        ...(kind !== '' && { kind }),
        ...(threshold !== '' && { threshold }),
      },
    },
    { keepPrevious: true },
  )
  return (
    <>
      <div className={css.filters} role="search" aria-label="Which holdings are listed">
        <SelectField
          label="Show"
          placeholder="All of them"
          value={kind}
          onChange={(to) => changeHashQuery({ kind: to })}
          options={KINDS.map((value) => ({ value, label: EXCEPTION_KINDS[value] }))}
        />
        <Threshold value={threshold === '' ? String(USUAL_THRESHOLD) : threshold} />
      </div>
      <ReportTab
        title="Cost and market"
        note="Holdings that cost more than they are worth, those that are worth far more than they cost, and those whose price is old, typed or missing. Cost is what a holding is carried at, by posting date."
        failed="Failed to load cost and market"
        query={query}
        report={(data, by) => costAndMarketReport(data, filters, { by, chosen })}
        hasRows={({ rows, hasMore }) => rows.length > 0 && !hasMore}
      >
        {(data) => <Body data={data} />}
      </ReportTab>
    </>
  )
}

/** The field of the threshold: its text stays also while it is no valid threshold. */
function Threshold({ value }: { value: string }) {
  const [typed, setTyped] = useState(value)
  const isOne = isThreshold(typed)
  return (
    <NumberField
      label="Above cost by more than"
      unit="%"
      value={typed}
      onChange={(to) => {
        setTyped(to)
        if (isThreshold(to)) changeHashQuery({ threshold: Number(to) === USUAL_THRESHOLD ? '' : to })
      }}
      {...(!isOne && { error: 'From 0 to 1,000 with up to two decimals.' })}
    />
  )
}

function Body({ data }: { data: CostAndMarket }) {
  const { below, above, prices, level3, holdings, rows } = data
  const of = (count: number) =>
    `${count.toLocaleString('en-LK')} of ${holdings.toLocaleString('en-LK')} holdings`
  return (
    <>
      <Stats>
        <StatCard
          label="Cost above Market (LKR)"
          value={<Amount value={below.amount} />}
          note={of(below.holdings)}
        />
        <StatCard
          label="Market above Cost (LKR)"
          value={<Amount value={above.amount} signed />}
          note={`${of(above.holdings)}, by more than ${formatNumber(data.threshold, { decimals: 2 })} %`}
        />
        <StatCard
          label="Prices to Look At (LKR)"
          value={<Amount value={prices.amount} />}
          note={`${of(prices.holdings)}, at fair value`}
        />
        <StatCard
          label="Level 3 (LKR)"
          value={<Amount value={level3.amount} />}
          note={`${of(level3.holdings)}, at fair value`}
        />
      </Stats>
      <AtCostBanner rows={rows} />
      {data.hasMore && (
        <Banner tone="warning">
          The first {rows.length.toLocaleString('en-LK')} are listed; the figures above are of all of them.
          Choose a portfolio to list and export all of them.
        </Banner>
      )}
      <Section>
        <DataGrid
          id="cost-and-market"
          title="Cost and market"
          noun="holdings"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          exportable={false}
          offset={300}
          empty={
            <EmptyState title="Nothing to look at">
              {holdings === 0
                ? 'Nothing was held on this date.'
                : 'No holding costs more than it is worth, and every price is the exchange’s own and recent.'}
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}

const of = columnsFrom(EXCEPTION_COLUMNS)
const money = { width: 124, phone: false }

const columns: readonly Column<ExceptionRow>[] = [
  symbolColumn({ width: 120, whole: true, phone: true }),
  of('company', { header: 'Company', width: 180, hidden: true }),
  of('portfolio', { width: 160, least: 80, phone: false }),
  of('treatment', { width: 96, hidden: true }),
  {
    id: 'kind',
    header: 'Reason',
    value: (row) => EXCEPTION_KINDS[row.kind],
    width: 150,
    least: 144,
    phone: false,
  },
  of('quantity', { width: 96, hidden: true, phone: false }),
  of('cost', { ...money, hint: 'What it is carried at, with capitalised fees' }),
  of('price', { width: 92, phone: false }),
  of('price_date', { width: 112, phone: false }),
  of('level', {
    width: 62,
    phone: false,
    hint: 'SLFRS 13. 1: quoted price; 2: older than 5 market days; 3: typed, or at cost',
  }),
  of('fair_value', money),
  of('difference', { ...money, phone: true, hint: 'Fair value less cost' }),
  of('percent', { width: 100, phone: false }),
  of('exceptions', { width: 200, phone: false }),
]
