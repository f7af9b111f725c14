/** Requests for approval as the HTTP surface shows them. */
import { type ApprovalRow, type ApprovalState, requestNumber } from '@em/contract/approvals/approvals'
import { allRoutes } from '@em/contract/registry'
import type { RowOf } from '../../platform/database/database.ts'
import type { LIST } from './requests.statements.ts'

const summaries: ReadonlyMap<string, string> = new Map(allRoutes.map(({ name, summary }) => [name, summary]))

/** Calls whose answer holds a secret: the maker carries them out himself, once approved, and has the answer. */
export const SECRET: ReadonlySet<string> = new Set(['users.invite', 'users.password-link'])

/** Calls that are decided with a sign-in of the last minutes, by what they are about. */
const FRESH: readonly [RegExp, string][] = [
  [/^(settlement-accounts|brokers)\./, 'bank details'],
  [/^(users|roles)\./, 'users and roles'],
  [/^payments\./, 'payments'],
]
export const FRESH_MINUTES = 15
export const needsFreshSignIn = (act: string): string | null =>
  FRESH.find(([calls]) => calls.test(act))?.[1] ?? null

type Row = RowOf<typeof LIST>

/** The state on a day: what was not decided in time has expired, also before the clock came by. */
export const stateOn = (row: Pick<Row, 'state' | 'expires_on'>, today: string): ApprovalState =>
  (row.state === 'waiting' || row.state === 'approved') && row.expires_on < today
    ? 'expired'
    : (row.state as ApprovalState)

/** How a request ended, in words: rejected (“Wrong broker”). */
export const endInWords = (state: string, reason: string | null): string =>
  reason === null ? state : `${state} (“${reason}”)`

const some = <T>(list: readonly (T | null)[]): T[] => list.filter((one): one is T => one !== null)
export const portfoliosOf = (row: Pick<Row, 'portfolios'>): number[] | null =>
  row.portfolios === null ? null : some(row.portfolios)
export const approvedBy = (row: Pick<Row, 'approved'>): number[] => some(row.approved)

export function rowOf(row: Row, person: number, mayDecide: boolean, today: string): ApprovalRow {
  return {
    id: row.id,
    number: requestNumber(row.id),
    act: row.act,
    summary: summaries.get(row.act) ?? row.act,
    title: row.title,
    state: stateOn(row, today),
    maker: { id: row.maker, name: (row.maker_name ?? '').trim() },
    submittedAt: row.submitted_at,
    expiresAt: row.expires_on,
    endedAt: row.ended_at,
    amount: row.amount === null ? null : Number(row.amount),
    portfolios: row.codes === null ? null : some(row.codes),
    rules: (row.rules as { name: string; version: number | null }[]).map(({ name, version }) => ({
      name,
      version,
    })),
    approvals: { given: row.given, needed: row.needed },
    isMine: row.maker === person,
    mayDecide,
    needsSignIn: needsFreshSignIn(row.act) !== null,
    isCollected: SECRET.has(row.act),
    jobId: row.job_id,
  }
}
