import { formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { PER_SHARE_SCALE } from './field.ts'

/** Figures in the titles of actions and in sentences about them. */

/** A figure without zeros at its end, with so many decimals at least. */
function plain(units: bigint, scale: number, least: number): string {
  const [whole = '', decimals = ''] = formatDecimal(units, scale).split('.')
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

export const perShareText = (units: bigint): string => plain(units, PER_SHARE_SCALE, 2)
export const priceText = (units: bigint): string => plain(units, PRICE_SCALE, 2)
export const percentText = (units: bigint): string => plain(units, RATE_SCALE, 0)
/** "1,234.50" */
export const cents = (units: bigint): string => formatDecimal(units, MONEY_SCALE, { grouping: true })
