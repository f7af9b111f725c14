/** Acts of people on a breach: notes, and overrides by another person. */
import type { Breach, limits } from '@em/contract/limits/limits'
import { isLower } from '@em/core/limits/limit-codes'
import { measuredText } from '@em/core/limits/value-texts'
import { decimalOf, formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import type { Portfolios, SignedIn } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { forTheBooks, scopeNow } from '../../platform/database/scope.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { findBreach } from './breaches.queries.ts'

const HOLD = statement(
  'limits.hold-breach',
  'SELECT caused_by, cured_on FROM breaches WHERE id = :id FOR UPDATE',
)
const STEP = statement(
  'limits.step-breach',
  `INSERT INTO breach_steps (breach_id, what, day, value, note, level, until, by_user)
   SELECT b.id, :what, :day::date, b.value, :note, :level?::numeric, :until?::date, :by FROM breaches b WHERE b.id = :id`,
)

interface Now {
  readonly today: string
  readonly user: SignedIn
}

/** Works for the books, with what the call at hand may change; one that is only tried looks at what may be seen. */
function inBooks<T>(tx: Transaction, work: (scope: Portfolios) => Promise<T>): Promise<T> {
  const scope = scopeNow()?.portfolios ?? 'all'
  return forTheBooks(tx, () => work(scope))
}

/** @throws Refusal `record.missing` (404), also for one whose scope the person may not change. */
async function held(tx: Transaction, id: number, { today }: Now, scope: Portfolios) {
  const found = await findBreach(tx, id, { today, see: scope })
  const [row] = await tx.query(HOLD, { id })
  return { found, causedBy: row?.caused_by ?? null }
}

/** @throws Refusal `record.missing` (404). */
export const noteBreach = (
  tx: Transaction,
  { params, body }: WriteInput<typeof limits.note>,
  now: Now,
): Promise<Outcome<Breach>> =>
  inBooks(tx, async (scope) => {
    const { found } = await held(tx, params.id, now, scope)
    await tx.query(STEP, {
      id: params.id,
      what: 'noted',
      day: now.today,
      note: body.note,
      level: null,
      until: null,
      by: now.user.id,
    })
    return done(tx, found, { action: 'limits.note', after: { note: body.note } }, now)
  })

/** @throws Refusal `record.missing` (404), `breach.cured`, `breach.own` (409), `breach.until`, `breach.level` (422). */
export const overrideBreach = (
  tx: Transaction,
  { params, body }: WriteInput<typeof limits.override>,
  now: Now,
): Promise<Outcome<Breach>> =>
  inBooks(tx, async (scope) => {
    const { found, causedBy } = await held(tx, params.id, now, scope)
    if (found.cured !== null) throw new Refusal('breach.cured')
    if (causedBy === now.user.id) throw new Refusal('breach.own')
    if (body.until < now.today) throw refuseField('breach.until', 'until', { date: body.until })
    const value = decimalOf(String(found.value ?? 0), RATE_SCALE)
    if (isLower(found.measure) ? body.level > value : body.level < value)
      throw refuseField('breach.level', 'level', { value: measuredText(value, found.unit) })
    const level = formatDecimal(body.level, RATE_SCALE)
    await tx.query(STEP, {
      id: params.id,
      what: 'overridden',
      day: now.today,
      note: body.reason,
      level,
      until: body.until,
      by: now.user.id,
    })
    return done(
      tx,
      found,
      { action: 'limits.override', after: { level: body.level, until: body.until, reason: body.reason } },
      now,
    )
  })

async function done(
  tx: Transaction,
  { id, limit, subject, scope }: Breach,
  { action, after }: { readonly action: string; readonly after: Record<string, unknown> },
  { today, user }: Now,
): Promise<Outcome<Breach>> {
  const answer = await findBreach(tx, id, { today, see: user.portfolios.see })
  const level = typeof after['level'] === 'bigint' ? Number(after['level']) / 10_000 : undefined
  const said = {
    limit: limit.code,
    subject: subject.label,
    scope: scope.label,
    ...after,
    ...(level !== undefined && { level }),
  }
  return { answer, audit: { action, entity: 'breach', entityId: id, after: said } }
}
