/**
 * Compares what is measured with its bound, in whole numbers: numerator x 100 against bound x denominator, never the rounded
 * percentage. 886,705,456 of 17,734,109,136 shares show as 5.0000 % and are within "5 percent or more"; one share more is not.
 */
import { divideHalfAway } from '../values/decimal.ts'
import { isLower, type LimitEffect, type LimitState } from './limit-codes.ts'
import type { LimitTerms, Measurement } from './measure.ts'

/** 1/10000: the scale of bounds. */
const SCALE = 10_000n

/** Two whole numbers whose order is that of what is measured and its bound. */
function sides(
  { unit, bound }: LimitTerms,
  measurement: Measurement,
): readonly [measured: bigint, bound: bigint] {
  const { numerator, denominator } = measurement
  if (bound === null) return [numerator, 0n]
  if (denominator !== null) return [numerator * 100n * SCALE, bound * denominator]
  return [numerator * (unit === 'shares' ? SCALE : SCALE / 100n), bound]
}

const order = (a: bigint, b: bigint): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

/** Whether what is measured is within its bound. */
export function stateOf(terms: LimitTerms, measurement: Measurement): LimitState {
  if (measurement.unknown !== null) return 'unknown'
  const [measured, bound] = sides(terms, measurement)
  const lower = isLower(terms.measure)
  const beyond = lower ? order(bound, measured) : order(measured, bound)
  if (beyond > 0 || (beyond === 0 && terms.operator === 'at-or-above')) return 'exceeded'
  if (terms.bound === null) return 'within'
  const warning = BigInt(terms.warning)
  const near = lower
    ? order(bound * (200n - warning), measured * 100n)
    : order(measured * 100n, bound * warning)
  return near >= 0 ? 'warning' : 'within'
}

/** From which value a limit warns, in 1/10000 of its unit, rounded. */
export function warningAt(terms: LimitTerms): bigint | null {
  if (terms.bound === null) return null
  const percent = isLower(terms.measure) ? 200n - BigInt(terms.warning) : BigInt(terms.warning)
  return divideHalfAway(terms.bound * percent, 100n)
}

/** The measured value, in 1/10000 of the limit's unit, rounded for showing; null where it is unknown. */
export function shownValue({ unit }: LimitTerms, measurement: Measurement): bigint | null {
  const { numerator, denominator, unknown } = measurement
  if (unknown !== null) return null
  if (denominator !== null) return divideHalfAway(numerator * 100n * SCALE, denominator)
  return numerator * (unit === 'LKR' ? SCALE / 100n : SCALE)
}

/** A percent of the bound, with 2 decimals in whole units; of a lower bound how much of what is there the bound takes. */
export function usedPercent(terms: LimitTerms, measurement: Measurement): bigint | null {
  if (measurement.unknown !== null || terms.bound === null) return null
  const [measured, bound] = sides(terms, measurement)
  if (!isLower(terms.measure)) return divideHalfAway(measured * 10_000n, bound)
  return measured <= 0n ? 99_999_999n : divideHalfAway(bound * 10_000n, measured)
}

/** Whether fees of acts lower the denominator: net assets, and what cash is part of. */
const bearsFees = ({ measure, unit }: LimitTerms) =>
  measure === 'percent-of-net-assets' ||
  measure === 'percent-of-total' ||
  (unit === 'percent' && (isLower(measure) || measure.startsWith('exposure-')))

/**
 * Which way acts move what is measured. Worse: the numerator grows, or the ratio grows with the acts' own fees added back to the
 * denominator; else every sale would worsen every share of net assets by its fees. A lower bound mirrors it.
 */
export function effectOf(
  terms: LimitTerms,
  before: Measurement,
  after: Measurement,
  fees: bigint,
): LimitEffect {
  const sign = isLower(terms.measure) ? -1 : 1
  const grown = order(after.numerator, before.numerator) * sign
  if (grown > 0) return 'worse'
  if (before.denominator === null || after.denominator === null) return grown < 0 ? 'better' : 'equal'
  const whole = after.denominator + (bearsFees(terms) ? fees : 0n)
  const ratio = order(after.numerator * before.denominator, before.numerator * whole) * sign
  if (ratio === 0) return 'equal'
  return ratio > 0 ? 'worse' : 'better'
}
