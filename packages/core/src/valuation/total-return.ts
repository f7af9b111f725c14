/**
 * What shares have brought since their first trade, whatever became of them: one figure for a holding, a portfolio or all of
 * them. Amounts are cents.
 */
import type { Cents } from '../values/decimal.ts'
import type { HoldingTotals } from './holdings.ts'

export interface ReturnParts {
  /** Of what was sold: proceeds less cost; and cash for fractions. */
  readonly realizedGain: Cents
  /** Of what is held: value at market less cost. */
  readonly unrealizedGain: Cents
  /** Before withholding tax. */
  readonly dividends: Cents
  /** Of purchases and sales, and those that a sale of what is held would cost. */
  readonly fees: Cents
  readonly withheldTax: Cents
  /** Dividends and refunds that will not come in any more. */
  readonly writtenOff: Cents
  /** Cost of funds of what was sold and of what is held; 0 where a portfolio keeps none. */
  readonly financing: Cents
}

export const NO_RETURN: ReturnParts = {
  realizedGain: 0n,
  unrealizedGain: 0n,
  dividends: 0n,
  fees: 0n,
  withheldTax: 0n,
  writtenOff: 0n,
  financing: 0n,
}

/** Capital gains and dividends less fees, withheld tax, what was written off and cost of funds, in cents. */
export const totalReturn = (parts: ReturnParts): Cents =>
  parts.realizedGain +
  parts.unrealizedGain +
  parts.dividends -
  parts.fees -
  parts.withheldTax -
  parts.writtenOff -
  parts.financing

/** Two returns added up, part by part, in cents. */
export const addedReturn = (a: ReturnParts, b: ReturnParts): ReturnParts => ({
  realizedGain: a.realizedGain + b.realizedGain,
  unrealizedGain: a.unrealizedGain + b.unrealizedGain,
  dividends: a.dividends + b.dividends,
  fees: a.fees + b.fees,
  withheldTax: a.withheldTax + b.withheldTax,
  writtenOff: a.writtenOff + b.writtenOff,
  financing: a.financing + b.financing,
})

/** The part of a return that what is held has, in cents. */
export const returnOfHeld = (
  held: Pick<HoldingTotals, 'unrealizedGainLoss' | 'charges' | 'chargesOnSales' | 'costOfFunds'>,
): ReturnParts => ({
  ...NO_RETURN,
  unrealizedGain: held.unrealizedGainLoss,
  fees: held.charges + held.chargesOnSales,
  financing: held.costOfFunds,
})
