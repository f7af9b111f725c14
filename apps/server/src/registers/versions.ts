/** The versions of records of registers, read from the audit rows that their acts left (decision 050). */
import { actionOf } from '@em/contract/kit/act-labels'
import {
  type RegisterVersion,
  VERSIONS_MOST,
  type VersionField,
  type VersionsAsked,
  type VersionsRoute,
} from '@em/contract/kit/register-versions'
import type { z } from 'zod'
import type { SignedIn } from '../platform/authorize.ts'
import { type Queryable, type RowOf, statement } from '../platform/database/database.ts'
import { type Input, type Server, serve } from '../platform/http/serve.ts'
import { Refusal } from '../platform/refusal.ts'
import { setPageHeaders } from './list.ts'

/** The fields of a record in an audit row, by their names. */
export type Content = Readonly<Record<string, unknown>>

/** Which audit rows are the acts of a record. */
export interface ActsOf {
  readonly entity: string
  /** The acts that change the record; others of the same entity do not. */
  readonly actions: readonly string[]
  readonly record: string | number
}

export interface History {
  /** The record, as a refusal calls it. */
  readonly what: string
  /** Its acts: audit rows, or those that a table of versions holds. */
  readonly acts: ActsOf | ((span: ActSpan) => Promise<readonly Act[]>)
  readonly fields: readonly VersionField[]
  /** The record as it is now; null where it was deleted. */
  readonly present: Content | null
}

// The first act is always among the rows: what it found before is the version before it.
const ACTS = statement(
  'registers.acts',
  `WITH acts AS MATERIALIZED (
     SELECT a.act_id, a.at, a.user_id, a.action, a.before, a.after, row_number() OVER (ORDER BY a.id)::int AS place
       FROM audit a WHERE a.entity = :entity AND a.entity_id = :record AND a.action = ANY (:actions::text[])),
   span AS (SELECT least(coalesce(:last?::int, count(*)), count(*)) AS last FROM acts)
   SELECT a.place AS place!, a.act_id AS act_id!, a.at AS at!, u.first_name || ' ' || u.last_name AS by, a.action AS action!,
          a.before, a.after, (SELECT count(*) FROM acts)::int AS total!
     FROM acts a CROSS JOIN span LEFT JOIN users u ON u.id = a.user_id
    WHERE a.place = 1 OR a.place BETWEEN span.last - :most::int AND span.last ORDER BY a.place DESC`,
)
const SEEN = statement('registers.seen-portfolios', 'SELECT portfolio_id AS code FROM portfolios')

export type Act = RowOf<typeof ACTS>
/** So many acts up to the last one, null for the newest; and always the first. */
export interface ActSpan {
  readonly last: number | null
  readonly most: number
}
type Page = {
  readonly versions: RegisterVersion[]
  readonly total: number
  readonly nextCursor: string | null
}

/** One page of the versions of a record, newest first. */
export async function versionsPage(
  db: Queryable,
  { acts: of, fields, present }: History,
  { limit = VERSIONS_MOST, cursor }: VersionsAsked,
  user: Pick<SignedIn, 'portfolios'>,
): Promise<Page> {
  const below = cursor === undefined ? null : Number(cursor)
  const span = { last: below, most: limit + 2 }
  const acts = typeof of === 'function' ? await of(span) : await actsOf(db, of, span)
  const first = acts.at(-1)
  const before = first === undefined ? present : first.before
  // A record that its first act found there has a version before that act.
  const found = before !== null && fields.some(({ name }) => before[name] != null) ? before : null
  const shift = found === null ? 0 : 1
  const shown = await shownTo(db, fields, user)
  const versions = acts
    .filter(({ place }) => below === null || place + shift < below)
    .map((act) => versionOf(act, act.place + shift, shown))
  if (found !== null && (below === null || below > 1)) versions.push(asFound(found, shown))
  const page = versions.slice(0, limit)
  const last = page.at(-1)?.number ?? 1
  return {
    versions: page,
    total: (first?.total ?? 0) + shift,
    nextCursor: last > 1 && versions.length > limit ? String(last) : null,
  }
}

const actsOf = (db: Queryable, { entity, actions, record }: ActsOf, span: ActSpan) =>
  db.query(ACTS, { entity, record: String(record), actions: [...actions], ...span })

function versionOf(
  { at, by, action, act_id, before, after }: Act,
  number: number,
  shown: Shown,
): RegisterVersion {
  const effective = after?.['effective_from'] ?? ownDay(after)
  return {
    number,
    recorded_at: at,
    recorded_by: by,
    action: actionOf(action),
    act_id,
    effective_from: typeof effective === 'string' ? effective : null,
    changes: changesOf(before, after, shown),
  }
}

function asFound(found: Content, shown: Shown): RegisterVersion {
  return {
    number: 1,
    recorded_at: null,
    recorded_by: null,
    action: 'As found',
    act_id: null,
    effective_from: ownDay(found),
    changes: changesOf(null, found, shown),
  }
}

/** Of a register whose records begin on a day: that day. */
function ownDay(content: Content | null): string | null {
  const day = content?.['effectiveFrom'] ?? content?.['effective_date']
  return typeof day === 'string' ? day : null
}

interface Shown {
  readonly fields: readonly VersionField[]
  /** A value as the reader may see it. */
  value(field: VersionField, value: unknown): unknown
}

/** Codes of portfolios outside a reader's scope are absent, as everywhere. */
async function shownTo(
  db: Queryable,
  fields: readonly VersionField[],
  { portfolios: { see } }: Pick<SignedIn, 'portfolios'>,
): Promise<Shown> {
  if (see === 'all' || fields.every(({ isPortfolio }) => isPortfolio === undefined)) {
    return { fields, value: (_, value) => value ?? null }
  }
  const codes = new Set<unknown>((await db.query(SEEN)).map(({ code }) => code))
  const isSeen = (one: unknown) => codes.has(isRecord(one) ? one['portfolio'] : one)
  const seen = (value: unknown) =>
    Array.isArray(value) ? value.filter(isSeen) : isSeen(value) ? value : null
  return { fields, value: ({ isPortfolio }, value) => (isPortfolio ? seen(value) : (value ?? null)) }
}

const isRecord = (value: unknown): value is Content => typeof value === 'object' && value !== null

/** The fields that differ. A field that an act does not name was not changed by it. */
function changesOf(before: Content | null, after: Content | null, { fields, value }: Shown) {
  return fields.flatMap((field) => {
    const { name, label } = field
    const [was, is] = [value(field, before?.[name]), value(field, after?.[name])]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return [{ field: name, label, before: was, after: is } as RegisterVersion['changes'][number]]
  })
}

/** Serves the history of the records that a route names. @throws Refusal `record.missing` (404) for one that the reader does not see. */
export function serveVersions<P extends z.ZodType>(
  server: Server,
  route: VersionsRoute<P>,
  of: (input: Pick<Input<VersionsRoute<P>>, 'params' | 'user'>) => Promise<History>,
): void {
  serve(server, route, async ({ params, query, user, reply }) => {
    const history = await of({ params, user })
    const { versions, ...page } = await versionsPage(server.database, history, query, user)
    // The history of what was deleted is left to readers who see all portfolios.
    if (history.present === null && (user.portfolios.see !== 'all' || page.total === 0)) {
      throw new Refusal('record.missing', { what: history.what })
    }
    setPageHeaders(reply, page)
    return versions
  })
}
