/** What a worker and the process that does its jobs say to each other. */
import type pg from 'pg'
import type { Run } from './end-run.ts'

/** What a worker says: where the database is, then one run after the other. */
export type Asked = { readonly open: pg.PoolConfig } | { readonly run: Run }

/**
 * What is answered: that it is ready, that a run has ended, or the trouble that it ran into; whether that counts as one of the
 * few tries that a job has.
 */
export type Told =
  | { readonly ready: true }
  | { readonly ended: true; readonly megabytes: number }
  | { readonly trouble: string; readonly counts: boolean }
