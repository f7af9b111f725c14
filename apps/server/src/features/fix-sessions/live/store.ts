/**
 * What a FIX session keeps: messages and numbers, in one transaction. Who does not hold the session any more stores nothing (`holder`),
 * and a number is stored once in each direction, so that whatever is cut or killed goes on from what is stored.
 */
import { type ApplicationNumber, applicationNumber } from '@em/core/fix-sessions/application'
import type { FixField } from '@em/core/fix-sessions/message'
import type { FixAction, FixGap, FixGapState, FixNumbers } from '@em/core/fix-sessions/session-events'
import { type Database, type RowOf, statement } from '../../../platform/database/database.ts'

const HELD = statement(
  'fix.hold',
  `UPDATE fix_session_states SET holder = :holder, connected_at = NULL, gap_from = NULL, gap_to = NULL, gap_since = NULL WHERE session_id = :id`,
)
const ADD = statement(
  'fix.add-messages',
  `INSERT INTO fix_messages (session_id, day, numbering, direction, number, type, is_execution, fault, behind_gap, gap, gap_from, gap_to, appl_id, appl_number, raw)
   SELECT :id::bigint, :day::date, m.numbering, m.direction, nullif(m.number, 0), nullif(m.type, ''), m.is_execution, nullif(m.fault, ''),
          nullif(m.behind, 0), nullif(m.gap, ''), nullif(m.gap_from, 0), nullif(m.gap_to, 0), nullif(m.appl_id, ''), nullif(m.appl_number, 0), decode(m.raw, 'hex')
     FROM unnest(:numberings::integer[], :directions::text[], :numbers::integer[], :types::text[], :executions::boolean[], :faults::text[],
                 :behind::integer[], :gaps::text[], :gapsFrom::integer[], :gapsTo::integer[], :applIds::text[], :applNumbers::bigint[], :raws::text[])
          WITH ORDINALITY AS m (numbering, direction, number, type, is_execution, fault, behind, gap, gap_from, gap_to, appl_id, appl_number, raw, place)
    ORDER BY m.place
   ON CONFLICT (session_id, numbering, behind_gap) WHERE behind_gap IS NOT NULL DO NOTHING`,
)
const STANDING = statement(
  'fix.standing',
  `SELECT day, numbering, next_in, next_out, reset_due, is_day_ended FROM fix_session_states WHERE session_id = :id AND holder = :holder`,
)
const GO_ON = statement(
  'fix.go-on',
  `UPDATE fix_session_states
      SET day = :day?::date, numbering = :numbering, next_in = :nextIn, next_out = :nextOut, reset_due = :resetDue, is_day_ended = :isDayEnded,
          connected_at = CASE WHEN :isConnected THEN coalesce(connected_at, clock_timestamp()) END, reason = :reason?::text,
          gap_from = :gapFrom?::integer, gap_to = :gapTo?::integer,
          gap_since = CASE WHEN :gapFrom?::integer IS NOT NULL THEN coalesce(gap_since, clock_timestamp()) END,
          gaps_closed = CASE WHEN day IS DISTINCT FROM :day?::date THEN 0 ELSE gaps_closed END + :gapsClosed::integer,
          last_in = CASE WHEN :received THEN clock_timestamp() ELSE last_in END,
          last_out = CASE WHEN :sent THEN clock_timestamp() ELSE last_out END
    WHERE session_id = :id AND holder = :holder RETURNING true AS held`,
)
// The last day that is named becomes the day: it is not named again.
const END_DAY = statement(
  'fix.end-day',
  `UPDATE fix_session_states SET is_day_ended = true, day = :until?::date, reset_due = true
    WHERE session_id = :id AND holder = :holder RETURNING true AS held`,
)
const HIGHEST = statement(
  'fix.highest',
  `SELECT coalesce(max(greatest(m.behind_gap, m.gap_to)), 0) AS highest! FROM fix_messages m
    WHERE m.session_id = :id AND m.day = :day::date AND m.numbering = :numbering AND (m.behind_gap IS NOT NULL OR m.gap IS NOT NULL)`,
)
const ADD_UNKNOWN = statement(
  'fix.add-unknown',
  `INSERT INTO fix_messages (session_id, day, numbering, direction, is_execution, gap, gap_from, raw)
   SELECT :id::bigint, u.day, :numbering, 'in', false, 'unknown', u.first, ''
     FROM unnest(:days::date[], :firsts::integer[]) WITH ORDINALITY AS u (day, first, place) ORDER BY u.place`,
)
const NEXT_NUMBERING = statement(
  'fix.next-numbering',
  `SELECT greatest(coalesce(max(m.numbering), 0), :than::integer) + 1 AS numbering! FROM fix_messages m WHERE m.session_id = :id`,
)

/** Of bytes that are no message so many are kept. */
const FAULTY_BYTES = 4_096
const FAULT_MAX = 500
const TYPE_MAX = 20

/** Another server holds the session: this one must end. */
export class NotHeld extends Error {}

export interface Standing extends FixNumbers {
  readonly day: string | null
  readonly numbering: number
  readonly resetDue: boolean
  /** The day ended in order, or its unknown numbers are named. */
  readonly isDayEnded: boolean
}

export interface HeldSession {
  readonly database: Database
  readonly id: number
  readonly holder: string
}

/** Takes the session over: a server that held it before stores nothing any more. */
export async function holdSession({ database, id, holder }: HeldSession): Promise<void> {
  await database.transaction((tx) => tx.query(HELD, { id, holder }), 'fix.hold')
}

/** How far a session is that this server holds. @throws NotHeld */
export async function standingOfHeld({ database, id, holder }: HeldSession): Promise<Standing> {
  const [row] = await database.query(STANDING, { id, holder })
  if (row === undefined) throw new NotHeld(`Another server holds the FIX session ${id}.`)
  return standingOf(row)
}

const standingOf = (row: RowOf<typeof STANDING>): Standing => ({
  day: row.day,
  numbering: row.numbering,
  resetDue: row.reset_due,
  isDayEnded: row.is_day_ended,
  nextIn: row.next_in,
  nextOut: row.next_out,
})

/** The number of the numbering that a reset begins. */
export async function nextNumbering({ database, id }: HeldSession, than: number): Promise<number> {
  const [row] = await database.query(NEXT_NUMBERING, { id, than })
  return row?.numbering ?? than + 1
}

/**
 * Names the numbers of former days of which nothing is known, and ends the day that was last. Before the first logon of a new day, so that
 * it is there whether or not the broker is. @throws NotHeld
 */
export async function endFormerDays(
  session: HeldSession,
  standing: Standing,
  days: readonly string[],
): Promise<void> {
  const { database, id, holder } = session
  const { day, numbering, nextIn } = standing
  await database.transaction(async (tx) => {
    const [held] = await tx.query(END_DAY, { id, holder, until: days.at(-1) ?? day })
    if (held === undefined) throw new NotHeld(`Another server holds the FIX session ${id}.`)
    if (days.length === 0) return
    const [row] = await tx.query(HIGHEST, { id, day: day ?? '', numbering })
    const next = Math.max(nextIn, (row?.highest ?? 0) + 1)
    await tx.query(ADD_UNKNOWN, {
      id,
      numbering,
      days: [...days],
      firsts: days.map((one) => (one === day ? next : 1)),
    })
  }, 'fix.keep')
}

export interface SessionChange {
  readonly standing: Standing
  readonly isConnected: boolean
  /** Why it is not connected. */
  readonly reason: string | null
  readonly gap: FixGap | null
  readonly gapsClosed: number
  /** Something was received that keeps the connection alive, or sent. */
  readonly received: boolean
  readonly sent: boolean
  readonly messages: readonly StoredMessage[]
}

export interface StoredMessage {
  readonly numbering: number
  readonly direction: 'in' | 'out'
  readonly number: number | null
  readonly type: string | null
  readonly isExecution: boolean
  readonly fault: string | null
  /** Its number, where it waits behind missing ones. */
  readonly behindGap?: number
  readonly application?: ApplicationNumber | null
  /** No message, but missing numbers. */
  readonly gap?: FixGap & { readonly what: FixGapState }
  readonly raw: Uint8Array
}

/** @throws NotHeld where another server took the session over. */
export async function keep({ database, id, holder }: HeldSession, change: SessionChange): Promise<void> {
  const { standing, gap, messages, isConnected, reason, gapsClosed, received, sent } = change
  const { day, numbering, nextIn, nextOut, resetDue, isDayEnded } = standing
  await database.transaction(async (tx) => {
    const [row] = await tx.query(GO_ON, {
      id,
      holder,
      day,
      numbering,
      nextIn,
      nextOut,
      resetDue,
      isDayEnded,
      isConnected,
      gapsClosed,
      received,
      sent,
      reason: reason === null ? null : reason.slice(0, FAULT_MAX),
      gapFrom: gap?.from ?? null,
      gapTo: gap?.to ?? null,
    })
    if (row === undefined) throw new NotHeld(`Another server holds the FIX session ${id}.`)
    if (messages.length === 0) return
    tx.send(ADD, {
      id,
      day: day ?? '',
      numberings: messages.map((message) => message.numbering),
      directions: messages.map(({ direction }) => direction),
      numbers: messages.map(({ number }) => number ?? 0),
      types: messages.map(({ type }) => type ?? ''),
      executions: messages.map(({ isExecution }) => isExecution),
      faults: messages.map(({ fault }) => fault ?? ''),
      behind: messages.map(({ behindGap }) => behindGap ?? 0),
      gaps: messages.map(({ gap }) => gap?.what ?? ''),
      gapsFrom: messages.map(({ gap }) => gap?.from ?? 0),
      gapsTo: messages.map(({ gap }) => gap?.to ?? 0),
      applIds: messages.map(({ application }) => application?.applId ?? ''),
      applNumbers: messages.map(({ application }) => application?.number ?? 0),
      raws: messages.map(({ raw }) => Buffer.from(raw).toString('hex')),
    })
  }, 'fix.keep')
}

const isExecution = (type: string) => type === '8' || type === 'AE'
/** Text of the other side, for the database. */
const inert = (text: string) => text.replaceAll('\0', '\u{fffd}')

function numbered(fields: readonly FixField[], type: string): ApplicationNumber | null {
  const found = isExecution(type) ? applicationNumber(fields) : null
  return found === null ? null : { ...found, applId: inert(found.applId) }
}

const RECEIVED = { direction: 'in', number: null, isExecution: false, fault: null } as const

/** The stored fields of an action; null where nothing is stored. */
export function messageOf(action: FixAction, numbering: number): StoredMessage | null {
  switch (action.kind) {
    case 'take':
      return {
        numbering,
        direction: 'in',
        number: action.number,
        type: inert(action.type).slice(0, TYPE_MAX),
        isExecution: isExecution(action.type) && action.fault === null,
        fault: action.fault,
        application: action.fault === null ? numbered(action.message.fields, action.type) : null,
        raw: action.message.raw,
      }
    case 'aside':
      return {
        ...RECEIVED,
        numbering,
        type: inert(action.type).slice(0, TYPE_MAX),
        behindGap: action.number,
        application: numbered(action.message.fields, action.type),
        raw: action.message.raw,
      }
    case 'gap': {
      const { what, from, to } = action
      return { ...RECEIVED, numbering, type: null, gap: { what, from, to }, raw: new Uint8Array() }
    }
    case 'leave':
      return {
        numbering,
        direction: 'in',
        number: null,
        type: null,
        isExecution: false,
        fault: inert(action.fault).slice(0, FAULT_MAX),
        raw: action.raw.subarray(0, FAULTY_BYTES),
      }
    case 'send':
      // What is sent again is stored already.
      if (action.isRepeated) return null
      return {
        numbering,
        direction: 'out',
        number: action.number,
        type: action.type,
        isExecution: false,
        fault: null,
        raw: action.stored,
      }
    default:
      return null
  }
}
