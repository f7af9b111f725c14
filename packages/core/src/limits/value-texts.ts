/** Measured values as texts. */
import { divideHalfAway, formatDecimal, PRICE_SCALE } from '../values/decimal.ts'
import type { LimitUnit } from './limit-codes.ts'

const grouped = (units: bigint, scale: number) => formatDecimal(units, scale, { grouping: true })

/** 1/10000 of a unit as people read it: "10.1263 %", "LKR 2,500,000.00", "173 shares". */
export function measuredText(value: bigint, unit: LimitUnit): string {
  if (unit === 'percent') return `${grouped(value, PRICE_SCALE).replace(/\.?0+$/, '')} %`
  if (unit === 'LKR') return `LKR ${grouped(divideHalfAway(value, 100n), 2)}`
  return `${grouped(divideHalfAway(value, 10_000n), 0)} shares`
}
