/** Money of corporate actions: what came in, what will not. */
import type {
  ActionPreview,
  CorporateActionDetail,
  corporateActions,
  ReceiptsDone,
  ReceiptsPreview,
} from '@em/contract/corporate-actions/corporate-actions'
import { type ExpectedMoney, incomeRole, outstandingOf, writeOffRole } from '@em/core/corporate-actions/plan'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import {
  type ActionOrder,
  answer,
  applyIfInBooks,
  inOnePortfolio,
  noteStep,
  plansNow,
  postingsOf,
  refuseUnknownAccounts,
} from '../acts/act.commands.ts'
import { isInBooks, type PlannedAction } from '../apply/plans.queries.ts'
import { findAction, lockAction, type StoredAction } from '../facts/action-rows.queries.ts'

type Answer = Outcome<CorporateActionDetail | ActionPreview>

const MONEY = statement(
  'actions.add-money',
  `INSERT INTO em.action_money (action_id, turn, portfolio_id, kind, money_date, amount, settlement_account_id, reference, reason, recorded_by, against)
   VALUES (:id, :turn::int, :portfolioId, :kind, :date::date, :amount::numeric, :accountId?, :reference?, :reason?, :recordedBy, :against?)`,
)

interface MoneyOrder {
  readonly portfolioId: string | null
  readonly kind: 'received' | 'written-off'
  /** Of a write-off: `income` in books recorded before 6400 existed; null: impairment. */
  readonly against?: 'impairment' | 'income' | null
  readonly date: string
  /** Null: all that is outstanding. */
  readonly amount: bigint | null
  readonly settlementAccount: number | null
  readonly reference: string | null
  readonly reason: string | null
}

const againstOf = (asked: 'impairment' | 'income' | null, { role }: ExpectedMoney, amount: bigint) =>
  asked === 'income' ? incomeRole(role) : writeOffRole(role, amount)

type Receipt = z.output<(typeof corporateActions.receiveMany)['body']>['receipts'][number]

/** The money of one portfolio as it was recorded. */
interface Recorded {
  /** In cents; below zero what was paid out. */
  readonly amount: bigint
  /** With separators. */
  readonly said: string
}

/** Checks and records money of one portfolio; the caller posts it to the ledger. */
async function addMoney(
  tx: Transaction,
  { action, plan }: { readonly action: StoredAction; readonly plan: PlannedAction },
  money: MoneyOrder,
  { today, recordedBy }: ActionOrder,
  /** Before the name of a field that is refused. */
  within = '',
): Promise<Recorded> {
  const { kind, date } = money
  const { id, title } = action
  const portfolio = plan.portfolio.name
  if (date > today) throw refuseField('action.date-in-future', `${within}date`, { date })
  // Money that came before the books began is no open item.
  const [what, before] =
    action.takenOn === null ? ['the ex date', action.exDate ?? ''] : ['the opening', action.takenOn]
  if (date < before) throw refuseField('action.date-before', `${within}date`, { date, what, before })
  // A receipt confirms the whole amount, also one that was assumed paid on its due day. A write-off takes only what is known to be missing.
  const claim = plan.plan.expected
  const expected = claim === null ? null : kind === 'received' ? { ...claim, due: null } : claim
  const outstanding = outstandingOf(expected, plan.known.money, today)
  if (outstanding === 0n) throw new Refusal('action.nothing-due', { title, portfolio })
  const amount = money.amount === null ? outstanding : outstanding < 0n ? -money.amount : money.amount
  if (amount === 0n) throw refuseField('action.amount-zero', `${within}amount`)
  if (outstanding > 0n ? amount > outstanding : amount < outstanding) {
    const most = formatDecimal(outstanding < 0n ? -outstanding : outstanding, MONEY_SCALE, { grouping: true })
    throw refuseField('action.receive-too-much', `${within}amount`, { outstanding: most, title, portfolio })
  }
  await tx.query(MONEY, {
    id,
    turn: action.turn,
    portfolioId: plan.portfolio.id,
    kind,
    date,
    amount: formatDecimal(amount, MONEY_SCALE),
    accountId: money.settlementAccount,
    reference: money.reference,
    reason: money.reason,
    recordedBy,
    against: kind === 'received' || claim === null ? null : againstOf(money.against ?? null, claim, amount),
  })
  const said = formatDecimal(amount, MONEY_SCALE, { grouping: true })
  await noteStep(tx, {
    id,
    what: kind === 'received' ? 'received' : 'written off',
    detail: [`${said} in ${portfolio}`, money.reason].filter(Boolean).join(': '),
    recordedBy,
  })
  return { amount, said }
}

/**
 * Records money that came in, or that will not.
 * @throws Refusal `action.nothing-due`, `action.receive-too-much`, `action.amount-zero`, `action.date-in-future`, `action.date-before`.
 */
export async function moneyNow(
  tx: Transaction,
  id: number,
  money: MoneyOrder,
  order: ActionOrder,
): Promise<Answer> {
  const { kind, date, reference, reason } = money
  const done = kind === 'received' ? 'received' : 'written off'
  const found = await inOnePortfolio(tx, id, money.portfolioId, done, order.today)
  const { action, plan } = found
  if (money.settlementAccount !== null) await refuseUnknownAccounts(tx, [money.settlementAccount])
  const { said } = await addMoney(tx, found, money, order)
  const effects = await applyIfInBooks(tx, action, order, [plan.portfolio.id])
  return answer(tx, await findAction(tx, id), effects, order, {
    action: kind === 'received' ? 'corporate-actions.receive' : 'corporate-actions.write-off',
    before: undefined,
    after: { title: action.title, portfolio: plan.portfolio.name, amount: said, date, reference, reason },
  })
}

/**
 * Confirms the money of several receivables, each as a whole: all of them or none.
 * @throws Refusal as `moneyNow` does, at the field of its receipt.
 */
export async function receiveMany(
  tx: Transaction,
  { receipts, settlementAccount, reference }: z.output<(typeof corporateActions.receiveMany)['body']>,
  order: ActionOrder,
): Promise<Outcome<ReceiptsDone | ReceiptsPreview>> {
  if (settlementAccount !== null) await refuseUnknownAccounts(tx, [settlementAccount])
  // In the order of their ids: two at once wait for each other, and not in a circle.
  const ids = [...new Set(receipts.map(({ action }) => action))].toSorted((a, b) => a - b)
  const actions = new Map<number, StoredAction>()
  for (const id of ids) actions.set(id, await lockAction(tx, id))
  const done: { readonly index: number; readonly receipt: ReceiptsDone['receipts'][number] }[] = []
  const entryIds: number[] = []
  let sum = 0n
  for (const action of actions.values()) {
    const { id, title, state } = action
    const asked: (Receipt & {
      index: number
      portfolio: { id: number; portfolioId: string; portfolioName: string }
    })[] = []
    for (const [index, receipt] of receipts.entries()) {
      if (receipt.action !== id) continue
      const portfolio = await resolvePortfolio(tx, receipt)
      // By its name and by its code it is one portfolio: a second receipt would record its money again.
      if (asked.some((other) => other.portfolio.id === portfolio.id)) {
        const fault = { field: `receipts.${index}.portfolioId`, message: 'Is named twice.' }
        throw new Refusal('request.invalid', {}, [fault])
      }
      asked.push({ index, ...receipt, portfolio })
    }
    if (!isInBooks(action)) throw new Refusal('action.state', { title, state, done: 'received' })
    const portfolioIds = asked.map(({ portfolio }) => portfolio.id)
    const plans = await plansNow(tx, action, order.today, portfolioIds)
    for (const { index, portfolio, date } of asked) {
      const plan = plans.get(portfolio.id)
      if (plan === undefined) {
        throw refuseField('action.election-portfolio', `receipts.${index}.portfolioId`, {
          portfolio: portfolio.portfolioName,
          title,
        })
      }
      const one = { portfolioId: null, kind: 'received', date, amount: null, reason: null } as const
      const { amount } = await addMoney(
        tx,
        { action, plan },
        { ...one, settlementAccount, reference },
        order,
        `receipts.${index}.`,
      )
      sum += amount
      done.push({
        index,
        receipt: {
          action: id,
          title,
          portfolioId: portfolio.portfolioId,
          portfolioName: portfolio.portfolioName,
          date,
          amount: rupees(amount),
        },
      })
    }
    entryIds.push(...(await applyIfInBooks(tx, action, order, portfolioIds)).entryIds)
  }
  const inOrder = done.toSorted((a, b) => a.index - b.index).map(({ receipt }) => receipt)
  const reply = { receipts: inOrder, amount: rupees(sum) }
  const audit = {
    action: 'corporate-actions.receive-many',
    entity: 'corporate-action',
    entityId: ids[0] ?? 0,
    after: {
      amount: formatDecimal(sum, MONEY_SCALE, { grouping: true }),
      reference,
      receipts: inOrder.map(({ title, portfolioName, date, amount }) => ({
        title,
        portfolio: portfolioName,
        date,
        amount,
      })),
    },
  }
  if (!order.dryRun) return { answer: reply, audit }
  return {
    answer: { dryRun: true, ...reply, postings: await postingsOf(tx, entryIds) },
    audit,
    status: 200,
  }
}
