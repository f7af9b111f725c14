import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { columnsFrom } from '@em/paper/report'
import {
  BLOTTER_COLUMNS,
  BLOTTER_SIDES,
  blotterReport,
  SIDE_WORDS,
  type SideTotal,
  sideTotal,
} from '@em/paper/trade-blotter'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { counted } from '../../../lib/numerals.ts'
import { keyOf, useRoute } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { useSession } from '../../../lib/useSession.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { goTo } from '../../../links/tabs.ts'
import { BrokerFilter, PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { useMedia } from '../../../ui/useMedia.ts'
import { SchedulesButton } from '../../reports/schedules/SchedulesButton.tsx'
import css from './Blotter.module.css'
import {
  BLOTTER_MAX,
  type BlotterFilters,
  blotterFacts,
  blotterFilters,
  blotterQuery,
  PRINT_MAX,
} from './blotter.ts'

const FAILED = 'Failed to load the trade blotter'

/** Trade Blotter: the trades of a period in the order in which they were recorded. */
export default function BlotterScreen() {
  const hash = useHashQuery()
  const newest = { query: { sort: '-trade_date', to: today(), limit: 1 } }
  const last = useQuery({
    queryKey: [...keyOf(transactions.list, newest), 'last-day'],
    queryFn: ({ signal }) => callPage<TradeRow>(transactions.list, { ...newest, signal }),
  })
  const failure = loadFailure(last, FAILED)
  if (last.data !== undefined) {
    return <Blotter filters={blotterFilters(hash, last.data.rows[0]?.trade_date ?? today())} />
  }
  return (
    <Page title="Trade Blotter">
      {failure === null ? <Skeletons rows={12} /> : <ErrorState {...failure} />}
    </Page>
  )
}

function Blotter({ filters }: { filters: BlotterFilters }) {
  const { user } = useSession()
  const query = blotterQuery(filters)
  const { list, rows, total, more } = useScrolled<TradeRow>(transactions.list, { query })
  const { sort: _, ...asked } = query
  const wide = useMedia(WIDE)
  const isOneDay = filters.from === filters.to
  const columns = useMemo(() => columnsOf(wide, isOneDay), [wide, isOneDay])
  const buys = useSide('buy', asked)
  const sells = useSide('sell', asked)
  const sides = [...(filters.side === 'sell' ? [] : [buys]), ...(filters.side === 'buy' ? [] : [sells])]
  const refresh = () => void Promise.all([list.refetch(), buys.query.refetch(), sells.query.refetch()])
  const report = async (most: number) => {
    const found = await callPages<TradeRow>(transactions.list, query, most)
    const totals = await Promise.all(
      sides.map(async ({ side, query: sums }) => {
        const { data, error } = await sums.refetch()
        if (data === undefined) throw error
        return sideTotal(side, data)
      }),
    )
    const by = `${user.first_name} ${user.last_name}`.trim()
    const { from, to } = filters
    const all = found.total ?? found.rows.length
    return blotterReport({ rows: found.rows, all, totals, from, to, facts: blotterFacts(filters) }, by)
  }
  return (
    <Page
      title="Trade Blotter"
      lead="The trades of a period in the order in which they were recorded; the last day with trades to begin with."
      actions={
        <>
          <RefreshButton loading={list.isRefetching && !list.isFetchingNextPage} onClick={refresh} />
          <ReportButtons disabled={total === 0} report={() => report(BLOTTER_MAX)} />
          <PrintReportButton disabled={total === 0} report={() => report(PRINT_MAX)} />
          <SchedulesButton report="trade-blotter" portfolioId={filters.portfolio} />
        </>
      }
    >
      <Filters filters={filters} />
      <div className={css.sides}>
        {sides.map(({ side, total: of, query: { isError } }) => (
          <SideCards key={side} side={side} total={of} failed={isError} />
        ))}
      </div>
      <DataGrid
        id="trade-blotter"
        title="Trade Blotter"
        noun="trades"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={false}
        exportable={false}
        offset={130}
        onOpen={(row) => goTo('Trade Capture', 'Transactions', { trade: String(row.id) })}
        more={{ ...more, total }}
        error={loadFailure(list, FAILED, refresh)}
        empty={
          <EmptyState title="No trades in this period">Choose other days, or clear the filters.</EmptyState>
        }
      />
    </Page>
  )
}

/** The sums of the filtered trades of one side. */
function useSide(side: SideTotal['side'], asked: Omit<ReturnType<typeof blotterQuery>, 'sort'>) {
  const query = useRoute(transactions.summary, { query: { ...asked, side } }, { keepPrevious: true })
  return { side, query, total: query.data === undefined ? undefined : sideTotal(side, query.data) }
}

function SideCards({
  side,
  total,
  failed,
}: {
  side: SideTotal['side']
  total: SideTotal | undefined
  failed: boolean
}) {
  const word = side === 'buy' ? 'Bought' : 'Sold'
  const loading = total === undefined && !failed
  const trades = total === undefined ? '' : counted(total.trades, 'trade')
  return (
    <Stats>
      <StatCard
        label={`${word}, Gross (LKR)`}
        loading={loading}
        value={<Amount value={total?.gross} />}
        note={trades}
      />
      <StatCard label={`${word}, Fees (LKR)`} loading={loading} value={<Amount value={total?.fees} />} />
      <StatCard label={`${word}, Net (LKR)`} loading={loading} value={<Amount value={total?.net} />} />
    </Stats>
  )
}

const NONE = { search: '', portfolio: '', broker: '', side: '', from: '', to: '' }

function Filters({ filters }: { filters: BlotterFilters }) {
  const { search, portfolio, broker, side } = filters
  return (
    <FilterFrame
      label="Filter the blotter"
      count={[search, portfolio, broker, side].filter((value) => value !== '').length}
      onClear={() => changeHashQuery(NONE)}
    >
      <SearchField
        placeholder="Deal, contract, company, broker"
        value={search}
        onSearch={(text) => changeHashQuery({ search: text })}
      />
      <PortfolioFilter value={portfolio} onChange={(code) => changeHashQuery({ portfolio: code })} />
      <BrokerFilter value={broker} onChange={(name) => changeHashQuery({ broker: name })} />
      <SelectField
        label="Type"
        placeholder="All"
        value={side}
        onChange={(value) => changeHashQuery({ side: value })}
        options={BLOTTER_SIDES.map((value) => ({ value, label: SIDE_WORDS[value] }))}
      />
      <FilterSpan
        labels={['Traded from', 'Traded to']}
        from={filters.from}
        to={filters.to}
        onChange={(change) => changeHashQuery({ from: filters.from, to: filters.to, ...change })}
      />
    </FilterFrame>
  )
}

const ON_A_PHONE = new Set(['side', 'symbol', 'net'])
/** A window with room for every column next to the sidebar. */
const WIDE = '(min-width: 112em)'

const of = columnsFrom(BLOTTER_COLUMNS)

/**
 * The columns of the blotter. Where they do not all fit, money, broker and contract are shown and the user can add the
 * others: of one day the time of recording is shown, of several the trade date.
 */
const columnsOf = (wide: boolean, isOneDay: boolean): readonly Column<TradeRow>[] =>
  [
    of('recorded', { width: 134, hidden: !wide && !isOneDay }),
    of('deal', { whole: true, width: 180, hidden: !wide }),
    of('date', { width: 104, hidden: !wide && isOneDay }),
    of('time', { width: 96, hidden: true }),
    of('side', { width: 56 }),
    of('symbol', { cell: ({ symbol }: TradeRow) => <SecurityLink symbol={symbol} />, width: 104 }),
    of('quantity', { width: 84 }),
    of('price', { width: 84 }),
    of('gross', { width: 104 }),
    of('fees', { width: 104 }),
    of('net', { width: 104 }),
    of('broker', { width: 160, least: 64 }),
    of('contract', { whole: true, width: 96 }),
    of('portfolio', { width: 130, hidden: !wide }),
    of('status', {
      cell: ({ status }: TradeRow) => <SettlementStatus word={status} />,
      width: 130,
      hidden: !wide,
    }),
  ].map((column) => ({ ...column, sortable: false, phone: ON_A_PHONE.has(column.id) }))
