/** The beginning of a new trade, in one round trip: its chain under lock, identities, and the account of each role. */
import { type Step, statement, type Transaction } from '../../../platform/database/database.ts'
import { NeedsOwnTransaction } from '../../../platform/database/faults.ts'
import { type ChainKey, type LockedChain, lockEach } from '../../chains/lock.queries.ts'
import { type AccountOf, loadAccounts } from '../../ledger/posting/accounts-of-roles.queries.ts'
import type { TradeContext } from '../terms/context.queries.ts'
import { lastActions } from './last-actions.queries.ts'

/** A new trade before it is decided. */
export interface BegunTrade {
  readonly chain: LockedChain
  /** The identity of the trade and its event: drawn under the lock, it is the order of recording in the chain. */
  readonly id: number
  /** For the entries that nearly every trade has: that of the trade, and that of its settlement. */
  readonly entryIds: readonly number[]
  readonly accountOf: AccountOf
  /** The last day of a corporate action of the security that rests on what is held; null where there is none. */
  readonly lastAction: string | null
  /** The moment that the trade is recorded at. */
  readonly recordedAt: string
}

/** The count is in a query of its own: a plan made for it alone would be made anew for every save. */
const DRAW = statement(
  'trades.draw',
  `SELECT nextval('chain_event_ids') AS id, nextval('journal_entries_id_seq') AS first, nextval('journal_entries_id_seq') AS second,
          now() AS recorded_at,
          greatest((SELECT max(locked_through) FROM entities),
                   (SELECT max(covered_until) FROM reconciliations WHERE status = 'reconciled')) AS closed_through
     FROM generate_series(1, (SELECT :count::integer))`,
)
/** Of writes that share a transaction, the chains are locked and the identities drawn at once. */
const BEGIN: Step<ChainKey, (BegunTrade & { readonly closedThrough: string | null }) | undefined> = {
  writes: false,
  run: async (tx, positions) => {
    const [chains, drawn, accountOf, last] = await Promise.all([
      lockEach(tx, positions),
      tx.query(DRAW, { count: positions.length }),
      loadAccounts(tx),
      lastActions(tx, [...new Set(positions.map(({ equityId }) => equityId))]),
    ])
    return positions.map(({ equityId }, index) => {
      const [chain, one] = [chains[index], drawn[index]]
      if (one === undefined) throw new Error('no identity was drawn')
      const { id, first, second, recorded_at: recordedAt, closed_through: closedThrough } = one
      const lastAction = last.get(equityId) ?? null
      return (
        chain && { chain, id, entryIds: [first, second], accountOf, lastAction, recordedAt, closedThrough }
      )
    })
  },
}

/**
 * Locks the chain that a trade belongs to and draws what it needs. @throws NeedsOwnTransaction where others share the transaction
 * and it would have to wait for the chain, or is dated in days of which some are locked or signed off: the database may refuse it.
 */
export async function beginTrade(
  tx: Transaction,
  { portfolio, equity }: Pick<TradeContext, 'portfolio' | 'equity'>,
  tradeDate: string,
): Promise<BegunTrade> {
  const begun = await tx.together(BEGIN, { portfolioId: portfolio.id, equityId: equity.id })
  if (begun === undefined) throw new NeedsOwnTransaction()
  if (tx.isShared && tradeDate <= (begun.closedThrough ?? '')) throw new NeedsOwnTransaction()
  // What corporate actions make of it may lock and post elsewhere.
  if (tx.isShared && tradeDate <= (begun.lastAction ?? '')) throw new NeedsOwnTransaction()
  return begun
}

const DRAW_MANY = statement(
  'trades.draw-many',
  "SELECT array_agg(nextval('chain_event_ids'))::text[] AS ids FROM generate_series(1, :count)",
)

/** Identities for new trades, ascending. Drawn under the locks of their chains, they are the order of recording. */
export async function drawTradeIds(tx: Transaction, count: number): Promise<number[]> {
  const [row] = await tx.query(DRAW_MANY, { count })
  return (row?.ids ?? []).map(Number)
}
