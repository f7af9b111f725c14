/** The typed values as the sections of both forms read them, and the average cost of a holding. */
import {
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  SHARES_SCALE,
} from '@em/core/values/decimal'
import { perShare } from '@em/core/values/money'

/** A rate that can be read, else ''. */
export function rateOf(text: string): string {
  return parseDecimal(text, RATE_SCALE, { unsigned: true }).ok ? text : ''
}

/** A whole date, else ''. */
export function dateOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : ''
}

/** Whether a text can be read as a number above zero. */
export function isAbove(text: string, scale: number): boolean {
  const parsed = parseDecimal(text, scale)
  return parsed.ok && parsed.units > 0n
}

/** Cost per share at 4 decimals, from rupees and shares; null while nothing is held. */
export function averageOf(cost: number, quantity: number): string | null {
  const [cents, shares] = [parseDecimal(cost, MONEY_SCALE), parseDecimal(quantity, SHARES_SCALE)]
  if (!cents.ok || !shares.ok || shares.units === 0n) return null
  return formatDecimal(perShare(cents.units, shares.units), PRICE_SCALE)
}
