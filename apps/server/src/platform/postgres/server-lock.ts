/**
 * One server per embedded database. The server holds a session advisory lock for as long as its
 * connection lives, so a killed server leaves nothing behind; command-line tools do not take it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedError } from './embedded-error.ts'
import { SESSION_LOCKS, tryForSession } from './locks.ts'

/** A killed server's connection needs a moment to be noticed. */
const tries = 5
const betweenTriesMs = 120

async function holder(client: pg.ClientBase): Promise<string> {
  const found = await client.query<{ application_name: string }>(
    `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.classid::int4 = $1 AND l.objid::int4 = $2 AND l.granted
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [...SESSION_LOCKS.server],
  )
  return found.rows[0]?.application_name ?? ''
}

/**
 * Takes the server's lock on this connection, which must stay open as long as the server runs (not one
 * that a pool may close or hand out).
 * @throws EmbeddedError, in one line for the console, when another server holds it.
 */
export async function holdServerLock(client: pg.ClientBase): Promise<void> {
  await client.query("SELECT set_config('application_name', $1, false)", [
    `equity-manager server, process ${process.pid}`,
  ])
  for (let attempt = 1; ; attempt += 1) {
    const answer = await client.query<{ held: boolean }>(tryForSession('server'))
    if (answer.rows[0]?.held) return
    if (attempt === tries) break
    await pause(betweenTriesMs)
  }
  const name = await holder(client)
  const who = /process \d+/.exec(name)?.[0]
  throw new EmbeddedError(
    `Another Equity Manager server${who ? ` (${who})` : ''} already runs on these data. ` +
      'Stop it first, or choose another folder with DATA_DIR.',
  )
}
