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

const portfolioColumn: Column<TradeHistoryRow> = {
  id: 'portfolio',
  header: 'Portfolio',
  value: (row) => row.portfolio,
  width: 150,
  least: 92,
  phone: false,
}
const money = (
  id: string,
  header: string,
  value: (row: TradeHistoryRow) => number | string | null,
  more: Partial<Column<TradeHistoryRow>> = {},
): Column<TradeHistoryRow> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  width: 96,
  phone: false,
  ...more,
})

const columns: readonly Column<TradeHistoryRow>[] = [
  {
    id: 'date',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => day(row.sellDate) ?? day(row.buyDate),
    phone: true,
  },
  { id: 'type', header: 'Type', value: (row) => WORDS[row.tradeType], width: 60, least: 52, phone: false },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 114,
    whole: true,
    phone: true,
  },
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 180, hidden: true },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 90,
    phone: false,
  },
  {
    id: 'buy',
    header: 'Buy Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.buyPrice,
    width: 96,
    phone: false,
    hint: 'Of a sale: cost of the shares sold, a share',
  },
  {
    id: 'sell',
    header: 'Sell Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.sellPrice,
    width: 96,
    phone: false,
  },
  money('cost', 'Cost Basis', (row) => row.costBasis, {
    hint: 'Of a buy its gross value, of a sale the cost of the shares sold',
  }),
  money(
    'gain',
    'Capital Gain',
    ofSale((row) => row.realizedPnL),
    {
      signed: true,
      phone: true,
      hint: 'Realized capital gain: proceeds less cost, before fees and cost of funds',
    },
  ),
  money('charges', 'Charges', (row) => row.charges, {
    hint: 'Of a buy its fees; of a sale its fees and the charges of the purchases that leave with the shares',
  }),
  money(
    'net',
    'Net Capital Gain',
    ofSale((row) => row.netCapitalGain),
    {
      signed: true,
      hint: 'Capital gain less charges',
    },
  ),
  {
    id: 'percent',
    header: 'P&L',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: ofSale((row) => row.pnLPercentage),
    width: 84,
    phone: false,
    hint: 'Capital gain in per cent of the cost basis',
  },
  {
    id: 'days',
    header: 'Held',
    unit: 'days',
    kind: 'number',
    decimals: 0,
    value: (row) => row.holdingPeriod,
    width: 64,
    phone: false,
    hint: 'Holding period from settlement to settlement, weighted by the lots',
  },
  money(
    'funds',
    'Cost of Funds',
    ofSale((row) => row.costOfFunds),
    { hidden: true },
  ),
  money(
    'after',
    'After Fees and Cost of Funds',
    ofSale((row) => row.afterCosts),
    { signed: true, hidden: true },
  ),
  money('value', 'Net Value', netValueOf, {
    hidden: true,
    hint: 'Of a buy with its fees, of a sale after them',
  }),
  {
    id: 'bought',
    header: 'Buy Date',
    kind: 'date',
    value: (row) => day(row.buyDate),
    hidden: true,
    hint: 'Of a sale: when the oldest of its shares were bought',
  },
  { id: 'deal', header: 'Deal Number', value: (row) => row.deal_number, whole: true, hidden: true },
  { id: 'contract', header: 'Contract Number', value: (row) => row.contract_number, hidden: true },
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
