/**
 * The decision on a sale. Two steps, because what leaves the chain decides the result: `decideSell` checks and
 * computes what the sale fetches, the chain (append or replay) says which cost goes out, `sellEntriesOf` books both.
 *
 * Refuses, in this order: a portfolio that is not active (portfolio.not-active), no costing method
 * (costing-method.missing), a quantity, price or gross value out of bounds, dates (see decide-buy), a date before the
 * portfolio's opening positions (trade.before-opening). An inactive security may be sold. Whether there are enough shares, and on which lots, is the chain's to say.
 */
import type { Allocation, CostingMethod, SaleEvent, SaleResult } from '../chains/chain-event.ts'
import { sellEntries, type TradeEntry } from '../ledger/trade-entries.ts'
import { type Treatment, treatmentOf } from '../ledger/treatment.ts'
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import {
  ACTIVE_STATUS,
  type BuyContext,
  type BuyRequest,
  refuseDates,
  refuseGross,
  refuseTariff,
  type TradeWarning,
  warningsOf,
} from './decide-buy.ts'
import { type SellFigures, sellFigures } from './figures.ts'

export interface SellRequest extends BuyRequest {
  /** Only with cherry picking. */
  readonly allocations?: readonly Allocation[]
}

export interface SellContext extends BuyContext {
  readonly portfolio: BuyContext['portfolio'] & {
    /** The date of the portfolio's opening positions; null or absent where it has none. */
    readonly openingDate?: PlainDate | null
  }
  /** Null while the portfolio has none. */
  readonly method: CostingMethod | null
}

export interface SellDecision {
  readonly kind: 'sell'
  /** With a money generation cost of 0: it needs the holding days, which the chain gives. */
  readonly figures: SellFigures
  readonly treatment: Treatment
  readonly warnings: readonly TradeWarning[]
}

/** Decides on a sale; see the head of this file for the reasons to refuse and their order. */
export function decideSell(request: SellRequest, context: SellContext): SellDecision | Rejection {
  const { portfolio } = context
  if (portfolio.status !== ACTIVE_STATUS) {
    return reject('portfolio.not-active', { name: portfolio.name, status: portfolio.status }, 'portfolio')
  }
  if (context.method === null) return reject('costing-method.missing', { name: portfolio.name }, 'portfolio')
  if (request.quantity <= 0n) {
    return reject('trade.quantity-not-positive', { quantity: String(request.quantity) }, 'quantity')
  }
  const unpriced = refuseTariff(request, context)
  if (unpriced !== null) return unpriced
  const figures = sellFigures({ ...request, tariff: context.tariff, holdingDays: 0 })
  const refusal =
    refuseGross(figures) ?? refuseDates(request, context) ?? refuseBeforeOpening(request, context)
  if (refusal !== null) return refusal
  const assumed = treatmentOf(portfolio.accountingTreatment, context.equity.symbol)
  return Object.freeze({
    kind: 'sell',
    figures,
    treatment: assumed.treatment,
    warnings: warningsOf(context, assumed),
  })
}

/** Shares sold before the opening date are not among the opening positions. */
function refuseBeforeOpening({ tradeDate }: SellRequest, { portfolio }: SellContext): Rejection | null {
  const openingDate = portfolio.openingDate ?? null
  if (openingDate === null || tradeDate >= openingDate) return null
  const request = { portfolio: portfolio.name, date: tradeDate, openingDate }
  return reject('trade.before-opening', request, 'tradeDate')
}

/** The sale as an event of its chain, once it has its identity and its number in the order of recording. */
export function saleEvent(
  request: Pick<SellRequest, 'tradeDate' | 'settlementDate' | 'costOfFundsRate' | 'allocations'>,
  figures: Pick<SellFigures, 'quantity' | 'gross' | 'net'>,
  identity: { readonly id: string; readonly sequence: number },
): SaleEvent {
  return Object.freeze({
    kind: 'sell',
    id: identity.id,
    sequence: identity.sequence,
    tradeDate: request.tradeDate,
    settlementDate: request.settlementDate,
    quantity: figures.quantity,
    gross: figures.gross,
    net: figures.net,
    costOfFundsRate: request.costOfFundsRate,
    ...(request.allocations !== undefined && { allocations: request.allocations }),
  })
}

/** The entries of a decided sale with the cost that its chain takes out. */
export function sellEntriesOf(
  decision: SellDecision,
  request: Pick<SellRequest, 'tradeDate' | 'settlementDate' | 'settlementAccountId' | 'brokerId'>,
  context: Pick<BuyContext, 'portfolio' | 'equity'>,
  result: Pick<SaleResult, 'costOut' | 'chargesOut'>,
): readonly TradeEntry[] {
  const { gross, fees, net } = decision.figures
  return sellEntries(
    {
      portfolioId: context.portfolio.id,
      equityId: context.equity.id,
      companyName: context.equity.companyName,
      tradeDate: request.tradeDate,
      settlementDate: request.settlementDate,
      settlementAccountId: request.settlementAccountId,
      brokerId: request.brokerId,
      gross,
      fees,
      net,
      costOut: result.costOut,
      chargesOut: result.chargesOut,
    },
    decision.treatment,
  )
}
