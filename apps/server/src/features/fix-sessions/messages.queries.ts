/** The stored messages of a FIX session, newest first. */
import type { FixMessageRow } from '@em/contract/books/fix-sessions'
import { LIST_MAX } from '@em/contract/kit/register'
import { textOfBytes } from '@em/core/fix/message'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inShort, nameOf } from './message-words.ts'

const CHOSEN = `m.session_id = :id AND (:day?::date IS NULL OR m.day = :day?::date)
      AND CASE :kind::text WHEN 'executions' THEN m.is_execution WHEN 'faults' THEN m.fault IS NOT NULL ELSE true END`
const PAGE = statement(
  'fix.messages',
  `SELECT m.id, m.day, m.at, m.direction, m.number, m.type, m.fault, encode(m.sha256, 'hex') AS sha256!, substr(m.raw, 1, 8192) AS raw!, length(m.raw) AS length!
     FROM fix_messages m WHERE ${CHOSEN} AND (:before?::bigint IS NULL OR m.id < :before?::bigint) ORDER BY m.id DESC LIMIT :most`,
)
const COUNT = statement('fix.count-messages', `SELECT count(*) AS count! FROM fix_messages m WHERE ${CHOSEN}`)
const SESSION = statement('fix.session-there', 'SELECT name FROM fix_sessions WHERE id = :id')
const EXECUTIONS = statement(
  'fix.executions',
  'SELECT m.raw FROM fix_messages m WHERE m.session_id = :id AND m.day = :day::date AND m.is_execution ORDER BY m.id',
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
    db.query(PAGE, { id, day, kind, before, most: limit + 1 }),
    db.query(COUNT, { id, day, kind }),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map(rowOf),
    total: counted?.count ?? 0,
    nextCursor: last === undefined ? null : String(last.id),
  }
}

function rowOf(row: RowOf<typeof PAGE>): FixMessageRow {
  const text = textOfBytes(row.raw)
  return {
    id: row.id,
    day: row.day,
    at: row.at,
    direction: row.direction === 'in' ? 'in' : 'out',
    number: row.number,
    type: row.type,
    name: nameOf(row.type),
    text: row.type === null ? '' : inShort(row.type, text),
    fault: row.fault,
    sha256: row.sha256,
    raw: text.replaceAll('\u0001', '|') + (row.length > row.raw.length ? ' ...' : ''),
  }
}

async function sessionNamed(db: Queryable, id: number): Promise<string> {
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
  return { fileName: `${name} ${day}.fix`, data: Buffer.concat(lines).toString('base64') }
}
