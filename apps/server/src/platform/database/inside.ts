/** The transaction that the running code belongs to: taking a second connection inside one is an error. */
import { AsyncLocalStorage } from 'node:async_hooks'

const inside = new AsyncLocalStorage<string>()

/** Development and the tests stop at the fault; where the books are kept it is only logged. */
const STOPS = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

/** Runs the work of the transaction of that name. */
export const runInside = <T>(name: string, work: () => Promise<T>): Promise<T> => inside.run(name, work)

/** Runs work that belongs to no transaction, as another person's request does. */
export const runOutside = <T>(work: () => T): T => inside.exit(work)

const USE_YOURS =
  'Use the transaction that the command was given; what a refusal leaves behind belongs into Refusal.notedBy.'

/**
 * Refuses a second connection, or other long waiting, inside a transaction. A second connection waits for one that the waiting transactions hold, and neither
 * sees what the transaction wrote nor is rolled back with it.
 * @throws Error naming the transaction, in development and in tests.
 */
export function refuseInside(what: string, remedy: string = USE_YOURS): void {
  const name = inside.getStore()
  if (name === undefined) return
  const message = `The transaction "${name}" ${what}. ${remedy}`
  if (STOPS) throw new Error(message)
  process.emitWarning(message, { code: 'EM_SECOND_CONNECTION' })
}
