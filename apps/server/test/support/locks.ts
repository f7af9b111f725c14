/** Waiting until two connections meet at a lock. */
import type pg from 'pg'

/** Returns when so many connections wait for a lock that this one holds, or behind one that waits for it. */
export async function waitingForLock(holder: pg.Client, waiting = 1): Promise<void> {
  for (;;) {
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
