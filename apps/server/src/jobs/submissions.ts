/** Submits long work to the queue, waits for its end, cancels it. Every server can answer its outcome. */
import { createHash } from 'node:crypto'
import type { ApiError } from '@em/contract'
import { type ApprovalAccepted, type ApprovalAsked, requestNumber } from '@em/contract/approvals/approvals'
import { endWithJob } from '../features/approvals/ends.ts'
import { endInWords } from '../features/approvals/request-rows.ts'
import { type Database, type Listening, type RowOf, type Transaction } from '../platform/database/database.ts'
import type { Ended, JobPort, Submission } from '../platform/http/job-port.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  ADD,
  BY_KEY,
  CANCEL,
  END,
  ENDED_CHANNEL,
  FORGET_OVER,
  KEEP_INPUT,
  LOCK_PERSON,
  OPEN,
  TAKE_KEY,
  WAIT_AGAIN,
} from './jobs.statements.ts'
import type { JobQueue } from './queue.ts'

/** What is kept of one person: what was sent for a job may be large. */
export interface Room {
  /** Jobs that wait or run, and the bytes that were sent for them. */
  readonly open: number
  readonly openBytes: number
  /** Bytes that were sent for jobs that failed or were cancelled: they may be tried again for a day. */
  readonly endedBytes: number
}
const MB = 1024 * 1024
const ROOM: Room = { open: 100, openBytes: 512 * MB, endedBytes: 256 * MB }
/** So long a request waits for the end of its work. */
export const ANSWER_WITHIN_MS = 2_000

export interface Submissions extends JobPort {
  /** Puts a job that failed to the queue again. @throws Refusal `job.not-failed`. */
  again(id: number): Promise<void>
  close(): Promise<void>
}

/** @param within milliseconds that a request waits for the end of its work. */
export function openSubmissions(
  database: Database,
  queue: JobQueue,
  within = ANSWER_WITHIN_MS,
  room: Room = ROOM,
): Submissions {
  const ends = new Ends(database)
  const endOf = async (id: number) => endedOf((await database.reading('light').query(END, { id }))[0])
  const ended: JobPort['ended'] = (id, left) => ends.until(id, within, left, () => endOf(id))
  return {
    submit: async (submission) => {
      await queue.open()
      const submitted = await database.transaction(
        (tx) => keep(tx, queue, submission, room),
        `${submission.kind}, handed in`,
      )
      queue.sent(submitted.id)
      return submitted
    },
    ended,
    again: async (id) => {
      await queue.open()
      await database.transaction(async (tx) => {
        const [row] = await tx.query(WAIT_AGAIN, { id })
        if (row === undefined) throw new Refusal('job.not-failed')
        if (!row.has_input || row.owner_id === null) throw new Refusal('job.forgotten')
        await makeRoom(tx, row.owner_id, room)
        await queue.send(tx, { id, ownerId: row.owner_id, reading: row.reading })
      }, 'jobs.again')
      queue.sent(id)
    },
    resume: async (id, by, mark) => {
      await queue.open()
      const goesOn = await database.transaction(
        async (tx) => {
          const row = await mark(tx)
          if (row?.owner_id == null) return false
          await tx.query(LOCK_PERSON, { ownerId: row.owner_id })
          await queue.send(tx, { id, ownerId: row.owner_id, reading: row.reading })
          return true
        },
        'jobs.resume',
        [by],
      )
      if (goesOn) queue.sent(id)
    },
    cancel: async (id, by) => {
      await queue.open()
      const asked = await database.transaction(async (tx) => {
        const [row] = await tx.query(CANCEL, { id, by })
        if (row !== undefined && row.status !== 'running' && row.owner_id !== null) {
          // What waited behind it takes its place, and does not wait until the queue comes to one that is no more.
          await tx.query(LOCK_PERSON, { ownerId: row.owner_id })
          await queue.send(tx, { id, ownerId: row.owner_id, reading: row.reading })
        }
        return row
      }, 'jobs.cancel')
      if (asked?.status === 'running') await ended(id, new AbortController().signal)
      else if (asked !== undefined) await endWithJob(database, id)
    },
    close: async () => {
      await ends.close()
      await queue.close()
    },
  }
}

type Tx = Transaction

async function keep(
  tx: Tx,
  queue: JobQueue,
  submission: Submission,
  room: Room,
): Promise<{ id: number; known: boolean }> {
  const { kind, line, ownerId, key = null, dryRun, requestId, sent } = submission
  const portfolios = submission.portfolios === 'all' ? null : submission.portfolios
  const [params, query] = [JSON.stringify(sent.params ?? {}), JSON.stringify(sent.query ?? {})]
  const hash = createHash('sha256')
    .update(params)
    .update('\n')
    .update(sent.body ?? '')
    .digest()
  const send = async (id: number) => {
    await tx.query(KEEP_INPUT, { id, params, query, body: sent.body ?? null })
    await makeRoom(tx, ownerId, room)
    await queue.send(tx, { id, ownerId, reading: line === 'reading' })
  }
  if (key !== null) {
    await tx.query(TAKE_KEY, { ownerId, kind, dryRun, key })
    const [earlier] = await tx.query(BY_KEY, { ownerId, kind, dryRun, key })
    if (earlier !== undefined) {
      if (!earlier.body_hash.equals(hash)) throw new Refusal('idempotency.other-body')
      const { id, status } = earlier
      if (status !== 'failed' && status !== 'cancelled') return { id, known: true }
      // One that was rejected, withdrawn or returned has ended for good.
      if ((await tx.query(WAIT_AGAIN, { id })).length === 0)
        throw new Refusal('approval.ended', {
          number: requestNumber(earlier.request ?? 0),
          why: endInWords(earlier.request_state ?? '', earlier.request_reason),
        })
      await send(id)
      return { id, known: false }
    }
  }
  const [added] = await tx.query(ADD, { kind, line, ownerId, key, hash, dryRun, requestId, portfolios })
  const { id } = added as { id: number }
  await send(id)
  return { id, known: false }
}

/** @throws Refusal `request.too-many` where the person's jobs that have not ended, this one among them, are more than there is room for. */
async function makeRoom(tx: Tx, ownerId: number, room: Room): Promise<void> {
  await tx.query(LOCK_PERSON, { ownerId })
  const [held] = await tx.query(OPEN, { ownerId })
  if ((held?.open ?? 0) > room.open || (held?.bytes ?? 0) > room.openBytes)
    throw new Refusal('request.too-many', { what: 'Too many of your jobs have not ended yet.', seconds: 30 })
  await tx.query(FORGET_OVER, { ownerId, most: room.endedBytes })
}

const waitsOf = ({ request, rules, expires_on: expiresAt }: RowOf<typeof END>): ApprovalAccepted => ({
  approvalId: request ?? 0,
  number: requestNumber(request ?? 0),
  state: 'waiting',
  rules: [...new Set((rules as { name: string }[]).map(({ name }) => name))],
  expiresAt: expiresAt ?? '',
})

function endedOf(row: RowOf<typeof END> | undefined): Ended | undefined {
  if (row === undefined) return undefined
  const { portfolios } = row
  switch (row.status) {
    case 'done':
      return {
        status: 'done',
        answerStatus: row.result_status ?? 200,
        text: row.result ?? 'null',
        wouldWait: row.would_wait as ApprovalAsked | null,
        portfolios,
      }
    case 'failed':
      return {
        status: 'failed',
        answerStatus: row.error_status ?? 500,
        error: JSON.parse(row.error ?? '{}') as ApiError,
        portfolios,
      }
    case 'cancelled':
      return { status: 'cancelled', portfolios }
    case 'held':
      return { status: 'held', waits: waitsOf(row), portfolios }
    default:
      return undefined
  }
}

/** A request that waits for the end of a job is woken by a notice of the database, wherever the job runs. */
class Ends {
  readonly #database: Database
  readonly #waiting = new Map<number, Set<() => void>>()
  #listening: Listening | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Answers what `find` finds once the job has ended; undefined when the time is over before. */
  async until<T>(
    id: number,
    ms: number,
    left: AbortSignal,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    this.#listen()
    const over = AbortSignal.any([AbortSignal.timeout(ms), left])
    for (;;) {
      // The wait begins before the search, so that no notice between the two is missed.
      const next = this.#next(id, over)
      const found = await find()
      if (found !== undefined || over.aborted) {
        next.drop()
        return found
      }
      await next.woken
    }
  }

  async close(): Promise<void> {
    await this.#listening?.close()
    for (const wakes of this.#waiting.values()) for (const wake of wakes) wake()
  }

  #listen(): void {
    this.#listening ??= this.#database.listen(ENDED_CHANNEL, {
      onNotice: (id) => this.#wake(Number(id)),
      onBegin: () => {
        for (const id of this.#waiting.keys()) this.#wake(id)
      },
    })
  }

  #wake(id: number): void {
    for (const wake of this.#waiting.get(id) ?? []) wake()
  }

  #next(id: number, over: AbortSignal): { readonly woken: Promise<void>; drop(): void } {
    const wakes = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, wakes)
    let wake: () => void = () => undefined
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    const drop = () => {
      over.removeEventListener('abort', end)
      wakes.delete(end)
      if (wakes.size === 0 && this.#waiting.get(id) === wakes) this.#waiting.delete(id)
    }
    const end = () => {
      drop()
      wake()
    }
    wakes.add(end)
    over.addEventListener('abort', end)
    if (over.aborted) end()
    return { woken, drop }
  }
}
