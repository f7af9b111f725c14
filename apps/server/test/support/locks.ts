/** Waiting until two connections meet at a lock. */
import pg from 'pg'
import type { Api } from './api.ts'

/**
 * Returns when so many connections wait for a lock that this one holds, or behind one that waits for it; or when `isOver`, who was waited
 * for has ended.
 */
export async function waitingForLock(
  holder: pg.Client,
  waiting = 1,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver()) {
    // Within a transaction the list of connections stays as it was first read.
    await holder.query('SELECT pg_stat_clear_snapshot()')
    const { rowCount } = await holder.query(
      `WITH RECURSIVE w AS (
         SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))
         UNION SELECT a.pid FROM w, pg_stat_activity a WHERE w.pid = ANY (pg_blocking_pids(a.pid)))
       SELECT FROM w`,
    )
    if ((rowCount ?? 0) >= waiting) return
    await new Promise((done) => setTimeout(done, 10))
  }
}

/** A write of the books waits at this lock: it has read, and has written all but its audit row. */
export const BEFORE_ITS_END = 'LOCK TABLE em.audit IN SHARE ROW EXCLUSIVE MODE'

/**
 * Two writes at once, each on a connection of its own: the second begins when the first has looked and written, and before it has
 * committed. Where nothing holds the second back, it looks at the books without the first.
 */
export async function oneBehindTheOther<First, Second>(
  api: Api,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  let ended = 0
  const begun = <T>(write: () => Promise<T>) => {
    const promise = write()
    const end = () => {
      ended += 1
    }
    promise.then(end, end)
    return promise
  }
  // A write that is refused before it writes anything does not wait.
  const isOver = () => ended > 0
  try {
    await holder.query(`BEGIN; ${BEFORE_ITS_END}`)
    const one = begun(first)
    await waitingForLock(holder, 1, isOver)
    const other = begun(second)
    await waitingForLock(holder, 2, isOver)
    await holder.query('COMMIT')
    return [await one, await other]
  } finally {
    await holder.end()
  }
}

/** Returns when no job is waiting or running. */
export async function jobsAreOver(api: Api): Promise<void> {
  const unfinished = 'SELECT id FROM jobs WHERE ended_at IS NULL'
  while ((await api.database.query(unfinished)).length > 0) await new Promise((done) => setTimeout(done, 20))
}
