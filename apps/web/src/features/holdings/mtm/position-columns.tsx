import type { PortfolioHolding, ValuedHolding } from '@em/contract/holdings/holdings'
import { symbolColumn } from '../../../links/symbol-column.tsx'
import { count, date, moneyColumns, price } from '../../../ui/grid/amount-column.tsx'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { Percent } from '../../../ui/Numbers.tsx'

/** A holding; of all portfolios together each with its portfolio. */
type Position = ValuedHolding & Partial<Pick<PortfolioHolding, 'portfolioId' | 'portfolioName'>>

/** A position with its gain after everything: projected proceeds less cost of funds, less cost and charges. */
export interface PositionRow extends Position {
  /** An exact numeral. */
  readonly unrealizedProfitLoss: string
}

const minus = (value: number) => -value

/** The holdings, by company name. */
export const positionRows = (positions: readonly Position[]): PositionRow[] =>
  positions
    .filter(({ quantity }) => quantity > 0)
    .map((position) => ({
      ...position,
      unrealizedProfitLoss: sumOf([
        position.projectedSalesWithCOF,
        minus(position.costValue),
        minus(position.charges),
      ]),
    }))

/** Sums over positions, as exact numerals; `gainPercent` is total gain / total cost. */
export function totalsOf(rows: readonly PositionRow[]) {
  const sum = (of: (row: PositionRow) => number | string) => sumOf(rows.map(of))
  const cost = sum((row) => row.costValue)
  const gain = sum((row) => row.unrealizedGainLoss)
  return {
    value: sum((row) => row.grossSales),
    cost,
    charges: sum((row) => row.charges),
    gain,
    profitLoss: sum((row) => row.unrealizedProfitLoss),
    costOfFunds: sum((row) => row.costOfFunds),
    chargesOnSales: sum((row) => row.chargesOnSales),
    gainPercent: Number(cost) === 0 ? 0 : (Number(gain) / Number(cost)) * 100,
    unpriced: rows.filter(({ unpriced }) => unpriced).length,
  }
}

const totalPercent = (rows: readonly PositionRow[]) => <Percent value={totalsOf(rows).gainPercent} signed />

const money = moneyColumns({ total: 'sum', width: 150, phone: false })

/** Position Details, in the order of the specification's export. */
export const positionColumns: readonly Column<PositionRow>[] = [
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 220, phone: false },
  symbolColumn({ width: 116, whole: true, phone: true }),
  count('quantity', 'Quantity', (row) => row.quantity, { total: 'sum', width: 110, phone: false }),
  price('cost-price', 'Cost Price', (row) => row.costPrice, {
    width: 120,
    phone: false,
    hint: 'Cost value / quantity, fees excluded',
  }),
  price('market-price', 'Market Price', (row) => row.marketPrice, {
    width: 130,
    phone: false,
    hint: 'The last trade until the date, of rights without one the share less the subscription price; a dash: no price is known, and the position stands at cost',
  }),
  money('cost', 'Cost Value', (row) => row.costValue),
  money('gross', 'Gross Sales', (row) => row.grossSales, {
    phone: true,
    hint: 'Quantity × market price: the market value',
  }),
  money('charges', 'Charges on Purchases', (row) => row.charges, {
    hint: 'Buying fees of the shares held',
  }),
  money('sale-charges', 'Charges on Sales', (row) => row.chargesOnSales, {
    hint: 'What selling everything at the market price would cost by the fee tariff',
  }),
  money('proceeds', 'Projected Sales Proceeds', (row) => row.projectedSalesProceeds, {
    hint: 'Gross sales less charges on sales',
    width: 170,
  }),
  money('funds', 'Cost of Funds', (row) => row.costOfFunds, {
    hint: '(Cost value + charges) × rate / 365 × days since settlement',
  }),
  money('proceeds-after', 'Projected Sale Proceeds with COF', (row) => row.projectedSalesWithCOF, {
    hint: 'Projected sales proceeds less cost of funds',
    width: 190,
  }),
  money('gain', 'Unrealized Capital Gain', (row) => row.unrealizedGainLoss, {
    signed: true,
    phone: true,
    hint: 'Gross sales less cost value, before fees and financing',
    width: 170,
  }),
  {
    id: 'percent',
    header: 'Capital Gain %',
    kind: 'percent',
    signed: true,
    value: (row) => row.gainLossPercentage,
    total: totalPercent,
    width: 120,
    phone: false,
  },
  money('profit', 'Unrealized P&L', (row) => row.unrealizedProfitLoss, {
    signed: true,
    hint: 'Projected proceeds with cost of funds, less cost value and charges on purchases',
  }),
  date('updated', 'Last Update', (row) => row.lastPriceUpdate, {
    width: 110,
    phone: false,
    hint: 'The day of the market price',
  }),
]

/** The same of all portfolios together: each position says whose it is. */
export const positionColumnsOfAll: readonly Column<PositionRow>[] = [
  {
    id: 'portfolio',
    header: 'Portfolio',
    value: (row) => row.portfolioName ?? '',
    width: 180,
    phone: false,
  },
  ...positionColumns,
]
