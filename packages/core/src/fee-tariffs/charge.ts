/** The fees of one trade from its tariff: each component rounded to the cent in each band, then added. */
import type { Cents } from '../values/decimal.ts'
import { percentOf, sumOf } from '../values/money.ts'
import { FEE_COMPONENTS, type FeeComponent, type FeeRates, type Tariff } from './tariff.ts'

/** The six amounts in cents. */
export type Fees = Readonly<Record<FeeComponent, Cents>>

/** How a trade above the band limit is charged; the part up to the limit and the part above it. */
export interface StepUp {
  /** Gross value charged at the first rates: the limit itself. */
  readonly first100M: Cents
  readonly first100MFees: Cents
  readonly excess: Cents
  readonly excessFees: Cents
  /** first100MFees + excessFees: the trade's total fees. */
  readonly totalStepUpFees: Cents
  /** Gross value + step-up fees. */
  readonly total: Cents
}

export interface ChargedFees {
  readonly fees: Fees
  readonly total: Cents
  /** Null up to and including the limit. */
  readonly stepUp: StepUp | null
}

export const NO_FEES: Fees = Object.freeze({
  brokerage: 0n,
  cse: 0n,
  cds: 0n,
  clearing: 0n,
  sec: 0n,
  stl: 0n,
})

/** Sum of the six amounts. */
export function totalFees(fees: Fees): Cents {
  return sumOf(FEE_COMPONENTS.map((component) => fees[component]))
}

function feesAt(rates: FeeRates, gross: Cents): Fees {
  return {
    brokerage: percentOf(gross, rates.brokerage),
    cse: percentOf(gross, rates.cse),
    cds: percentOf(gross, rates.cds),
    clearing: percentOf(gross, rates.clearing),
    sec: percentOf(gross, rates.sec),
    stl: percentOf(gross, rates.stl),
  }
}

/** The two sets of fees, component by component. */
export function addFees(a: Fees, b: Fees): Fees {
  return Object.freeze({
    brokerage: a.brokerage + b.brokerage,
    cse: a.cse + b.cse,
    cds: a.cds + b.cds,
    clearing: a.clearing + b.clearing,
    sec: a.sec + b.sec,
    stl: a.stl + b.stl,
  })
}

/**
 * Fees on a gross value in cents.
 * 1,000,000.00 at the ordinary tariff gives 11,200.00; 102,000,000.00 gives 1,120,000.00 + 12,250.00 =
 * 1,132,250.00 with a step-up.
 */
export function chargeFees(tariff: Tariff, gross: Cents): ChargedFees {
  const limit = tariff.bandLimit
  if (gross <= limit) {
    const fees = Object.freeze(feesAt(tariff.first, gross))
    return Object.freeze({ fees, total: totalFees(fees), stepUp: null })
  }
  const first = feesAt(tariff.first, limit)
  const excess = feesAt(tariff.excess, gross - limit)
  const fees = addFees(first, excess)
  const total = totalFees(fees)
  const stepUp: StepUp = Object.freeze({
    first100M: limit,
    first100MFees: totalFees(first),
    excess: gross - limit,
    excessFees: totalFees(excess),
    totalStepUpFees: total,
    total: gross + total,
  })
  return Object.freeze({ fees, total, stepUp })
}
