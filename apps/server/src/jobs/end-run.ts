/** The ends of a job's run without an answer: refused, or cancelled. A worker does it for processes that are gone. */
import { endWithJob } from '../features/approvals/ends.ts'
import type { Database } from '../platform/database/database.ts'
import type { Refusal } from '../platform/refusal.ts'
import { CANCELLED, FAILED } from './jobs.statements.ts'

/** One start of a job. */
export interface Run {
  readonly id: number
  readonly turn: number
}

/** Ends a run with a refusal. What waited for approval as this job ends with it. */
export async function refuse(database: Database, run: Run, refusal: Refusal): Promise<void> {
  const failed = { ...run, answerStatus: refusal.status, error: JSON.stringify(refusal.body()) }
  if ((await database.query(FAILED, failed)).length === 0) return cancelled(database, run)
  await endWithJob(database, run.id)
}

/** Ends a run that was asked to end, once nothing of it runs any more; of any other nothing happens. */
export async function cancelled(database: Database, run: Run): Promise<void> {
  if ((await database.query(CANCELLED, { ...run })).length > 0) await endWithJob(database, run.id)
}
