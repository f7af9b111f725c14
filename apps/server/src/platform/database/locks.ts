/** Takes the locks of a transaction that the table names (platform/postgres/locks.ts). */
import { LOCKS, type LockName } from '../postgres/locks.ts'

const numberOf = (name: LockName): number => LOCKS.find((lock) => lock.name === name)?.rank ?? 0

interface Taken {
  /** SQL of its key, an integer. */
  readonly key?: string
  readonly isShared?: boolean
}

/** SQL that waits for a lock and holds it until the transaction ends. */
export const takeLock = (name: LockName, { key = '0', isShared = false }: Taken = {}): string =>
  `take_lock(${numberOf(name)}, ${key}, ${isShared})`

/** SQL that answers whether the lock could be taken, without waiting. */
export const tryLock = (name: LockName, { key = '0' }: Pick<Taken, 'key'> = {}): string =>
  `try_lock(${numberOf(name)}, ${key})`

/** Development and the tests stop at a fault; where the books are kept it costs nothing. */
const STOPS = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

/** The setting of an application's session at its start, so that the order is asserted where it is to be. */
export const LOCK_ORDER = STOPS ? ' -c equity_manager.lock_order=asserted' : ''

/**
 * Of a transaction that does the acts of many, each in its own order: a book is loaded into an installation that is not in use yet.
 */
export const ORDER_OF_MANY = "SELECT set_config('equity_manager.lock_order', 'many', true)"
