import { NO_DAY, realized, type TradeHistoryRow } from '@em/contract/realized/realized'
import { REALIZED_COLUMNS } from '@em/paper/realized-trades'
import { columnsFrom } from '@em/paper/report'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { useOpens } from '../../links/offered.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { TabButton } from '../../links/TabButton.tsx'
import { goTo } from '../../links/tabs.ts'
import { sumOf } from '../../ui/grid/columns.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Figures } from './Figures.tsx'
import { askedFor, type RealizedFilters } from './filters.ts'
import { GainModal } from './GainModal.tsx'
import { type Gain, gainOfTrade } from './gain.ts'

const day = (value: string) => (value === NO_DAY ? null : value)
const WORDS = { BUY: 'Buy', SELL: 'Sell' }

const netValueOf = (row: TradeHistoryRow) =>
  sumOf(
    row.tradeType === 'BUY' ? [row.costBasis, row.charges] : [row.costBasis, row.realizedPnL, -row.sellFees],
  )

const of = columnsFrom(REALIZED_COLUMNS)
const money = { width: 96, phone: false }

const portfolioColumn = of('portfolio', { width: 150, least: 92, phone: false })
const columns: readonly Column<TradeHistoryRow>[] = [
  {
    id: 'date',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => day(row.sellDate) ?? day(row.buyDate),
    phone: true,
  },
  of('type', { value: (row: TradeHistoryRow) => WORDS[row.tradeType], width: 60, least: 52, phone: false }),
  of('symbol', {
    cell: ({ symbol }: TradeHistoryRow) => <SecurityLink symbol={symbol} />,
    width: 114,
    whole: true,
    phone: true,
  }),
  of('company', { width: 180, hidden: true }),
  of('quantity', { width: 90, phone: false }),
  of('buy', { ...money, hint: 'Of a sale: cost of the shares sold, a share' }),
  of('sell', money),
  of('cost', { ...money, hint: 'Of a buy its gross value, of a sale the cost of the shares sold' }),
  of('gain', {
    ...money,
    header: 'Capital Gain',
    signed: true,
    phone: true,
    hint: 'Realized capital gain: proceeds less cost, before fees and cost of funds',
  }),
  {
    id: 'charges',
    header: 'Charges',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.charges,
    ...money,
    hint: 'Of a buy its fees; of a sale its fees and the charges of the purchases that leave with the shares',
  },
  of('net', { ...money, signed: true, hint: 'Capital gain less charges' }),
  of('percent', {
    signed: true,
    width: 84,
    phone: false,
    hint: 'Capital gain in per cent of the cost basis',
  }),
  of('days', {
    header: 'Held',
    width: 64,
    phone: false,
    hint: 'Holding period from settlement to settlement, weighted by the lots',
  }),
  of('funds', { ...money, hidden: true }),
  of('after', { ...money, signed: true, hidden: true }),
  {
    id: 'value',
    header: 'Net Value',
    unit: 'LKR',
    kind: 'money',
    value: netValueOf,
    ...money,
    hidden: true,
    hint: 'Of a buy with its fees, of a sale after them',
  },
  of('bought', { hidden: true, hint: 'Of a sale: when the oldest of its shares were bought' }),
  of('deal', { whole: true, hidden: true }),
  of('contract', { hidden: true }),
]
/** Of several portfolios each row says its own. */
const columnsOfAll: readonly Column<TradeHistoryRow>[] = [
  ...columns.slice(0, 3),
  portfolioColumn,
  ...columns.slice(3),
]

/** The figures, and the trades they come from: a sale opens the lots behind its gain, a buy its transaction. */
export function TradesTab({ filters }: { filters: RealizedFilters }) {
  const [gain, setGain] = useState<Gain | null>(null)
  const opens = useOpens()
  const query = { ...askedFor(filters), ...(filters.type === '' ? {} : { tradeType: filters.type }) }
  const { list, rows, total, more } = useScrolled<TradeHistoryRow>(realized.history, { query })
  const open = (row: TradeHistoryRow) => {
    if (row.tradeType === 'SELL') setGain(gainOfTrade(row))
    else if (opens('Trade Capture', 'Transactions'))
      goTo('Trade Capture', 'Transactions', { trade: String(row.id) })
  }
  return (
    <>
      <Figures filters={filters} />
      <DataGrid
        id="realized-trades"
        title="Trade History"
        noun="trades"
        rows={rows}
        columns={filters.portfolio === '' ? columnsOfAll : columns}
        rowKey={(row) => row.id}
        search={false}
        offset={150}
        onOpen={open}
        filters={
          <SegmentedControl
            aria-label="Trades"
            size="sm"
            value={filters.type}
            onChange={(type) => changeHashQuery({ type })}
            data={[
              { value: '', label: 'All' },
              { value: 'SELL', label: 'Sales' },
              { value: 'BUY', label: 'Buys' },
            ]}
          />
        }
        more={{ ...more, total: more.has && total <= (rows?.length ?? 0) ? null : total }}
        error={loadFailure(list, 'Failed to load the trades')}
        empty={<NoTrades filters={filters} />}
        exportable={false}
      />
      <GainModal gain={gain} onClose={() => setGain(null)} />
    </>
  )
}

function NoTrades({ filters }: { filters: RealizedFilters }) {
  if (filters.type !== '' || filters.symbol !== '' || filters.range !== 'All') {
    return (
      <EmptyState
        title={filters.type === 'SELL' ? 'No sales in this time' : 'No trades in this time'}
        action={
          <Button
            variant="default"
            onClick={() => changeHashQuery({ range: 'All', from: '', to: '', type: '', symbol: '' })}
          >
            Show all trades
          </Button>
        }
      >
        Choose a longer time range or other books.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No trades yet"
      action={<TabButton to={['Trade Capture', 'Sell']}>Record a sale</TabButton>}
    >
      Every sale appears here with its gain and the lots behind it.
    </EmptyState>
  )
}
