/**
 * What a search text hits in the ledger. Entries say the same by the thousands (`Purchase ... shares`), or each something
 * of its own (`Cost of sale ... changed by ...`): each text is read about once and its entries are found by it; a deal
 * number is found among the trades, a contract number and a broker among what they note.
 */
import { amountTyped } from '@em/core/search/amount-typed'
import { containing, literally } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { brokerLike, isOfBroker } from '../brokers/named.ts'
import { feeSum } from '../fee-tariffs/fee-columns.ts'
import { type Noted, notedOfBroker, notedWith, VERSION_SHOWN } from './trade-of-line.queries.ts'

export interface SearchHits {
  /** More lines than asked for are hit: they are not counted, only walked. */
  readonly stopped: boolean
  /** Conditions over `journal_lines l`, one of which must hold; none where nothing is hit. */
  among(parameter: (value: unknown) => string): string[]
}

// From text to text in their order, some at a time: few where many say the same (the next step leaps over the rest of
// them), many where they differ. Most texts differ by `plain`, which costs less than ILIKE.
const walk = (name: string, texts: { of: string; column: string; where?: string }) => `
  ${name} (hits, found, last, width) AS (
    SELECT NULL::text[], 0, '', 4
    UNION ALL
    SELECT step.hits, ${name}.found + coalesce(cardinality(step.hits), 0), step.last,
           CASE WHEN step.first = step.last THEN 4 ELSE least(4 * ${name}.width, 256) END
      FROM ${name},
           LATERAL (SELECT array_agg(DISTINCT said) FILTER (WHERE strpos(lower(said COLLATE "C"), :plain) > 0 AND said ILIKE :like) AS hits,
                           min(said) AS first, max(said) AS last
                      FROM (SELECT t.${texts.column} AS said FROM ${texts.of} t
                             WHERE ${texts.where ?? 'true'} AND t.${texts.column} > ${name}.last
                             ORDER BY t.${texts.column} LIMIT ${name}.width) s) step
     WHERE ${name}.last IS NOT NULL AND ${name}.found <= :most)`
const OWN_REFERENCE = 't.trade_id IS NULL'
const BY_PEOPLE = "t.role IN ('manual', 'suspense')"
const WALKS = [
  walk('said', { of: 'journal_entries', column: 'description' }),
  walk('referred', { of: 'journal_entries', column: 'reference', where: OWN_REFERENCE }),
  walk('added', { of: 'journal_lines', column: 'description', where: BY_PEOPLE }),
].join()
const hitsOf = (name: string) => `(SELECT array_agg(hit) FROM ${name}, unnest(hits) hit)`
// `references`: of entries of no trade, for the reference of a trade's entry is its deal number. `line_texts`: what people
// said of single lines.
const found = (deal: string) =>
  `WITH RECURSIVE ${WALKS},
     e AS MATERIALIZED (SELECT array_agg(l) AS ids FROM securities_like(:like) l),
     a AS MATERIALIZED (SELECT array_agg(id) AS ids FROM chart_of_accounts WHERE account_name ILIKE :like OR account_code ILIKE :like)
   SELECT ${hitsOf('said')} AS descriptions, ${hitsOf('referred')} AS references, ${hitsOf('added')} AS line_texts,
          (SELECT ids FROM a) AS accounts, (SELECT ids FROM e) AS equities,
          (SELECT coalesce(sum(lines), 0)::bigint FROM ledger_months WHERE account_id = ANY ((SELECT ids FROM a)::bigint[])) AS account_lines,
          (SELECT array_agg(id) FROM (SELECT id FROM trades WHERE ${deal} LIMIT :most + 1) t) AS trades`
const FOUND = statement('ledger.found', found('deal_number ILIKE :like'))
// A text that cannot be part of a deal number of ours is searched for among those that people gave; the words are those of the index.
const FOUND_BY_OWN = statement(
  'ledger.found-by-own',
  found(`deal_number !~ '^(BULK-)?(BUY|SELL|OPEN)-[0-9]{8}-[0-9]{6}(-[0-9]+)?$' AND deal_number ILIKE :like`),
)
// Deal numbers begin with what they are: then the index knows them.
const FOUND_BY_DEAL = statement(
  'ledger.found-by-deal',
  found('deal_number LIKE :deal OR deal_number LIKE :bulkDeal'),
)

/** The entries that bear the figures of versions of trades. By OFFSET each trade's few are looked up: a join would read all. */
const ofVersions = (trades: string, versions: string, most: string) =>
  `(SELECT e.id, e.line_count
      FROM unnest(${trades}::bigint[], ${versions}::integer[]) AS k (trade_id, version)
      CROSS JOIN LATERAL (
        SELECT h.id, h.line_count FROM journal_entries h
         WHERE h.trade_id = k.trade_id AND ${VERSION_SHOWN} = k.version OFFSET 0) e
     LIMIT ${most})`

const ENTRIES = statement(
  'ledger.found-entries',
  `SELECT coalesce(sum(line_count), 0)::bigint AS lines, array_agg(id) AS ids
     FROM (
       (SELECT id, line_count FROM journal_entries WHERE description = ANY (:descriptions::text[]) LIMIT :most)
       UNION
       (SELECT id, line_count FROM journal_entries WHERE trade_id = ANY (:tradeIds::bigint[]) LIMIT :most)
       UNION
       (SELECT h.id, h.line_count FROM trades t JOIN journal_entries h ON h.trade_id = t.id
         WHERE t.equity_id = ANY (:equityIds::bigint[]) LIMIT :most)
       UNION
       (SELECT t.id, t.line_count FROM journal_entries t WHERE ${OWN_REFERENCE} AND t.reference = ANY (:references::text[]) LIMIT :most)
       UNION
       (SELECT h.id, h.line_count FROM journal_lines t JOIN journal_entries h ON h.id = t.entry_id
         WHERE ${BY_PEOPLE} AND t.description = ANY (:lineTexts::text[]) LIMIT :most)
       UNION
       ${ofVersions(':versionTradeIds', ':versions', ':most')}) hit`,
)
const ENTRIES_OF_VERSIONS = statement(
  'ledger.entries-of-versions',
  `SELECT coalesce(sum(line_count), 0)::bigint AS lines, array_agg(id) AS ids FROM ${ofVersions(':tradeIds', ':versions', ':most')} hit`,
)
const OF_AMOUNT = statement(
  'ledger.of-amount',
  `SELECT (SELECT array_agg(trade_id) FROM (
             (SELECT v.trade_id FROM trade_versions v WHERE v.net = :amount::numeric LIMIT :most)
             UNION
             (SELECT v.trade_id FROM trade_versions v WHERE v.gross = :amount::numeric LIMIT :most)
             UNION
             (SELECT v.trade_id FROM trade_versions v WHERE ${feeSum('v')} = :amount::numeric LIMIT :most)) t) AS trades,
          (SELECT array_agg(entry_id) FROM (
             SELECT l.entry_id FROM journal_lines l
              WHERE ${BY_PEOPLE.replace('t.', 'l.')} AND greatest(l.debit, l.credit) = :amount::numeric LIMIT :most) e) AS entries`,
)
/** So many trades and entries of one amount are found. */
const OF_AMOUNT_MOST = 1_000

/** The trades whose net, gross or fees are exactly an amount, and the entries that people made with it. */
async function ofAmount(
  db: Queryable,
  amount: string | null,
): Promise<{ readonly trades: number[] | null; readonly entries: number[] | null }> {
  if (amount === null) return { trades: null, entries: null }
  const [found] = await db.query(OF_AMOUNT, { amount, most: OF_AMOUNT_MOST })
  return found ?? { trades: null, entries: null }
}

const DEAL = /^(buy|sell|bulk-|open-)/i
/** Letters of `BULK-BUY`, `SELL`, `OPEN`. */
const IN_OURS = /^[bulkyseopn\d-]+$/i
/**
 * Looks a text up: in part and without regard to case, in descriptions, deal numbers and references, in securities
 * (symbol, name), accounts (code, name) and brokers; contract numbers from their beginning, amounts exactly. `most` is the number of lines
 * up to which it is followed.
 */
export async function searchHits(db: Queryable, search: string, most: number): Promise<SearchHits> {
  const like = containing(search)
  // Each entry has two lines at least.
  const entriesMost = most / 2
  const [hit, noted, valued] = await Promise.all([
    findHits(db, search, like, most),
    notedWith(db, search, like, entriesMost),
    ofAmount(db, amountTyped(search)),
  ])
  const { descriptions, equities, accounts } = hit
  const trades = hit.trades === null ? valued.trades : [...hit.trades, ...(valued.trades ?? [])]
  const tooMany = (found: unknown[] | null) => (found?.length ?? 0) > entriesMost
  const isCommonText = tooMany(descriptions)
  const many =
    hit.account_lines > most ||
    [descriptions, hit.references, hit.line_texts, trades, noted.trades].some(tooMany)
  const [entries] = many
    ? []
    : await db.query(ENTRIES, {
        references: hit.references ?? [],
        descriptions: descriptions ?? [],
        tradeIds: trades ?? [],
        equityIds: equities ?? [],
        // So many entries alone have too many lines: it need not know how many more there are.
        most: entriesMost + 1,
        lineTexts: hit.line_texts ?? [],
        versionTradeIds: noted.trades ?? [],
        versions: noted.versions ?? [],
      })
  const stopped = many || (entries?.lines ?? 0) + hit.account_lines > most
  return {
    stopped,
    among: (parameter) => {
      const conditions: string[] = []
      const ids = (column: string, some: readonly number[] | null | undefined) => {
        if (some?.length) conditions.push(`l.${column} = ANY (${parameter(some)}::bigint[])`)
      }
      // What people entered with exactly this amount.
      ids('entry_id', valued.entries)
      if (!stopped) ids('entry_id', entries?.ids)
      else {
        // Found while the lines are walked: the next one is never far.
        ids('equity_id', equities)
        const text = parameter(like)
        const said = isCommonText ? `ILIKE ${text}` : `= ANY (${parameter(descriptions ?? [])}::text[])`
        conditions.push(
          // A scalar subquery, line by line: as a semi-join it would read every entry first.
          `(SELECT h.description ${said} OR h.reference ILIKE ${text} FROM journal_entries h WHERE h.id = l.entry_id)`,
        )
        if (noted.trades !== null) {
          conditions.push(
            noteOfLine(
              `v.contract_number ILIKE ${parameter(`${literally(search)}%`)} OR broker_key(v.broker_name) LIKE broker_key(${text}) OR ${brokerLike('v.broker_name', text)}`,
            ),
          )
        }
      }
      ids('account_id', accounts)
      return conditions
    },
  }
}

/**
 * The entries of trades with a broker, by any of his names, up to `most` lines. The name in the trade counts, and the broker who
 * has that name today.
 */
export async function brokerHits(db: Queryable, broker: string, most: number): Promise<SearchHits> {
  const entriesMost = most / 2
  const noted = await notedOfBroker(db, broker, entriesMost)
  const many = (noted.trades?.length ?? 0) > entriesMost
  const [entries] = many ? [] : await entriesOf(db, noted, entriesMost + 1)
  const stopped = many || (entries?.lines ?? 0) > most
  return {
    stopped,
    among: (parameter) => {
      if (stopped) return [noteOfLine(isOfBroker('v.broker_name', `${parameter(broker)}::text`))]
      return entries?.ids ? [`l.entry_id = ANY (${parameter(entries.ids)}::bigint[])`] : []
    },
  }
}

/** Lines of securities. How many there are is not known beforehand: they are found while the lines that other filters leave are walked. */
export const securityHits = (equityIds: readonly number[]): SearchHits => ({
  stopped: true,
  among: (parameter) => [`l.equity_id = ANY (${parameter(equityIds)}::bigint[])`],
})

const entriesOf = (db: Queryable, { trades, versions }: Noted, most: number) =>
  db.query(ENTRIES_OF_VERSIONS, { tradeIds: trades ?? [], versions: versions ?? [], most })

/** A condition over the version `v` whose figures a line bears, asked line by line while lines are walked. */
const noteOfLine = (condition: string) =>
  `(SELECT ${condition} FROM journal_entries h
      JOIN trade_versions v ON v.trade_id = h.trade_id AND v.version = ${VERSION_SHOWN} WHERE h.id = l.entry_id)`

async function findHits(db: Queryable, search: string, like: string, most: number) {
  const values = { like, most: most / 2, plain: plainLower(search) }
  if (DEAL.test(search)) {
    const deal = literally(search.toUpperCase())
    const [hit] = await db.query(FOUND_BY_DEAL, { ...values, deal: `${deal}%`, bulkDeal: `BULK-${deal}%` })
    if (hit?.trades) return hit
  }
  const [hit] = await db.query(IN_OURS.test(search) ? FOUND : FOUND_BY_OWN, values)
  return hit as RowOf<typeof FOUND>
}

/** In lower case where the database's plainest rule for letters suffices; '' (found in every text) where it does not. */
const plainLower = (text: string) => (/^[ -~]*$/.test(text) ? text.toLowerCase() : '')
