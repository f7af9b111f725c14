/**
 * What a search text hits in the ledger. Entries say the same by the thousands (`Purchase ... shares`), so each description
 * is read once and its entries are found by it; a deal number is found among the trades.
 */
import { type Queryable, statement } from '../../platform/database/database.ts'

export interface SearchHits {
  /** More lines than asked for are hit: they are not counted, only walked. */
  readonly stopped: boolean
  /** Conditions over `journal_lines l`, one of which must hold; none where nothing is hit. */
  among(parameter: (value: unknown) => string): string[]
}

/** Ids as the database writes them. */
type Ids = unknown[] | null
interface Found {
  descriptions: string[] | null
  accounts: Ids
  equities: Ids
  account_lines: number
  trades: Ids
}

// One step from each description to the next one: as many looks as there are descriptions, however many entries.
const SAID = `
  WITH RECURSIVE said AS (
    (SELECT description FROM journal_entries ORDER BY description LIMIT 1)
    UNION ALL
    SELECT (SELECT h.description FROM journal_entries h WHERE h.description > said.description ORDER BY h.description LIMIT 1)
      FROM said WHERE said.description IS NOT NULL)`
const found = (name: string, deal: string) =>
  statement(
    name,
    `${SAID},
     e AS MATERIALIZED (SELECT array_agg(id) AS ids FROM equities WHERE symbol ILIKE $1 OR name ILIKE $1),
     a AS MATERIALIZED (SELECT array_agg(id) AS ids FROM chart_of_accounts WHERE account_name ILIKE $1 OR account_code ILIKE $1)
   SELECT (SELECT array_agg(description) FROM said WHERE description ILIKE $1) AS descriptions,
          (SELECT ids FROM a) AS accounts, (SELECT ids FROM e) AS equities,
          (SELECT coalesce(sum(lines), 0)::bigint FROM ledger_months WHERE account_id = ANY ((SELECT ids FROM a)::bigint[])) AS account_lines,
          (SELECT array_agg(id) FROM (SELECT id FROM trades WHERE ${deal} LIMIT $2 + 1) t) AS trades`,
  )
const FOUND = found('ledger.found', 'deal_number ILIKE $1')
// What cannot stand in a deal number of ours is looked for among those that people gave; the words are those of the index.
const FOUND_BY_OWN = found(
  'ledger.found-by-own',
  `deal_number !~ '^(BULK-)?(BUY|SELL|OPEN)-[0-9]{8}-[0-9]{6}(-[0-9]+)?$' AND deal_number ILIKE $1`,
)
// Deal numbers begin with what they are: then the index knows them.
const FOUND_BY_DEAL = found('ledger.found-by-deal', 'deal_number LIKE $3 OR deal_number LIKE $4')

const ENTRIES = statement(
  'ledger.found-entries',
  `SELECT coalesce(sum(line_count), 0)::bigint AS lines, array_agg(id) AS ids
     FROM (
       (SELECT id, line_count FROM journal_entries WHERE description = ANY ($2::text[]) LIMIT $5)
       UNION
       (SELECT id, line_count FROM journal_entries WHERE trade_id = ANY ($3::bigint[]) LIMIT $5)
       UNION
       (SELECT h.id, h.line_count FROM trades t JOIN journal_entries h ON h.trade_id = t.id
         WHERE t.equity_id = ANY ($4::bigint[]) LIMIT $5)
       UNION
       (SELECT id, line_count FROM journal_entries WHERE trade_id IS NULL AND reference ILIKE $1 LIMIT $5)
       UNION
       (SELECT e.id, e.line_count FROM journal_entries e JOIN journal_lines m ON m.entry_id = e.id
         WHERE e.kind = 'manual' AND m.description ILIKE $1 LIMIT $5)) hit`,
)
const DEAL = /^(buy|sell|bulk-|open-)/i
/** Letters of `BULK-BUY`, `SELL`, `OPEN`. */
const IN_OURS = /^[bulkyseopn\d-]+$/i
/**
 * Looks a text up: in part and without regard to case, in descriptions, deal numbers and references, in securities
 * (symbol, name) and accounts (code, name). `most` is the number of lines up to which it is followed.
 */
export async function searchHits(db: Queryable, search: string, most: number): Promise<SearchHits> {
  const plain = search.replace(/[\\%_]/g, '\\$&')
  const like = `%${plain}%`
  const hit = await look(db, plain, most)
  const { descriptions, trades, equities, accounts } = hit
  // Each entry has two lines at least.
  const entriesMost = most / 2
  const many = (hit.account_lines ?? 0) > most || (trades?.length ?? 0) > entriesMost
  const [entries] = many
    ? []
    : await db.query<{ lines: number; ids: Ids }>(ENTRIES, [
        like,
        descriptions ?? [],
        trades ?? [],
        equities ?? [],
        // Of so many alone there are too many lines.
        entriesMost + 1,
      ])
  const stopped = many || (entries?.lines ?? 0) + hit.account_lines > most
  return {
    stopped,
    among: (parameter) => {
      const places: string[] = []
      const ids = (column: string, some: Ids | undefined) => {
        if (some?.length) places.push(`l.${column} = ANY (${parameter(some)}::bigint[])`)
      }
      if (!stopped) ids('entry_id', entries?.ids)
      else {
        // Found while the lines are walked: the next one is never far.
        ids('equity_id', equities)
        places.push(
          // A scalar look, line by line: as a semi-join it would read every entry first.
          `(SELECT h.description = ANY (${parameter(descriptions ?? [])}::text[]) OR h.reference ILIKE ${parameter(like)}
              FROM journal_entries h WHERE h.id = l.entry_id)`,
        )
      }
      ids('account_id', accounts)
      return places
    },
  }
}

async function look(db: Queryable, plain: string, most: number): Promise<Found> {
  const like = `%${plain}%`
  if (DEAL.test(plain)) {
    const deal = plain.toUpperCase()
    const [hit] = await db.query<Found>(FOUND_BY_DEAL, [like, most / 2, `${deal}%`, `BULK-${deal}%`])
    if (hit?.trades) return hit
  }
  const [hit] = await db.query<Found>(IN_OURS.test(plain) ? FOUND : FOUND_BY_OWN, [like, most / 2])
  return hit as Found
}
