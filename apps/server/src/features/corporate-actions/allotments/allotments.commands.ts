/** The allotment of portfolios' applications, and the refund of the rest. */
import type { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import type { z } from 'zod'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import {
  type ActionOrder,
  type Answer,
  answer,
  applyIfInBooks,
  inOnePortfolio,
  noteStep,
  refuseUnknownAccounts,
} from '../acts/act.commands.ts'
import { findAction } from '../facts/action-rows.queries.ts'

const ALLOT = statement(
  'actions.allot',
  `INSERT INTO em.action_allotments (action_id, turn, portfolio_id, allotted, allotted_on, refunded_on, settlement_account_id, recorded_by)
   VALUES (:id, :turn::int, :portfolioId, :allotted, :date::date, :refundDate?::date, :accountId?, :recordedBy)`,
)
const SECURITY = statement(
  'actions.security-allotted',
  'UPDATE em.corporate_actions a SET equity_id = e.id FROM em.equities e WHERE a.id = :id AND e.id = security_of_symbol(:symbol, :date::date) RETURNING e.id',
)

/**
 * Records an allotment.
 * @throws Refusal `action.no-elections` for other kinds, `action.allotted-already`, `action.not-subscribed`, `action.allot-too-much`,
 *   `action.date-in-future`, `action.date-before`, `action.incomplete` where an IPO's security is not named.
 */
export async function allotNow(
  tx: Transaction,
  id: number,
  body: z.output<(typeof corporateActions.allot)['body']>,
  order: ActionOrder,
): Promise<Answer> {
  const { today, recordedBy } = order
  const { action, plan } = await inOnePortfolio(tx, id, body.portfolioId, 'allotted', today)
  const { title, terms } = action
  const { allots } = KINDS[action.kind]
  const portfolio = plan.portfolio.name
  if (terms === null || allots === undefined) throw new Refusal('action.no-elections', { title })
  if (plan.known.allotment !== null) throw new Refusal('action.allotted-already', { portfolio })
  if (body.date > today) throw refuseField('action.date-in-future', 'date', { date: body.date })
  if (body.refundDate !== null && body.refundDate > today)
    throw refuseField('action.date-in-future', 'refundDate', { date: body.refundDate })
  const election = plan.known.election
  const applied =
    allots.applied === 'entitled'
      ? plan.plan.entitlement.entitled
      : (election?.subscribe ?? 0n) + (election?.additional ?? 0n)
  // An application that was taken over without its price can only be refunded whole.
  const isPriceless = 'price' in terms && terms.price === null
  if (isPriceless && body.allotted > 0n)
    throw refuseField('action.taken-on-price', 'allotted', { title, portfolio })
  if (applied === 0n && !isPriceless) throw new Refusal('action.not-subscribed', { portfolio })
  if (body.allotted > applied)
    throw refuseField('action.allot-too-much', 'allotted', { portfolio, applied: String(applied) })
  const [paidOn, what] =
    action.takenOn !== null
      ? [action.takenOn, 'the opening']
      : [(allots.applied === 'entitled' ? action.exDate : election?.date) ?? '', allots.paid]
  if (body.date < paidOn)
    throw refuseField('action.date-before', 'date', { date: body.date, what, before: paidOn })
  if (body.refundDate !== null && body.refundDate < body.date)
    throw refuseField('action.date-before', 'refundDate', {
      date: body.refundDate,
      what: 'the allotment',
      before: body.date,
    })
  if (body.settlementAccount !== null) await refuseUnknownAccounts(tx, [body.settlementAccount])
  if (action.held === null && body.allotted > 0n) {
    if (body.securityCode === null) throw new Refusal('action.incomplete', { fields: 'Security Code' })
    const [found] = await tx.query(SECURITY, { id, symbol: body.securityCode, date: body.date })
    if (found === undefined)
      throw refuseField('action.security-unknown', 'securityCode', { symbol: body.securityCode })
  }
  await tx.query(ALLOT, {
    id,
    turn: action.turn,
    portfolioId: plan.portfolio.id,
    allotted: body.allotted,
    date: body.date,
    refundDate: body.refundDate,
    accountId: body.settlementAccount,
    recordedBy,
  })
  await noteStep(tx, { id, what: 'allotted', detail: `${body.allotted} to ${portfolio}`, recordedBy })
  const effects = await applyIfInBooks(tx, await findAction(tx, id), order, [plan.portfolio.id])
  return answer(tx, await findAction(tx, id), effects, order, {
    action: 'corporate-actions.allot',
    before: undefined,
    after: {
      title,
      portfolio,
      allotted: Number(body.allotted),
      date: body.date,
      refund_date: body.refundDate,
    },
  })
}
