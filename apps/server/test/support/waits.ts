/** Waiting until another connection of the books waits, as PostgreSQL shows it. */
import pg from 'pg'
import type { Queryable } from '../../src/platform/database/database.ts'
import type { Api } from './api.ts'

const soon = () => new Promise((done) => setTimeout(done, 10))

/** Answers 'waits' as soon as one waits for a lock that the asking transaction holds. */
export async function untilWaiting(tx: Queryable): Promise<'waits'> {
  for (;;) {
    // Within a transaction the list of connections stays as it was first read.
    await tx.query('SELECT pg_stat_clear_snapshot()')
    const found = await tx.query(
      'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    )
    if (found.length > 0) return 'waits'
    await soon()
  }
}

/** Answers 'waits' as soon as one waits for any lock, or pauses between two tries inside the database. */
export async function untilHeldUp(api: Api): Promise<'waits'> {
  // Only PostgreSQL's superuser sees what others wait for.
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  try {
    for (const end = performance.now() + 120_000; performance.now() < end; await soon()) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND (wait_event_type = 'Lock' OR wait_event = 'PgSleep')`,
      )
      if (rowCount) return 'waits'
    }
    throw new Error('no connection waits')
  } finally {
    await client.end()
  }
}
