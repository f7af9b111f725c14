/**
 * The table of every advisory lock of PostgreSQL that the product takes: its name, its number and what its key is of. A transaction
 * takes them in the order of their ranks, so that no two wait for each other in a circle; `take_lock` (schema/locks.sql)
 * asserts it in development and tests. A lock that is only tried, and not waited for, has a rank all the same: its number is
 * unique.
 */

interface Lock {
  readonly name: string
  /** Its rank in the order, and its number: 1 to 99. */
  readonly rank: number
  /** The key of one, where there are several: a whole number of 32 bits. */
  readonly key?: string
}

/** Locks that end with the transaction, in the order in which they are taken. */
export const LOCKS = [
  { name: 'first start', rank: 1 },
  { name: 'sign-up', rank: 2 },
  // Rules and the people who could satisfy them: a change of either looks at the other.
  { name: 'approval rules', rank: 3 },
  { name: 'lists of a person', rank: 4, key: 'the person' },
  { name: 'submission of a job', rank: 5, key: 'hash of the person, the kind and the key' },
  { name: 'jobs of a person', rank: 6, key: 'the person' },
  { name: 'schedules of a person', rank: 7, key: 'the person' },
  { name: 'recalculation of daily values', rank: 8 },
  { name: 'names of brokers', rank: 9 },
  { name: 'document', rank: 10, key: 'the first bits of its hash' },
  { name: 'comparison with the depository', rank: 12 },
  { name: 'files of custodians', rank: 13 },
  { name: 'announcements', rank: 14 },
  { name: 'prices of a day', rank: 16, key: 'days since 2000' },
  { name: 'files of a person', rank: 18, key: 'the person' },
  { name: 'files of an owner', rank: 19, key: 'hash of the owner' },
  { name: 'valuations', rank: 20 },
  { name: 'imports into a portfolio', rank: 22, key: 'the portfolio, in 1,024 parts' },
  { name: 'orders of a security', rank: 23, key: 'the security' },
  { name: 'entry of a person', rank: 24, key: 'the entry' },
  // Two acts on one portfolio that are each within a hard bound, and together beyond it, look at each other.
  { name: 'hard limits of a portfolio', rank: 25, key: 'the portfolio' },
  { name: 'review of limits', rank: 26 },
  // Posting shares these three. Alone: deleting what lines name, and signing off; locking a period; putting a valuation into force.
  { name: 'what lines name', rank: 40 },
  { name: 'periods', rank: 41 },
  { name: 'what valuations rest on', rank: 42 },
  { name: 'items of Suspense', rank: 43 },
  { name: 'reconciliation of an account', rank: 46, key: 'the account' },
  // From 80 on without an order. What a late trade moves leads from one security to the next, also after it has posted: in ascending
  // order of each step, and the database breaks a deadlock with another transaction, which the door repeats.
  { name: 'events of a security', rank: 80, key: 'the security' },
  // Only tried, never waited for.
  { name: 'slot of kept sums', rank: 90, key: 'the slot' },
  { name: 'key of a request', rank: 91, key: 'hash of the person, the route and the key' },
] as const satisfies readonly Lock[]
export type LockName = (typeof LOCKS)[number]['name']

/** The first number of those locks, without their rank. */
export const LOCK_CLASS = 1_164_143_000

/**
 * Locks that a session holds in addition to any transaction, under two numbers each: ASCII of "EqMg" and of what it is, as old as the first
 * release. The key of `one database` is drawn at each start, that of a FIX session is its id.
 */
export const SESSION_LOCKS = {
  migrations: [0x45714d67, 0x4d696772],
  server: [0x45714d67, 0x53657276],
  'scheduled backup': [0x45714d67, 0x426b7570],
  'one database': [0x45714d68, null],
  'FIX session': [0x45714d69, null],
} as const satisfies Readonly<Record<string, readonly [number, number | null]>>
export type SessionLockName = keyof typeof SESSION_LOCKS

const numbersOf = (name: SessionLockName, key: number): string => {
  const [first, second] = SESSION_LOCKS[name]
  return `${first}, ${second ?? key}`
}

/** SQL that waits for a lock and holds it until the session ends. */
export const holdForSession = (name: SessionLockName, key = 0): string =>
  `SELECT pg_advisory_lock(${numbersOf(name, key)})`

/** SQL that answers `held`: whether the lock could be taken without waiting. */
export const tryForSession = (name: SessionLockName, key = 0): string =>
  `SELECT pg_try_advisory_lock(${numbersOf(name, key)}) AS held`

/** SQL that lets a lock of the session go. */
export const letGo = (name: SessionLockName, key = 0): string =>
  `SELECT pg_advisory_unlock(${numbersOf(name, key)})`
