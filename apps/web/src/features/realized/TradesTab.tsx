import { NO_DAY, realized, type TradeHistoryRow } from '@em/contract/books/realized'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { useOpens } from '../../places/offered.ts'
import { goTo } from '../../places/places.ts'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import { TabButton } from '../../places/TabButton.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Figures } from './Figures.tsx'
import { askedFor, type RealizedFilters } from './filters.ts'
import { GainModal } from './GainModal.tsx'
import { type Gain, gainOfTrade } from './gain.ts'

const day = (value: string) => (value === NO_DAY ? null : value)
const ofSale = (value: (row: TradeHistoryRow) => number | null) => (row: TradeHistoryRow) =>
  row.tradeType === 'SELL' ? value(row) : null
const WORDS = { BUY: 'Buy', SELL: 'Sell' }

const netValueOf = (row: TradeHistoryRow) =>
  sumOf(
    row.tradeType === 'BUY' ? [row.costBasis, row.charges] : [row.costBasis, row.realizedPnL, -row.sellFees],
  )

const columns: readonly Column<TradeHistoryRow>[] = [
  { id: 'type', header: 'Type', value: (row) => WORDS[row.tradeType], width: 72, phone: true },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 118,
    phone: true,
  },
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 180, hidden: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 130, phone: false },
  {
    id: 'bought',
    header: 'Buy Date',
    kind: 'date',
    value: (row) => day(row.buyDate),
    phone: false,
    hint: 'Of a sale: when the oldest of its shares were bought',
  },
  { id: 'sold', header: 'Sell Date', kind: 'date', value: (row) => day(row.sellDate), phone: false },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 96,
    phone: false,
  },
  {
    id: 'buy',
    header: 'Buy Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.buyPrice,
    width: 112,
    phone: false,
    hint: 'Of a sale: cost of the shares sold, a share',
  },
  {
    id: 'sell',
    header: 'Sell Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.sellPrice,
    width: 112,
    phone: false,
  },
  {
    id: 'days',
    header: 'Holding Period',
    unit: 'days',
    kind: 'number',
    decimals: 0,
    value: (row) => row.holdingPeriod,
    width: 112,
    phone: false,
    hint: 'From settlement to settlement, weighted by the lots',
  },
  {
    id: 'cost',
    header: 'Cost Basis',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.costBasis,
    phone: false,
    hint: 'Of a buy its gross value, of a sale the cost of the shares sold',
  },
  {
    id: 'gain',
    header: 'Realized Capital Gain',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: ofSale((row) => row.realizedPnL),
    phone: true,
    hint: 'Proceeds less cost, before fees and cost of funds',
  },
  {
    id: 'percent',
    header: 'P&L',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: ofSale((row) => row.pnLPercentage),
    width: 88,
    phone: false,
    hint: 'Realized capital gain in per cent of the cost basis',
  },
  {
    id: 'charges',
    header: 'Charges',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.charges,
    width: 112,
    phone: false,
    hint: 'Of a buy its fees; of a sale its fees and the charges of the purchases that leave with the shares',
  },
  {
    id: 'net',
    header: 'Net Capital Gain',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: ofSale((row) => row.netCapitalGain),
    phone: false,
    hint: 'Realized capital gain less charges',
  },
  {
    id: 'funds',
    header: 'Cost of Funds',
    unit: 'LKR',
    kind: 'money',
    value: ofSale((row) => row.costOfFunds),
    hidden: true,
  },
  {
    id: 'after',
    header: 'After Fees and Cost of Funds',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: ofSale((row) => row.afterCosts),
    hidden: true,
  },
  {
    id: 'value',
    header: 'Net Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => netValueOf(row),
    hidden: true,
    hint: 'Of a buy with its fees, of a sale after them',
  },
  { id: 'deal', header: 'Deal Number', value: (row) => row.deal_number, whole: true, hidden: true },
  { id: 'contract', header: 'Contract Number', value: (row) => row.contract_number, hidden: true },
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
        columns={columns}
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
              { value: 'BUY', label: 'Purchases' },
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
  if (filters.type !== '' || filters.range !== 'All') {
    return (
      <EmptyState
        title={filters.type === 'SELL' ? 'No sales in this time' : 'No trades in this time'}
        action={
          <Button
            variant="default"
            onClick={() => changeHashQuery({ range: 'All', from: '', to: '', type: '' })}
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
