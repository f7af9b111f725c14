/** The queue as a server uses it: a job is submitted within the transaction that keeps it. */
import type { Db, PgBoss } from 'pg-boss'
import type { Database, Transaction } from '../platform/database/database.ts'
import { runOutside } from '../platform/database/inside.ts'
import { inScope } from '../platform/database/scope.ts'
import { NEXT } from './jobs.statements.ts'
import { LINES, QUEUE, QUEUE_SCHEMA, type Queued } from './queue-names.ts'

/** A job that was submitted, cancelled or done with, and whose it is. */
export interface Handled {
  readonly id: number
  readonly ownerId: number
  /** It only reads. */
  readonly reading: boolean
}

/**
 * Gives the queue a person's next job, where it has none of his: at the end of its line, behind those of the others that wait there.
 * The lock "jobs of a person" is held.
 * @param isLost a job that runs may be it, too: of a queue that was made anew.
 */
export async function queueNext(
  boss: PgBoss,
  tx: Transaction,
  handled: Handled,
  isLost = false,
): Promise<void> {
  const { ownerId, reading, id } = handled
  const [next] = await tx.query(NEXT, { ownerId, reading, handled: id, isLost })
  if (next === undefined) return
  const queued: Queued = { id: next.id }
  const db: Db = { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) }
  await boss.send(QUEUE, queued, { priority: LINES[next.line].priority, db })
}

export interface JobQueue {
  /** Before the first job is sent: what it asks of the database must not wait inside a transaction. */
  open(): Promise<void>
  /**
   * A job was submitted or cancelled: the person's next one is for the workers, who see it once the transaction is committed. The
   * lock "jobs of a person" is held.
   */
  send(tx: Transaction, handled: Handled): Promise<void>
  /** The transaction is committed. */
  sent(id: number): void
  close(): Promise<void>
}

/** The queue of pg-boss in the database of the books. It only sends: who works is a process of its own. */
export function bossQueue(database: Database, report: (error: unknown) => void): JobQueue {
  let opened: Promise<PgBoss> | undefined
  const open = async () => {
    // Loaded with the first job: it takes more memory than all else that waits for one.
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      schema: QUEUE_SCHEMA,
      migrate: false,
      createSchema: false,
      supervise: false,
      schedule: false,
      registerInstance: false,
      db: {
        // Its timers go on after the request that opened it: they run outside of any request.
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
    send: async (tx, handled) => queueNext(await opening(), tx, handled),
    sent: () => undefined,
    close: async () => {
      await (await opened?.catch(() => undefined))?.stop({ graceful: false })
    },
  }
}
