/**
 * The money of one trade: gross value, fees, net value and the cost of the funds tied up.
 * Previews and stored trades are computed here and nowhere else.
 */
import { moneyGenerationCost } from '../cost-of-funds/rates.ts'
import { chargeFees, type Fees, type StepUp, totalFees } from '../fee-tariffs/charge.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'
import { grossOf, perShare } from '../values/money.ts'

/** Where the posted fees come from: computed, read from a broker's contract note, or typed. */
export const FEE_SOURCES = ['schedule', 'contract', 'manual'] as const
export type FeeSource = (typeof FEE_SOURCES)[number]

/** Fees that take the place of the computed ones. By the schedule: as it was when they were charged. */
export interface FeesAsCharged {
  readonly source: FeeSource
  readonly fees: Fees
}

export interface TradeTerms {
  readonly quantity: Shares
  /** Price per share; ignored when `gross` is given. */
  readonly price?: PriceUnits
  /** Gross value as the fact, as in a bulk buy: the price is then gross / quantity. */
  readonly gross?: Cents
  /** Null where no tariff reaches back to the trade date: then `feesAsCharged` must be given. */
  readonly tariff: Tariff | null
  /** After-tax cost of funds in percent a year; null or 0 costs nothing. */
  readonly costOfFundsRate: RateUnits | null
  readonly feesAsCharged?: FeesAsCharged
}

interface TradeFigures {
  readonly quantity: Shares
  readonly price: PriceUnits
  readonly gross: Cents
  /** The six amounts that are posted. */
  readonly fees: Fees
  readonly totalFees: Cents
  readonly feeSource: FeeSource
  /** The six amounts by the tariff, kept with the fees as charged; null without a tariff. */
  readonly computedFees: Fees | null
  /** By the tariff; null up to the limit and without a tariff. */
  readonly stepUp: StepUp | null
  readonly net: Cents
  readonly moneyGenerationCost: Cents
}

/** net = gross + fees. */
export interface BuyFigures extends TradeFigures {
  readonly side: 'buy'
}

/** net = gross - fees, which is negative when the fees exceed the gross value. */
export interface SellFigures extends TradeFigures {
  readonly side: 'sell'
}

function figuresOf(terms: TradeTerms): Omit<TradeFigures, 'net' | 'moneyGenerationCost'> {
  const gross = terms.gross ?? grossOf(terms.quantity, terms.price ?? 0n)
  const price = terms.gross === undefined ? (terms.price ?? 0n) : perShare(terms.gross, terms.quantity)
  const computed = terms.tariff === null ? null : chargeFees(terms.tariff, gross)
  const fees = terms.feesAsCharged?.fees ?? computed?.fees
  if (fees === undefined) throw new Error('a trade without a tariff needs its fees as charged')
  return {
    quantity: terms.quantity,
    price,
    gross,
    fees,
    totalFees: totalFees(fees),
    feeSource: terms.feesAsCharged?.source ?? 'schedule',
    computedFees: computed?.fees ?? null,
    stepUp: computed?.stepUp ?? null,
  }
}

/**
 * The figures of a buy. 1,000,000.00 gross at the ordinary tariff nets 1,011,200.00; at 10 % cost of funds its
 * money generation cost is one day's: 277.04.
 */
export function buyFigures(terms: TradeTerms): BuyFigures {
  const figures = figuresOf(terms)
  const net = figures.gross + figures.totalFees
  const cost = moneyGenerationCost(net, terms.costOfFundsRate, 1)
  return Object.freeze({ side: 'buy', ...figures, net, moneyGenerationCost: cost })
}

/** The figures of a sale: the money generation cost counts its holding days. */
export function sellFigures(terms: TradeTerms & { readonly holdingDays: number }): SellFigures {
  const figures = figuresOf(terms)
  const net = figures.gross - figures.totalFees
  const cost = moneyGenerationCost(net, terms.costOfFundsRate, terms.holdingDays)
  return Object.freeze({ side: 'sell', ...figures, net, moneyGenerationCost: cost })
}
