/**
 * Charges of the exchange and the broker on a trade: six components, each with one rate up to a limit and
 * another on the excess over it. A tariff is data, keyed by security class and the date it takes effect.
 */
import type { SecurityClass } from '../securities/symbol.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, RateUnits } from '../values/decimal.ts'

/** The six components in the order in which the product shows and books them. */
export const FEE_COMPONENTS = ['brokerage', 'cse', 'cds', 'clearing', 'sec', 'stl'] as const
export type FeeComponent = (typeof FEE_COMPONENTS)[number]

/** A percentage per component. */
export type FeeRates = Readonly<Record<FeeComponent, RateUnits>>

export interface Tariff {
  readonly effectiveFrom: PlainDate
  readonly securityClass: SecurityClass
  /** Gross value up to which `first` applies, in cents; above it `excess` applies to the rest. */
  readonly bandLimit: Cents
  readonly first: FeeRates
  readonly excess: FeeRates
}

/** Rs. 100,000,000: the gross value above which the lower rates apply to the excess. */
export const BAND_LIMIT: Cents = 10_000_000_000n
/** The current schedule took effect with the rise of the limit from 50 to 100 million rupees. */
export const SCHEDULE_SINCE: PlainDate = '2017-06-27'

/** 1.12 % in all. The exchange's CDS fee of 0.024 % is split in halves: CDS and clearing. */
export const ORDINARY_FIRST: FeeRates = Object.freeze({
  brokerage: 6_400n,
  cse: 840n,
  cds: 120n,
  clearing: 120n,
  sec: 720n,
  stl: 3_000n,
})

/** 0.6125 % in all, on what exceeds the limit; the brokerage is the floor of a negotiable rate. */
export const ORDINARY_EXCESS: FeeRates = Object.freeze({
  brokerage: 2_000n,
  cse: 525n,
  cds: 75n,
  clearing: 75n,
  sec: 450n,
  stl: 3_000n,
})

/**
 * Fund units carry no share transaction levy; published are CSE 0.02 %, CDS 0.01 %, SEC 0.02 % and a
 * negotiable brokerage of at most 1 %. That maximum applies until an installation enters its own rate, and
 * the CDS fee is not split: both are assumptions.
 */
export const UNIT_RATES: FeeRates = Object.freeze({
  brokerage: 10_000n,
  cse: 200n,
  cds: 100n,
  clearing: 0n,
  sec: 200n,
  stl: 0n,
})

/**
 * Corporate debt: a negotiable brokerage and 2 basis points. How the 2 points are shared is not published, so
 * they are charged as the exchange's fee, and the brokerage is zero until entered: both are assumptions.
 */
export const DEBENTURE_RATES: FeeRates = Object.freeze({
  brokerage: 0n,
  cse: 200n,
  cds: 0n,
  clearing: 0n,
  sec: 0n,
  stl: 0n,
})

const BANDED_CLASSES = ['ordinary', 'non-voting', 'preference', 'rights', 'warrant'] as const

/** The tariffs a new installation starts with, one for each security class. */
export const DEFAULT_TARIFFS: readonly Tariff[] = Object.freeze([
  ...BANDED_CLASSES.map((securityClass) =>
    Object.freeze({
      effectiveFrom: SCHEDULE_SINCE,
      securityClass,
      bandLimit: BAND_LIMIT,
      first: ORDINARY_FIRST,
      excess: ORDINARY_EXCESS,
    }),
  ),
  Object.freeze({
    effectiveFrom: SCHEDULE_SINCE,
    securityClass: 'unit' as const,
    bandLimit: BAND_LIMIT,
    first: UNIT_RATES,
    excess: UNIT_RATES,
  }),
  Object.freeze({
    effectiveFrom: SCHEDULE_SINCE,
    securityClass: 'debenture' as const,
    bandLimit: BAND_LIMIT,
    first: DEBENTURE_RATES,
    excess: DEBENTURE_RATES,
  }),
])
