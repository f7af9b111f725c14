/**
 * A holding in figures: what it cost, what it would fetch, and what holding it has cost.
 * Amounts are cents, prices 1/10000 rupee, percentages 1/10000 percent; dates are days in Colombo.
 */
import type { Holding, Lot } from '../chains/chain-event.ts'
import { RATE_YEAR } from '../cost-of-funds/rates.ts'
import { chargeFees } from '../fee-tariffs/charge.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import { daysBetween, type PlainDate } from '../values/dates.ts'
import { type Cents, divideHalfAway, type PriceUnits, type RateUnits } from '../values/decimal.ts'
import { percentageOf, perShare } from '../values/money.ts'
import { holdingValue } from './holding-value.ts'

export interface HoldingToValue {
  /** Quantity, cost and charges held (the pool with WAP, the lots' sums otherwise). */
  readonly holding: Holding
  /** Null when the symbol has no price: the holding is then valued at cost. */
  readonly marketPrice: PriceUnits | null
  /** The schedule that a sale on the valuation date would be charged by. */
  readonly tariff: Tariff
  /** From `costOfFundsOfLots` or `costOfFundsOfPool`. */
  readonly costOfFunds: Cents
}

export interface HoldingFigures {
  /** costValue / quantity at 4 decimals. */
  readonly costPrice: PriceUnits
  readonly costValue: Cents
  /** Fees paid on what is still held. */
  readonly charges: Cents
  readonly marketPrice: PriceUnits
  /** False when there was no price and the holding is valued at cost. */
  readonly priced: boolean
  /** Market value. */
  readonly grossSales: Cents
  readonly chargesOnSales: Cents
  readonly projectedSalesProceeds: Cents
  readonly costOfFunds: Cents
  readonly projectedSalesWithCOF: Cents
  /** grossSales - costValue: the unrealized capital gain. */
  readonly unrealizedGainLoss: Cents
  /** Of the cost, in percent; 0 without a cost. */
  readonly gainLossPercentage: RateUnits
  /** projectedSalesWithCOF - (costValue + charges). */
  readonly unrealizedProfitLoss: Cents
}

/** The figures of one holding; amounts in cents, prices in 1/10000 rupee, percentages in 1/10000 percent. */
export function holdingFigures(held: HoldingToValue): HoldingFigures {
  const { holding, tariff, costOfFunds } = held
  const costPrice = perShare(holding.cost, holding.quantity)
  // Without a price the cost itself is the value: quantity x the rounded average would drift from it.
  const grossSales = holdingValue(holding.quantity, held.marketPrice, holding.cost)
  const chargesOnSales = chargeFees(tariff, grossSales).total
  const projectedSalesProceeds = grossSales - chargesOnSales
  const projectedSalesWithCOF = projectedSalesProceeds - costOfFunds
  return Object.freeze({
    costPrice,
    costValue: holding.cost,
    charges: holding.charges,
    marketPrice: held.marketPrice ?? costPrice,
    priced: held.marketPrice !== null,
    grossSales,
    chargesOnSales,
    projectedSalesProceeds,
    costOfFunds,
    projectedSalesWithCOF,
    unrealizedGainLoss: grossSales - holding.cost,
    gainLossPercentage: percentageOf(grossSales - holding.cost, holding.cost),
    unrealizedProfitLoss: projectedSalesWithCOF - (holding.cost + holding.charges),
  })
}

type AgedLot = Pick<
  Lot,
  'remainingQuantity' | 'remainingCost' | 'remainingCharges' | 'settlementDate' | 'costOfFundsRate'
>

/** Rate x days of one lot up to the date; a lot that has not settled by then has no days. */
function rateDays(lot: AgedLot, date: PlainDate): bigint {
  const days = daysBetween(lot.settlementDate, date)
  return days <= 0 ? 0n : (lot.costOfFundsRate ?? 0n) * BigInt(days)
}

/**
 * Cost of funds with FIFO and cherry picking: each lot's cost and charges x its own rate / 365 x its days from
 * settlement, added up and rounded once.
 */
export function costOfFundsOfLots(lots: readonly AgedLot[], date: PlainDate): Cents {
  let weighted = 0n
  for (const lot of lots) weighted += (lot.remainingCost + lot.remainingCharges) * rateDays(lot, date)
  return divideHalfAway(weighted, RATE_YEAR)
}

/**
 * Cost of funds with WAP: the pool's cost and charges x the average of rate x days over the quantities that are
 * left of each age, rounded once. `lots` gives the ages.
 */
export function costOfFundsOfPool(pool: Holding, lots: readonly AgedLot[], date: PlainDate): Cents {
  if (pool.quantity === 0n) return 0n
  let weighted = 0n
  for (const lot of lots) weighted += lot.remainingQuantity * rateDays(lot, date)
  return divideHalfAway((pool.cost + pool.charges) * weighted, pool.quantity * RATE_YEAR)
}

/** The sums of the figures of several holdings; `gainLossPercentage` is total gain / total cost x 100. */
export interface HoldingTotals extends Omit<HoldingFigures, 'costPrice' | 'marketPrice' | 'priced'> {
  /** How many holdings are valued at cost because they have no price. */
  readonly unpriced: number
}

/** Totals of several holdings, in cents and 1/10000 percent. */
export function holdingTotals(holdings: Iterable<HoldingFigures>): HoldingTotals {
  // One pass: of 35,000 holdings a pass for each sum takes ten times as long.
  let [costValue, charges, grossSales, chargesOnSales, costOfFunds] = [0n, 0n, 0n, 0n, 0n]
  let unpriced = 0
  for (const one of holdings) {
    costValue += one.costValue
    charges += one.charges
    grossSales += one.grossSales
    chargesOnSales += one.chargesOnSales
    costOfFunds += one.costOfFunds
    if (!one.priced) unpriced += 1
  }
  const projectedSalesProceeds = grossSales - chargesOnSales
  const projectedSalesWithCOF = projectedSalesProceeds - costOfFunds
  const unrealizedGainLoss = grossSales - costValue
  return Object.freeze({
    costValue,
    charges,
    grossSales,
    chargesOnSales,
    projectedSalesProceeds,
    costOfFunds,
    projectedSalesWithCOF,
    unrealizedGainLoss,
    gainLossPercentage: percentageOf(unrealizedGainLoss, costValue),
    unrealizedProfitLoss: projectedSalesWithCOF - (costValue + charges),
    unpriced,
  })
}
