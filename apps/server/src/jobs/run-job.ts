/** Carries out one job: the write that was sent, by the person who sent it, through the door that every write goes. */
import { actorOf } from '../features/identity/accounts/actor.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import { runOutside } from '../platform/database/inside.ts'
import type { Done } from '../platform/door.ts'
import { portfoliosFor } from '../platform/http/request-slots.ts'
import type { Server } from '../platform/http/serve.ts'
import type { Progress } from '../platform/http/writes.ts'
import { Refusal } from '../platform/refusal.ts'
import { toRefusal } from '../platform/to-refusal.ts'
import { cancelled, type Run, refuse } from './end-run.ts'
import { DONE, INPUT, NOTIFY_HELD, PROGRESS, WORKS_WITH } from './jobs.statements.ts'

/** No refusal of what was sent: the same work may succeed when it is tried again. */
const TROUBLE = new Set(['server.busy', 'server.no-database', 'server.no-writes', 'server.unknown'])

/**
 * Another run of the job still holds its key: that of a process that was killed, whose statement the database has not ended yet.
 * It is waited for, and is no try of the job's.
 */
export class AtWorkElsewhere extends Error {
  constructor() {
    super('another run of the job has not ended yet')
  }
}

/** The job is to be cancelled, or another worker has begun it again: nothing of this run may be kept. */
class NoLonger extends Error {
  constructor() {
    super('this run of the job does not count any more')
  }
}

/**
 * Does the work and keeps what became of it: an answer with the work's own transaction, a refusal after it. Where the job
 * is to be cancelled, or another run of it has begun, nothing is kept.
 * @throws what is neither answer nor refusal, such as a database that went away: it is to be tried again.
 */
export async function runJob(server: Server, run: Run, report: (error: unknown) => void): Promise<void> {
  const { database } = server
  const [job] = await database.query(INPUT, { id: run.id, turn: run.turn })
  if (job?.owner_id == null) return cancelled(database, run)
  const feed = new ProgressFeed(server, run)
  const end = (tx: Transaction | Server['database'], done: Done<unknown>) =>
    tx.query(DONE, {
      ...run,
      answerStatus: done.status,
      answer: JSON.stringify(done.answer),
      wouldWait: done.wouldWait === undefined ? null : JSON.stringify(done.wouldWait),
    })
  try {
    const write = server.writes.get(job.kind)
    if (write === undefined) throw new Refusal('record.missing', { what: `The call ${job.kind}` })
    let isStored = false
    const actor = await actorOf(database, job.owner_id)
    const portfolios = portfoliosFor(write.route, actor)
    await database.query(WORKS_WITH, { ...run, portfolios: portfolios === 'all' ? null : portfolios })
    const done = await write.run(
      actor,
      { params: JSON.parse(job.params), query: JSON.parse(job.query), body: job.body ?? undefined },
      {
        // Without a key of its own a job has its own: broken off after its commit, it is not done twice. No header can hold it.
        idempotencyKey: job.key ?? `job №${run.id}`,
        requestId: job.request_id ?? undefined,
        progress: feed.write,
        job: run.id,
        beforeCommit: async (tx, answered) => {
          await feed.stop()
          if ((await end(tx, answered)).length === 0) throw new NoLonger()
          isStored = true
        },
      },
    )
    await feed.stop()
    // It waits for another person, and its job with it.
    if (done.waits !== undefined)
      return await database.query(NOTIFY_HELD, { id: run.id }).then(() => undefined)
    // A preview, or an answer that was given before: its transaction was rolled back.
    if ((!isStored || done.replayed || job.dry_run) && (await end(database, done)).length === 0)
      await cancelled(database, run)
  } catch (error) {
    await feed.stop()
    if (error instanceof NoLonger) return cancelled(database, run)
    const refusal = toRefusal(error as Error)
    if (refusal.code === 'idempotency.running') throw new AtWorkElsewhere()
    if (TROUBLE.has(refusal.code)) throw error
    if (refusal.code === 'server.fault') report(error)
    if (await server.approvals.refused(run.id, refusal)) return
    await refuse(database, run, refusal)
  }
}

const WRITE_EVERY_MS = 250

/** Writes the progress of a job on a connection of its own: the job's own transaction is invisible until its end. */
class ProgressFeed {
  readonly #server: Server
  readonly #run: Run
  #latest: { done: number; of: number; words: string } | undefined
  #writing: Promise<unknown> | undefined
  #next = 0
  #stopped = false

  constructor(server: Server, run: Run) {
    this.#server = server
    this.#run = run
  }

  readonly write: Progress = (done, of, words) => {
    const news = this.#latest?.words !== words
    this.#latest = { done, of, words }
    if (this.#stopped || this.#writing !== undefined) return
    if (!news && performance.now() < this.#next) return
    this.#next = performance.now() + WRITE_EVERY_MS
    const { database } = this.#server
    const values = { ...this.#run, ...this.#latest }
    this.#writing = runOutside(() => database.reading('light').query(PROGRESS, values))
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined
      })
  }

  /** No progress is written after it: the end of the job would wait for it, or it for the end. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#writing
  }
}
