import { ledger } from '@em/contract/ledger/ledger'
import { type TradeRow, transactions } from '@em/contract/trades/transactions'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { filtersSet, idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useMayChange } from '../../../lib/may.ts'
import { useSession } from '../../../lib/useSession.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { goTo } from '../../../links/tabs.ts'
import { WaitingRequests } from '../../../links/WaitingRequests.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { DataGrid, type SortOrder } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { EntryInAddress } from '../../journal/entry/EntryInAddress.tsx'
import { changeOf, removalOf } from '../correct/corrections.ts'
import { EditTrade } from '../correct/EditTrade.tsx'
import { RemoveTrade } from '../correct/RemoveTrade.tsx'
import { isDeal, isOwnDeal } from '../correct/trade.ts'
import { columnOf, deletedColumns, fieldOf, totalsOf, tradeColumns } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import {
  EXPORT_MAX,
  filtersOf,
  listsDeleted,
  NO_FILTERS,
  orderOf,
  PDF_ROWS,
  PRINT_MAX,
  SIDE_TITLES,
  type Side,
  sideOf,
  sortText,
  type TradeFilters,
} from './filters.ts'
import { TradeModal } from './TradeModal.tsx'
import css from './Transactions.module.css'
import { transactionsReport } from './transactions-report.ts'
import { loadTrades, type TradesAsked, useTradeList, useTradeSummary } from './useTrades.ts'

const FAILED = 'Failed to load transactions'
const TABS = [
  { value: 'all', label: 'All' },
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
]
const count = (value: number) => value.toLocaleString('en-LK')

/** All Transactions: buys and sells in one list, with the way to each trade, its corrections and its entries. */
export default function TransactionsScreen() {
  const query = useHashQuery()
  const asked = { filters: filtersOf(query), side: sideOf(query), order: orderOf(query) }
  const { filters, side, order } = asked
  const { list, rows, total, more } = useTradeList(asked)
  const summary = useTradeSummary(filters, side)
  const mayChange = useMayChange()
  const [acting, setActing] = useState<{ what: 'edit' | 'delete'; id: number } | null>(null)
  const open = (row: TradeRow) => changeHashQuery({ trade: String(row.id) })
  const refresh = () => void Promise.all([list.refetch(), summary.refetch()])
  const sort: SortOrder = [{ id: columnOf(order.field), desc: order.desc }]
  const actingOn = (what: 'edit' | 'delete') => (acting?.what === what ? acting.id : null)
  const deleted = listsDeleted(filters)
  const failure = loadFailure(list, FAILED, refresh)
  return (
    <Page
      title={SIDE_TITLES[side]}
      lead="Every recorded trade with its result. Open a trade to correct it."
      actions={
        <>
          <SegmentedControl
            aria-label="Transactions"
            size="sm"
            data={TABS}
            value={side}
            onChange={(value) => changeHashQuery({ side: value === 'all' ? '' : value })}
          />
          <RefreshButton loading={list.isRefetching && !list.isFetchingNextPage} onClick={refresh} />
          <Papers asked={asked} disabled={total === 0} />
        </>
      }
    >
      <FilterBar filters={filters} />
      <WaitingRequests acts="trades,sells,changes,batches" />
      <Summary query={summary} side={side} deleted={deleted} />
      {list.isError && list.data !== undefined && (
        <Banner tone="warning">
          {FAILED}: {failure?.message} What you see may be out of date.
        </Banner>
      )}
      <DataGrid
        // Another list with columns of its own: each is remembered as it was left.
        key={deleted ? 'deleted' : 'in-force'}
        id={deleted ? 'deleted-transactions' : 'transactions'}
        title={deleted ? `Deleted ${SIDE_TITLES[side]}` : SIDE_TITLES[side]}
        noun="transactions"
        rows={rows}
        columns={deleted ? deletedColumns : tradeColumns}
        rowKey={(row) => row.id}
        search={false}
        offset={130}
        onOpen={open}
        actions={(row) => [
          { label: 'Show details', onClick: () => open(row) },
          ...(isDeal(row) && row.deleted_at === null
            ? [
                {
                  label: 'Deal slip',
                  call: transactions.list,
                  onClick: () => goTo('Trade Capture', 'Deal Slip', { slip: String(row.id) }),
                },
              ]
            : []),
          {
            label: 'Journal entries',
            call: ledger.list,
            onClick: () => goTo('Accounting Entries', 'General Ledger', { search: row.deal_number }),
          },
          ...(isOwnDeal(row) && row.deleted_at === null && mayChange(row.portfolioId)
            ? [
                {
                  label: 'Edit',
                  call: changeOf(row.side),
                  onClick: () => setActing({ what: 'edit', id: row.id }),
                },
                {
                  label: 'Delete',
                  call: removalOf(row.side),
                  danger: true,
                  onClick: () => setActing({ what: 'delete', id: row.id }),
                },
              ]
            : []),
        ]}
        allRows={() => rowsToExport(asked)}
        serverSort={{
          value: sort,
          onChange: ([next]) => {
            const field = next === undefined ? undefined : fieldOf(next.id)
            // Where the usual order is clicked away, it is turned round.
            const usual = deleted ? 'changed_at' : 'trade_date'
            const cleared = sortText(order) === `-${usual}` ? usual : ''
            changeHashQuery({
              sort: field === undefined ? cleared : sortText({ field, desc: next?.desc === true }),
            })
          },
        }}
        more={{ ...more, total }}
        totalsLabel={total === 1 ? 'Total of 1' : `Total of all ${count(total)}`}
        // Deleted buys and sells have no common sum; the cards show the sum of each.
        {...(deleted && side === 'all' ? {} : totalsProps(totalsOf(summary.data, side)))}
        error={failure}
        empty={<NoTrades filters={filters} side={side} />}
      />
      <TradeModal
        id={idIn(query, 'trade')}
        onClose={() => changeHashQuery({ trade: '' })}
        onEdit={(id) => setActing({ what: 'edit', id })}
        onRemove={(id) => setActing({ what: 'delete', id })}
        onEntry={(entry) => changeHashQuery({ entry: String(entry) })}
        onOther={(id) => changeHashQuery({ trade: String(id) })}
      />
      <EditTrade id={actingOn('edit')} onClose={() => setActing(null)} />
      <RemoveTrade
        id={actingOn('delete')}
        onClose={() => setActing(null)}
        onRemoved={() => changeHashQuery({ trade: '' })}
      />
      <EntryInAddress />
    </Page>
  )
}

const totalsProps = (totals: ReturnType<typeof totalsOf>) => (totals === undefined ? {} : { totals })

/** All that the filters leave, up to the limit of a file; says so where that is not all. */
async function rowsToExport(asked: TradesAsked): Promise<readonly TradeRow[]> {
  const { rows, total } = await loadTrades(asked, EXPORT_MAX)
  const all = total ?? rows.length
  notify.success(
    all > rows.length
      ? `Exported the first ${count(rows.length)} of ${count(all)} transactions. Narrow the filters for the others.`
      : `Exported ${count(rows.length)} ${rows.length === 1 ? 'transaction' : 'transactions'}.`,
  )
  return rows
}

/** The list on paper and as a PDF. */
function Papers({ asked, disabled }: { asked: TradesAsked; disabled: boolean }) {
  const { user } = useSession()
  const { refetch } = useTradeSummary(asked.filters, asked.side)
  const report = async (most: number) => {
    const [found, sums] = await Promise.all([loadTrades(asked, most), refetch()])
    if (sums.data === undefined) throw sums.error
    const { filters, side } = asked
    const by = `${user.first_name} ${user.last_name}`
    return transactionsReport({ rows: found.rows, summary: sums.data, filters, side }, by)
  }
  return (
    <>
      <ReportButtons formats={['pdf']} disabled={disabled} report={() => report(PDF_ROWS)} />
      <PrintReportButton disabled={disabled} report={() => report(PRINT_MAX)} />
    </>
  )
}

function noteOf({ buys, sells, openings }: { buys: number; sells: number; openings: number }): string {
  const some = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`
  return [
    some(buys, 'buy'),
    some(sells, 'sell'),
    ...(openings === 0 ? [] : [some(openings, 'opening lot')]),
  ].join(', ')
}

interface SummaryProps {
  query: ReturnType<typeof useTradeSummary>
  side: Side
  deleted: boolean
}

function Summary({ query, side, deleted }: SummaryProps) {
  const { data } = query
  const loading = data === undefined && !query.isError
  const number = (value: number | undefined) => (value === undefined ? <Amount value={null} /> : count(value))
  return (
    <Stats>
      <StatCard
        label={deleted ? 'Deleted transactions' : 'Transactions'}
        loading={loading}
        value={number(data?.trades)}
        {...(side === 'all' && data !== undefined ? { note: noteOf(data) } : {})}
      />
      {side !== 'sell' && (
        <StatCard
          label="Bought (LKR)"
          loading={loading}
          value={<Amount value={data?.bought} />}
          note="Net value, fees included"
        />
      )}
      {side !== 'buy' && (
        <StatCard
          label="Sold (LKR)"
          loading={loading}
          value={<Amount value={data?.sold} />}
          note="Net value, after fees"
        />
      )}
      <StatCard label="Fees (LKR)" loading={loading} value={<Amount value={data?.fees} />} />
      {side !== 'buy' && !deleted && (
        <StatCard
          label="Capital Gain (LKR)"
          loading={loading}
          value={<Amount value={data?.gain} signed />}
          note="Of the sales"
        />
      )}
      {!deleted && (
        <StatCard
          label="Still to settle"
          loading={loading}
          value={number(data && data.pending + data.partSettled)}
          note={data === undefined ? 'Due today or later' : behind(data.overdue, data.failed)}
        />
      )}
    </Stats>
  )
}

/** The late settlements, in words. */
function behind(overdue: number, failed: number): string {
  if (overdue + failed === 0) return 'Due today or later'
  return [
    overdue > 0 && `${overdue.toLocaleString('en-LK')} overdue`,
    failed > 0 && `${failed.toLocaleString('en-LK')} failed`,
  ]
    .filter(Boolean)
    .join(', ')
}

function NoTrades({ filters, side }: { filters: TradeFilters; side: Side }) {
  if (filtersSet(filters) > 0) {
    return (
      <EmptyState
        title={
          listsDeleted(filters)
            ? 'No deleted transactions match the filters'
            : 'No transactions match the filters'
        }
        action={
          <Button variant="default" onClick={() => changeHashQuery({ ...NO_FILTERS })}>
            Clear Filters
          </Button>
        }
      />
    )
  }
  const tab = side === 'sell' ? 'Sell' : 'Buy'
  return (
    <EmptyState
      title={side === 'all' ? 'No transactions yet' : `No ${side} transactions yet`}
      action={<TabButton to={['Trade Capture', tab]}>Record a {tab.toLowerCase()}</TabButton>}
    >
      <span className={css.text}>Every recorded trade is listed here, with its fees and its result.</span>
    </EmptyState>
  )
}
