/** Breaches as they are listed: their state, steps and age. */
import { BREACHES_MAX, type Breach, type limits } from '@em/contract/limits/limits'
import { isMarketDay } from '@em/core/holidays/market-calendar'
import type { LimitKind } from '@em/core/limits/limit-codes'
import { addDays } from '@em/core/values/dates'
import type { z } from 'zod'
import type { Portfolios } from '../../platform/authorize.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import type { KnownLimit } from './known-limit.ts'
import { type ScopedPortfolio, type ScopeMember, scopedPortfolios } from './members.ts'
import { limitsOnDays } from './register.queries.ts'
import { headOf } from './rows.ts'
import { seenOf } from './seen.ts'

const OPEN = statement(
  'limits.open-breaches',
  'SELECT id, limit_id, coalesce(portfolio_id, 0) AS portfolio_id!, subject FROM breaches WHERE cured_on IS NULL',
)
const LIST = statement(
  'limits.breaches',
  `SELECT b.id, b.limit_id, b.portfolio_id, b.subject, b.kind, b.cause, b.cause_text, b.caused_by, b.opened_on, b.cured_on, b.value, b.worst
     FROM breaches b
    WHERE (:id?::bigint IS NULL OR b.id = :id)
      AND (:isOpen?::boolean IS NULL OR (b.cured_on IS NULL) = :isOpen)
      AND (:from?::date IS NULL OR coalesce(b.cured_on, 'infinity') >= :from) AND (:to?::date IS NULL OR b.opened_on <= :to)
    ORDER BY b.id DESC LIMIT :most`,
)
const STEPS = statement(
  'limits.breach-steps',
  `SELECT s.breach_id, s.what, s.day, s.value, s.value_before, s.note, s.level, s.until, s.at, u.first_name || ' ' || u.last_name AS by
     FROM breach_steps s LEFT JOIN users u ON u.id = s.by_user
    WHERE s.breach_id = ANY (:ids::bigint[]) AND s.day <= :day::date ORDER BY s.id`,
)
type Row = RowOf<typeof LIST>
type Step = RowOf<typeof STEPS>

export const keyOf = (limitId: number, portfolioId: number | null, subject: string): string =>
  `${limitId} ${portfolioId ?? 0} ${subject}`

/** The open breaches by what they are of. */
export async function openBreaches(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(OPEN)
  return new Map(rows.map((row) => [keyOf(row.limit_id, row.portfolio_id, row.subject), row.id]))
}

export interface BreachesAsked {
  /** The day as at which they are shown: what happened later has not happened. */
  readonly today: string
  readonly see: Portfolios
  readonly id?: number | null
  readonly states?: z.output<typeof limits.breaches.query>['state']
  readonly kinds?: readonly LimitKind[] | undefined
  readonly portfolioId?: number | null
  readonly symbol?: string | undefined
  /** Open at any time of these days. */
  readonly span?: { readonly from: string; readonly to: string }
}

/** For the books; the newest first. Of a scope that is not seen a breach is left out. */
export async function listBreaches(db: Queryable, asked: BreachesAsked): Promise<Breach[]> {
  const { today, see, states, kinds, portfolioId = null, span } = asked
  const wantsCured = states === undefined ? false : states.includes('cured')
  const isOpen =
    asked.id != null || span !== undefined || (wantsCured && states !== undefined && states.length > 1)
      ? null
      : !wantsCured
  const rows = await db.query(LIST, {
    id: asked.id ?? null,
    isOpen,
    from: span?.from ?? null,
    to: span?.to ?? null,
    most: BREACHES_MAX,
  })
  if (rows.length === 0) return []
  const portfolios = await scopedPortfolios(db)
  // A breach that is over is described by the limit of that time.
  const known = await limitsOnDays(
    db,
    rows.map((row) => ({ id: row.limit_id, day: isCured(row, today) ? row.opened_on : today })),
    portfolios,
  )
  const steps = Map.groupBy(
    await db.query(STEPS, { ids: rows.map(({ id }) => id), day: today }),
    ({ breach_id }) => breach_id,
  )
  const calendar = await loadCalendar(db)
  const marketDays = (from: string, to: string) => {
    let count = 0
    for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
      if (isMarketDay(calendar, day)) count += 1
    return count
  }
  return rows.flatMap((row, index) => {
    const limit = known[index]
    if (limit === undefined) return []
    const member = memberOf(limit, row.portfolio_id)
    if (member === undefined || seenOf(member.ids, see) !== 'all of it') return []
    if (portfolioId !== null && !member.ids.has(portfolioId)) return []
    if (kinds !== undefined && !kinds.includes(limit.kind)) return []
    if (asked.symbol !== undefined && !isOf(row.subject, asked.symbol)) return []
    const breach = breachShown(row, {
      limit,
      member,
      portfolios,
      steps: steps.get(row.id) ?? [],
      today,
      age: marketDays(row.opened_on, isCured(row, today) ? (row.cured_on ?? today) : today),
    })
    return states !== undefined && !states.includes(breach.state) ? [] : [breach]
  })
}

const isCured = ({ cured_on: day }: Row, today: string): boolean => day !== null && day <= today

/** A portfolio that has left the scope is measured no more, and has its history. */
const memberOf = (limit: KnownLimit, portfolioId: number | null): ScopeMember | undefined =>
  limit.members.find((member) => member.portfolioId === portfolioId) ??
  (portfolioId === null ? undefined : { portfolioId, ids: new Set([portfolioId]) })
/** A breach of a security, or of what its symbol begins with. */
const isOf = (subject: string, symbol: string) => {
  const asked = symbol.trim().toUpperCase()
  return subject.toUpperCase() === asked || asked.startsWith(`${subject.toUpperCase()}.`)
}

interface With {
  readonly limit: KnownLimit
  readonly member: ScopeMember
  readonly portfolios: readonly ScopedPortfolio[]
  readonly steps: readonly Step[]
  readonly today: string
  readonly age: number
}

const UNKNOWN = { numerator: 0n, denominator: null, atCost: 0n, unknown: '' }

function breachShown(row: Row, { limit, member, portfolios, steps, today, age }: With): Breach {
  const head = headOf(
    { limit, member, subject: row.subject, seen: 'all of it', portfolios },
    { standing: UNKNOWN, state: 'exceeded' },
  )
  const last = steps.findLast(({ what }) => what === 'overridden')
  const value = jsonNumber(row.value)
  const isAllowed =
    last !== undefined &&
    (last.until ?? '') >= today &&
    (value === null ||
      (limit.terms.measure === 'minimum-cash'
        ? value >= (jsonNumber(last.level) ?? 0)
        : value <= (jsonNumber(last.level) ?? 0)))
  const isLate = row.kind === 'active' ? age > 0 : limit.grace !== null && age > limit.grace
  return {
    id: row.id,
    limit: head.limit,
    kind: row.kind as Breach['kind'],
    limitKind: limit.kind,
    measure: head.measure,
    hardness: head.hardness,
    scope: head.scope,
    subject: head.subject,
    cause: row.cause as Breach['cause'],
    causeText: row.cause_text,
    opened: row.opened_on,
    cured: isCured(row, today) ? row.cured_on : null,
    value,
    worst: jsonNumber(row.worst),
    bound: head.bound,
    unit: head.unit,
    state: isCured(row, today) ? 'cured' : isAllowed ? 'overridden' : isLate ? 'late' : 'open',
    age,
    grace: limit.grace,
    override:
      last === undefined
        ? null
        : {
            level: jsonNumber(last.level) ?? 0,
            until: last.until ?? '',
            by: last.by ?? '',
            reason: last.note ?? '',
          },
    steps: steps.map((step) => ({
      what: step.what as Breach['steps'][number]['what'],
      on: step.day,
      value: jsonNumber(step.value),
      before: jsonNumber(step.value_before),
      level: jsonNumber(step.level),
      until: step.until,
      by: step.by,
      at: step.at,
      note: step.note,
    })),
  }
}

/** @throws Refusal `record.missing` (404). */
export async function findBreach(
  db: Queryable,
  id: number,
  asked: Pick<BreachesAsked, 'today' | 'see'>,
): Promise<Breach> {
  const [found] = await listBreaches(db, { ...asked, id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Breach ${id}` })
  return found
}
