/**
 * The lines of a drop copy as they are kept: with the securities that only an ISIN names, and with what earlier files of the same days said
 * of its contracts, so that a file of later the same day, or a correction alone, is the whole contract.
 */
import { createHash } from 'node:crypto'
import {
  DOCUMENT_LINES_MAX,
  type DocumentLine,
  type DocumentProblem,
  type DocumentRead,
  FINDINGS_MAX,
} from '@em/core/documents/line'
import { brokerOf, type EarlierLine, sessionDay } from '@em/core/documents/session-day'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sameDocument } from './documents.queries.ts'
import { LINE_COLUMNS, lineOf } from './lines.ts'

/** Files of messages are kept one after the other: each sees the lines of those before. */
const ALONE = statement('documents.session-alone', `SELECT ${takeLock('document', { key: '0' })}`)
const BY_ISIN = statement(
  'documents.symbols-by-isin',
  'SELECT e.isin AS "isin!", min(e.symbol) AS "symbol!" FROM equities e WHERE e.isin = ANY (:isins::text[]) GROUP BY e.isin HAVING count(*) = 1',
)
// Of all portfolios: a fill that the scope hides is part of the contract, too.
const EARLIER = statement(
  'documents.earlier-fills',
  `SELECT DISTINCT ON (l.rest ->> 'session', l.trade_date, l.side, l.symbol, l.execution_id) l.document_id, ${LINE_COLUMNS}
     FROM em.trade_documents d JOIN em.trade_document_lines l ON l.document_id = d.id
    WHERE d.kind = 'drop-copy' AND d.replaced_at IS NULL AND (:before?::bigint IS NULL OR d.id < :before)
      AND d.last_date >= :first::date AND d.first_date <= :last::date
      AND l.trade_date = ANY (:days::date[]) AND l.symbol = ANY (:symbols::text[])
    ORDER BY l.rest ->> 'session', l.trade_date, l.side, l.symbol, l.execution_id, l.document_id, l.line`,
)
// The broker of a session is known by the register, where the messages do not say it.
const OF_SESSIONS = statement(
  'documents.brokers-of-sessions',
  `SELECT s.target || '>' || s.sender AS "session!", min(upper(b.code)) AS "code!" FROM fix_sessions s JOIN brokers b ON lower(b.name) = lower(s.broker)
    WHERE b.code IS NOT NULL GROUP BY 1 HAVING count(DISTINCT upper(b.code)) = 1`,
)
const CODES = statement(
  'documents.brokers-by-code',
  `SELECT upper(b.code) AS "code!", min(b.name) AS "name!" FROM brokers b WHERE upper(b.code) = ANY (:codes::text[])
    GROUP BY upper(b.code) HAVING count(*) = 1`,
)

/**
 * What is kept of a file of messages. Where a document has the same bytes already, only files before that one are looked at.
 * @throws Refusal `file.too-many` where it comes to more lines than a document holds, `document.nothing-read` where no line is left.
 */
export async function ofSessionDay(
  tx: Transaction,
  read: DocumentRead,
  content: Buffer,
): Promise<DocumentRead> {
  await tx.query(ALONE)
  const before = await sameDocument(tx, createHash('sha256').update(content).digest())
  const named = await brokerNaming(tx)
  const { lines, problems } = await withSymbols(tx, read.lines)
  const own = lines.map(named)
  const days = [...new Set(own.map(({ tradeDate }) => tradeDate))].toSorted()
  const symbols = [...new Set(own.map(({ symbol }) => symbol))]
  const rows =
    days.length === 0
      ? []
      : await tx.query(EARLIER, { before, days, first: days[0] ?? '', last: days.at(-1) ?? '', symbols })
  // In the order in which the files came: of two that say otherwise the first one counts.
  const inOrderOfFiles = rows.toSorted((a, b) => a.document_id - b.document_id || a.line - b.line)
  const earlier = inOrderOfFiles.map(
    (row): EarlierLine => ({
      documentId: row.document_id,
      line: named(lineOf(row)),
    }),
  )
  const day = sessionDay(own, earlier)
  if (day.lines.length > DOCUMENT_LINES_MAX) {
    throw new Refusal('file.too-many', { limit: `${DOCUMENT_LINES_MAX.toLocaleString('en')} lines` })
  }
  const further = inOrder([...problems, ...day.problems])
  const [first] = further
  if (day.lines.length === 0 && first !== undefined) {
    const what = `${first.column}: ${first.message}`
    throw new Refusal('document.nothing-read', { count: further.length, line: first.line, what })
  }
  return {
    ...read,
    header: { ...read.header, brokerName: await onlyBroker(tx, day.lines) },
    lines: day.lines,
    skipped: inOrder([...read.skipped, ...day.skipped]),
    skippedCount: read.skippedCount + day.skipped.length,
    problems: inOrder([...read.problems, ...further]),
    problemCount: read.problemCount + further.length,
  }
}

const inOrder = <T extends { readonly line: number }>(findings: readonly T[]): T[] =>
  findings.toSorted((a, b) => a.line - b.line).slice(0, FINDINGS_MAX)

/** The name of the broker of a line that does not state it, by its session. */
async function brokerNaming(tx: Transaction): Promise<(line: DocumentLine) => DocumentLine> {
  const codes = new Map((await tx.query(OF_SESSIONS)).map(({ session, code }) => [session, code]))
  return (line) => {
    const code = codes.get(line.rest['session'] ?? '')
    if (code === undefined || brokerOf(line) !== '') return line
    return { ...line, rest: { ...line.rest, [line.side === 'buy' ? 'buyingBroker' : 'sellingBroker']: code } }
  }
}

/** Lines whose security is named by its ISIN alone get the symbol of the security that has it. */
async function withSymbols(
  tx: Transaction,
  lines: readonly DocumentLine[],
): Promise<{ lines: DocumentLine[]; problems: DocumentProblem[] }> {
  const isins = new Set(lines.flatMap(({ symbol, isin }) => (symbol === isin ? [isin] : [])))
  if (isins.size === 0) return { lines: [...lines], problems: [] }
  const symbols = new Map(
    (await tx.query(BY_ISIN, { isins: [...isins] })).map(({ isin, symbol }) => [isin, symbol]),
  )
  const problems: DocumentProblem[] = []
  const named = lines.flatMap((line) => {
    if (line.symbol !== line.isin) return [line]
    const symbol = symbols.get(line.isin)
    if (symbol !== undefined) return [{ ...line, symbol }]
    const message = 'No security, or more than one, has this ISIN, and the message has no symbol.'
    problems.push({ line: line.line, column: 'SecurityID (48)', message, value: line.isin, dropped: true })
    return []
  })
  return { lines: named, problems }
}

/** The names of brokers by the codes that messages have. */
export async function brokersByCode(
  tx: Transaction,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await tx.query(CODES, { codes: codes.map((code) => code.toUpperCase()) })
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** The broker of all lines, as the register calls him, else by his code; null where there are several or none. */
async function onlyBroker(tx: Transaction, lines: readonly DocumentLine[]): Promise<string | null> {
  const [code, ...others] = new Set(lines.map(brokerOf).filter((one) => one !== ''))
  if (code === undefined || others.length > 0) return null
  return (await brokersByCode(tx, [code])).get(code.toUpperCase()) ?? null
}
