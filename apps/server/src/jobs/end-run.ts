/** How a run of a job ends beside its answer: refused, or cancelled. A worker does it for processes that are gone. */
import type { Database } from '../platform/database/database.ts'
import type { Refusal } from '../platform/refusal.ts'
import { CANCELLED, FAILED } from './kept.queries.ts'

/** One start of a job. */
export interface Run {
  readonly id: number
  readonly turn: number
}

/** Ends a run with a refusal. */
export async function refuse(database: Database, run: Run, refusal: Refusal): Promise<void> {
  const told = { ...run, answerStatus: refusal.status, error: JSON.stringify(refusal.body()) }
  if ((await database.query(FAILED, told)).length === 0) await cancelled(database, run)
}

/** Ends a run that was asked to end, once nothing of it runs any more; of any other nothing happens. */
export async function cancelled(database: Database, run: Run): Promise<void> {
  await database.query(CANCELLED, { ...run })
}
