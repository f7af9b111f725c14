/** A database that is one transaction: many writes commit or roll back together, and each is an act of its own. */
import { asActOf } from './acts.ts'
import type { Database, Transaction } from './database.ts'

/** The same database, with everything in one transaction. Calls must come one after the other. */
export function within(tx: Transaction, database: Database): Database {
  return {
    ...database,
    query: tx.query,
    reading: () => tx,
    transaction: (work, _name, by) =>
      by?.length === 1 ? asActOf(tx, by[0] ?? null, () => work(tx)) : work(tx),
    shared: (work, _name, by) => asActOf(tx, by, () => work(tx)),
    snapshot: (work) => work(tx),
    close: async () => {},
  }
}
