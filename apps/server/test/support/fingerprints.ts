/** Fingerprints of the books of a server, read again and again: one prepared statement on a connection that stays open. */
import pg from 'pg'
import { afterFile } from './after-file.ts'
import type { Api } from './api.ts'

/**
 * @returns a function that answers, for each table of the books, its rows and the sum of their hashes, 64 bits each: no order of the
 *   rows is needed. Less than a tenth of the time of `contentsOf`.
 */
export async function fingerprints(
  api: Api,
  leftOut: readonly string[] = [],
): Promise<() => Promise<Record<string, string>>> {
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  afterFile(() => client.end())
  await client.query("SET search_path = em; SET TimeZone = 'UTC'; SET jit = off")
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'em' AND tablename <> ALL ($1) ORDER BY 1",
    [leftOut],
  )
  const text = tables
    .map(
      ({ name }) =>
        `SELECT ${pg.escapeLiteral(name)} AS name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS held
           FROM em.${pg.escapeIdentifier(name)} t`,
    )
    .join(' UNION ALL ')
  return async () => {
    const { rows } = await client.query<{ name: string; held: string }>({ name: 'fingerprints', text })
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
  }
}
