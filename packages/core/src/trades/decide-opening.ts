/**
 * The decision on one lot of an opening position: shares that were bought before the books began, at their cost then.
 *
 * Refuses, in this order: a portfolio that is not active (portfolio.not-active), a quantity that is not positive, a
 * cost or price out of bounds (see decide-buy), an opening date in the future, a purchase on or after the opening date
 * (opening.bought-after), a settlement before the purchase (trade.settlement-before-trade) or after the opening date
 * (opening.not-settled: its payable would be in no account). Any calendar day is taken: shares also came by
 * transfer or issue, and from before the kept holidays. A security that is inactive today may have been held.
 */
import type { AcquisitionEvent } from '../chains/chain-event.ts'
import type { RecordId } from '../ledger/lines.ts'
import {
  type BroughtForwardEntry,
  broughtForwardEntries,
  type OpeningEntry,
  openingEntry,
} from '../ledger/opening-entry.ts'
import { type Treatment, treatmentOf } from '../ledger/treatment.ts'
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'
import { grossOf, perShare } from '../values/money.ts'
import { ACTIVE_STATUS, type BuyContext, refuseGross } from './decide-buy.ts'

export interface OpeningRequest {
  readonly quantity: Shares
  /** The cost of the shares without fees; if left out, quantity x price. */
  readonly cost?: Cents
  readonly price?: PriceUnits
  /** Fees paid on them. */
  readonly charges: Cents
  /** The value of the shares when the books began, where that is brought forward. */
  readonly fairValue?: Cents | null
  /** When they were bought and when that was settled. */
  readonly boughtOn: PlainDate
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: RateUnits | null
  readonly brokerId: RecordId | null
}

export interface OpeningContext extends Pick<BuyContext, 'today' | 'portfolio' | 'equity'> {
  /** The first day of the portfolio's books. */
  readonly openingDate: PlainDate
}

export interface OpeningFigures {
  readonly quantity: Shares
  readonly price: PriceUnits
  readonly cost: Cents
  readonly charges: Cents
  readonly fairValue: Cents | null
}

export interface OpeningDecision {
  readonly kind: 'opening'
  readonly figures: OpeningFigures
  readonly treatment: Treatment
  readonly entry: OpeningEntry
  /** Two entries, where a fair value other than the carrying amount is brought forward. */
  readonly broughtForward: readonly BroughtForwardEntry[]
}

/** Decides on an opening lot; see the head of this file for the reasons to refuse and their order. */
export function decideOpening(request: OpeningRequest, context: OpeningContext): OpeningDecision | Rejection {
  const { portfolio, equity, openingDate } = context
  if (portfolio.status !== ACTIVE_STATUS) {
    return reject('portfolio.not-active', { name: portfolio.name, status: portfolio.status }, 'portfolio')
  }
  if (request.quantity <= 0n) {
    return reject('trade.quantity-not-positive', { quantity: String(request.quantity) }, 'quantity')
  }
  const figures = openingFigures(request)
  const refusal =
    refuseGross({ price: figures.price, gross: figures.cost, net: figures.cost + figures.charges }) ??
    refuseOpeningDates(request, context)
  if (refusal !== null) return refusal
  const { treatment } = treatmentOf(portfolio.accountingTreatment, equity.symbol)
  const posting = {
    portfolioId: portfolio.id,
    equityId: equity.id,
    brokerId: request.brokerId,
    companyName: equity.companyName,
    symbol: equity.symbol,
    openingDate,
    cost: figures.cost,
    charges: figures.charges,
  }
  return Object.freeze({
    kind: 'opening',
    figures,
    treatment,
    entry: openingEntry(posting, treatment),
    broughtForward:
      figures.fairValue === null ? [] : broughtForwardEntries(posting, figures.fairValue, treatment),
  })
}

/** Cost and price of an opening lot, each from the other: the price of a stated cost is cost / quantity at 4 decimals. */
export function openingFigures(
  request: Pick<OpeningRequest, 'quantity' | 'cost' | 'price' | 'charges' | 'fairValue'>,
): OpeningFigures {
  const { quantity, charges, fairValue = null } = request
  const cost = request.cost ?? grossOf(quantity, request.price ?? 0n)
  const price = request.cost === undefined ? (request.price ?? 0n) : perShare(request.cost, quantity)
  return Object.freeze({ quantity, price, cost, charges, fairValue })
}

function refuseOpeningDates(
  request: OpeningRequest,
  { openingDate, today }: OpeningContext,
): Rejection | null {
  const { boughtOn, settlementDate } = request
  if (openingDate > today) {
    return reject('trade.date-in-future', { date: openingDate, today }, 'openingDate')
  }
  if (boughtOn >= openingDate) {
    return reject('opening.bought-after', { date: boughtOn, openingDate }, 'tradeDate')
  }
  if (settlementDate < boughtOn) {
    return reject('trade.settlement-before-trade', { tradeDate: boughtOn, settlementDate }, 'settlementDate')
  }
  if (settlementDate > openingDate) {
    return reject('opening.not-settled', { date: settlementDate, openingDate }, 'settlementDate')
  }
  return null
}

/** The lot as an event of its chain, once it has its identity and its number in the order of recording. */
export function openingEvent(
  request: Pick<OpeningRequest, 'boughtOn' | 'settlementDate' | 'costOfFundsRate'>,
  figures: OpeningFigures,
  openingDate: PlainDate,
  identity: { readonly id: string; readonly sequence: number },
): AcquisitionEvent {
  return Object.freeze({
    kind: 'opening',
    id: identity.id,
    sequence: identity.sequence,
    tradeDate: openingDate,
    boughtOn: request.boughtOn,
    settlementDate: request.settlementDate,
    quantity: figures.quantity,
    price: figures.price,
    cost: figures.cost,
    charges: figures.charges,
    costOfFundsRate: request.costOfFundsRate,
  })
}
