/**
 * The portfolios that a request may work with. Who may see all of them works on the tables; everybody else on connections
 * that see views of the same names (schema/scope.sql), for which each statement and transaction says the portfolios first.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { NeedsOwnTransaction } from './faults.ts'
import { SCHEMA } from './steps.ts'
import type { Queryable, Transaction } from './transaction.ts'

/** The ids of portfolios, and whose they are. */
export interface Scope {
  readonly portfolios: readonly number[]
  readonly person: number
}

const scopeOfRequest = new AsyncLocalStorage<Scope | undefined>()
/** The person whose write it is, while what follows from it is computed for the books. */
const scopeLeft = new AsyncLocalStorage<Scope>()

/** Does work for a person: with `'all'` on all portfolios, else on those named. */
export function inScope<T>(portfolios: 'all' | readonly number[], person: number, work: () => T): T {
  return scopeOfRequest.run(portfolios === 'all' ? undefined : { portfolios, person }, work)
}

/** The scope that the work at hand must keep to; undefined where it may see everything. */
export const scopeNow = (): Scope | undefined => scopeOfRequest.getStore()

/** The prefix of a table's name for the table itself, whatever the portfolios of the person are. */
export const tablesThemselves = (): string => (scopeNow() === undefined ? '' : `${SCHEMA}.`)

/** The schema of the views. */
export const SCOPED_SCHEMA = 'em_scoped'

/** Where a session looks for a table: of who sees all portfolios, and of who sees some, views before tables. */
export const SEARCH_PATH = `${SCHEMA},public`
export const SCOPED_SEARCH_PATH = `${SCOPED_SCHEMA},${SEARCH_PATH}`

/**
 * Does what follows from a write for the books: on the tables themselves, whatever portfolios the person may see, who then is asked
 * for by `concernsPerson`. Not while other statements of the transaction run: they would see the tables too. What it answers names
 * other portfolios; the caller leaves those out of an answer to the person. @throws NeedsOwnTransaction in a shared transaction.
 */
export async function forTheBooks<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const scope = scopeNow()
  if (scope === undefined) return work()
  // The others' statements would see the tables meanwhile.
  if (tx.isShared) throw new NeedsOwnTransaction()
  tx.send(`SET LOCAL search_path TO ${SEARCH_PATH}`)
  try {
    return await scopeLeft.run(scope, () => scopeOfRequest.run(undefined, work))
  } finally {
    // Also after a refusal: a preview may catch it and read on.
    tx.send(`SET LOCAL search_path TO ${SCOPED_SEARCH_PATH}`)
  }
}

/** Reads for the books, inside a transaction or outside of one. The caller cuts its answer to what the person may see. */
export function readForTheBooks<T>(db: Queryable | Transaction, work: () => Promise<T>): Promise<T> {
  return 'send' in db ? forTheBooks(db, work) : inScope('all', scopeNow()?.person ?? 0, work)
}

/** Whether a portfolio is one of the person whose write is running, also while what follows from it is done for the books. */
export const concernsPerson = (portfolio: number): boolean =>
  changesWithin(scopeNow() ?? scopeLeft.getStore())(portfolio)

/** Equal for people whose portfolios are the same: their small writes may share a transaction. */
export const sharedScope = (scope: Scope | undefined): string =>
  scope === undefined ? 'all' : scope.portfolios.toSorted((a, b) => a - b).join()

const listOf = ({ portfolios }: Scope) => `{${portfolios.map(Number).join(',')}}`

/** Says the portfolios of a session: its text, and its values. */
export const SAY_SCOPE = {
  name: 'scope.say',
  text: "SELECT set_config('equity_manager.scope', $1, false), set_config('equity_manager.person', $2, false)",
}
export const scopeValues = (scope: Scope): [string, string] => [listOf(scope), String(scope.person)]

/** Begins a transaction of those portfolios. No query: the isolation of the transaction may still be chosen after it. */
export const beginIn = (scope: Scope): string =>
  `BEGIN; SET LOCAL equity_manager.scope = '${listOf(scope)}'; SET LOCAL equity_manager.person = '${Number(scope.person)}'`

/** Whether something of a portfolio may be changed in a scope; null: of no portfolio. */
export function changesWithin(scope: Scope | undefined): (portfolio: number | string | null) => boolean {
  if (scope === undefined) return () => true
  const mine = new Set(scope.portfolios)
  return (portfolio) => portfolio !== null && mine.has(Number(portfolio))
}
