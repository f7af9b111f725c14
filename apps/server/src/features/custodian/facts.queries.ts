/** The contents of a file: its messages and lines, and the answers of people about them. */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { nameOf } from './files.queries.ts'

const MESSAGES = statement(
  'custodian.messages',
  `SELECT m.place, m.type, m.reference, m.cancels, m.account_id, m.statement_date, m.basis, m.number, m.page, m.is_last, m.is_whole,
          EXISTS (SELECT FROM statements_cancelled() c WHERE c.file_id = m.file_id AND c.place = m.place) AS is_cancelled!
     FROM custodian_messages m WHERE m.file_id = :id ORDER BY m.place`,
)
/** Statements of a file that were cancelled, and statements that its messages cancel. */
const CANCELLED = statement(
  'custodian.cancelled-statements',
  `SELECT a.account, m.statement_date AS date!, m.reference AS reference!, m.file_id, c.by_file AS by_file!, coalesce(c.by_reference, '') AS by_reference!
     FROM statements_cancelled() c JOIN custodian_messages m ON m.file_id = c.file_id AND m.place = c.place
     JOIN safekeeping_accounts a ON a.id = m.account_id
    WHERE c.file_id = :id OR c.by_file = :id
    ORDER BY m.file_id, m.place, c.by_file, c.by_place`,
)
const LINE = `l.line, l.message, l.account_id, l.isin, l.symbol, l.description, l.fault_field, l.fault, l.aggregate, l.available,
  l.pledged, l.pending_receipt, l.pending_delivery, l.side, l.is_free, l.our_reference, l.settled, l.settled_before, l.remaining,
  l.amount::text AS amount, l.settled_on, l.is_cancelled`
const LINES = statement(
  'custodian.lines',
  `SELECT ${LINE} FROM custodian_lines l WHERE l.file_id = :id ORDER BY l.line`,
)
/** Of other files, the newest message of each page of a statement. */
const PAGES = statement(
  'custodian.other-pages',
  `SELECT DISTINCT ON (m.page) m.file_id, m.place, m.page, m.is_last
     FROM custodian_messages m
    WHERE m.account_id = :accountId AND m.statement_date = :date::date AND m.file_id <> :id
      AND m.basis IS NOT DISTINCT FROM :basis? AND m.number IS NOT DISTINCT FROM :number?
      AND m.cancels IS NULL AND NOT EXISTS (SELECT FROM statements_cancelled() c WHERE c.file_id = m.file_id AND c.place = m.place)
    ORDER BY m.page, m.file_id DESC, m.place DESC`,
)
const LINES_OF_PAGES = statement(
  'custodian.lines-of-pages',
  `SELECT ${LINE} FROM custodian_lines l
     JOIN unnest(:files::bigint[], :places::int[]) AS p (file_id, place) ON l.file_id = p.file_id AND l.message = p.place
    ORDER BY l.file_id, l.line`,
)
/**
 * Lines whose message has the reference of one that came before. That of a sese.025 may be the transaction's, which its parts share:
 * there it is a repeat of the same part.
 */
const REPEATED = statement(
  'custodian.repeated-lines',
  `SELECT l.line FROM custodian_lines l JOIN custodian_messages m ON m.file_id = l.file_id AND m.place = l.message
    WHERE l.file_id = :id AND m.statement_date IS NULL AND m.reference IS NOT NULL
      AND EXISTS (SELECT FROM custodian_messages o JOIN custodian_lines k ON k.file_id = o.file_id AND k.message = o.place
                   WHERE o.account_id = m.account_id AND o.reference = m.reference AND o.statement_date IS NULL AND k.fault IS NULL AND NOT k.is_cancelled
                     AND (m.type <> 'sese.025' OR (k.settled_on, k.settled, k.settled_before, k.remaining)
                           IS NOT DISTINCT FROM (l.settled_on, l.settled, l.settled_before, l.remaining))
                     AND (o.file_id, o.place) < (m.file_id, m.place))`,
)
const ACCEPTED = statement(
  'custodian.accepted',
  `SELECT c.line AS line!, c.trade_id AS trade_id!, t.deal_number, c.amount::text AS amount!, ${nameOf('c.recorded_by')} AS by!,
          c.recorded_at AS at!
     FROM standing_acceptances() c JOIN trades t ON t.id = c.trade_id WHERE c.file_id = :id`,
)
/** Lines that a cancellation takes back. */
const TAKEN_BACK = statement(
  'custodian.taken-back',
  `SELECT DISTINCT ON (b.line) b.line AS line!, b.by_file AS file_id!, coalesce(b.by_reference, '') AS reference!
     FROM confirmations_taken_back() b WHERE b.file_id = :id ORDER BY b.line, b.by_file, b.by_line`,
)
/** The confirmations that the cancellations of a file take back: the first by which a settlement is still confirmed, else the first. */
const TAKES_BACK = statement(
  'custodian.takes-back',
  `SELECT DISTINCT ON (b.by_line) b.by_line AS line!, b.file_id AS file_id!, t.deal_number
     FROM confirmations_taken_back() b
     LEFT JOIN standing_acceptances() a ON a.file_id = b.file_id AND a.line = b.line
     LEFT JOIN trades t ON t.id = a.trade_id
    WHERE b.by_file = :id ORDER BY b.by_line, t.id NULLS LAST, b.file_id, b.line`,
)
const NOTES = statement(
  'custodian.notes',
  `SELECT account_id, statement_date, equity_id, written, symbol, note AS text, ${nameOf('recorded_by')} AS by!, recorded_at AS at
     FROM custodian_notes WHERE file_id = :id ORDER BY id`,
)

export type MessageFact = RowOf<typeof MESSAGES>
export type LineFact = RowOf<typeof LINES>
export type AcceptedFact = RowOf<typeof ACCEPTED>

export interface FileFacts {
  readonly id: number
  readonly messages: ReadonlyMap<number, MessageFact>
  readonly lines: readonly LineFact[]
  readonly repeated: ReadonlySet<number>
  /** By line, while the settlement was not reopened. */
  readonly accepted: ReadonlyMap<number, AcceptedFact>
  /** By line: the cancellation of a confirmation, and the confirmation that a cancellation takes back. */
  readonly takenBack: ReadonlyMap<number, { readonly file_id: number; readonly reference: string }>
  readonly takesBack: ReadonlyMap<number, { readonly file_id: number; readonly deal_number: string | null }>
}

export async function factsOf(db: Queryable, id: number): Promise<FileFacts> {
  const messages = await db.query(MESSAGES, { id })
  const lines = await db.query(LINES, { id })
  const repeated = await db.query(REPEATED, { id })
  const accepted = await db.query(ACCEPTED, { id })
  const takenBack = await db.query(TAKEN_BACK, { id })
  const takesBack = await db.query(TAKES_BACK, { id })
  return {
    id,
    messages: new Map(messages.map((one) => [one.place, one])),
    lines,
    repeated: new Set(repeated.map(({ line }) => line)),
    accepted: new Map(accepted.map((one) => [one.line, one])),
    takenBack: new Map(takenBack.map(({ line, ...one }) => [line, one])),
    takesBack: new Map(takesBack.map(({ line, ...one }) => [line, one])),
  }
}

export const cancelledStatements = (db: Queryable, id: number) => db.query(CANCELLED, { id })

export interface Note {
  readonly text: string
  readonly by: string
  readonly at: string
}

/** The subject of a note. */
export interface NotedBreak {
  readonly account_id: number
  readonly date: string | null
  readonly equity_id: number | null
  /** How the message names a security that is not known. */
  readonly written: string | null
  /** As it is shown: older notes have nothing else. */
  readonly symbol: string
}
/** The newest note of each break. */
export type Notes = (of: NotedBreak) => Note | null

const noteKey = ({ account_id, date, equity_id, written }: NotedBreak) =>
  JSON.stringify([account_id, date, equity_id, equity_id === null ? written : null])

export async function notesOf(db: Queryable, id: number): Promise<Notes> {
  const found = new Map<string, Note>()
  for (const { text, by, at, statement_date: date, ...of } of await db.query(NOTES, { id })) {
    const isOld = of.equity_id === null && of.written === null
    found.set(isOld ? oldKey(of) : noteKey({ ...of, date }), { text, by, at })
  }
  return (of) => found.get(noteKey(of)) ?? found.get(oldKey(of)) ?? null
}
const oldKey = ({ account_id, symbol }: Pick<NotedBreak, 'account_id' | 'symbol'>) =>
  `${account_id} ${symbol}`

export interface WholeStatement {
  /** The lines of its pages in other files. */
  readonly others: readonly LineFact[]
  /** The files of these pages. */
  readonly files: readonly number[]
  /** The missing pages, in words; null where there is none. */
  readonly missing: string | null
}

/** A statement of which some pages are in this file, with those that came in other files. */
export async function wholeStatement(
  db: Queryable,
  id: number,
  pages: readonly MessageFact[],
): Promise<WholeStatement> {
  const own = new Map(pages.map(({ page, is_last }) => [page, is_last]))
  const missing = missingOf(own)
  const [first] = pages
  if (missing === null || first === undefined) return { others: [], files: [], missing: null }
  const { account_id: accountId, statement_date: date, basis, number } = first
  const found = (await db.query(PAGES, { id, accountId, date: date ?? '', basis, number })).filter(
    ({ page }) => !own.has(page),
  )
  const files = found.map(({ file_id }) => file_id)
  const others = await db.query(LINES_OF_PAGES, {
    files,
    places: found.map(({ place }) => place),
  })
  const all = new Map([...own, ...found.map(({ page, is_last }) => [page, is_last] as const)])
  return { others, files, missing: missingOf(all) }
}

/** The pages between the first and the last that are not there. */
function missingOf(pages: ReadonlyMap<number | null, boolean | null>): string | null {
  const last = [...pages].find(([, isLast]) => isLast === true)?.[0] ?? null
  const numbers = [...pages.keys()].flatMap((page) => page ?? [])
  const most = last ?? Math.max(...numbers, 0)
  const gaps: number[] = []
  for (let page = 1; page <= most && gaps.length < 10; page += 1) if (!pages.has(page)) gaps.push(page)
  const words = gaps.length === 0 ? [] : [`page ${gaps.join(', ')}`]
  if (last === null) words.push(`the pages after ${most}`)
  return words.length === 0 ? null : words.join(' and ')
}
