/**
 * The decision on a trade that was dealt before the books of a portfolio began and is settled in them: an open item of the opening.
 *
 * 500 bought on 30 Mar at 20.00 with fees of 112.00, settled on 2 Apr, books from 1 Apr:
 *   FVTPL  1 Apr  Dr investment 10,000.00, Dr capital 112.00, Cr payable 10,112.00 (the fees were expensed when it was dealt)
 *   FVOCI  1 Apr  Dr investment 10,000.00, Dr transaction costs 112.00, Cr payable 10,112.00
 *   both   2 Apr  Dr payable 10,112.00, Cr cash 10,112.00
 * Its lot of 500 | 10,000.00 | 112.00 enters the chain on the opening date and keeps the dates of the trade. A sale has no lot: its
 * net value is Dr receivable, Cr capital.
 *
 * Refuses, in this order: a portfolio that is not active, a price or gross value out of bounds (see decide-buy), a trade on or after the
 * opening date (opening.dealt-after), a settlement before it (opening.settled-before), fees that leave nothing to settle
 * (opening.nothing-open).
 */
import type { AcquisitionEvent } from '../chains/chain-event.ts'
import { assertBalanced, type RecordId } from '../ledger/lines.ts'
import type { OpeningEntry } from '../ledger/opening-entry.ts'
import type { PostingRole } from '../ledger/roles.ts'
import { settlementEntry, type TradeEntry } from '../ledger/trade-entries.ts'
import { type Treatment, treatmentOf } from '../ledger/treatment.ts'
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { grossOf } from '../values/money.ts'
import { ACTIVE_STATUS, refuseGross } from './decide-buy.ts'
import type { OpeningContext } from './decide-opening.ts'

export interface OpenTradeRequest {
  readonly side: 'buy' | 'sell'
  readonly quantity: Shares
  readonly price: PriceUnits
  /** The fees charged, in all. */
  readonly fees: Cents
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  readonly brokerId: RecordId | null
  readonly settlementAccountId: RecordId
}

export interface OpenTradeFigures {
  readonly quantity: Shares
  readonly price: PriceUnits
  readonly gross: Cents
  /** Gross with the fees of a buy, without those of a sale. */
  readonly net: Cents
  readonly fees: Cents
}

export interface OpenTradeDecision {
  readonly figures: OpenTradeFigures
  readonly entries: readonly (OpeningEntry | TradeEntry)[]
}

/** Decides on an open trade; see the head of this file for the reasons to refuse and their order. */
export function decideOpenTrade(
  request: OpenTradeRequest,
  context: Omit<OpeningContext, 'today'>,
): OpenTradeDecision | Rejection {
  const { portfolio, equity, openingDate } = context
  if (portfolio.status !== ACTIVE_STATUS) {
    return reject('portfolio.not-active', { name: portfolio.name, status: portfolio.status }, 'portfolio')
  }
  const { side, quantity, price, fees, tradeDate, settlementDate } = request
  const gross = grossOf(quantity, price)
  const net = side === 'buy' ? gross + fees : gross - fees
  const figures = Object.freeze({ quantity, price, gross, net, fees })
  const refusal = refuseGross(figures)
  if (refusal !== null) return refusal
  if (tradeDate >= openingDate)
    return reject('opening.dealt-after', { date: tradeDate, openingDate }, 'tradeDate')
  if (settlementDate < openingDate)
    return reject('opening.settled-before', { date: settlementDate, openingDate }, 'settlementDate')
  if (net <= 0n) return reject('opening.nothing-open', {}, 'fees')
  const posting = {
    side,
    portfolioId: portfolio.id,
    equityId: equity.id,
    companyName: equity.companyName,
    brokerId: request.brokerId,
    settlementAccountId: request.settlementAccountId,
    openingDate,
    tradeDate,
    settlementDate,
    gross,
    net,
  }
  const { treatment } = treatmentOf(portfolio.accountingTreatment, equity.symbol)
  return Object.freeze({ figures, entries: openTradeEntries(posting, treatment) })
}

export interface OpenTradePosting {
  readonly side: 'buy' | 'sell'
  readonly portfolioId: RecordId
  readonly equityId: RecordId
  readonly companyName: string
  readonly brokerId: RecordId | null
  readonly settlementAccountId: RecordId | null
  readonly openingDate: PlainDate
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  readonly gross: Cents
  readonly net: Cents
}

/** The entries of an open trade on the first day of the books, and its settlement; amounts in cents. */
export function openTradeEntries(
  trade: OpenTradePosting,
  treatment: Treatment,
): readonly (OpeningEntry | TradeEntry)[] {
  const { side, gross, net, openingDate, settlementDate } = trade
  const fees = net - gross
  const description =
    side === 'buy' ? `Open purchase ${trade.companyName} shares` : `Open sale ${trade.companyName} shares`
  const sides: readonly (readonly [PostingRole, Cents])[] =
    side === 'buy'
      ? [
          ['investment', gross],
          [treatment === 'FVOCI' ? 'transaction-costs' : 'capital', fees],
          ['payable', -net],
        ]
      : [
          ['receivable', net],
          ['capital', -net],
        ]
  const lines = sides
    .filter(([, amount]) => amount !== 0n)
    .map(([role, amount]) =>
      Object.freeze({
        role,
        portfolioId: trade.portfolioId,
        equityId: trade.equityId,
        brokerId: trade.brokerId,
        settlementAccountId: null,
        debit: amount > 0n ? amount : 0n,
        credit: amount < 0n ? -amount : 0n,
        transactionType: 'Opening' as const,
        description,
      }),
    )
  assertBalanced(lines)
  const opening: OpeningEntry = Object.freeze({
    kind: 'opening',
    entryDate: openingDate,
    transactionType: 'Opening',
    description,
    lines: Object.freeze(lines),
  })
  return Object.freeze([opening, settlementEntry(side, trade, { date: settlementDate, amount: net })])
}

/** The lot of an open purchase as an event of its chain, once it has its identity and its number in the order of recording. */
export function openBuyEvent(
  { tradeDate, settlementDate }: Pick<OpenTradeRequest, 'tradeDate' | 'settlementDate'>,
  { quantity, price, gross, fees }: OpenTradeFigures,
  openingDate: PlainDate,
  identity: { readonly id: string; readonly sequence: number },
): AcquisitionEvent {
  return Object.freeze({
    kind: 'opening',
    id: identity.id,
    sequence: identity.sequence,
    tradeDate: openingDate,
    boughtOn: tradeDate,
    settlementDate,
    quantity,
    price,
    cost: gross,
    charges: fees,
    costOfFundsRate: null,
  })
}
