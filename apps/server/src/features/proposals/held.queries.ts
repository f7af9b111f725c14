/** A holding as a proposal of its sale needs it: its method, its open lots, what of it can be sold. */
import { PROPOSED_LOTS_MAX } from '@em/contract/proposals/sale-proposals'
import type { HeldForSale } from '@em/core/proposals/sale-proposal'
import { sumOf } from '@em/core/values/money'
import type { Queryable } from '../../platform/database/database.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { peekChain } from '../chains/lock.queries.ts'
import { loadOldestLots } from '../chains/lots.queries.ts'
import { notListedAt } from '../holdings/not-listed.queries.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'

/** A security that is asked about. */
export interface SecurityAsked {
  readonly id: number
  readonly symbol: string
}

/**
 * What a portfolio holds of a security, for a sale on a day that is not before the last trade or event of it.
 * @throws Refusal `proposal.not-held`, `costing-method.missing`, `proposal.before-last`, `proposal.many-lots` (422).
 */
export async function heldForSale(
  db: Queryable,
  portfolio: Pick<Portfolio, 'id' | 'portfolioName'>,
  equity: SecurityAsked,
  tradeDate: string,
): Promise<HeldForSale> {
  const position = { portfolioId: portfolio.id, equityId: equity.id }
  const chain = await peekChain(db, portfolio.id, equity.id)
  if (chain === undefined || chain.holding.quantity === 0n) {
    const facts = { portfolio: portfolio.portfolioName, symbol: equity.symbol }
    throw refuseField('proposal.not-held', 'symbol', facts)
  }
  if (chain.method === null) throw new Refusal('costing-method.missing', { name: portfolio.portfolioName })
  if (chain.last !== null && chain.last.tradeDate > tradeDate)
    throw refuseField('proposal.before-last', 'tradeDate', { date: chain.last.tradeDate })
  const [lots, unlisted] = await Promise.all([
    loadOldestLots(db, chain.id, chain.holding.quantity),
    notListedAt(db, position, tradeDate),
  ])
  if (lots.length > PROPOSED_LOTS_MAX) throw new Refusal('proposal.many-lots', { limit: PROPOSED_LOTS_MAX })
  const waiting = sumOf(unlisted.map(({ quantity }) => BigInt(quantity)))
  return {
    method: chain.method,
    holding: chain.holding,
    last: chain.last,
    lots,
    sellable: chain.holding.quantity - waiting,
  }
}
