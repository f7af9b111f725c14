/** A database that is one transaction: what many writes do stands or falls together. */
import type { Database, Transaction } from './database.ts'

/** The same database, with everything in one transaction. Calls must come one after the other. */
export function within(tx: Transaction, database: Database): Database {
  return {
    ...database,
    query: tx.query,
    reading: () => tx,
    transaction: (work) => work(tx),
    shared: (work) => work(tx),
    snapshot: (work) => work(tx),
    close: async () => {},
  }
}
