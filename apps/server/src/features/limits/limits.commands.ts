/** Writes limits, their next versions, and issued shares. */

import { SECTORS } from '@em/contract/equities/equities'
import { laidOver } from '@em/contract/kit/fields'
import {
  faultsOfLimit,
  type IssuedShares,
  type LimitWithVersions,
  type limits,
} from '@em/contract/limits/limits'
import { EACH, type SubjectType, WHOLE } from '@em/core/limits/limit-codes'
import { versionOn } from '@em/core/limits/versions'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import type { SignedIn } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { circleOf } from '../portfolios/circles.ts'
import { findIssued } from './issued-shares.queries.ts'
import { typeWord } from './limit-texts.ts'
import { type ScopedPortfolio, scopedPortfolios } from './members.ts'
import { findLimit, idOfLimit } from './register.queries.ts'
import { review } from './review.commands.ts'

const ADD = statement(
  'limits.add',
  `INSERT INTO limits (code, kind, measure, subject_type, subject, subject_id, subject_top, scope_type, scope, scope_id, unit)
   VALUES (:code, :kind, :measure, :subjectType, :subject, :subjectId?::bigint, :top?::smallint, :scopeType, :scope?, :scopeId?::bigint, :unit)
   ON CONFLICT ((lower(code))) DO NOTHING RETURNING id`,
)
const ADD_VERSION = statement(
  'limits.add-version',
  `INSERT INTO limit_versions (limit_id, version, name, bound, operator, hardness, warning, effective_from, effective_to, source, grace, days, collateral,
                               side, reason, change_reason, recorded_by)
   VALUES (:id, :version, :name, :bound?::numeric, :operator, :hardness, :warning::smallint, :from::date, :to?::date, :source?, :grace?::smallint, :days?::smallint,
           :collateral?::numeric, :side?, :reason?, :changeReason?, :by)`,
)
const HOLD = statement('limits.hold', 'SELECT version FROM limits WHERE id = :id FOR UPDATE')
const MOVE = statement('limits.move', 'UPDATE limits SET version = :version WHERE id = :id')
const FACTS = statement(
  'limits.subjects-known',
  `SELECT EXISTS (SELECT FROM limited_securities(:day::date) f
                   WHERE CASE :type WHEN 'issuer' THEN f.issuer WHEN 'issuer-group' THEN f.issuer_group WHEN 'board' THEN f.board
                                    ELSE f.security_class END = :id) AS known!`,
)
const BROKER = statement(
  'limits.broker-named',
  'SELECT n.broker_id AS id, n.name FROM named_brokers() n WHERE n.key = broker_key(:name)',
)
const ENTITY = statement(
  'limits.entity-named',
  'SELECT id, name FROM entities WHERE lower(trim(name)) = lower(trim(:name))',
)
const ADD_ISSUED = statement(
  'limits.add-issued',
  `INSERT INTO issued_shares (equity_id, effective_from, quantity, source, recorded_by) VALUES (:equityId, :from::date, :quantity, :source, :by) RETURNING id`,
)

interface Now {
  readonly today: string
  readonly user: SignedIn
}
type Body = WriteInput<typeof limits.create>['body']
const EVERYTHING = { sees: () => true, reasons: true } as const
/** Letters that the reason of a change has at least. */
const REASON_LEAST = 5

/** @throws Refusal `limit.taken` (409), `limit.scope`, `limit.subject`, `limit.circle` (422). */
export async function createLimit(
  tx: Transaction,
  { body }: WriteInput<typeof limits.create>,
  now: Now,
): Promise<Outcome<LimitWithVersions>> {
  const portfolios = await scopedPortfolios(tx)
  const scope = await scopeOf(tx, body.scope, portfolios)
  const subject = await subjectOf(tx, body.subject, portfolios, now.today)
  const [added] = await tx.query(ADD, {
    code: body.code,
    kind: body.kind,
    measure: body.measure,
    subjectType: body.subject.type,
    subject: subject.name,
    subjectId: subject.id,
    top: body.subject.top == null ? null : Number(body.subject.top),
    scopeType: body.scope.type,
    scope: scope.name,
    scopeId: scope.id,
    unit: body.unit,
  })
  if (added === undefined) throw refuseField('limit.taken', 'code', { code: body.code })
  await addVersion(tx, { id: added.id, version: 1, by: now.user.id }, body)
  await review(tx, { today: now.today, ids: [added.id], by: { id: now.user.id, name: '' } })
  const answer = await findLimit(tx, body.code, { day: now.today, ...EVERYTHING })
  return {
    answer,
    audit: { action: 'limits.create', entity: 'limit', entityId: added.id, after: audited(answer) },
  }
}

const text = (units: bigint | null, scale: number) => (units === null ? null : formatDecimal(units, scale))
const count = (units: bigint | null) => (units === null ? null : Number(units))

async function addVersion(
  tx: Transaction,
  { id, version, by }: { readonly id: number; readonly version: number; readonly by: number },
  body: Omit<Body, 'code' | 'kind' | 'measure' | 'subject' | 'scope' | 'unit'>,
  changeReason: string | null = null,
): Promise<void> {
  await tx.query(ADD_VERSION, {
    id,
    version,
    name: body.name,
    bound: text(body.bound, RATE_SCALE),
    operator: body.operator,
    hardness: body.hardness,
    warning: Number(body.warning),
    from: body.effectiveFrom,
    to: body.effectiveTo,
    source: body.source,
    grace: count(body.grace),
    days: count(body.days),
    collateral: text(body.collateral, MONEY_SCALE),
    side: body.side,
    reason: body.reason,
    changeReason,
    by,
  })
}

/**
 * The next version holds from today where it does not say since when. A change of 5 May moves no standing of 31 March: a version from a day
 * that is over corrects what the limit said then, and says why.
 * @throws Refusal 404, `record.stale` (409), `limit.past` (422).
 */
export async function changeLimit(
  tx: Transaction,
  { params, body: { version: read, changeReason = null, ...change } }: WriteInput<typeof limits.change>,
  now: Now,
): Promise<Outcome<LimitWithVersions>> {
  const { id } = await idOfLimit(tx, params.code)
  const [held] = await tx.query(HOLD, { id })
  if (held?.version !== read) throw new Refusal('record.stale', { what: 'The limit' })
  const before = await findLimit(tx, params.code, { day: now.today, ...EVERYTHING })
  const from = change.effectiveFrom ?? now.today
  const body = laidOver({ ...recorded(before, from), effectiveFrom: from }, change)
  const isPast = body.effectiveFrom < now.today
  if (isPast && (changeReason ?? '').trim().length < REASON_LEAST)
    throw refuseField('limit.past', 'changeReason', { date: dayInWords(body.effectiveFrom) })
  const faults = faultsOfLimit({
    ...before,
    ...body,
    subject: { type: before.subject.type, id: before.subject.id ?? EACH, top: null },
  })
  if (faults.length > 0) throw new Refusal('request.invalid', {}, faults)
  await addVersion(tx, { id, version: read + 1, by: now.user.id }, body, isPast ? changeReason : null)
  await tx.query(MOVE, { id, version: read + 1 })
  await review(tx, { today: now.today, ids: [id], by: { id: now.user.id, name: '' } })
  const answer = await findLimit(tx, params.code, { day: now.today, ...EVERYTHING })
  return {
    answer,
    audit: {
      action: 'limits.change',
      entity: 'limit',
      entityId: id,
      before: audited(before),
      after: audited(answer),
    },
  }
}

/** What is in force on the day from which a change holds, as it was sent; of a limit that comes later, its newest version. */
function recorded({ versions }: LimitWithVersions, from: string) {
  const [newest] = versions
  const held = versionOn(versions, from) ?? newest
  if (held === undefined) throw new Error('a limit has a version')
  const units = (said: number | null, scale: number) =>
    said === null ? null : decimalOf(String(said), scale)
  const { name, operator, hardness, effectiveTo, source, side, reason } = held
  return {
    name,
    operator,
    hardness,
    effectiveTo,
    source,
    side,
    reason,
    bound: units(held.bound, RATE_SCALE),
    warning: BigInt(held.warning),
    grace: units(held.grace, 0),
    days: units(held.days, 0),
    collateral: units(held.collateral, MONEY_SCALE),
  }
}

/** A limit as the audit trail keeps it: its newest version with what it is of. Why something is restricted stays in the version. */
function audited({ versions: [newest], code, kind, measure, subject, scope, unit }: LimitWithVersions) {
  const { reason: _, ...version } = newest ?? { reason: null }
  return { ...version, code, kind, measure, subject: subject.label, scope: scope.label, unit }
}

interface Found {
  readonly name: string | null
  readonly id: number | null
}

/** @throws Refusal `limit.scope`, `limit.circle` (422). */
async function scopeOf(
  tx: Transaction,
  { type, id }: Body['scope'],
  portfolios: readonly ScopedPortfolio[],
): Promise<Found> {
  const named = (id ?? '').trim()
  if (type === 'all') return { name: null, id: null }
  if (type === 'entity') {
    const [entity] = await tx.query(ENTITY, { name: named })
    if (entity === undefined) throw refuseField('limit.scope', 'scope.id', { what: 'The entity', id: named })
    return { name: null, id: entity.id }
  }
  if (type === 'rule-set') return { name: named, id: null }
  if (type === 'portfolio' && named.toLowerCase() === EACH) return { name: EACH, id: null }
  const portfolio = portfolioNamed(portfolios, named)
  if (portfolio === undefined)
    throw refuseField('limit.scope', 'scope.id', { what: 'The portfolio', id: named })
  const circle = type === 'group' ? circleOf(portfolios, portfolio) : null
  if (circle !== null)
    throw refuseField('limit.circle', 'scope.id', { portfolio: portfolio.name, path: circle.join(', ') })
  return { name: null, id: portfolio.id }
}

function portfolioNamed(portfolios: readonly ScopedPortfolio[], named: string): ScopedPortfolio | undefined {
  const word = named.toLowerCase()
  return (
    portfolios.find(({ code }) => code.toLowerCase() === word) ??
    portfolios.find(({ name }) => name.toLowerCase() === word) ??
    portfolios.find(({ id }) => String(id) === named)
  )
}

/** @throws Refusal `limit.subject` (422). */
async function subjectOf(
  tx: Transaction,
  { type, id }: Body['subject'],
  portfolios: readonly ScopedPortfolio[],
  day: string,
): Promise<{ readonly name: string; readonly id: number | null }> {
  const named = id.trim()
  if (named.toLowerCase() === EACH) return { name: EACH, id: null }
  const unknown = () =>
    refuseField('limit.subject', 'subject.id', { what: `The ${typeWord(type)}`, id: named })
  if (type === 'security') {
    const found = await resolveCompany(tx, named, day, 'subject.id').catch(() => undefined)
    if (found === undefined) throw unknown()
    return { name: found.symbol, id: found.id }
  }
  if (type === 'broker') {
    const [broker] = await tx.query(BROKER, { name: named })
    if (broker?.id == null) throw unknown()
    return { name: broker.name ?? named, id: broker.id }
  }
  if (type === 'portfolio') {
    if (named.toLowerCase() === WHOLE) return { name: WHOLE, id: null }
    const portfolio = portfolioNamed(portfolios, named)
    if (portfolio === undefined) throw unknown()
    return { name: portfolio.code, id: portfolio.id }
  }
  return { name: await groupNamed(tx, { type, named, day }, unknown), id: null }
}

async function groupNamed(
  tx: Transaction,
  { type, named, day }: { readonly type: SubjectType; readonly named: string; readonly day: string },
  unknown: () => Refusal,
): Promise<string> {
  if (type === 'sector') {
    const sector = [...SECTORS, 'Unclassified'].find((one) => one.toLowerCase() === named.toLowerCase())
    if (sector === undefined) throw unknown()
    return sector
  }
  const word = type === 'issuer' || type === 'class' ? named.toUpperCase() : named
  const [found] = await tx.query(FACTS, { day, type, id: word })
  if (found?.known !== true) throw unknown()
  return word
}

/** @throws Refusal 404 for an unknown security. */
export async function addIssuedShares(
  tx: Transaction,
  { body }: WriteInput<typeof limits.addIssued>,
  { today, user }: Now,
): Promise<Outcome<IssuedShares>> {
  const equity = await resolveCompany(tx, body.symbol, today, 'symbol')
  const [added] = await tx.query(ADD_ISSUED, {
    equityId: equity.id,
    from: body.from,
    quantity: Number(body.quantity),
    source: body.source,
    by: user.id,
  })
  const answer = await findIssued(tx, added?.id ?? 0, today)
  return {
    answer,
    audit: { action: 'limits.issued-shares', entity: 'issued-shares', entityId: answer.id, after: answer },
  }
}
