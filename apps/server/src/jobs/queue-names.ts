/** The queue of pg-boss: its schema and its settings. */
import type { Line } from '../platform/http/job-port.ts'

export const QUEUE_SCHEMA = 'em_jobs'
export const QUEUE = 'jobs'

/**
 * The queue of jobs, and how many of each line a worker does at a time. The queue's priorities mean the lines and
 * nothing else: no process takes from two lines. What was queued before there were lines has 0.
 */
export const LINES: Readonly<Record<Line, { readonly priority: number; readonly slots: number }>> = {
  long: { priority: 0, slots: 1 },
  // A second slot: the first may wait for a lock that a long job holds.
  short: { priority: 1, slots: 2 },
  reading: { priority: 2, slots: 1 },
}

/** Any number of jobs at a time: how many of one person is for the code that queues them (decision 047). */
export const QUEUE_POLICY = 'standard'

/** A worker sets them at its start. */
export const QUEUE_OPTIONS = {
  // A worker listens: it begins within milliseconds.
  notify: true,
  // A worker without a heartbeat for so long is dead: its job goes to another.
  heartbeatSeconds: 10,
  // The heartbeat shows which workers are alive; this is only the most that pg-boss takes.
  expireInSeconds: 86_399,
  // How often a job is tried is counted in our own table: a stop of the server is no try.
  retryLimit: 10_000,
  retryDelay: 1,
  retryBackoff: false,
  deleteAfterSeconds: 86_400,
} as const

/** Work due by the clock: of each schedule at most one waits or is running, whichever process sent it. */
export const SCHEDULED_QUEUE = 'scheduled'
export const SCHEDULED_POLICY = 'exclusive'
export const SCHEDULED_OPTIONS = {
  notify: true,
  heartbeatSeconds: 10,
  expireInSeconds: 3_600,
  // Once more; the next time comes by the clock anyway.
  retryLimit: 1,
  retryDelay: 5,
  deleteAfterSeconds: 86_400,
} as const

/** The message of the queue to a worker: which row of `jobs`. */
export interface Queued {
  readonly id: number
}
