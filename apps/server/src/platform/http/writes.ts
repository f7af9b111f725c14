/** Writes by the names of their routes, so that one can be held as it was sent and carried out later, by another process. */
import type { Route } from '@em/contract'
import type { SignedIn } from '../authorize.ts'
import type { Transaction } from '../database/database.ts'
import type { Done } from '../door.ts'

/** A request as it was sent. */
export interface Sent {
  readonly params: unknown
  /** The query as it came, with what it asks of the door (`dryRun`, `openPeriod` ...). */
  readonly query: unknown
  readonly body: Buffer | undefined
}

/** Tells how far it is: `of` is 0 while nobody knows how much there is to do. */
export type Progress = (done: number, of: number, words: string) => void

export interface RunOptions {
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  readonly progress: Progress
  /** Kept or lost together with what the command writes. */
  beforeCommit?(tx: Transaction, done: Done<unknown>): Promise<void>
}

export interface HeldWrite {
  readonly route: Route
  /** @throws Refusal `request.invalid` for what the contract does not take. */
  parse(sent: Sent): Promise<unknown>
  /** Carries it out for a person through the door. @throws Refusal as the request would have been answered. */
  run(actor: SignedIn, sent: Sent, options: RunOptions): Promise<Done<unknown>>
}

export type HeldWrites = Map<string, HeldWrite>
