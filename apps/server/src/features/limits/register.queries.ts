/** Limits as they are recorded: by day, with their versions, and for which portfolios each holds. */
import type { Limit, LimitWithVersions } from '@em/contract/limits/limits'
import type {
  Hardness,
  LimitKind,
  LimitMeasure,
  LimitOperator,
  LimitUnit,
  RestrictedSide,
  ScopeType,
  SubjectType,
} from '@em/core/limits/limit-codes'
import { type RestrictedSpan, sideRestrictedOn } from '@em/core/limits/measure'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KnownLimit } from './known-limit.ts'
import { scopeLabel, subjectLabel } from './limit-texts.ts'
import { membersOf, type ScopedPortfolio, type ScopeMember, scopedPortfolios } from './members.ts'

const NAME = "u.first_name || ' ' || u.last_name"
const VERSION = `v.version, v.name, v.bound, v.operator, v.hardness, v.warning, v.effective_from, v.effective_to, v.source, v.grace, v.days, v.collateral,
  v.side, v.reason, v.change_reason, ${NAME} AS recorded_by!, v.recorded_at`
// What a limit is of keeps its name as it is now.
const HEAD = `l.id, l.code, l.kind, l.measure, l.subject_type, l.subject_top, l.scope_type, l.scope, l.scope_id, l.unit, l.version AS newest,
  coalesce(CASE l.subject_type WHEN 'security' THEN (SELECT e.symbol FROM equities e WHERE e.id = l.subject_id)
                               WHEN 'broker' THEN (SELECT b.name FROM brokers b WHERE b.id = l.subject_id)
                               WHEN 'portfolio' THEN (SELECT p.portfolio_id FROM portfolios p WHERE p.id = l.subject_id) END, l.subject) AS subject!`
const SPANS = `CASE WHEN l.kind = 'restriction' THEN (
    SELECT json_agg(json_build_object('from', k.effective_from, 'to', k.effective_to, 'side', k.side) ORDER BY k.version DESC)
      FROM limit_versions k WHERE k.limit_id = l.id) END`
const LIST = statement(
  'limits.list',
  `SELECT ${HEAD}, ${VERSION}, ${SPANS} AS spans
     FROM limits l
    CROSS JOIN LATERAL (SELECT * FROM limit_versions k WHERE k.limit_id = l.id
                         ORDER BY k.effective_from <= :day::date DESC, k.version DESC LIMIT 1) v
     JOIN users u ON u.id = v.recorded_by
    WHERE (:ids?::bigint[] IS NULL OR l.id = ANY (:ids))
    ORDER BY lower(l.code)`,
)
const BY_CODE = statement('limits.by-code', 'SELECT id, version FROM limits WHERE lower(code) = lower(:code)')
const VERSIONS = statement(
  'limits.versions',
  `SELECT ${VERSION} FROM limit_versions v JOIN users u ON u.id = v.recorded_by WHERE v.limit_id = :id ORDER BY v.version DESC`,
)
type Row = RowOf<typeof LIST>

/** Market days that a minimum of cash looks ahead, where the limit does not say. */
const DAYS_AHEAD = 10

const stateOf = ({ effective_from: from, effective_to: to }: Row, day: string): Limit['state'] =>
  from > day ? 'coming' : to !== null && to < day ? 'ended' : 'in-force'

interface InForce {
  /** Null: all. */
  readonly ids?: readonly number[] | null
  /** Days of acts that are judged: a restriction that held on one of them is in force for those. */
  readonly actsOn?: readonly string[]
}

/** The limits in force on a day. */
export async function limitsInForce(
  db: Queryable,
  day: string,
  { ids = null, actsOn = [] }: InForce = {},
): Promise<{ limits: KnownLimit[]; portfolios: readonly ScopedPortfolio[] }> {
  const rows = await db.query(LIST, { day, ids })
  const heldOn = (spans: readonly RestrictedSpan[] | null) =>
    spans !== null && actsOn.some((of) => sideRestrictedOn(spans, of) !== null)
  const inForce = rows.filter(
    (row) => stateOf(row, day) === 'in-force' || heldOn(row.spans as RestrictedSpan[] | null),
  )
  const portfolios = inForce.length === 0 ? [] : await scopedPortfolios(db, day)
  return { limits: inForce.map((row) => knownOf(row, portfolios)), portfolios }
}

function knownOf(row: Row, portfolios: readonly ScopedPortfolio[]): KnownLimit {
  const scope = { type: row.scope_type as ScopeType, id: row.scope, refersTo: row.scope_id }
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind as LimitKind,
    scope,
    hardness: row.hardness as Hardness,
    grace: row.grace,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    recordedAt: row.recorded_at,
    terms: {
      measure: row.measure as LimitMeasure,
      subject: { type: row.subject_type as SubjectType, id: row.subject, top: row.subject_top },
      bound: row.bound === null ? null : decimalOf(row.bound, RATE_SCALE),
      unit: row.unit as LimitUnit,
      operator: row.operator as LimitOperator,
      warning: row.warning,
      days: row.days ?? DAYS_AHEAD,
      collateral: decimalOf(row.collateral ?? '0', MONEY_SCALE),
      side: row.side as RestrictedSide | null,
      ...(row.spans !== null && { spans: row.spans as RestrictedSpan[] }),
    },
    members: membersOf(scope, portfolios),
  }
}

type VersionRow = RowOf<typeof VERSIONS>
/** Whether a user sees the whole scope of a limit. */
export type Sees = (limit: { readonly members: readonly ScopeMember[] }) => boolean

const versionOf = (row: VersionRow, seen: boolean, reasons: boolean) => ({
  version: row.version,
  name: row.name,
  bound: seen ? jsonNumber(row.bound) : null,
  operator: row.operator as LimitOperator,
  hardness: row.hardness as Hardness,
  warning: row.warning,
  effectiveFrom: row.effective_from,
  effectiveTo: row.effective_to,
  source: seen ? row.source : null,
  grace: row.grace,
  days: row.days,
  collateral: seen ? jsonNumber(row.collateral) : null,
  side: row.side as RestrictedSide | null,
  reason: seen && reasons ? row.reason : null,
  changeReason: seen ? row.change_reason : null,
  recordedBy: row.recorded_by,
  recordedAt: row.recorded_at,
})

/** The words for a limit's subject and scope; of one that is not seen only what kind they are of. */
export function headShown(
  { terms, scope }: Pick<KnownLimit, 'terms' | 'scope'>,
  portfolios: readonly ScopedPortfolio[],
  seen: boolean,
) {
  const { subject } = terms
  return {
    subject: seen
      ? { ...subject, label: subjectLabel(subject) }
      : { type: subject.type, id: null, top: subject.top, label: 'Of a wider scope' },
    scope: seen
      ? { type: scope.type, id: scopeId(scope, portfolios), label: scopeLabel(scope, portfolios) }
      : { type: scope.type, id: null, label: 'A wider scope' },
  }
}

function scopeId(
  { id, refersTo, type }: KnownLimit['scope'],
  portfolios: readonly ScopedPortfolio[],
): string | null {
  if (type === 'entity') return portfolios.find(({ entityId }) => entityId === refersTo)?.entity ?? id
  return refersTo === null ? id : (portfolios.find((portfolio) => portfolio.id === refersTo)?.code ?? null)
}

function shown(row: Row, { day, portfolios, sees, reasons }: Shown): Limit {
  const known = knownOf(row, portfolios)
  const seen = sees(known)
  return {
    ...versionOf(row, seen, reasons),
    code: row.code,
    kind: known.kind,
    measure: known.terms.measure,
    ...headShown(known, portfolios, seen),
    unit: known.terms.unit,
    state: stateOf(row, day),
  }
}

interface Shown {
  readonly day: string
  readonly portfolios: readonly ScopedPortfolio[]
  readonly sees: Sees
  readonly reasons: boolean
}
interface Viewing {
  readonly day: string
  readonly sees: Sees
  /** Whether it says why something is restricted. */
  readonly reasons: boolean
  /** Whether a limit is shown at all; all are where it is left out. */
  readonly shows?: Sees
}

/** All limits, each in the version of the day, else in its newest. */
export async function listLimits(
  db: Queryable,
  asked: Viewing & { readonly kinds?: readonly LimitKind[] | undefined },
): Promise<Limit[]> {
  const [rows, portfolios] = await Promise.all([
    db.query(LIST, { day: asked.day, ids: null }),
    scopedPortfolios(db, asked.day),
  ])
  return rows
    .filter(({ kind }) => asked.kinds === undefined || asked.kinds.includes(kind as LimitKind))
    .filter((row) => asked.shows?.(knownOf(row, portfolios)) !== false)
    .map((row) => shown(row, { ...asked, portfolios }))
}

/** @throws Refusal `record.missing` (404). */
export async function idOfLimit(db: Queryable, code: string): Promise<{ id: number; version: number }> {
  const [found] = await db.query(BY_CODE, { code })
  if (found === undefined) throw new Refusal('record.missing', { what: `Limit ${code}` })
  return found
}

/** @throws Refusal `record.missing` (404). */
export async function findLimit(db: Queryable, code: string, asked: Viewing): Promise<LimitWithVersions> {
  const { id } = await idOfLimit(db, code)
  const portfolios = await scopedPortfolios(db)
  const [row] = await db.query(LIST, { day: asked.day, ids: [id] })
  if (row === undefined) throw new Refusal('record.missing', { what: `Limit ${code}` })
  if (asked.shows?.(knownOf(row, portfolios)) === false)
    throw new Refusal('record.missing', { what: `Limit ${code}` })
  const seen = asked.sees(knownOf(row, portfolios))
  const versions = await db.query(VERSIONS, { id })
  return {
    ...shown(row, { ...asked, portfolios }),
    versions: versions.map((one) => versionOf(one, seen, asked.reasons)),
  }
}

const CHANGES = statement(
  'limits.changes',
  `SELECT l.id, l.code, l.unit, ${VERSION} FROM limit_versions v JOIN limits l ON l.id = v.limit_id JOIN users u ON u.id = v.recorded_by
    WHERE (v.recorded_at AT TIME ZONE 'Asia/Colombo')::date BETWEEN :from::date AND :to::date ORDER BY v.recorded_at, l.code`,
)

interface ChangesAsked {
  readonly from: string
  readonly to: string
  readonly seen: ReadonlySet<number>
  readonly reasons: boolean
}

/** Versions of limits that were recorded in a span of days, of limits whose scope is seen. */
export async function changesOfLimits(db: Queryable, { from, to, seen, reasons }: ChangesAsked) {
  const rows = await db.query(CHANGES, { from, to })
  return rows
    .filter(({ id }) => seen.has(id))
    .map((row) => ({ ...versionOf(row, true, reasons), code: row.code, unit: row.unit as LimitUnit }))
}

const ON_DAYS = statement(
  'limits.on-days',
  `SELECT k.place AS place!, ${HEAD}, ${VERSION}, ${SPANS} AS spans
     FROM unnest(:ids::bigint[], :days::date[]) WITH ORDINALITY AS k (id, day, place) JOIN limits l ON l.id = k.id
    CROSS JOIN LATERAL (SELECT * FROM limit_versions v WHERE v.limit_id = l.id
                         ORDER BY v.effective_from <= k.day DESC, v.version DESC LIMIT 1) v
     JOIN users u ON u.id = v.recorded_by ORDER BY k.place`,
)

/** Limits in the version of a day each, also where they are not in force then, in the order of what was asked for. */
export async function limitsOnDays(
  db: Queryable,
  asked: readonly { readonly id: number; readonly day: string }[],
  portfolios: readonly ScopedPortfolio[],
): Promise<readonly (KnownLimit | undefined)[]> {
  const rows = await db.query(ON_DAYS, { ids: asked.map(({ id }) => id), days: asked.map(({ day }) => day) })
  const known = new Map(rows.map((row) => [row.place, knownOf(row, portfolios)]))
  return asked.map((_, index) => known.get(index + 1))
}
