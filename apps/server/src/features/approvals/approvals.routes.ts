import {
  approvalDelegations,
  approvalRules,
  approvals,
  requestNumber,
} from '@em/contract/approvals/approvals'
import { LIST_MAX } from '@em/contract/kit/register'
import type { SignedIn } from '../../platform/authorize.ts'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noteRefusedWrite } from '../../platform/refused-acts.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { approve, collect, renew } from './decide.ts'
import { delegate, delegatesOf, endDelegation, listDelegations } from './delegations.ts'
import { reject, withdraw } from './ends.ts'
import { listRequests, requestDetail, requestOf } from './requests.queries.ts'
import { changeRule, createRule, loadRules } from './rules.commands.ts'
import { listRules } from './rules.queries.ts'

/** A change of rules holds from the next request on, whichever server that reaches. */
const HOLDS_AT_ONCE = { changesWhoMay: true }

/** Approvals: requests, rules, delegations. */
export function approvalsRoutes(server: Server): void {
  const { database, clock, settings } = server
  const answerOf = (id: number, user: SignedIn) => requestDetail(database, id, user, clock.today())

  serve(server, approvals.list, async ({ query, user, reply }) => {
    const { limit = LIST_MAX, cursor, state, of, search } = query
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
      throw new Refusal('request.invalid', {}, [
        { field: 'cursor', message: 'This is not a cursor of this list.' },
      ])
    }
    const before = cursor === undefined ? null : Number(cursor)
    const acts = query.acts?.split(',')
    const asked = { state, of, limit, before, acts, search }
    const page = await listRequests(database, user, asked, clock.today())
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, approvals.get, async ({ params, query, user }) => {
    await renew(server, await requestOf(database, params.id, user, clock.today()), query.again === 1)
    return answerOf(params.id, user)
  })
  serve(server, approvals.approve, async ({ params, body, user, request }) => {
    try {
      await approve(server, params.id, user, body.seen, request.id)
    } catch (error) {
      // A refused decision leaves a trace, as with every write.
      const refused = { actor: user, route: approvals.approve.name, requestId: request.id }
      if (error instanceof Refusal) await noteRefusedWrite(database, refused, error)
      throw error
    }
    return answerOf(params.id, user)
  })
  serveWrite(server, approvals.reject, async (tx, { params, body, user }) => {
    const { audit } = await reject(tx, params.id, user, body.reason, clock.today())
    return { answer: await requestDetail(tx, params.id, user, clock.today()), audit }
  })
  serveWrite(server, approvals.withdraw, async (tx, { params, body, user }) => {
    const { audit } = await withdraw(tx, params.id, user, body.reason, clock.today())
    return { answer: await requestDetail(tx, params.id, user, clock.today()), audit }
  })
  serve(server, approvals.collect, async ({ params, user, request }) => ({
    number: requestNumber(params.id),
    answer: await collect(server, params.id, user, request.id),
  }))

  const now = (user: SignedIn) => ({
    today: clock.today(),
    by: user.id,
    isSignupOpen: settings.signup === 'open',
  })
  serve(server, approvalRules.list, () => listRules(database, clock.today()))
  serveWrite(
    server,
    approvalRules.create,
    (tx, { body, user }) => createRule(tx, body, now(user)),
    HOLDS_AT_ONCE,
  )
  serveWrite(
    server,
    approvalRules.change,
    (tx, { params, body, user }) => changeRule(tx, params.id, body, now(user)),
    HOLDS_AT_ONCE,
  )
  serveWrite(
    server,
    approvalRules.load,
    (tx, { body, user }) => loadRules(tx, body, now(user)),
    HOLDS_AT_ONCE,
  )

  serve(server, approvalDelegations.list, ({ user }) => listDelegations(database, user))
  serve(server, approvalDelegations.people, ({ user }) => delegatesOf(database, user))
  serveWrite(server, approvalDelegations.create, (tx, { body, user }) =>
    delegate(tx, user, body, clock.today()),
  )
  serveWrite(server, approvalDelegations.end, (tx, { params, user }) => endDelegation(tx, user, params.id))
}
