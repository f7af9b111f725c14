/** The tax withheld from dividends on their payment: rates with a first day, of all entities or of one. */
import type { PlainDate } from '../values/dates.ts'
import type { RateUnits } from '../values/decimal.ts'

/** 15 % of dividends of resident companies since 1 January 2023 (Act 45 of 2022): the first row of the register. */
export const FIRST_TAX_RATE = Object.freeze({
  effectiveFrom: '2023-01-01',
  entity: null,
  rate: 150_000n,
}) satisfies TaxRate

/** A row of the register. */
export interface TaxRate {
  /** The first payment date that it applies to. */
  readonly effectiveFrom: PlainDate
  /** As portfolios name it; null: every entity. */
  readonly entity: string | null
  /** Percent. */
  readonly rate: RateUnits
}

/** Entities are the same whose names differ in case or blanks around them alone. */
const named = (entity: string) => entity.trim().toLowerCase()

/**
 * The day whose rate tax is withheld with: that of payment once it has come; before that, or where it is to be notified, the ex date's
 * rate is provisional.
 */
export const taxDayOf = (exDate: PlainDate, paymentDate: PlainDate | null, today: PlainDate): PlainDate =>
  paymentDate !== null && paymentDate <= today ? paymentDate : exDate

/**
 * The rate in force for an entity (null: none is named) on a day: its own goes before the general one, then the latest that is
 * not after the day. Null where none reaches back so far.
 */
export function taxRateInForce(
  rates: readonly TaxRate[],
  entity: string | null,
  day: PlainDate,
): RateUnits | null {
  const known = rates.filter(({ effectiveFrom }) => effectiveFrom <= day)
  const own =
    entity === null ? [] : known.filter((one) => one.entity !== null && named(one.entity) === named(entity))
  const general = known.filter((one) => one.entity === null)
  const of = own.length > 0 ? own : general
  return (
    of.reduce<TaxRate | null>(
      (latest, one) => (latest === null || one.effectiveFrom > latest.effectiveFrom ? one : latest),
      null,
    )?.rate ?? null
  )
}
