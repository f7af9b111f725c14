/** The stored messages of a FIX session, newest first. */
import type { FixMessageRow } from '@em/contract/fix-sessions/fix-sessions'
import { LIST_MAX } from '@em/contract/kit/register'
import { textOfBytes } from '@em/core/fix-sessions/message'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { gapInWords, inShort, nameOf } from './message-texts.ts'

/** A message that waited behind a gap and was taken later is there under its number. */
export const NOT_TAKEN_LATER = `(m.behind_gap IS NULL OR NOT EXISTS (SELECT FROM fix_messages k
             WHERE k.session_id = m.session_id AND k.numbering = m.numbering AND k.direction = 'in' AND k.number = m.behind_gap))`
const OF_SESSION = `m.session_id = :id AND m.day BETWEEN coalesce(:day?::date, '-infinity') AND coalesce(:day?::date, 'infinity')
      AND ${NOT_TAKEN_LATER}`
/** Executions, as the partial index is written: a statement is planned once for all days. */
export const EXECUTION = "(m.is_execution OR m.behind_gap IS NOT NULL) AND m.type IN ('8', 'AE')"
const FAULT = 'm.fault IS NOT NULL'
const page = (of: string) =>
  `SELECT m.id, m.day, m.at, m.direction, m.number, m.type, m.fault, m.behind_gap, m.gap, m.gap_from, m.gap_to, encode(m.sha256, 'hex') AS sha256!,
          substr(m.raw, 1, 8192) AS raw!, length(m.raw) AS length!
     FROM fix_messages m WHERE ${OF_SESSION} AND ${of} AND (:before?::bigint IS NULL OR m.id < :before?::bigint) ORDER BY m.id DESC LIMIT :most`
const count = (of: string) => `SELECT count(*) AS count! FROM fix_messages m WHERE ${OF_SESSION} AND ${of}`
const PAGES = {
  all: statement('fix.messages', page('true')),
  executions: statement('fix.messages-executions', page(EXECUTION)),
  faults: statement('fix.messages-faults', page(FAULT)),
}
const COUNTS = {
  all: statement('fix.count-messages', count('true')),
  executions: statement('fix.count-executions', count(EXECUTION)),
  faults: statement('fix.count-faults', count(FAULT)),
}
const SESSION = statement('fix.session-there', 'SELECT name FROM fix_sessions WHERE id = :id')
const EXECUTIONS = statement(
  'fix.executions',
  `SELECT m.raw FROM fix_messages m WHERE ${OF_SESSION} AND ${EXECUTION} ORDER BY m.id`,
)

const LINE_END = Buffer.from('\n')

export interface Asked {
  readonly id: number
  readonly day: string | null
  readonly kind: 'all' | 'executions' | 'faults'
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A page of messages and how many there are. @throws Refusal */
export async function listMessages(db: Queryable, { id, day, kind, limit = LIST_MAX, cursor }: Asked) {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new Refusal('request.invalid', {}, [
      { field: 'cursor', message: 'This is not a cursor of this list.' },
    ])
  }
  await sessionNamed(db, id)
  const before = cursor === undefined ? null : Number(cursor)
  const [rows, [counted]] = await Promise.all([
    db.query(PAGES[kind], { id, day, before, most: limit + 1 }),
    db.query(COUNTS[kind], { id, day }),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(rowOf),
    total: counted?.count ?? 0,
    nextCursor: last === undefined ? null : String(last.id),
  }
}

function rowOf(row: RowOf<typeof PAGES.all>): FixMessageRow {
  const text = textOfBytes(row.raw)
  return {
    id: row.id,
    day: row.day,
    at: row.at,
    direction: row.direction === 'in' ? 'in' : 'out',
    number: row.number ?? row.behind_gap,
    type: row.type,
    name: row.gap === null ? nameOf(row.type) : 'Missing numbers',
    text: gapInWords(row) ?? (row.type === null ? '' : inShort(row.type, text)),
    fault: row.fault ?? (row.behind_gap === null ? null : 'Waits for numbers that are missing before it.'),
    sha256: row.sha256,
    raw: text.replaceAll('\u0001', '|') + (row.length > row.raw.length ? ' ...' : ''),
  }
}

/** @throws Refusal `record.missing` */
export async function sessionNamed(db: Queryable, id: number): Promise<string> {
  const [session] = await db.query(SESSION, { id })
  if (session === undefined) throw new Refusal('record.missing', { what: `FIX session ${id}` })
  return session.name
}

/** The executions of a day as a file of messages, one a line. @throws Refusal where there are none. */
export async function fileOfDay(db: Queryable, { id, day }: { id: number; day: string }) {
  const name = await sessionNamed(db, id)
  const rows = await db.query(EXECUTIONS, { id, day })
  if (rows.length === 0) throw new Refusal('fix-session.no-executions', { date: day })
  const lines = rows.flatMap(({ raw }) => [raw, LINE_END])
  return { name, fileName: `${name} ${day}.fix`, data: Buffer.concat(lines).toString('base64') }
}
