/** Requests for approval as people look at them: lists, one with what it came to and comes to, and who may decide. */
import type { ApprovalRequest, ApprovalRow, ApprovalState } from '@em/contract/approvals/approvals'
import type { SignedIn } from '../../platform/authorize.ts'
import type { Queryable, RowOf } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import { Refusal } from '../../platform/refusal.ts'
import { decidersOf, type Matter, type Standings, standings } from './deciders.queries.ts'
import { differencesOf } from './differs.ts'
import { approvedBy, portfoliosOf, rowOf } from './request-rows.ts'
import { COUNT, LET_IN, LIST, OF_PEOPLE, ONE, STEPS } from './requests.statements.ts'

export type Request = RowOf<typeof ONE>
type Computed = ApprovalRequest['submitted']

export const matterOf = (row: RowOf<typeof LIST>): Matter => ({
  maker: row.maker,
  about: row.about,
  portfolios: portfoliosOf(row),
  approved: approvedBy(row),
})

interface Asked {
  readonly state?: ApprovalState | undefined
  readonly of: 'for-me' | 'mine' | 'all'
  readonly limit: number
  readonly before: number | null
  readonly acts?: readonly string[] | undefined
  readonly search?: string | undefined
}

const listed = (portfolios: 'all' | readonly number[]) => (portfolios === 'all' ? null : [...portfolios])

/** The requests that a person may look at and decide. */
function standingOf(all: Standings, user: SignedIn) {
  const standsIn = all.delegations
    .filter(
      ({ from_user: from, to_user: to }) =>
        to === user.id && all.people.get(from)?.rights.has('approvals.decide'),
    )
    .map(({ from_user: from }) => from)
  const decides = user.rights.has('approvals.decide')
  const isDecider = decides || standsIn.length > 0 || user.rights.has('approvals.rules')
  return {
    person: user.id,
    decides,
    standsIn,
    looks: isDecider || user.rights.has('audit.read'),
    people: isDecider || user.rights.has('audit.read-people'),
    sees: listed(user.portfolios.see),
    changes: listed(user.portfolios.change),
  }
}

/** A page of requests, newest first. */
export async function listRequests(
  db: Queryable,
  user: SignedIn,
  { state, of, limit, before, acts, search }: Asked,
  today: string,
): Promise<{ rows: ApprovalRow[]; total: number; nextCursor: string | null }> {
  return readForTheBooks(db, async () => {
    const all = await standings(db, today)
    const filters = {
      state: state ?? null,
      of,
      acts: acts === undefined ? null : [...acts],
      search: search ?? null,
    }
    const asked = { ...standingOf(all, user), today, ...filters }
    const [rows, [counted]] = await Promise.all([
      db.query(LIST, { ...asked, before, limit: limit + 1 }),
      db.query(COUNT, asked),
    ])
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      rows: shown.map((row) => rowOf(row, user.id, mayDecide(all, row, user.id), today)),
      total: counted?.total ?? 0,
      nextCursor: last === undefined ? null : String(last.id),
    }
  })
}

const mayDecide = (all: Standings, row: RowOf<typeof LIST>, person: number): boolean =>
  row.state === 'waiting' && decidersOf(all, matterOf(row)).some(({ id }) => id === person)

/** One request that a person may look at. @throws Refusal 404. */
export async function requestOf(db: Queryable, id: number, user: SignedIn, today: string): Promise<Request> {
  return readForTheBooks(db, async () => {
    const [row] = await db.query(ONE, { id })
    if (row === undefined) throw missing()
    if (row.maker === user.id) return row
    const { looks, people, sees } = standingOf(await standings(db, today), user)
    const portfolios = portfoliosOf(row)
    const isSeen = sees === null || portfolios?.every((one) => sees.includes(one)) === true
    if (!looks || !isSeen || (!people && OF_PEOPLE.test(row.act))) throw missing()
    return row
  })
}
const missing = () => new Refusal('record.missing', { what: 'The request' })

/** The same with all its details. */
export async function requestDetail(
  db: Queryable,
  id: number,
  user: SignedIn,
  today: string,
): Promise<ApprovalRequest> {
  return readForTheBooks(db, async () => {
    const row = await requestOf(db, id, user, today)
    const [steps, letIn, all] = await Promise.all([
      db.query(STEPS, { id }),
      db.query(LET_IN, { id }),
      standings(db, today),
    ])
    const submitted = row.came_to as Computed
    const now = row.comes_to as Computed | null
    const approvers = decidersOf(all, matterOf(row))
    return {
      ...rowOf(row, user.id, row.state === 'waiting' && approvers.some((one) => one.id === user.id), today),
      sent: sentOf(row),
      submitted,
      now,
      differs: now === null || now.hash === submitted.hash ? [] : differencesOf(submitted.facts, now.facts),
      refusal: row.refusal,
      steps: steps.map(({ what, at, by_name: by, for_name: forName, reason, hash }) => ({
        what: what as ApprovalRequest['steps'][number]['what'],
        at,
        by: by?.trim() ?? null,
        for: forName?.trim() ?? null,
        reason,
        hash: hash === null ? null : hash.toString('hex'),
      })),
      letInByMaker: letIn.map(({ name }) => name.trim()),
      approvers: approvers.map(({ name }) => name),
    }
  })
}

/** Bodies up to this size are shown; a larger one is a file or an import, whose rows are shown by their results. */
const BODY_MAX = 256 * 1024

function sentOf({ params, query, body }: Request): ApprovalRequest['sent'] {
  const read = (text: string | null) => JSON.parse(text ?? '{}') as unknown
  return {
    params: read(params),
    query: read(query),
    body: body === null || body.length > BODY_MAX ? null : withoutSecrets(JSON.parse(body.toString('utf8'))),
  }
}

/** Removes the values that must not be read again. */
function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      /password|token|^data$/i.test(key) ? '(not shown)' : value,
    ]),
  )
}
