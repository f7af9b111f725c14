/**
 * Whether a buy may be recorded, and everything that follows from it.
 *
 * Reasons to refuse, in the order in which they are checked:
 *   portfolio.not-active          only an Active portfolio takes new trades
 *   equity.inactive               an inactive security refuses buys
 *   trade.quantity-not-positive   at least one share
 *   trade.price-too-small         price below 0.0001, as when a bulk buy's gross is spread over too many shares
 *   trade.gross-too-small         gross value below 0.01
 *   trade.gross-too-large         gross value, or net with its fees, above 10^12
 *   trade.date-in-future          trade date after today
 *   trade.not-a-market-day        the exchange was closed on the trade date (when a calendar is given)
 *   trade.settlement-before-trade settlement date before the trade date
 */

import type { AcquisitionEvent } from '../chains/chain-event.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import { closedDay, type MarketCalendar } from '../holidays/market-calendar.ts'
import type { RecordId } from '../ledger/lines.ts'
import { buyEntries, type TradeEntry } from '../ledger/trade-entries.ts'
import { type AssumedTreatment, type Treatment, treatmentOf } from '../ledger/treatment.ts'
import { isRejection, type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import {
  type Cents,
  formatDecimal,
  MONEY_MAX,
  MONEY_SCALE,
  type PriceUnits,
  type RateUnits,
  type Shares,
} from '../values/decimal.ts'
import { type BuyFigures, buyFigures, type FeesAsCharged } from './figures.ts'

/** The user's request. Price or, as in a bulk buy, gross value. */
export interface BuyRequest {
  readonly quantity: Shares
  readonly price?: PriceUnits
  readonly gross?: Cents
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: RateUnits | null
  readonly feesAsCharged?: FeesAsCharged
  readonly brokerId: RecordId | null
  readonly settlementAccountId: RecordId | null
}

/** The facts that the rule needs. */
export interface BuyContext {
  /** Today in Colombo. */
  readonly today: PlainDate
  /** Null while no holiday calendar is kept: then every day counts as a market day. */
  readonly calendar: MarketCalendar | null
  readonly portfolio: {
    readonly id: RecordId
    readonly name: string
    readonly status: string
    readonly accountingTreatment: string | null
    /** The first day of its books, where something was taken over. */
    readonly openingDate?: PlainDate | null
  }
  readonly equity: {
    readonly id: RecordId
    readonly symbol: string
    readonly companyName: string
    readonly isActive: boolean
  }
  /** The schedule of the trade date; null where none reaches back so far. */
  readonly tariff: Tariff | null
  /** Whether another trade of the portfolio, side and date has this contract number. */
  readonly contractNumberRepeated: boolean
}

/** Warnings: they do not stop a trade. */
export type TradeWarning = 'contract-number.repeated' | 'treatment.assumed-fvtpl' | 'buy.before-opening'
/** The opening positions should hold what was bought before; a sale of such a day is refused. */
const BEFORE_OPENING: TradeWarning = 'buy.before-opening'

export interface BuyDecision {
  readonly kind: 'buy'
  readonly figures: BuyFigures
  readonly treatment: Treatment
  /** Trade date and settlement date, in this order. */
  readonly entries: readonly TradeEntry[]
  readonly warnings: readonly TradeWarning[]
}

/** Status of a portfolio that takes new trades. */
export const ACTIVE_STATUS = 'Active'

/** A buy that may be recorded, before its entries are put together. */
export type BuyTerms = Pick<BuyDecision, 'figures' | 'treatment' | 'warnings'>

/** Decides on a buy; see the head of this file for the reasons to refuse and their order. */
export function decideBuy(request: BuyRequest, context: BuyContext): BuyDecision | Rejection {
  const terms = judgeBuy(request, context)
  if (isRejection(terms)) return terms
  const { portfolio, equity } = context
  const { gross, fees, net } = terms.figures
  const { tradeDate, settlementDate, settlementAccountId, brokerId } = request
  const posting = {
    portfolioId: portfolio.id,
    equityId: equity.id,
    companyName: equity.companyName,
    tradeDate,
    settlementDate,
    settlementAccountId,
    brokerId,
    gross,
    fees,
    net,
  }
  return Object.freeze({ kind: 'buy', ...terms, entries: buyEntries(posting, terms.treatment) })
}

/** The same decision without the entries, for who puts them together later. */
export function judgeBuy(request: BuyRequest, context: BuyContext): BuyTerms | Rejection {
  const { portfolio, equity } = context
  if (portfolio.status !== ACTIVE_STATUS) {
    return reject('portfolio.not-active', { name: portfolio.name, status: portfolio.status }, 'portfolio')
  }
  if (!equity.isActive) return reject('equity.inactive', { symbol: equity.symbol }, 'symbol')
  if (request.quantity <= 0n) {
    return reject('trade.quantity-not-positive', { quantity: String(request.quantity) }, 'quantity')
  }
  const refusal = refuseTariff(request, context)
  if (refusal !== null) return refusal
  const figures = buyFigures({ ...request, tariff: context.tariff })
  return refuseGross(figures) ?? refuseDates(request, context) ?? accept(request, context, figures)
}

/** Fees follow from a tariff unless they are stated as charged; the same for buys and sales. */
export function refuseTariff(
  request: Pick<BuyRequest, 'tradeDate' | 'feesAsCharged'>,
  context: Pick<BuyContext, 'tariff'>,
): Rejection | null {
  if (context.tariff !== null || request.feesAsCharged !== undefined) return null
  return reject('tariff.missing', { date: request.tradeDate }, 'tradeDate')
}

/** The checks of a trade's amounts, the same for buys and sales. */
export function refuseGross(figures: Pick<BuyFigures, 'price' | 'gross' | 'net'>): Rejection | null {
  const request = {
    gross: formatDecimal(figures.gross, MONEY_SCALE),
    net: formatDecimal(figures.net, MONEY_SCALE),
  }
  if (figures.price < 1n) return reject('trade.price-too-small', request, 'price')
  if (figures.gross < 1n) return reject('trade.gross-too-small', request, 'price')
  if (figures.gross > MONEY_MAX || figures.net > MONEY_MAX)
    return reject('trade.gross-too-large', request, 'quantity')
  return null
}

/** The checks of a trade's dates, the same for buys and sales. */
export function refuseDates(
  dates: { readonly tradeDate: PlainDate; readonly settlementDate: PlainDate },
  context: { readonly today: PlainDate; readonly calendar: MarketCalendar | null },
): Rejection | null {
  const { tradeDate, settlementDate } = dates
  if (tradeDate > context.today) {
    return reject('trade.date-in-future', { date: tradeDate, today: context.today }, 'tradeDate')
  }
  const closed = context.calendar === null ? null : closedDay(context.calendar, tradeDate)
  if (closed !== null) {
    return reject('trade.not-a-market-day', { date: tradeDate, ...closed }, 'tradeDate')
  }
  if (settlementDate < tradeDate) {
    return reject('trade.settlement-before-trade', { tradeDate, settlementDate }, 'settlementDate')
  }
  return null
}

function accept(request: BuyRequest, context: BuyContext, figures: BuyFigures): BuyTerms {
  const assumed = treatmentOf(context.portfolio.accountingTreatment, context.equity.symbol)
  const { openingDate } = context.portfolio
  const isEarly = openingDate != null && request.tradeDate < openingDate
  const warnings = [...warningsOf(context, assumed), ...(isEarly ? [BEFORE_OPENING] : [])]
  return Object.freeze({ figures, treatment: assumed.treatment, warnings: Object.freeze(warnings) })
}

/** The warnings about an accepted trade. */
export function warningsOf(context: BuyContext, assumed: AssumedTreatment): readonly TradeWarning[] {
  const warnings: TradeWarning[] = []
  if (context.contractNumberRepeated) warnings.push('contract-number.repeated')
  if (assumed.assumed) warnings.push('treatment.assumed-fvtpl')
  return Object.freeze(warnings)
}

/** The buy as an event of its chain, once it has its identity and its number in the order of recording. */
export function buyEvent(
  request: Pick<BuyRequest, 'tradeDate' | 'settlementDate' | 'costOfFundsRate'>,
  figures: Pick<BuyFigures, 'quantity' | 'price' | 'gross' | 'totalFees'>,
  identity: { readonly id: string; readonly sequence: number },
): AcquisitionEvent {
  return Object.freeze({
    kind: 'buy',
    id: identity.id,
    sequence: identity.sequence,
    tradeDate: request.tradeDate,
    settlementDate: request.settlementDate,
    quantity: figures.quantity,
    price: figures.price,
    cost: figures.gross,
    charges: figures.totalFees,
    costOfFundsRate: request.costOfFundsRate,
  })
}
