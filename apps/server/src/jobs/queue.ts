/** The queue as a server uses it: a job is handed in within the transaction that keeps it. */
import { type Db, PgBoss } from 'pg-boss'
import type { Database, Transaction } from '../platform/database/database.ts'
import { runOutside } from '../platform/database/inside.ts'
import { inScope } from '../platform/database/scope.ts'
import { QUEUE, QUEUE_SCHEMA, type Queued } from './queue-names.ts'

/** What the queue is told of a job. */
export interface QueuedJob {
  readonly id: number
  readonly ownerId: number
}

/** Puts a job into the queue. Jobs of one person take turns. */
export async function enqueue(boss: PgBoss, { id, ownerId }: QueuedJob, db?: Db): Promise<void> {
  const queued: Queued = { id }
  await boss.send(QUEUE, queued, { group: { id: String(ownerId) }, ...(db && { db }) })
}

export interface JobQueue {
  /** Before the first job is sent: what it asks of the database must not wait inside a transaction. */
  open(): Promise<void>
  /** Hands in a job; a worker sees it once the transaction is committed. */
  send(tx: Transaction, job: QueuedJob): Promise<void>
  /** The transaction is committed. */
  sent(id: number): void
  close(): Promise<void>
}

/** The queue of pg-boss in the database of the books. It only sends: who works is a process of its own. */
export function bossQueue(database: Database, report: (error: unknown) => void): JobQueue {
  let opened: Promise<PgBoss> | undefined
  const open = async () => {
    const boss = new PgBoss({
      schema: QUEUE_SCHEMA,
      migrate: false,
      createSchema: false,
      supervise: false,
      schedule: false,
      registerInstance: false,
      db: {
        // Its timers go on after the request that opened it: they are nobody's.
        executeSql: (text, values) =>
          runOutside(() =>
            inScope('all', 0, async () => ({ rows: await database.reading('light').query(text, values) })),
          ),
      },
    })
    boss.on('error', report)
    await boss.start()
    return boss
  }
  const opening = () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return {
    open: async () => {
      await opening()
    },
    send: async (tx, job) => {
      const db: Db = { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) }
      await enqueue(await opening(), job, db)
    },
    sent: () => undefined,
    close: async () => {
      await (await opened?.catch(() => undefined))?.stop({ graceful: false })
    },
  }
}
