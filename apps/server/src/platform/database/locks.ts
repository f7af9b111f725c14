/**
 * Every lock of the database that is no row: PostgreSQL's advisory locks. A transaction takes them in the order of their places,
 * so that no two wait for each other in a circle; `take_lock` (schema/locks.sql) asserts it in development and tests. What is
 * only tried, and not waited for, has a place all the same: its number is nobody else's.
 */

interface Lock {
  readonly name: string
  /** Its place in the order, and its number: 1 to 99. */
  readonly place: number
  /** What one is of, where there are several: a whole number of 32 bits. */
  readonly key?: string
}

/** Locks that end with the transaction, in the order in which they are taken. */
export const LOCKS = [
  { name: 'first start', place: 1 },
  { name: 'sign-up', place: 2 },
  { name: 'submission of a job', place: 5, key: 'hash of the person, the kind and the key' },
  { name: 'jobs of a person', place: 6, key: 'the person' },
  { name: 'schedules of a person', place: 7, key: 'the person' },
  { name: 'recalculation of daily values', place: 8 },
  { name: 'names of brokers', place: 9 },
  { name: 'document', place: 10, key: 'the first bits of its hash' },
  { name: 'comparison with the depository', place: 12 },
  { name: 'announcements', place: 14 },
  { name: 'prices of a day', place: 16, key: 'days since 2000' },
  { name: 'files of a person', place: 18, key: 'the person' },
  { name: 'files of an owner', place: 19, key: 'hash of the owner' },
  { name: 'valuations', place: 20 },
  { name: 'imports into a portfolio', place: 22, key: 'the portfolio, in 1,024 parts' },
  { name: 'orders of a security', place: 23, key: 'the security' },
  { name: 'entry of a person', place: 24, key: 'the entry' },
  // Posting shares these three. Alone: who deletes what lines name, or signs off; who locks a period; who brings a valuation into force.
  { name: 'what lines name', place: 40 },
  { name: 'periods', place: 41 },
  { name: 'what valuations rest on', place: 42 },
  { name: 'items of Suspense', place: 43 },
  { name: 'reconciliation of an account', place: 46, key: 'the account' },
  // From 80 on without an order. What a late trade moves leads from one security to the next, also after it has posted: in ascending
  // order of each step, and a circle with somebody else is broken by the database and done again by the door.
  { name: 'events of a security', place: 80, key: 'the security' },
  // Only tried: nobody waits for it.
  { name: 'slot of kept sums', place: 90, key: 'the slot' },
] as const satisfies readonly Lock[]
export type LockName = (typeof LOCKS)[number]['name']

/** The first number of those locks, without their place. */
export const LOCK_CLASS = 1_164_143_000

/** Locks of a session, held beside any transaction: two numbers each. They are as old as the first release. */
export const SESSION_LOCKS = {
  migrations: [0x45714d67, 0x4d696772],
  server: [0x45714d67, 0x53657276],
  'scheduled backup': [0x45714d67, 0x426b7570],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

const placeOf = (name: LockName): number => LOCKS.find((lock) => lock.name === name)?.place ?? 0

interface Taken {
  /** SQL of its key, an integer. */
  readonly key?: string
  readonly isShared?: boolean
}

/** SQL that waits for a lock and holds it until the transaction ends. */
export const takeLock = (name: LockName, { key = '0', isShared = false }: Taken = {}): string =>
  `take_lock(${placeOf(name)}, ${key}, ${isShared})`

/** SQL that answers whether the lock could be taken, without waiting. */
export const tryLock = (name: LockName, { key = '0' }: Taken = {}): string =>
  `pg_try_advisory_xact_lock(${LOCK_CLASS + placeOf(name)}, ${key})`

/** Development and the tests stop at a fault; where the books are kept it costs nothing. */
const STOPS = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

/** What a session of the application says at its start, so that the order is asserted where it is to be. */
export const LOCK_ORDER = STOPS ? ' -c equity_manager.lock_order=asserted' : ''

/**
 * Of a transaction that does the acts of many, each in its own order: a book is loaded into an installation where nobody works yet.
 */
export const ORDER_OF_MANY = "SELECT set_config('equity_manager.lock_order', 'many', true)"
