/** Where writes wait for the approval of another person, as far as the HTTP frame must know (features/approvals). */
import type { ApprovalAccepted, ApprovalAsked } from '@em/contract/approvals/approvals'
import type { Route } from '@em/contract/kit/route'
import type { Ask, Releaser } from '../asks.ts'
import type { SignedIn } from '../authorize.ts'
import type { Transaction } from '../database/database.ts'
import type { AuditRow, Done } from '../door.ts'
import type { Refusal } from '../refusal.ts'
import type { Sent } from './sent.ts'

/** One write on its way: who sends what. */
export interface Attempt {
  readonly route: Route
  readonly maker: SignedIn
  readonly sent: Sent
  /** The JSON that was read. */
  readonly json: unknown
  readonly idempotencyKey: string | undefined
  readonly requestId: string | undefined
  /** The id of the job that carries it out; undefined where there is none. */
  readonly job: number | undefined
}

/** The result of a command, before its commit. */
export interface Doing {
  readonly tx: Transaction
  readonly done: Done<unknown>
  readonly audits: readonly AuditRow[]
  readonly asks: readonly Ask[]
  /** The answer of `begin`. */
  readonly from: unknown
}

/** Thrown inside the transaction of a write that has to wait: nothing of it is kept, and the attempt is. */
export class HasToWait extends Error {
  /** The findings about it, for the code that keeps the attempt. */
  readonly found: unknown
  constructor(found: unknown) {
    super('the write waits for approval')
    this.found = found
  }
}

/** Looks on while a write is carried out, which may have to wait. */
export interface Watch {
  /** When the write was sent: its command works as of then. */
  readonly asOf: Date
  /** The approvers of the write that it carries out; left out where there are none. */
  readonly releasers?: readonly Releaser[]
  /** A preview: its refusal is no attempt, and leaves no trace. */
  readonly isPreview?: boolean
  /** The caller has a slot for a save already. */
  readonly hasSlot?: boolean
  /** In the write's transaction, before its command. */
  begin(tx: Transaction): Promise<unknown>
  /**
   * After the command, in its transaction. Answers the newest act whose rules it was judged by, null of what was approved. @throws HasToWait,
   * or a Refusal that prevents the commit.
   */
  judge(doing: Doing): Promise<number | null>
  /** The rules that ask for a write that has to wait, and who could approve it. */
  asked?(waits: HasToWait): ApprovalAsked
  /** Of a preview: the rules that would ask, and who could approve; null where nothing asks. */
  preview(doing: Doing): Promise<ApprovalAsked | null>
  /** Of what was approved: its end is kept with what it wrote. */
  settle?(tx: Transaction, done: Done<unknown>): Promise<void>
  /** Keeps the attempt; `preview` carries the preview out. Answers the response of the request. */
  keep(waits: HasToWait, preview: () => Promise<unknown>): Promise<ApprovalAccepted>
}

/** The watch of a write; where no rule asks for the call, the newest act that had written rules by then (null: none can). */
export type Watched =
  | { readonly watch: Watch }
  | { readonly watch: undefined; readonly rulesAct: number | null }

export interface ApprovalPort {
  /** The watch of a write that is carried out. */
  watch(attempt: Attempt): Promise<Watched>
  /** Of long work, before it is run: the rules that can ask for the call, and who could approve it; null where none can. */
  mayAsk(attempt: Pick<Attempt, 'route' | 'maker'>): Promise<ApprovalAsked | null>
  /** The outcome of an attempt that was kept under this key: its answer, or that it still waits; undefined where none was. */
  known(
    attempt: Attempt,
  ): Promise<{ readonly waits: ApprovalAccepted } | { readonly done: Done<unknown> } | undefined>
  /** The run of a job was refused: of one that was approved its request is returned. Answers true where the job goes on waiting. */
  refused(job: number, refusal: Refusal): Promise<boolean>
}
