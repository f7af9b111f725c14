import {
  type FeesComponent,
  type FeesOfMonth,
  type FeesTrade,
  feesOfMonth,
} from '@em/contract/reports/fees-of-month'
import { COMPONENT_COLUMNS, FEE_TRADE_COLUMNS, feesReport } from '@em/paper/fees-and-levies'
import { columnsFrom } from '@em/paper/report'
import { useRoute } from '../../lib/query.ts'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { scopeText } from '../trial-balance/report.ts'
import { ReportTab } from './ReportTab.tsx'
import { SchedulesButton } from './schedules/SchedulesButton.tsx'
import { booksAsked, type DateFilters, fileNameAt } from './tabs.ts'

/** Fees and levies of the month that the date is in: totals by component, tied to the ledger and the trade files, and the trades. */
export function FeesTab({ filters }: { filters: DateFilters }) {
  const query = useRoute(
    feesOfMonth,
    { query: { ...booksAsked(filters), month: filters.date.slice(0, 7) } },
    { keepPrevious: true },
  )
  return (
    <ReportTab
      title="Fees and levies"
      note="What the trades of the month were charged, by trade date: the figures to check against the bill of the exchange. Tied to the accounts of the fees and to the trade files of the month."
      failed="Failed to load the fees and levies"
      query={query}
      report={(data, by) =>
        feesReport(data, {
          by,
          whose: scopeText(data),
          fileName: fileNameAt('fees-and-levies', filters, data.month),
        })
      }
      actions={<SchedulesButton report="fees-and-levies" portfolioId={filters.portfolio} />}
      hasRows={({ rows, hasMore }) => rows.length > 0 && !hasMore}
    >
      {(data) => <Body data={data} />}
    </ReportTab>
  )
}

function Body({ data }: { data: FeesOfMonth }) {
  const sum = (of: (one: FeesComponent) => number) =>
    data.components.reduce((all, one) => all + Math.abs(of(one)), 0)
  return (
    <>
      <Stats>
        <StatCard label="Trades" value={<Quantity value={data.trades} />} />
        <StatCard label="Gross Value (LKR)" value={<Amount value={data.gross} />} />
        <StatCard label="Fees and Levies (LKR)" value={<Amount value={data.total} />} />
        <StatCard
          label="Ledger Difference (LKR)"
          value={<Amount value={sum(({ difference }) => difference)} />}
        />
      </Stats>
      {data.hasMore && (
        <Banner tone="warning">
          The first {data.rows.length.toLocaleString('en-LK')} trades are listed; the totals are of all of
          them. Choose a portfolio to list and export all of them.
        </Banner>
      )}
      <Section>
        <DataGrid
          id="fees-components"
          title="Fees and levies by component"
          noun="components"
          rows={data.components}
          columns={data.documents === 0 ? withoutFiles : componentColumns}
          rowKey={({ component }) => component}
          exportable={false}
          totalsLabel="Total"
        />
        <DataGrid
          id="fees-trades"
          title="Fees and levies by trade"
          noun="trades"
          rows={data.rows}
          columns={tradeColumns}
          rowKey={({ id }) => id}
          exportable={false}
          totalsLabel="Total"
          empty={
            <EmptyState title="No trades">
              No trade is dated in this month. Choose another month, or other books.
            </EmptyState>
          }
        />
      </Section>
    </>
  )
}

const component = columnsFrom(COMPONENT_COLUMNS)
const trade = columnsFrom(FEE_TRADE_COLUMNS)
const money = { width: 124, phone: false, total: 'sum' } as const

const componentColumns: readonly Column<FeesComponent>[] = [
  component('label', { width: 180, phone: true }),
  component('buys', money),
  component('sales', money),
  component('total', { ...money, phone: true }),
  component('accounts', { width: 90, phone: false }),
  component('others', {
    ...money,
    hint: 'Fees that are capitalised, posted in another month, or of other causes',
  }),
  component('ledger', money),
  component('difference', { ...money, phone: true, hint: 'Ledger less trades and other items' }),
  component('files', { ...money, hint: 'What the trade files of the month charge' }),
  component('files_others', {
    ...money,
    hint: 'Contracts that are no trade here, less trades that are in no file',
  }),
  component('files_difference', { ...money, hint: 'Of the contracts that files and trades both have' }),
  component('what', { width: 260, phone: false, hidden: true }),
]
/** Where no trade file is compared. */
const withoutFiles = componentColumns.filter(({ id }) => !id.startsWith('files'))
const tradeColumns: readonly Column<FeesTrade>[] = [
  trade('date', { width: 112, phone: true }),
  trade('deal', { width: 190, phone: false }),
  trade('contract', { width: 110, phone: false, hidden: true }),
  trade('side', { width: 70, phone: false }),
  symbolColumn({ width: 120, whole: true, phone: true }),
  trade('portfolio', { width: 110, phone: false }),
  trade('broker', { width: 180, phone: false, hidden: true }),
  trade('quantity', { width: 100, phone: false, hidden: true }),
  trade('gross', { ...money, width: 140 }),
  ...['brokerage', 'cse_fees', 'cds_fees', 'clearing_fees', 'sec', 'stl'].map((id) => trade(id, money)),
  trade('total', { ...money, phone: true }),
]
