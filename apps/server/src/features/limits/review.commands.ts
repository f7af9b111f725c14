/**
 * Looks at all limits of today and records what became of them: breaches that open, worsen and are cured. Nothing of the utilisation itself
 * is kept. What was dealt is never held: a trade that passed a bound opened an active breach; a price, an action or a changed limit opens a
 * passive one.
 */
import { shownValue } from '@em/core/limits/compare'
import type { Dealt, LimitFacts } from '@em/core/limits/facts'
import { isLower } from '@em/core/limits/limit-codes'
import type { Measurement } from '@em/core/limits/measure'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { sendAudits } from '../../platform/acts.ts'
import { type Database, type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { brokerCalled, brokerOf } from '../brokers/named.ts'
import { keyOf } from './breaches.queries.ts'
import { type Cause, causesOf, loadMarks, takeMarks } from './causes.queries.ts'
import { anyLimits } from './checks.queries.ts'
import { loadDay, type Measured, measureAll } from './utilisation.queries.ts'

const HOLD = statement('limits.hold-review', `SELECT ${takeLock('review of limits')}`)
const CLOSED = statement(
  'limits.day-closed',
  'SELECT EXISTS (SELECT FROM prices WHERE trade_date = :day::date) AS closed!',
)
const LAST = statement('limits.last-review', 'SELECT reviewed_at, day, last_trade FROM limit_reviews')
// Asked before the facts are loaded: what is recorded later is looked at by the next review.
const UNTIL = statement(
  'limits.reviewed-until',
  'SELECT clock_timestamp() AS at!, coalesce((SELECT max(id) FROM trades), 0) AS trade!',
)
const KEEP_LAST = statement(
  'limits.keep-review',
  `INSERT INTO limit_reviews (reviewed_at, day, last_trade) VALUES (:at, :day::date, :trade)
   ON CONFLICT (only_one) DO UPDATE SET reviewed_at = excluded.reviewed_at, day = excluded.day, last_trade = excluded.last_trade`,
)
const OPEN = statement(
  'limits.open-to-review',
  `SELECT b.id, b.limit_id, b.portfolio_id, b.subject, b.value, b.worst, b.opened_on,
          (SELECT max(s.day) FROM breach_steps s WHERE s.breach_id = b.id AND s.what IN ('opened', 'worsened')) AS worsened_on
     FROM breaches b WHERE b.cured_on IS NULL AND (:ids?::bigint[] IS NULL OR b.limit_id = ANY (:ids)) FOR UPDATE OF b`,
)
// Trades of the market days before, recorded since the last review: acts of today where a limit is of acts.
const LATE = statement(
  'limits.late-trades',
  `SELECT t.portfolio_id AS "portfolioId", t.equity_id AS "securityId", ${brokerCalled('v.broker_name')} AS broker, t.side, v.gross, v.trade_date AS "tradeDate"
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ${brokerOf('v.broker_name')}
    WHERE t.id > :last AND t.side IN ('buy', 'sell') AND NOT t.is_deleted AND v.trade_date < :day::date AND v.trade_date >= :from::date`,
)
// The days of those: a restriction that held on one of them is looked at, also where it has ended since.
const LATE_DAYS = statement(
  'limits.late-days',
  `SELECT DISTINCT v.trade_date FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.id > :last AND NOT t.is_deleted AND v.trade_date BETWEEN :day::date - 14 AND :day::date - 1`,
)
const ADD = statement(
  'limits.add-breach',
  `INSERT INTO breaches (limit_id, portfolio_id, subject, kind, cause, cause_text, caused_by, opened_on, value, worst)
   VALUES (:limitId, :portfolioId?::bigint, :subject, :kind, :cause, :causeText, :causedBy?::bigint, :day::date, :value::numeric, :value::numeric)
   RETURNING id`,
)
const ADD_STEP = statement(
  'limits.add-step',
  `INSERT INTO breach_steps (breach_id, what, day, value, value_before, note, by_user)
   VALUES (:id, :what, :day::date, :value?::numeric, :before?::numeric, :note?, :by?::bigint)`,
)
const MOVE = statement(
  'limits.move-breach',
  'UPDATE breaches SET value = :value?::numeric, worst = :worst?::numeric, cured_on = :curedOn?::date WHERE id = :id',
)

const FORGET_MARKS = statement('limits.forget-marks', 'DELETE FROM limit_marks')

interface Reviewed {
  readonly opened: number
  readonly cured: number
}

/** Reviews all limits, or those of some ids, in an act without a user. Done again it finds nothing new. */
export async function reviewLimits(database: Database, today: string): Promise<Reviewed> {
  if (!(await anyLimits(database))) {
    await database.query(FORGET_MARKS)
    return { opened: 0, cured: 0 }
  }
  return database.transaction((tx) => review(tx, { today, ids: null, by: null }), 'limits.review', [null])
}

interface Asked {
  readonly today: string
  /** Null: all limits. */
  readonly ids: readonly number[] | null
  /** The user who changed the limit; null: the clock reviews. */
  readonly by: { readonly id: number; readonly name: string } | null
}

type Open = RowOf<typeof OPEN>

/** For the books. */
export async function review(tx: Transaction, asked: Asked): Promise<Reviewed> {
  const { today, ids, by } = asked
  await tx.query(HOLD)
  const [last] = await tx.query(LAST)
  const [until] = await tx.query(UNTIL)
  const marks = await loadMarks(tx, { day: last?.day ?? null, today })
  const [known] = await tx.query(CLOSED, { day: today })
  const lateDays = last === undefined ? [] : await tx.query(LATE_DAYS, { last: last.last_trade, day: today })
  const actsOn = lateDays.map(({ trade_date }) => trade_date)
  const { facts, limits } = await loadDay(tx, { day: today, today, ids, actsOn })
  // Of acts there is nothing but what was dealt on the day, and what was recorded late.
  const late = last === undefined ? [] : await lateTrades(tx, facts, last.last_trade)
  const measured = await measureAll({ ...facts, acts: [...facts.dealt, ...late] }, limits)
  const open = new Map(
    (await tx.query(OPEN, { ids: ids === null ? null : [...ids] })).map((row) => [
      keyOf(row.limit_id, row.portfolio_id, row.subject),
      row,
    ]),
  )
  const causes = causesOf(tx, facts, {
    since: last?.reviewed_at ?? null,
    day: last?.day ?? null,
    lastTrade: last?.last_trade ?? 0,
    by,
    marks,
  })
  const done = { opened: 0, cured: 0 }
  const still = new Set<string>()
  const current = new Map<string, Measured>()
  for (const one of measured) {
    // Of hundreds of thousands nearly all are within and always were.
    if (open.size === 0 && one.state !== 'exceeded') continue
    const key = keyOf(one.limit.id, one.member.portfolioId, one.subject)
    const breach = open.get(key)
    if (breach !== undefined) current.set(key, one)
    if (one.state === 'exceeded' || one.state === 'unknown') still.add(key)
    if (one.state !== 'exceeded') continue
    if (breach !== undefined) await worsened(tx, one, { breach, day: today, cause: causes.worsened })
    else {
      const cause = await causes.opened(one)
      await openBreach(tx, one, { ...cause, day: today })
      done.opened += 1
    }
  }
  for (const [key, breach] of open) {
    if (still.has(key)) continue
    const now = current.get(key)
    // Within during the day is not within at its close. What is measured no more is cured at once.
    if (now !== undefined && known?.closed !== true) continue
    // What was recorded late is an act of the day on which it was recorded.
    if (now !== undefined && isOfActs(now) && breach.opened_on === today) continue
    await cure(tx, breach, { day: today, value: now === undefined ? null : valueOf(now) })
    done.cured += 1
  }
  if (ids === null && until !== undefined) {
    await tx.query(KEEP_LAST, { day: today, at: until.at, trade: until.trade })
    await takeMarks(tx, marks)
  }
  if (by === null && done.opened + done.cured > 0)
    sendAudits(tx, [
      { action: 'limits.review', entity: 'limits', entityId: today, after: { ...done, day: today } },
    ])
  return done
}

const isOfActs = ({ limit }: Measured) =>
  limit.terms.measure === 'act-size' || limit.terms.measure === 'restricted'

async function lateTrades(tx: Transaction, { day, actsFrom = day }: LimitFacts, last: number) {
  const rows = await tx.query(LATE, { last, day, from: actsFrom })
  return rows.map(
    ({ side, gross, ...row }): Dealt => ({
      ...row,
      side: side === 'buy' ? 'buy' : 'sell',
      gross: decimalOf(gross ?? '0', MONEY_SCALE),
    }),
  )
}

const text = (units: bigint | null) => (units === null ? null : formatDecimal(units, RATE_SCALE))
const valueOf = ({
  limit,
  standing,
}: {
  readonly limit: Measured['limit']
  readonly standing: Measurement
}) => shownValue(limit.terms, standing)

async function openBreach(
  tx: Transaction,
  one: Measured,
  cause: Cause & { readonly day: string },
): Promise<void> {
  const value = text(valueOf(one)) ?? '0'
  const [added] = await tx.query(ADD, {
    limitId: one.limit.id,
    portfolioId: one.member.portfolioId,
    subject: one.subject,
    kind: cause.kind,
    cause: cause.cause,
    causeText: cause.causeText,
    causedBy: cause.causedBy,
    day: cause.day,
    value,
  })
  await tx.query(ADD_STEP, {
    id: added?.id ?? 0,
    what: 'opened',
    day: cause.day,
    value,
    before: null,
    note: null,
    by: null,
  })
}

interface Worse {
  readonly breach: Open
  readonly day: string
  readonly cause: (one: Measured) => Promise<Cause>
}

/** An act that worsens a breach is a step of its own, with who did it; of prices and events each new high of a day is one. */
async function worsened(tx: Transaction, one: Measured, { breach, day, cause }: Worse): Promise<void> {
  const value = valueOf(one)
  const units = (said: string | null) => (said === null ? null : decimalOf(said, RATE_SCALE))
  const [was, worst] = [units(breach.value), units(breach.worst)]
  if (value === null || value === was) return
  const isBeyond = (than: bigint | null) =>
    than === null || (isLower(one.limit.terms.measure) ? value < than : value > than)
  await tx.query(MOVE, {
    id: breach.id,
    value: text(value),
    worst: text(isBeyond(worst) ? value : worst),
    curedOn: null,
  })
  if (!isBeyond(was)) return
  const { causeText, causedBy } = await cause(one)
  if (causedBy === null && (!isBeyond(worst) || breach.worsened_on === day)) return
  await tx.query(ADD_STEP, {
    id: breach.id,
    what: 'worsened',
    day,
    value: text(value),
    before: text(was),
    note: causeText,
    by: causedBy,
  })
}

async function cure(
  tx: Transaction,
  breach: Open,
  { day, value }: { readonly day: string; readonly value: bigint | null },
) {
  await tx.query(MOVE, {
    id: breach.id,
    value: text(value) ?? breach.value,
    worst: breach.worst,
    curedOn: day,
  })
  await tx.query(ADD_STEP, {
    id: breach.id,
    what: 'cured',
    day,
    value: text(value),
    before: null,
    note: null,
    by: null,
  })
}
