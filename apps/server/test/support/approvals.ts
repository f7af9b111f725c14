/** Approval rules and requests, as tests write and decide them. */
import {
  type ApprovalAccepted,
  type ApprovalRequest,
  type ApprovalRow,
  approvalDelegations,
  approvalRules,
  approvals,
} from '@em/contract/approvals/approvals'
import { type Answer, type Api } from './api.ts'
import type { Refused } from './books.ts'
import { personWith } from './identity.ts'

type Token = string | undefined
const by = (token: Token) => (token === undefined ? {} : { token })

/** Writes a rule; sign-up is closed from then on. */
export async function rule(
  api: Api,
  acts: readonly string[],
  more: object = {},
): Promise<{ id: number; version: number }> {
  api.settings.signup = 'closed'
  const body = { name: `Rule on ${acts.join(', ').slice(0, 60)}`, acts, approvals: 1, ...more }
  const answer = await api.call<{ id: number; version: number }>(approvalRules.create, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** Another person who decides; made before a rule closes sign-up. */
export const approver = async (
  api: Api,
  more: { roles?: string[]; changes?: number[]; sees?: number[] } = {},
) => {
  const was = api.settings.signup
  api.settings.signup = 'open'
  const person = await personWith(api, {
    roles: more.roles ?? ['Approver'],
    ...(more.sees && { sees: more.sees }),
    ...(more.changes && { changes: more.changes }),
  })
  api.settings.signup = was
  return person
}

export const requestOf = (api: Api, id: number, token?: Token): Promise<Answer<ApprovalRequest & Refused>> =>
  api.call(approvals.get, { params: { id }, ...by(token) })
export const listed = async (api: Api, query: object = {}, token?: Token): Promise<ApprovalRow[]> =>
  (await api.call<ApprovalRow[]>(approvals.list, { query, ...by(token) })).body
export const decide = (
  api: Api,
  what: 'approve' | 'reject' | 'withdraw' | 'collect',
  id: number,
  body: object = {},
  token?: Token,
): Promise<Answer<ApprovalRequest & Refused>> =>
  api.call(approvals[what], { params: { id }, body, ...by(token) })

/** Approves what is seen now. */
export async function approve(
  api: Api,
  id: number,
  token: string,
): Promise<Answer<ApprovalRequest & Refused>> {
  const { body } = await requestOf(api, id, token)
  return decide(api, 'approve', id, { seen: (body.now ?? body.submitted).hash }, token)
}

/** The answer of a write that waits. */
export const waits = (answer: Answer<unknown>): ApprovalAccepted => {
  if (answer.status !== 202) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as ApprovalAccepted
}

/** A rule, a request that waits under it, and a delegation; the rule is off afterwards. `today` is the day of the books. */
export async function fillApprovals(api: Api, today: string): Promise<void> {
  const second = await approver(api)
  const delegate = await approver(api, { roles: ['Dealer'] })
  const was = api.settings.signup
  const acts = ['holidays.create']
  const { id, version } = await rule(api, acts)
  const holiday = {
    date: '2027-01-04',
    name: 'A holiday that waits',
    type: 'Exchange Closure',
    isRecurring: false,
  }
  waits(await api.call('POST /holidays', { body: holiday }))
  const delegation = { to: delegate.user.id, from: today, until: today, reason: 'On leave' }
  const answers = [
    await api.call(approvalDelegations.create, { body: delegation, token: second.token }),
    await api.call(approvalRules.change, {
      params: { id },
      body: { name: 'Off again', acts, approvals: 1, version, isOn: false },
    }),
  ]
  for (const { status, body } of answers) if (status >= 300) throw new Error(JSON.stringify(body))
  api.settings.signup = was
}
