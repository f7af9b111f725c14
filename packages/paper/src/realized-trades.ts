/** The columns of realized gains by trade: of the screen and of the workbook. */
import { NO_DAY, type TradeHistoryRow } from '@em/contract/realized/realized'
import type { NamedColumn } from './report.ts'

const day = (text: string) => (text === NO_DAY ? null : text)
type Figure = (row: TradeHistoryRow) => number | null
const ofSale =
  (value: Figure): Figure =>
  (row) =>
    row.tradeType === 'SELL' ? value(row) : null
const money = (id: string, header: string, value: Figure): NamedColumn<TradeHistoryRow> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
})
const price = (id: string, header: string, value: Figure): NamedColumn<TradeHistoryRow> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'price',
  value,
  sheet: { width: 16 },
})

/** In the order of the workbook. */
export const REALIZED_COLUMNS: readonly NamedColumn<TradeHistoryRow>[] = [
  { id: 'type', header: 'Type', value: (row) => row.tradeType, sheet: { width: 34 } },
  // Holds the figures above the trades, too.
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, sheet: { width: 18, format: '#,##0.00' } },
  { id: 'company', header: 'Company', value: (row) => row.companyName, sheet: { width: 30 } },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, sheet: { width: 22 } },
  { id: 'deal', header: 'Deal Number', value: (row) => row.deal_number, sheet: { width: 26 } },
  { id: 'contract', header: 'Contract Number', value: (row) => row.contract_number, sheet: { width: 18 } },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    sheet: { width: 16 },
  },
  price('buy', 'Buy Price', (row) => row.buyPrice),
  price('sell', 'Sell Price', (row) => row.sellPrice),
  { id: 'bought', header: 'Buy Date', kind: 'date', value: (row) => day(row.buyDate), sheet: { width: 12 } },
  { id: 'sold', header: 'Sell Date', kind: 'date', value: (row) => day(row.sellDate), sheet: { width: 12 } },
  {
    id: 'days',
    header: 'Holding Period',
    unit: 'days',
    kind: 'number',
    decimals: 0,
    value: (row) => row.holdingPeriod,
    sheet: { width: 20 },
  },
  money('cost', 'Cost Basis', (row) => row.costBasis),
  money(
    'gain',
    'Realized Capital Gain',
    ofSale((row) => row.realizedPnL),
  ),
  {
    id: 'percent',
    header: 'P&L',
    unit: '%',
    kind: 'percent',
    value: ofSale((row) => row.pnLPercentage),
    sheet: { width: 12 },
  },
  money('buy-charges', 'Charges on Purchases', (row) => row.buyCharges),
  money(
    'sell-fees',
    'Charges on Sales',
    ofSale((row) => row.sellFees),
  ),
  money(
    'net',
    'Net Capital Gain',
    ofSale((row) => row.netCapitalGain),
  ),
  money(
    'funds',
    'Cost of Funds',
    ofSale((row) => row.costOfFunds),
  ),
  money(
    'after',
    'After Fees and Cost of Funds',
    ofSale((row) => row.afterCosts),
  ),
]
