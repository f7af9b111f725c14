/**
 * What opened a breach or made it worse: trades and corrections since the last review, changed reference data and issued shares, the limit
 * itself, corporate actions, prices. What concerns the subject goes before what concerns every security.
 */
import type { LimitFacts } from '@em/core/limits/facts'
import { type SubjectType, WHOLE } from '@em/core/limits/limit-codes'
import { LARGEST, subjectOf } from '@em/core/limits/measure'
import { dayInWords } from '@em/core/values/date-texts'
import { dayInColombo } from '../../platform/clock.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import type { Measured } from './utilisation.queries.ts'

// Trades recorded or corrected since the last review.
const SINCE = statement(
  'limits.trades-since',
  `SELECT t.id, t.deal_number, t.portfolio_id AS "portfolioId", t.equity_id AS "securityId", t.side, v.version, v.quantity, v.recorded_by, v.recorded_at,
          v.broker_name AS broker, t.is_deleted, u.first_name || ' ' || u.last_name AS recorder
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version LEFT JOIN users u ON u.id = v.recorded_by
    WHERE t.id > :last OR t.id IN (SELECT k.trade_id FROM trade_versions k WHERE k.version > 1 AND k.recorded_at > :since)
    ORDER BY v.recorded_at DESC, t.id DESC`,
)
const OTHERS_SINCE = statement(
  'limits.others-since',
  `SELECT (SELECT max(s.trade_date) FROM price_sets s WHERE s.recorded_at > :since) AS prices,
          (SELECT max(a.title) FROM action_steps k JOIN corporate_actions a ON a.id = k.action_id WHERE k.recorded_at > :since) AS action`,
)
// Issued shares that were recorded for a day which has come since the last review count like those recorded since.
const MARKS = statement(
  'limits.marks',
  `SELECT m.id AS id, m.field AS field!, m.equity_id AS "securityId", m.portfolio_id AS "portfolioId", coalesce(e.symbol, p.portfolio_id) AS name!, m.was AS was,
          m.becomes AS becomes, m.effective_from AS "from", m.by_user AS by
     FROM limit_marks m LEFT JOIN equities e ON e.id = m.equity_id LEFT JOIN portfolios p ON p.id = m.portfolio_id
    UNION ALL
   SELECT NULL, 'issued shares', i.equity_id, NULL, e.symbol, NULL, i.quantity::text, i.effective_from, i.recorded_by
     FROM issued_shares i JOIN equities e ON e.id = i.equity_id WHERE i.effective_from > :day?::date AND i.effective_from <= :today::date
    ORDER BY 1`,
)
const TAKE_MARKS = statement('limits.take-marks', 'DELETE FROM limit_marks WHERE id = ANY (:ids::bigint[])')

/** The changed inputs of limits since the last review. */
export type Mark = RowOf<typeof MARKS>

/** Read before the facts of a review: what is marked later is of the next one. In: the day of the last review, null before the first. */
export const loadMarks = (
  db: Queryable,
  asked: { readonly day: string | null; readonly today: string },
): Promise<Mark[]> => db.query(MARKS, asked)

export async function takeMarks(db: Queryable, marks: readonly Mark[]): Promise<void> {
  const ids = marks.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ids.length > 0) await db.query(TAKE_MARKS, { ids })
}

export interface Cause {
  readonly kind: 'active' | 'passive'
  readonly cause:
    | 'trade'
    | 'correction'
    | 'action'
    | 'price'
    | 'limit'
    | 'cash'
    | 'other'
    | 'issued-shares'
    | 'reference-data'
  readonly causeText: string
  /** The user who did it; null: no act of a person. */
  readonly causedBy: number | null
}

/** The last review of all limits; null before the first. */
export interface Since {
  readonly since: string | null
  readonly day: string | null
  readonly lastTrade: number
  /** The user who writes the limit that is reviewed; null: all limits are. */
  readonly by: { readonly id: number } | null
  readonly marks: readonly Mark[]
}

type Trade = RowOf<typeof SINCE>

export interface Causes {
  /** The cause that opened a breach. */
  opened(one: Measured): Promise<Cause>
  /** The cause that made an open breach worse: a version of its limit moves its bound, not what is measured. */
  worsened(one: Measured): Promise<Cause>
}

/**
 * Looked up once for each time since when, when the first breach opens. A limit is reviewed when it is written, so what opens a breach of it
 * is looked for after that; a version that came into force since is the cause itself.
 */
export function causesOf(
  db: Queryable,
  facts: LimitFacts,
  { since, day, lastTrade, by, marks }: Since,
): Causes {
  const found = new Map<string, Promise<ChangesSince>>()
  const readChanges = async (from: string): Promise<ChangesSince> => {
    const trades = await db.query(SINCE, { last: lastTrade, since: from })
    const [others] = await db.query(OTHERS_SINCE, { since: from })
    return {
      trades: trades.filter((trade) => from === since || trade.recorded_at > from),
      prices: others?.prices ?? null,
      action: others?.action ?? null,
    }
  }
  const changesSince = (from: string) => {
    const known = found.get(from) ?? readChanges(from)
    found.set(from, known)
    return known
  }
  const isNew = ({ effectiveFrom, recordedAt }: Measured['limit']) =>
    effectiveFrom > dayInColombo(new Date(recordedAt)) && (day === null || effectiveFrom > day)
  return {
    opened: async (one) => {
      const { limit } = one
      if (by !== null || isNew(limit))
        return {
          kind: 'passive',
          cause: 'limit',
          causeText: `The limit ${limit.code} was written or changed.`,
          causedBy: by?.id ?? null,
        }
      const from = since !== null && since > limit.recordedAt ? since : limit.recordedAt
      return causeIn(await changesSince(from), { one, facts, marks })
    },
    worsened: async (one) =>
      causeIn(await changesSince(since ?? one.limit.recordedAt), { one, facts, marks }),
  }
}

interface ChangesSince {
  readonly trades: readonly Trade[]
  readonly prices: string | null
  readonly action: string | null
}
interface Of {
  readonly one: Measured
  readonly facts: LimitFacts
  readonly marks: readonly Mark[]
}

function causeIn({ trades, prices, action }: ChangesSince, { one, facts, marks }: Of): Cause {
  const own = trades.filter((candidate) => worsens(one, candidate, facts))
  if (own.length > 0) return causeOfTrades(own)
  const mark = marks.findLast((candidate) => concerns(one, candidate, facts))
  if (mark !== undefined)
    return {
      kind: 'passive',
      cause: mark.field === 'issued shares' ? 'issued-shares' : 'reference-data',
      causeText: markInWords(mark).slice(0, 500),
      causedBy: mark.by,
    }
  const passive = { kind: 'passive', causedBy: null } as const
  if (action !== null) return { ...passive, cause: 'action', causeText: `${action}.`.slice(0, 500) }
  if (prices !== null) return { ...passive, cause: 'price', causeText: `Prices of ${dayInWords(prices)}.` }
  if (one.limit.kind === 'cash') return { ...passive, cause: 'cash', causeText: 'Cash came and went.' }
  return { ...passive, cause: 'other', causeText: 'What it is measured by changed.' }
}

/** Acts that a sentence names. */
const NAMED = 3

/** The newest first: it is the one that a breach is of. */
function causeOfTrades(own: readonly Trade[]): Cause {
  const [newest] = own
  if (newest === undefined) throw new Error('a cause is of one trade or more')
  const isCorrection = newest.version > 1
  const severalPeople = new Set(own.map(({ recorded_by }) => recorded_by)).size > 1
  const said = own.slice(0, NAMED).map((trade) => {
    const by = severalPeople && trade.recorder !== null ? ` by ${trade.recorder}` : ''
    if (trade.version > 1) return `Correction of ${trade.deal_number}${by}`
    const what = trade.side === 'sell' ? 'Sale' : 'Buy'
    return `${what} ${trade.deal_number} of ${trade.quantity.toLocaleString('en-LK')} shares${by}`
  })
  const more = own.length - said.length
  return {
    kind: 'active',
    cause: isCorrection ? 'correction' : 'trade',
    causeText: `${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`.slice(0, 500),
    causedBy: newest.recorded_by,
  }
}

/** Whether a trade can have moved a subject towards its bound. */
function worsens({ limit, member, subject }: Measured, trade: Trade, facts: LimitFacts): boolean {
  if (!member.ids.has(trade.portfolioId)) return false
  const { terms, kind } = limit
  const isCorrection = trade.version > 1
  const buysOnly = kind === 'share' || kind === 'position' || kind === 'cash'
  if (buysOnly && trade.side === 'sell' && !isCorrection) return false
  if (subject === WHOLE || terms.subject.top !== null || terms.subject.type === 'broker') return true
  return subjectOf(terms.subject.type, facts, trade) === subject
}

const SUBJECT_OF: Readonly<Record<string, SubjectType>> = {
  issuer: 'issuer',
  'issuer group': 'issuer-group',
  sector: 'sector',
  board: 'board',
}
const SCOPE_OF: Readonly<Record<string, string>> = {
  'parent portfolio': 'group',
  'rule set': 'rule-set',
  entity: 'entity',
}
const OF_THE_ISSUE = ['percent-of-issued', 'voting-percent']

/** Whether what changed can have moved a subject towards its bound. */
function concerns({ limit, member, subject }: Measured, mark: Mark, facts: LimitFacts): boolean {
  const { terms, scope } = limit
  const { field, was, securityId, portfolioId } = mark
  if (portfolioId !== null) return scope.type === SCOPE_OF[field] && member.ids.has(portfolioId)
  if (securityId === null) return false
  const rests =
    field === 'issued shares'
      ? OF_THE_ISSUE.includes(terms.measure)
      : field === 'votes per share'
        ? terms.measure === 'voting-percent'
        : terms.subject.type === SUBJECT_OF[field]
  if (!rests) return false
  return (
    subject === LARGEST ||
    subject === was ||
    subjectOf(terms.subject.type, facts, { portfolioId: 0, securityId }) === subject
  )
}

const grouped = (count: string | null) => (count === null ? null : Number(count).toLocaleString('en-LK'))

/** "Issued shares of JKH.N0000 from 1 Jan 2026: 10,000,000, before 20,000,000." */
function markInWords({ field, name, was, becomes, from }: Mark): string {
  const isCount = field === 'issued shares'
  const [before, after] = isCount ? [grouped(was), grouped(becomes)] : [was, becomes]
  const since = from === null ? '' : ` from ${dayInWords(from)}`
  const what = `${field.charAt(0).toUpperCase()}${field.slice(1)} of ${name}${since}`
  return `${what}: ${after ?? 'none'}${before === null && isCount ? '' : `, before ${before ?? 'none'}`}.`
}
