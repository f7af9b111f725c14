/** The market's figures of one security on one day. */
import type { PriceUnits, RateUnits } from '../values/decimal.ts'

/**
 * Prices in 1/10000 rupee, the change in percent in 1/10000 percent, volumes whole; null where it is unknown.
 */
export interface PriceFigures {
  readonly companyName: string | null
  /** Shares that changed hands. */
  readonly shareVolume: bigint | null
  /** How many trades there were. */
  readonly tradeVolume: bigint | null
  readonly previousClose: PriceUnits | null
  readonly open: PriceUnits | null
  readonly high: PriceUnits | null
  readonly low: PriceUnits | null
  readonly lastTrade: PriceUnits
  readonly close: PriceUnits | null
  readonly changeRs: PriceUnits | null
  readonly changePercent: RateUnits | null
}

export interface PriceRow extends PriceFigures {
  /** As the exchange writes it, in capitals. */
  readonly symbol: string
}

/** Those that are whole numbers. */
export const PRICE_NUMBERS = [
  'shareVolume',
  'tradeVolume',
  'previousClose',
  'open',
  'high',
  'low',
  'lastTrade',
  'close',
  'changeRs',
  'changePercent',
] as const satisfies readonly (keyof PriceFigures)[]

/** Whether two rows say the same. */
export const sameFigures = (one: PriceFigures, other: PriceFigures): boolean =>
  one.companyName === other.companyName && PRICE_NUMBERS.every((name) => one[name] === other[name])
