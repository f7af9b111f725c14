/** The vocabulary of the rules; the rules themselves are imported from their own modules. */
export type { MarketCalendar } from './calendar/market-calendar.ts'
export type { ChargedFees, Fees, StepUp } from './fees/charge.ts'
export type { FeeComponent, Tariff } from './fees/tariff.ts'
export type { Rejection, RejectionCode } from './rejections.ts'
export type { SecurityClass } from './securities/symbol.ts'
export type { PlainDate } from './values/dates.ts'
export type { Cents, PriceUnits, RateUnits, Shares } from './values/decimal.ts'
