import type { holdings } from '@em/contract/holdings/holdings'
import type { Reply } from '@em/contract/kit/route'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { percentageOf } from '@em/core/values/money'

export type Overview = Reply<typeof holdings.overview>['data']
export type Holding = Overview['holdings'][number]

const cents = (value: number | string) => decimalOf(String(value), MONEY_SCALE)

/** A gain in per cent of its cost, as exact text with four decimals; null where nothing was spent. */
export function gainOn(gain: number | string, cost: number | string): string | null {
  const spent = cents(cost)
  return spent === 0n ? null : formatDecimal(percentageOf(cents(gain), spent), RATE_SCALE)
}

/**
 * The shares of holdings and cash in what both are worth, in per cent with one decimal; they add up to 100. Null
 * while cash is overdrawn or there is nothing: then a share means nothing.
 */
export function sharesOf(equity: number, cash: number): { equity: number; cash: number } | null {
  const held = cents(equity)
  const total = held + cents(cash)
  if (cash < 0 || total <= 0n) return null
  const part = Number((held * 2000n + total) / (total * 2n)) / 10
  return { equity: part, cash: Math.round(1000 - part * 10) / 10 }
}
