/** The vocabulary of the rules; the rules themselves are imported from their own modules. */

export type { ChargedFees, Fees, StepUp } from './fee-tariffs/charge.ts'
export type { FeeComponent, Tariff } from './fee-tariffs/tariff.ts'
export type { MarketCalendar } from './holidays/market-calendar.ts'
export type { Rejection, RejectionCode } from './rejections.ts'
export type { SecurityClass } from './securities/symbol.ts'
export type { PlainDate } from './values/dates.ts'
export type { Cents, PriceUnits, RateUnits, Shares } from './values/decimal.ts'
