import { type TradeRow, transactions } from '@em/contract/books/transactions'
import { BLOTTER_SIDES, blotterReport, SIDE_WORDS, type SideTotal, sideTotal } from '@em/paper/trade-blotter'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { counted } from '../../lib/numerals.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { useSession } from '../../lib/useSession.ts'
import { goTo } from '../../places/places.ts'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import { BrokerFilter, PortfolioFilter } from '../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { SettlementStatus } from '../../ui/SettlementStatus.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { SchedulesButton } from '../report-schedules/SchedulesButton.tsx'
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

/** What the filters leave of one side. */
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
const money = (id: string, header: string, value: (row: TradeRow) => number): Column<TradeRow> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  width: 104,
})

/** A window with room for every column beside the sidebar. */
const WIDE = '(min-width: 112em)'

/**
 * The columns of the blotter. Where they do not all fit, money, broker and contract are in sight and the others a choice away: of one day
 * the time of recording is told, of several the trade date.
 */
const columnsOf = (wide: boolean, isOneDay: boolean): readonly Column<TradeRow>[] =>
  (
    [
      {
        id: 'recorded',
        header: 'Recorded',
        kind: 'moment',
        value: (row) => row.created_at,
        width: 134,
        hidden: !wide && !isOneDay,
      },
      { id: 'deal', header: 'Deal', value: (row) => row.deal_number, whole: true, width: 180, hidden: !wide },
      {
        id: 'date',
        header: 'Trade Date',
        kind: 'date',
        value: (row) => row.trade_date,
        width: 104,
        hidden: !wide && isOneDay,
      },
      { id: 'time', header: 'Trade Time', value: (row) => row.trade_time, width: 96, hidden: true },
      { id: 'side', header: 'Type', value: (row) => SIDE_WORDS[row.side], width: 56 },
      {
        id: 'symbol',
        header: 'Symbol',
        value: (row) => row.symbol,
        cell: (row) => <SecurityLink symbol={row.symbol} />,
        width: 104,
      },
      { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (row) => row.quantity, width: 84 },
      { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (row) => row.price, width: 84 },
      money('gross', 'Gross', (row) => row.gross_value),
      money('fees', 'Fees', (row) => row.total_fees),
      money('net', 'Net', (row) => row.net_value),
      { id: 'broker', header: 'Broker', value: (row) => row.broker_name, width: 160, least: 64 },
      { id: 'contract', header: 'Contract', value: (row) => row.contract_number, whole: true, width: 96 },
      {
        id: 'portfolio',
        header: 'Portfolio',
        value: (row) => row.portfolio,
        width: 130,
        hidden: !wide,
      },
      {
        id: 'status',
        header: 'Status',
        value: (row) => row.status,
        cell: (row) => <SettlementStatus word={row.status} />,
        width: 130,
        hidden: !wide,
      },
    ] satisfies Column<TradeRow>[]
  ).map((column) => ({ ...column, sortable: false, phone: ON_A_PHONE.has(column.id) }))
