/**
 * Previews of a sale, by goal: its lots, and the figures that the books would show. Each line is the sale as
 * the chain would take it (change.ts), with the figures that a recorded sale has, so a proposal that is
 * recorded unchanged books what it showed.
 *
 * A portfolio with cherry picking can follow any goal. One with the weighted average or first in, first out books by its own method
 * whatever the goal is: there a goal only shows what cherry picking would have given.
 */
import type {
  Allocation,
  ChainState,
  CostingMethod,
  Holding,
  Lot,
  SaleResult,
} from '../chains/chain-event.ts'
import { changeChain, weightsOf } from '../chains/change.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import { isRejection, type Rejection, reject } from '../rejections.ts'
import { saleEvent } from '../trades/decide-sell.ts'
import { type SellFigures, sellFigures } from '../trades/figures.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'
import { grossOf, sumOf } from '../values/money.ts'
import {
  allocationsFor,
  parcelOf,
  SALE_GOALS,
  type SaleGoal,
  sharesForGain,
  sharesForGainOf,
  sharesOf,
} from './sale-goals.ts'
import { smallestReaching } from './smallest.ts'

/** How much is to be sold. Amounts in cents; a gain is before fees, below zero a loss. A rejection names the kind as its field. */
export type SaleTarget =
  | { readonly kind: 'shares'; readonly quantity: Shares }
  | { readonly kind: 'gross' | 'net' | 'gain'; readonly amount: Cents }

export interface SaleTerms {
  readonly price: PriceUnits
  readonly tradeDate: PlainDate
  readonly settlementDate: PlainDate
  readonly costOfFundsRate: RateUnits | null
  readonly tariff: Tariff
}

/** A holding before the sale. */
export interface HeldForSale {
  /** The costing method of the portfolio's sales. */
  readonly method: CostingMethod
  /** As the books show it. */
  readonly holding: Holding
  readonly last: ChainState['last']
  /** Open ones, the oldest first. */
  readonly lots: readonly Lot[]
  /** Without shares that are not listed on the day. */
  readonly sellable: Shares
}

/** One way to sell. */
export interface ProposedSale {
  readonly quantity: Shares
  readonly figures: SellFigures
  readonly result: SaleResult
  /** Shares by lot; with the weighted average, the lots that give the ages. */
  readonly allocations: readonly Allocation[]
  readonly left: Holding
}

export interface SaleProposal {
  /** Shares that the target comes to. */
  readonly quantity: Shares
  /** By goal, in the order of SALE_GOALS; goals that take no lots are left out. */
  readonly goals: readonly { readonly goal: SaleGoal; readonly sale: ProposedSale }[]
  readonly wap: ProposedSale
  readonly fifo: ProposedSale
}

/** The sale that is not there yet comes after everything recorded so far. */
const NEXT = { id: '0', sequence: Number.MAX_SAFE_INTEGER }

/** The sale by a method, of lots where cherry picking names them. */
function sell(
  held: HeldForSale,
  terms: SaleTerms,
  {
    method,
    quantity,
    allocations,
  }: { method: CostingMethod; quantity: Shares; allocations?: readonly Allocation[] },
): ProposedSale | Rejection {
  const figures = sellFigures({ ...terms, quantity, holdingDays: 0 })
  const event = saleEvent({ ...terms, ...(allocations && { allocations }) }, figures, NEXT)
  const { last, lots } = held
  const holding = method === held.method ? held.holding : holdingOf(held, method)
  const tail = { method, holding, last, weights: weightsOf(lots), unlistedUntil: null }
  const change = changeChain(tail, { lots }, { come: [event], go: [] })
  if (isRejection(change)) return change
  const [result] = change.sales
  if (result === undefined) throw new Error('a sale has no result')
  return Object.freeze({
    quantity,
    figures: { ...figures, moneyGenerationCost: result.moneyGenerationCost },
    result,
    allocations: result.consumed.map(({ lotId, quantity: part }) => ({ lotId, quantity: part })),
    left: change.state.holding,
  })
}

/** The holding as another method would show it: by lots the sum of what is left of them, by average the pool as recorded. */
function holdingOf({ holding, lots }: HeldForSale, method: CostingMethod): Holding {
  if (method === 'WAP') return holding
  return {
    quantity: holding.quantity,
    cost: sumOf(lots.map((lot) => lot.remainingCost)),
    charges: sumOf(lots.map((lot) => lot.remainingCharges)),
  }
}

/** The smallest number of shares that nets at least an amount; null where all of `most` net less. */
export const sharesForNet = (
  terms: Pick<SaleTerms, 'price' | 'tariff'>,
  wanted: Cents,
  most: Shares,
): Shares | null =>
  smallestReaching({
    amountAt: (quantity) => sellFigures({ ...terms, quantity, costOfFundsRate: null, holdingDays: 0 }).net,
    wanted,
    from: 1n,
    most,
  })

const sharesForGross = ({ price }: SaleTerms, wanted: Cents, most: Shares): Shares | null =>
  smallestReaching({ amountAt: (quantity) => grossOf(quantity, price), wanted, from: 1n, most })

/** Shares that the target comes to; refused where no shares are left to sell, or fewer than it needs. */
function sharesWanted(held: HeldForSale, terms: SaleTerms, target: SaleTarget): Shares | Rejection {
  const { sellable } = held
  const facts = { date: terms.tradeDate, available: String(sellable) }
  if (target.kind === 'gain') return sharesOfGain(held, terms, target.amount)
  const quantity =
    target.kind === 'shares'
      ? target.quantity
      : target.kind === 'gross'
        ? sharesForGross(terms, target.amount, sellable)
        : sharesForNet(terms, target.amount, sellable)
  if (quantity === null) return reject('proposal.too-little', facts, target.kind)
  return quantity > sellable ? reject('lots.insufficient', facts, target.kind) : quantity
}

/** By the portfolio's own method, since another one books another gain. */
function sharesOfGain(held: HeldForSale, { price }: SaleTerms, gain: Cents): Shares | Rejection {
  const { method, lots, holding, sellable } = held
  const shares =
    method === 'WAP'
      ? sharesForGain([holding], { price, gain })
      : method === 'FIFO'
        ? sharesForGain(lots.map(parcelOf), { price, gain, inOrder: true })
        : sharesForGainOf(lots, price, gain)
  const quantity = shares < sellable ? shares : sellable
  return quantity > 0n ? quantity : reject('proposal.no-gain', {}, 'gain')
}

/**
 * A sale by every goal, compared with the weighted average and first in, first out. Refuses a target that the
 * shares do not reach (proposal.too-little, lots.insufficient, proposal.no-gain).
 */
export function proposeSale(
  held: HeldForSale,
  terms: SaleTerms,
  target: SaleTarget,
): SaleProposal | Rejection {
  const quantity = sharesWanted(held, terms, target)
  if (isRejection(quantity)) return quantity
  const wap = sell(held, terms, { method: 'WAP', quantity })
  const fifo = sell(held, terms, { method: 'FIFO', quantity })
  if (isRejection(wap)) return wap
  if (isRejection(fifo)) return fifo
  const goals: { goal: SaleGoal; sale: ProposedSale }[] = []
  for (const goal of SALE_GOALS) {
    if (goal === 'gain-wanted' && target.kind !== 'gain') continue
    const sale = byGoal(goal, { held, terms, quantity, target })
    if (isRejection(sale)) return sale
    if (sale !== null) goals.push({ goal, sale })
  }
  return Object.freeze({ quantity, goals, wap, fifo })
}

interface Asked {
  readonly held: HeldForSale
  readonly terms: SaleTerms
  readonly quantity: Shares
  readonly target: SaleTarget
}

/** Null where the goal takes no lots. */
function byGoal(goal: SaleGoal, { held, terms, quantity, target }: Asked): ProposedSale | null | Rejection {
  const { net } = sellFigures({ ...terms, quantity, holdingDays: 0 })
  const allocations = allocationsFor(goal, held.lots, {
    ...terms,
    net,
    quantity,
    ...(target.kind === 'gain' && { gain: target.amount }),
  })
  if (allocations.length === 0) return null
  return sell(held, terms, { method: 'CHERRY', quantity: sharesOf(allocations), allocations })
}
