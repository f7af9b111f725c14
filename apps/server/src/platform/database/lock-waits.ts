/** Waiting for a lock on the tables at a start, and saying for whom. */
import type pg from 'pg'
import { sqlState } from './database.ts'

/** How long a statement waits at a time: other statements queue up behind a waiting one. */
const PATIENCE = '2s'
const PAUSE_MS = 1_000

/** PostgreSQL gave up waiting for a lock. */
const NO_LOCK = '55P03'

/**
 * Does the work, and does it again for as long as another connection holds a lock that it needs; `say` is called once with
 * which. The work must leave nothing where a statement of it fails.
 */
export async function sayingWhatIsWaitedFor(
  client: pg.Client,
  say: (line: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  await client.query(`SET lock_timeout = '${PATIENCE}'`)
  try {
    for (let said = false; ; said = true) {
      try {
        await work()
        return
      } catch (error) {
        if (sqlState(error) !== NO_LOCK) throw error
      }
      if (!said) say(`The start waits for exclusive use of the tables. In use by: ${await others(client)}.`)
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined)
  }
}

/** The other holders of locks on tables of the schema, as one text. */
async function others(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT DISTINCT format('%s (process %s)', coalesce(nullif(a.application_name, ''), 'an unnamed connection'), a.pid) AS who
       FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.granted AND c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.pid <> pg_backend_pid() ORDER BY who LIMIT 10`,
  )
  return rows.map(({ who }) => who).join(', ') || 'somebody who has just ended'
}
