/** What a new trade begins with, in one round trip: its chain under lock, identities, and the account of each role. */
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { type LockedChain, lockChain } from '../../chains/lock.queries.ts'
import { type AccountOf, loadAccounts } from '../../ledger/posting/accounts-of-roles.queries.ts'
import type { TradeContext } from '../terms/context.queries.ts'

/** A new trade before it is decided. */
export interface BegunTrade {
  readonly chain: LockedChain
  /** The identity of the trade and its event: drawn under the lock, it is the order of recording in the chain. */
  readonly id: number
  /** For the entries that nearly every trade has: that of the trade, and that of its settlement. */
  readonly entryIds: readonly number[]
  readonly accountOf: AccountOf
  /** The moment that the trade is recorded at. */
  readonly recordedAt: string
}

const DRAW = statement(
  'trades.draw',
  `SELECT nextval('chain_event_ids') AS id, nextval('journal_entries_id_seq') AS first, nextval('journal_entries_id_seq') AS second,
          now() AS recorded_at`,
)

/** Locks the chain that a trade belongs to and draws what it needs. */
export async function beginTrade(
  tx: Transaction,
  { portfolio, equity }: Pick<TradeContext, 'portfolio' | 'equity'>,
): Promise<BegunTrade> {
  const [chain, [drawn], accountOf] = await Promise.all([
    lockChain(tx, portfolio.id, equity.id),
    tx.query<{ id: number; first: number; second: number; recorded_at: string }>(DRAW),
    loadAccounts(tx),
  ])
  if (drawn === undefined) throw new Error('no identity was drawn')
  const { id, first, second, recorded_at: recordedAt } = drawn
  return { chain, id, entryIds: [first, second], accountOf, recordedAt }
}

const DRAW_MANY = statement(
  'trades.draw-many',
  "SELECT nextval('chain_event_ids')::bigint AS id FROM generate_series(1, $1)",
)

/** Identities for new trades, ascending. Drawn under the locks of their chains, they are the order of recording. */
export async function drawTradeIds(tx: Transaction, count: number): Promise<number[]> {
  return (await tx.query<{ id: number }>(DRAW_MANY, [count])).map((row) => row.id)
}
