/** The end of a chain under the lock of its row, which every change of it takes first. */
import type { ChainTail } from '@em/core/chains/change'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A chain's tail under lock. Amounts in cents. */
export interface LockedChain extends ChainTail {
  readonly id: number
  readonly position: ChainKey
  /** The portfolio as it is under the lock: its treatment may not change while trades of it are written. */
  readonly portfolio: {
    readonly status: string
    readonly accountingTreatment: string | null
    /** The first day of its books; null where it has no opening positions or balances. */
    readonly openingDate: string | null
  }
}

const CHAIN = `SELECT c.id, c.portfolio_id, c.equity_id, c.quantity, c.cost, c.charges, c.last_event_date, c.last_event_rank, c.last_event_id, c.age_rate, c.age_rate_days,
          c.lot_rate, c.lot_rate_days, c.unlisted_until, p.status, p.accounting_treatment, p.opening_date,
          (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = p.id) AS costing_method
     FROM chains c JOIN portfolios p ON p.id = c.portfolio_id`
const OF_POSITION = `${CHAIN} WHERE c.portfolio_id = :portfolioId AND c.equity_id = :equityId`
const LOCK = statement('chains.lock', `${OF_POSITION} FOR UPDATE OF c FOR KEY SHARE OF p`)
const LOCK_ALL = statement(
  'chains.lock-all',
  `${CHAIN} JOIN unnest((SELECT :portfolioIds::bigint[]), (SELECT :equityIds::bigint[])) AS k (portfolio_id, equity_id)
       ON k.portfolio_id = c.portfolio_id AND k.equity_id = c.equity_id
    ORDER BY c.portfolio_id, c.equity_id FOR UPDATE OF c FOR KEY SHARE OF p`,
)
const LOCK_FREE = statement(
  'chains.lock-free',
  `${CHAIN} JOIN unnest(:portfolioIds::bigint[], :equityIds::bigint[]) AS k (portfolio_id, equity_id)
       ON k.portfolio_id = c.portfolio_id AND k.equity_id = c.equity_id
    FOR UPDATE OF c SKIP LOCKED FOR KEY SHARE OF p SKIP LOCKED`,
)
const CREATE_ALL = statement(
  'chains.create-all',
  `INSERT INTO chains (portfolio_id, equity_id)
   SELECT k.portfolio_id, k.equity_id FROM unnest(:portfolioIds::bigint[], :equityIds::bigint[]) AS k (portfolio_id, equity_id)
    WHERE NOT EXISTS (SELECT FROM chains c WHERE c.portfolio_id = k.portfolio_id AND c.equity_id = k.equity_id)
    ORDER BY 1, 2 ON CONFLICT (portfolio_id, equity_id) DO NOTHING`,
)
const PEEK = statement('chains.peek', OF_POSITION)
type ChainRow = RowOf<typeof PEEK>
/** A chain and its end. */
export type ChainEndRow = Omit<ChainRow, 'status' | 'opening_date'>
// A chain that begins while an action of the security is being applied to the books waits for it, so that neither misses the other.
const HOLD = statement(
  'chains.hold-securities',
  `SELECT ${takeLock('events of a security', { key: 'e::int', isShared: true })} FROM (SELECT DISTINCT e FROM unnest(:equityIds::bigint[]) AS e) k ORDER BY e`,
)
const CREATE = statement(
  'chains.create',
  'INSERT INTO chains (portfolio_id, equity_id) VALUES (:portfolioId, :equityId) ON CONFLICT (portfolio_id, equity_id) DO NOTHING',
)

/**
 * Locks the chain of a portfolio and security until the transaction ends; a new one is inserted first, because a row
 * that is not there cannot be locked.
 */
export async function lockChain(
  tx: Transaction,
  portfolioId: number,
  equityId: number,
): Promise<LockedChain> {
  const key = { portfolioId, equityId }
  let [row] = await tx.query(LOCK, key)
  if (!row) {
    await tx.query(HOLD, { equityIds: [equityId] })
    await tx.query(CREATE, key)
    ;[row] = await tx.query(LOCK, key)
  }
  if (!row) throw new Refusal('server.busy')
  return chainOf(row)
}

/** The chains that writes hold which share a transaction: a second one of the same chain has to wait for the first. */
const held = new WeakMap<Transaction, Set<string>>()

/**
 * The chain of each write that shares a transaction, locked; undefined where another write holds it, or where it is new. A write
 * that has its transaction for itself gets its chain as `lockChain` says.
 */
export async function lockEach(
  tx: Transaction,
  positions: readonly ChainKey[],
): Promise<(LockedChain | undefined)[]> {
  const [first] = positions
  if (first !== undefined && tx.neverWaits !== true) {
    return [await lockChain(tx, first.portfolioId, first.equityId)]
  }
  const keys = keysOf(positions)
  const rows = await tx.query(LOCK_FREE, keys)
  const free = new Map(rows.map((row) => [`${row.portfolio_id}/${row.equity_id}`, row]))
  const mine = held.get(tx) ?? new Set()
  held.set(tx, mine)
  return positions.map((position) => {
    const key = chainKey(position)
    const row = mine.has(key) ? undefined : free.get(key)
    mine.add(key)
    return row && chainOf(row)
  })
}

/** A portfolio and a security. */
export interface ChainKey {
  readonly portfolioId: number
  readonly equityId: number
}
const keysOf = (positions: readonly ChainKey[]) => ({
  portfolioIds: positions.map((position) => position.portfolioId),
  equityIds: positions.map((position) => position.equityId),
})
export const chainKey = (position: ChainKey) => `${position.portfolioId}/${position.equityId}`

/** Locks many chains, in the order of portfolio and security so that two writers cannot block each other; by `chainKey`. */
export async function lockChains(
  tx: Transaction,
  positions: readonly ChainKey[],
): Promise<Map<string, LockedChain>> {
  const keys = keysOf(positions)
  await tx.query(HOLD, { equityIds: keys.equityIds })
  await tx.query(CREATE_ALL, keys)
  const rows = await tx.query(LOCK_ALL, keys)
  const locked = new Map(
    rows.map((row) => {
      const chain = chainOf(row)
      return [chainKey(chain.position), chain]
    }),
  )
  if (locked.size !== new Set(positions.map(chainKey)).size) throw new Refusal('server.busy')
  return locked
}

/** A chain's current tail, read without a lock; undefined where nothing was ever traded. */
export async function peekChain(
  db: Queryable,
  portfolioId: number,
  equityId: number,
): Promise<LockedChain | undefined> {
  const [row] = await db.query(PEEK, { portfolioId, equityId })
  return row && chainOf(row)
}

function chainOf(row: ChainRow): LockedChain {
  return {
    id: row.id,
    position: { portfolioId: row.portfolio_id, equityId: row.equity_id },
    holding: {
      quantity: BigInt(row.quantity),
      cost: decimalOf(row.cost, MONEY_SCALE),
      charges: decimalOf(row.charges, MONEY_SCALE),
    },
    last:
      row.last_event_date === null
        ? null
        : {
            tradeDate: row.last_event_date,
            rank: row.last_event_rank ?? 0,
            sequence: row.last_event_id ?? 0,
          },
    weights: {
      ageRate: decimalOf(row.age_rate, RATE_SCALE),
      ageRateDays: decimalOf(row.age_rate_days, RATE_SCALE),
      lotRate: decimalOf(row.lot_rate, MONEY_SCALE + RATE_SCALE),
      lotRateDays: decimalOf(row.lot_rate_days, MONEY_SCALE + RATE_SCALE),
    },
    unlistedUntil: row.unlisted_until,
    method: row.costing_method,
    portfolio: {
      status: row.status,
      accountingTreatment: row.accounting_treatment,
      openingDate: row.opening_date,
    },
  }
}
