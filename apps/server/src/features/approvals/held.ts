/** A request that is held while it is decided, and who may decide it. */
import { requestNumber } from '@em/contract/approvals/approvals'
import type { SignedIn } from '../../platform/authorize.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { covers, type Decider, decidersOf, standings } from './deciders.queries.ts'
import { approvedBy, FRESH_MINUTES, needsFreshSignIn, portfoliosOf, stateOn } from './request-rows.ts'
import { matterOf, type Request } from './requests.queries.ts'
import { FRESH_SESSION, HOLD, LAST_WORD, ONE } from './requests.statements.ts'

/** @throws Refusal `approval.not-waiting` (409). */
export function requireWaiting(request: Request, today: string): void {
  const state = stateOn(request, today)
  if (state !== 'waiting')
    throw new Refusal('approval.not-waiting', { number: requestNumber(request.id), state })
}

/** For whom a person decides: null for himself. @throws Refusal `approval.own`, `approval.same-person`, `approval.about-you`, `approval.not-yours` (403). */
export async function deciderOf(
  db: Queryable,
  request: Request,
  user: SignedIn,
  today: string,
): Promise<Decider> {
  const number = requestNumber(request.id)
  if (request.maker === user.id) throw new Refusal('approval.own', { number })
  if (request.about === user.id) throw new Refusal('approval.about-you', { number })
  if (approvedBy(request).includes(user.id)) throw new Refusal('approval.same-person', { number })
  const all = await standings(db, today)
  const decider = decidersOf(all, matterOf(request)).find(({ id }) => id === user.id)
  if (decider !== undefined) return decider
  const changes = all.people.get(user.id)?.changes ?? []
  const why = covers(changes, portfoliosOf(request))
    ? 'you do not hold the right to decide it, and nobody who does has delegated it to you'
    : 'it concerns portfolios that you do not change'
  throw new Refusal('approval.not-yours', { number, why })
}

/** @throws Refusal `approval.sign-in-again` (403). */
export async function requireFresh(db: Queryable, { act }: Request, { sessionId }: SignedIn): Promise<void> {
  const what = needsFreshSignIn(act)
  if (what === null) return
  const [fresh] = await db.query(FRESH_SESSION, { session: sessionId, minutes: FRESH_MINUTES })
  if (fresh === undefined) throw new Refusal('approval.sign-in-again', { what, minutes: FRESH_MINUTES })
}

export async function held(tx: Transaction, id: number): Promise<Request> {
  await tx.query(HOLD, { id })
  const [request] = await tx.query(ONE, { id })
  if (request === undefined) throw new Refusal('record.missing', { what: 'The request' })
  return request
}

/** The hash of the last approval, in hexadecimal digits; null before the first. */
export async function approvedHash(db: Queryable, id: number): Promise<string | null> {
  const [row] = await db.query(LAST_WORD, { id })
  return row?.hash?.toString('hex') ?? null
}
