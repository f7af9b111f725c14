/** The messages between a worker and the process that does its work. */
import type pg from 'pg'
import type { Run } from './end-run.ts'
import type { ScheduleName } from './schedules.ts'

/** One piece of work: a start of a job, or what is due by the clock. */
export type Work = { readonly run: Run } | { readonly scheduled: ScheduleName }

/** The messages of a worker: where the database is, then one piece of work after the other. */
export type Asked = { readonly open: pg.PoolConfig } | Work

/**
 * The messages of the process: that it is ready, that the work has ended (and what it did, where that is worth a word), or the trouble that
 * it ran into; whether that counts as one of the few tries that a job has.
 */
export type Report =
  | { readonly ready: true; readonly megabytes: number }
  | { readonly ended: true; readonly did: string | null; readonly megabytes: number }
  | { readonly trouble: string; readonly counts: boolean }
