/** Where long work is submitted and its end waited for, as far as the HTTP frame must know. */
import type { ApiError } from '@em/contract'
import type { ApprovalAccepted, ApprovalAsked } from '@em/contract/approvals/approvals'
import type { Portfolios } from '../authorize.ts'
import type { Transaction } from '../database/database.ts'
import type { Sent } from './sent.ts'

/** The channel that notifies the ids of jobs that ended. */
export const ENDED_CHANNEL = 'em_jobs_ended'
/** The channel that notifies the ids of running jobs that are to be cancelled. */
export const CANCEL_CHANNEL = 'em_jobs_cancel'

/** A request whose body is kept as it came. */
export interface SentBytes extends Sent {
  readonly body: Buffer | undefined
}

/** Where a job waits: each line has slots of its own in every worker (decision 047). */
export type Line = 'short' | 'long' | 'reading'

export interface Submission {
  /** The name of the route. */
  readonly kind: string
  readonly line: Line
  readonly ownerId: number
  readonly key: string | undefined
  readonly dryRun: boolean
  readonly requestId: string
  readonly sent: SentBytes
  /** Those that the person works with. */
  readonly portfolios: Portfolios
}

/** The portfolios that a job worked with; null: all. */
interface WorkedWith {
  readonly portfolios: readonly (number | null)[] | null
}

/** The outcome of a job. */
export type Ended =
  | ({
      readonly status: 'done'
      readonly answerStatus: number
      readonly text: string
      /** Of a preview: the write itself would wait. */
      readonly wouldWait: ApprovalAsked | null
    } & WorkedWith)
  | ({ readonly status: 'failed'; readonly answerStatus: number; readonly error: ApiError } & WorkedWith)
  | ({ readonly status: 'cancelled' } & WorkedWith)
  | ({ readonly status: 'held'; readonly waits: ApprovalAccepted } & WorkedWith)

export interface JobPort {
  /**
   * Stores the work and sends it to the queue, in one transaction. The same key answers the job that it has: one that failed
   * or was cancelled goes to the queue again, of any other nothing is done anew (`known`).
   * @throws Refusal `idempotency.other-body`.
   */
  submit(submission: Submission): Promise<{ readonly id: number; readonly known: boolean }>
  /** Waits for the end of a job, as long as a request may; undefined where it has not ended by then. */
  ended(id: number, left: AbortSignal): Promise<Ended | undefined>
  /**
   * Sends a job that was held to the queue, in the transaction that says why, of one person. `mark` answers whose job it is, or null where it is not to run.
   */
  resume(
    id: number,
    by: number,
    mark: (
      tx: Transaction,
    ) => Promise<{ readonly owner_id: number | null; readonly reading: boolean } | undefined>,
  ): Promise<void>
  /** Asks for the end of a job, for a user, and waits for it as long as a request may. */
  cancel(id: number, by: number): Promise<void>
}
