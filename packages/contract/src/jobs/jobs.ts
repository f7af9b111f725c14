import '../kit/without-eval.ts'
import { z } from 'zod'
import { exportFile } from '../exports/exports.ts'
import { apiError } from '../kit/errors.ts'

import { idParams, pageQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** Long work: requests that a worker carries out, watched, cancelled and found again by their id. */

export const JOB_STATUSES = ['waiting', 'running', 'held', 'done', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The answer (202) of a submission whose work is not done yet. */
export const jobAccepted = z.object({ jobId: z.number() })
export type JobAccepted = z.output<typeof jobAccepted>

/** A job as a list shows it. */
export const jobLine = z.object({
  id: z.number(),
  /** The name of the route that it was sent to. */
  kind: z.string(),
  /** Null if no user submitted it: a schedule did something, or failed. */
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
  status: z.enum(JOB_STATUSES),
  /** A preview: nothing is saved. */
  dryRun: z.boolean(),
  /** A user asked to cancel it, and it has not ended yet. */
  cancelling: z.boolean(),
  /** `of` is 0 while it is not known how much there is to do. */
  progress: z.object({ done: z.number(), of: z.number(), words: z.string().nullable() }),
  /** Of a failed one: what the request would have been answered, with its status. */
  error: apiError.extend({ status: z.number() }).nullable(),
  /** The file that it made; null where it made none, and for a job that has not ended. */
  file: exportFile.nullable(),
  /** The request for approval that it is; null where it needs no approval. */
  approvalId: z.number().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type JobLine = z.output<typeof jobLine>

/** One job, with what it answered. */
export const job = jobLine.extend({
  /** The status that the request would have been answered with; null until it is done. */
  resultStatus: z.number().nullable(),
  /** The body that the request would have been answered with; null also for who lost the right or the portfolios to it. */
  result: z.unknown(),
})
export type Job = z.output<typeof job>

/** One's own need no right; what is asked of a job is checked again when it starts. */
const base = { tag: 'Jobs', needs: 'signed-in' } as const
export const jobs = {
  list: route({
    ...base,
    name: 'jobs.list',
    load: 'list',
    method: 'GET',
    path: '/jobs',
    summary:
      "One's own jobs, newest first; who manages users sees those of others, too, of what he may do himself",
    query: pageQuery,
    reply: z.array(jobLine),
  }),
  get: route({
    ...base,
    name: 'jobs.get',
    load: 'light',
    method: 'GET',
    path: '/jobs/:id',
    summary: 'One job: how far it is, and what it answered',
    params: idParams,
    reply: job,
  }),
  cancel: route({
    ...base,
    name: 'jobs.cancel',
    method: 'DELETE',
    dryRunStatus: null,
    path: '/jobs/:id',
    summary: 'Cancel a job: one that has not saved leaves nothing; one that has ended is refused (409)',
    params: idParams,
    reply: job,
  }),
  retry: route({
    ...base,
    name: 'jobs.retry',
    method: 'POST',
    dryRunStatus: null,
    path: '/jobs/:id/retry',
    summary: "Try one's own failed job again, with what was sent then",
    params: idParams,
    reply: job,
  }),
}
