/**
 * The earnings of shares since their first trade, whether still held or not: one figure for a holding, a
 * portfolio or all of them. Amounts are cents.
 */
import type { Cents } from '../values/decimal.ts'
import type { HoldingTotals } from './holdings.ts'

export interface ReturnParts {
  /** Of what was sold: proceeds less cost. */
  readonly realizedGain: Cents
  /** Payments of corporate actions for fractions of shares. */
  readonly fractions: Cents
  /** Of what is held: value at market less cost. */
  readonly unrealizedGain: Cents
  /** Before withholding tax. */
  readonly dividends: Cents
  /** Of purchases and sales. */
  readonly fees: Cents
  /** The fees of a sale of the whole holding. */
  readonly sellingFees: Cents
  readonly withheldTax: Cents
  /** Dividends and refunds that will not come in any more. */
  readonly writtenOff: Cents
  /** Cost of funds of what was sold; 0 where a portfolio keeps none. */
  readonly financing: Cents
  /** Cost of funds of what is held. */
  readonly heldFinancing: Cents
}

export const NO_RETURN: ReturnParts = {
  realizedGain: 0n,
  fractions: 0n,
  unrealizedGain: 0n,
  dividends: 0n,
  fees: 0n,
  sellingFees: 0n,
  withheldTax: 0n,
  writtenOff: 0n,
  financing: 0n,
  heldFinancing: 0n,
}

/** Capital gains and dividends less fees, withheld tax, what was written off and cost of funds, in cents. */
export const totalReturn = (parts: ReturnParts): Cents =>
  parts.realizedGain +
  parts.fractions +
  parts.unrealizedGain +
  parts.dividends -
  parts.fees -
  parts.sellingFees -
  parts.withheldTax -
  parts.writtenOff -
  parts.financing -
  parts.heldFinancing

/** Two returns added up, part by part, in cents. */
export const addedReturn = (a: ReturnParts, b: ReturnParts): ReturnParts => ({
  realizedGain: a.realizedGain + b.realizedGain,
  fractions: a.fractions + b.fractions,
  unrealizedGain: a.unrealizedGain + b.unrealizedGain,
  dividends: a.dividends + b.dividends,
  fees: a.fees + b.fees,
  sellingFees: a.sellingFees + b.sellingFees,
  withheldTax: a.withheldTax + b.withheldTax,
  writtenOff: a.writtenOff + b.writtenOff,
  financing: a.financing + b.financing,
  heldFinancing: a.heldFinancing + b.heldFinancing,
})

/** The part of a return that what is held has, in cents. */
export const returnOfHeld = (
  held: Pick<HoldingTotals, 'unrealizedGainLoss' | 'charges' | 'chargesOnSales' | 'costOfFunds'>,
): ReturnParts => ({
  ...NO_RETURN,
  unrealizedGain: held.unrealizedGainLoss,
  fees: held.charges,
  sellingFees: held.chargesOnSales,
  heldFinancing: held.costOfFunds,
})
