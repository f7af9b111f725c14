/** Which security a line means: its ISIN in the Equity Master, else as a user assigned it, else a symbol in its description. */
import { type Queryable, statement } from '../../platform/database/database.ts'
import { securitiesNamed } from '../cds/accounts/securities-named.queries.ts'
import type { LineFact } from './facts.queries.ts'

const CHOSEN = statement(
  'custodian.chosen-securities',
  'SELECT written, equity_id FROM custodian_securities WHERE written = ANY (:written::text[])',
)
/** ISINs as the Equity Master has them, by one query for all. */
const OF_ISINS = statement(
  'custodian.securities-of-isins',
  `SELECT upper(isin) AS isin!, min(id) AS id! FROM equities WHERE upper(isin) = ANY (:isins::text[]) GROUP BY 1`,
)
const SECURITIES = statement(
  'custodian.securities',
  `SELECT id, symbol, name, nullif(trim(isin), '') AS isin FROM equities WHERE id = ANY (:ids::bigint[])`,
)

export interface Security {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly isin: string | null
}
export type NamedLine = Pick<LineFact, 'isin' | 'symbol' | 'description'>

/** How a line names its security. */
export const writtenOf = ({ isin, symbol, description }: NamedLine): string | null =>
  isin ?? symbol ?? description

export interface Meant {
  readonly of: (line: NamedLine) => Security | null
  /** By the Equity Master alone. */
  readonly byIsin: (line: NamedLine) => Security | null
  readonly byId: (id: number) => Security | undefined
}

/** @param more ids of further securities that are to be known. */
export async function securitiesMeant(
  db: Queryable,
  lines: readonly NamedLine[],
  day: string,
  more: Iterable<number> = [],
): Promise<Meant> {
  const isins = [...new Set(lines.flatMap(({ isin }) => isin ?? []))]
  const named = new Map((await db.query(OF_ISINS, { isins })).map((row) => [row.isin, row.id]))
  // The rest: former ISINs, and symbols.
  const words = lines.flatMap(({ isin, symbol }) =>
    isin !== null && named.has(isin) ? [] : [isin, symbol].filter((word) => word !== null),
  )
  if (words.length > 0) for (const [word, id] of await securitiesNamed(db, words, day)) named.set(word, id)
  const written = [...new Set(lines.flatMap((line) => writtenOf(line) ?? []))]
  const chosen = new Map((await db.query(CHOSEN, { written })).map((row) => [row.written, row.equity_id]))
  const ids = [...new Set([...named.values(), ...chosen.values(), ...more])]
  const byId = new Map((await db.query(SECURITIES, { ids })).map((one) => [one.id, one]))
  const known = (id: number | undefined) => (id === undefined ? null : (byId.get(id) ?? null))
  const byIsin = ({ isin }: NamedLine) => (isin === null ? null : known(named.get(isin)))
  const bySymbol = ({ isin, symbol }: NamedLine) => {
    const found = symbol === null ? null : known(named.get(symbol))
    // A security with another ISIN here is another security, whatever the description says.
    return found !== null && isin !== null && found.isin !== null && found.isin !== isin ? null : found
  }
  return {
    of: (line) => byIsin(line) ?? known(chosen.get(writtenOf(line) ?? '')) ?? bySymbol(line),
    byIsin,
    byId: (id) => byId.get(id),
  }
}
