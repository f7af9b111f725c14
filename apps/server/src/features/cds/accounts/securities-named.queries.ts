/** Which securities the words of a statement mean. */
import { type Queryable, statement } from '../../../platform/database/database.ts'

const KNOWN = statement(
  'cds.securities-named',
  `SELECT w.word, coalesce(security_of_symbol(w.word, :day::date),
                  (SELECT min(id) FROM equities WHERE upper(isin) = upper(w.word)),
                  (SELECT min(f.equity_id) FROM former_names() f WHERE upper(f.isin) = upper(w.word))) AS id
     FROM unnest(:words::text[]) AS w (word)`,
)

/** The ids of securities by their symbols or ISINs of the day, as the statement writes them. */
export async function securitiesNamed(
  db: Queryable,
  words: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(KNOWN, { words: [...new Set(words)], day })
  return new Map(rows.flatMap(({ word, id }) => (word === null || id === null ? [] : [[word, id] as const])))
}
