/** Acts of a transaction: it says who writes, and the database draws an identity for each (decision 049). */
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** The writers: the ids of people, or null for the server itself. */
export type People = readonly (number | null)[]

/** The statement that names the writers at the beginning of a transaction. */
export const writtenBy = (by: People): string =>
  by.length === 0
    ? ''
    : `; SET LOCAL equity_manager.people = '{${by.map((id) => (id === null ? 'NULL' : Number(id))).join(',')}}'`

const SAID = statement(
  'acts.said',
  `SELECT current_setting('equity_manager.people', true) AS people, current_setting('equity_manager.acts', true) AS acts,
          current_setting('equity_manager.act', true) AS act`,
)
const BEGIN = statement('acts.begin', 'SELECT begin_acts(:people?::bigint[])')
const GO_ON = statement(
  'acts.go-on',
  `SELECT set_config('equity_manager.people', coalesce(:people?::text, ''), true), set_config('equity_manager.acts', coalesce(:acts?::text, ''), true),
          set_config('equity_manager.act', coalesce(:act?::text, ''), true)`,
)

/** Does work as an act of its own inside a longer transaction, as each write of a book that is loaded is. */
export async function asActOf<T>(tx: Transaction, by: number | null, work: () => Promise<T>): Promise<T> {
  const [said] = await tx.query(SAID)
  tx.send(BEGIN, { people: [by] })
  const answer = await work()
  tx.send(GO_ON, { people: null, acts: null, act: null, ...said })
  return answer
}
