/** Applies the plans to the ledger: posts planned entries, and for an entry that differs the difference on the planned day. */
import { type PlannedEntry, TAX_PART } from '@em/core/corporate-actions/plan'
import type { TransactionType } from '@em/core/ledger/lines'
import type { PostingRole } from '@em/core/ledger/roles'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { moveReversalAlong } from '../../gl-mappings/moved-lines.commands.ts'
import { type EntryToPost, type PostedLine, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import { reverseEntries } from '../../ledger/posting/reversals.commands.ts'
import { equityOfLine, type PlannedAction } from './plans.queries.ts'

// The ledger entries of an action, by the day that they belong to. Sales that it made cost otherwise are no part of its plan.
const POSTED = statement(
  'actions.posted',
  `SELECT h.cause_id AS action_id, l.portfolio_id AS portfolio_id!, coalesce(h.moved_from, h.entry_date) AS day!, l.role, l.equity_id, l.settlement_account_id,
          min(l.transaction_type) AS type!, sum(l.debit - l.credit) AS amount
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE h.cause_kind = 'action' AND h.cause_id = ANY (:actionIds::bigint[]) AND h.trade_id IS NULL AND (:portfolioIds?::bigint[] IS NULL OR l.portfolio_id = ANY (:portfolioIds))
    GROUP BY 1, 2, 3, 4, 5, 6`,
)

/** A line that is planned, or posted. */
interface Line {
  readonly role: string
  readonly equityId: number | null
  readonly accountId: number | null
  /** A difference is posted with the type of what it changes: what follows from an event is no entry of a user. */
  readonly type: TransactionType
}
const keyOf = ({ role, equityId, accountId }: Omit<Line, 'type'>) =>
  `${role}|${equityId ?? ''}|${accountId ?? ''}`

/** The days of an action in one portfolio: the entries planned on them, and those in force. */
interface Day {
  readonly action: PlannedAction['action']
  readonly portfolioId: number
  readonly date: string
  readonly entries: {
    readonly entry: PlannedEntry
    readonly lines: readonly (Line & { readonly amount: bigint })[]
  }[]
  readonly standing: Map<string, Line & { amount: bigint }>
}

/** Where the money of a portfolio goes; null: no account is known. */
export type AccountOfPortfolio = (action: PlannedAction['action'], portfolioId: number) => number | null

/** An action in a portfolio, as a key. */
export const actionPortfolioKey = (actionId: number, portfolioId: number) => `${actionId} ${portfolioId}`

/**
 * Posts what differs; answers the ids of the entries. `stood` are the places of events before the plans were applied: where a plan is not
 * about one any more (the former taker of a transfer), what was posted there goes.
 */
export async function applyEntries(
  tx: Transaction,
  plans: readonly PlannedAction[],
  accountOf: AccountOfPortfolio,
  by: RecordedBy,
  stood: ReadonlySet<string>,
): Promise<number[]> {
  let posted = await entriesLacking(tx, plans, accountOf, stood)
  const ids: number[] = []
  const assumed = await assumedPayments(tx, plans, posted)
  if (assumed.length > 0) {
    for (const [actionId, rows] of Map.groupBy(assumed, (row) => row.action_id)) {
      const cause = { kind: 'action', id: actionId } as const
      const entryIds = rows.map(({ id }) => id)
      ids.push(...(await reverseEntries(tx, entryIds, { ...recorder(by), kind: 'event', cause })))
    }
    posted = await entriesLacking(tx, plans, accountOf, stood)
  }
  for (const [actionId, entries] of Map.groupBy(posted, ({ actionId }) => actionId)) {
    const cause = { kind: 'action', id: actionId } as const
    const said = entries.map(({ entry }) => entry)
    ids.push(...(await postEntries(tx, said, cause, by)))
  }
  // An entry of a day before a balance was moved to another account follows the balance.
  if (ids.length > 0) ids.push(...(await moveReversalAlong(tx, ids, by)))
  return ids
}

const PAYMENTS = statement(
  'actions.payments-standing',
  `SELECT DISTINCT h.id, h.cause_id AS action_id
     FROM unnest(:actionIds::bigint[], :portfolioIds::bigint[], :days::date[]) AS k (action, portfolio, day)
     JOIN journal_entries h ON h.cause_kind = 'action' AND h.cause_id = k.action AND h.trade_id IS NULL AND coalesce(h.moved_from, h.entry_date) = k.day
     JOIN journal_lines l ON l.entry_id = h.id AND l.portfolio_id = k.portfolio AND l.role = 'cash'
    WHERE h.reversal_of IS NULL AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) ORDER BY h.id`,
)

/**
 * Payments posted as they were assumed, where the bank now says another amount or day, or the payment date has another tax rate
 * than was assumed: they are reversed and posted as they are, so that a line of the ledger is a line of the bank.
 */
async function assumedPayments(tx: Transaction, plans: readonly PlannedAction[], posted: readonly Posted[]) {
  const confirmed = new Set(
    plans
      .filter((one) => one.known.money.length > 0 || isTaxedAnew(one))
      .map(({ action, portfolio }) => `${action.id} ${portfolio.id}`),
  )
  const changed = posted.flatMap(({ actionId, entry }) => {
    const cash = entry.lines.find(({ role }) => role === 'cash')
    return cash !== undefined && confirmed.has(`${actionId} ${cash.portfolioId}`)
      ? [{ actionId, portfolioId: Number(cash.portfolioId), day: entry.entryDate }]
      : []
  })
  if (changed.length === 0) return []
  return tx.query(PAYMENTS, {
    actionIds: changed.map(({ actionId }) => actionId),
    portfolioIds: changed.map(({ portfolioId }) => portfolioId),
    days: changed.map(({ day }) => day),
  })
}

/** Whether the payment date has another tax rate than the entries in force were computed with. */
const isTaxedAnew = ({ plan, known: { standing } }: PlannedAction) =>
  standing?.ex_tax_rate === null && plan.entries.some(({ part }) => part === TAX_PART)

/** The entries that are lacking: nothing where the ledger has what is planned. */
export async function entriesLacking(
  tx: Queryable,
  plans: readonly PlannedAction[],
  accountOf: AccountOfPortfolio,
  stood: ReadonlySet<string> = new Set(),
): Promise<Posted[]> {
  const actionIds = [...new Set(plans.map(({ action }) => action.id))]
  const planned = daysOf(plans, accountOf)
  const covered = new Set([
    ...stood,
    ...plans.flatMap(({ action, portfolio, plan, known }) => [
      actionPortfolioKey(action.id, portfolio.id),
      ...plan.entries.flatMap((one) =>
        one.portfolioId === undefined ? [] : [actionPortfolioKey(action.id, Number(one.portfolioId))],
      ),
      ...known.events.map((row) => actionPortfolioKey(action.id, row.portfolio_id)),
    ]),
  ])
  const actions = new Map(plans.map(({ action }) => [action.id, action]))
  const portfolioIds = [...new Set([...covered].map((key) => Number(key.split(' ')[1])))]
  for (const row of await tx.query(POSTED, { actionIds, portfolioIds })) {
    const action = actions.get(row.action_id)
    if (action === undefined || !covered.has(actionPortfolioKey(row.action_id, row.portfolio_id))) continue
    const amount = decimalOf(row.amount, MONEY_SCALE)
    if (amount === 0n) continue
    const line = {
      role: row.role,
      equityId: row.equity_id,
      accountId: row.settlement_account_id,
      type: row.type as TransactionType,
    }
    dayOf(planned, action, row.portfolio_id, row.day).standing.set(keyOf(line), { ...line, amount })
  }
  return [...planned.values()].flatMap(entriesOf)
}

function dayOf(
  days: Map<string, Day>,
  action: PlannedAction['action'],
  portfolioId: number,
  date: string,
): Day {
  const key = `${action.id} ${portfolioId} ${date}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day: Day = { action, portfolioId, date, entries: [], standing: new Map() }
  days.set(key, day)
  return day
}

function daysOf(plans: readonly PlannedAction[], accountOf: AccountOfPortfolio): Map<string, Day> {
  const days = new Map<string, Day>()
  for (const { action, portfolio, plan } of plans) {
    for (const entry of plan.entries) {
      if (entry.postings.length === 0) continue
      const portfolioId = Number(entry.portfolioId ?? portfolio.id)
      const account =
        entry.settlementAccountId == null ? accountOf(action, portfolioId) : Number(entry.settlementAccountId)
      const lines = entry.postings.map(({ role, amount, security: place }) => ({
        role,
        amount,
        equityId: equityOfLine(action, place) as number | null,
        accountId: role === 'cash' ? account : null,
        type: entry.transactionType,
      }))
      dayOf(days, action, portfolioId, entry.date).entries.push({ entry, lines })
    }
  }
  return days
}

/** An entry of an action. */
export interface Posted {
  readonly actionId: number
  readonly entry: EntryToPost
}

/** The entries to post of a day: all planned ones where none is in force, else the difference. */
function entriesOf(day: Day): Posted[] {
  const { action, standing } = day
  if (standing.size === 0) {
    return day.entries.map(({ entry, lines }) => ({ actionId: action.id, entry: entryOf(day, entry, lines) }))
  }
  const left = new Map<string, Line & { amount: bigint }>()
  const add = (line: Line & { amount: bigint }, sign: 1n | -1n) => {
    const key = keyOf(line)
    const one = left.get(key) ?? {
      role: line.role,
      equityId: line.equityId,
      accountId: line.accountId,
      type: line.type,
      amount: 0n,
    }
    one.amount += sign * line.amount
    left.set(key, one)
  }
  for (const { lines } of day.entries) for (const line of lines) add(line, 1n)
  for (const line of standing.values()) add(line, -1n)
  const lines = [...left.values()].filter(({ amount }) => amount !== 0n)
  const [line] = lines
  if (line === undefined) return []
  const [first] = day.entries
  const description = `${first?.entry.description ?? action.title}, changed`
  const transactionType: TransactionType = first?.entry.transactionType ?? line.type
  return [
    {
      actionId: action.id,
      entry: entryOf(day, { description, transactionType }, [...lines, ...reserveOf(lines)]),
    },
  ]
}

/** A gain that goes on to retained earnings went through the reserve: both its sides are posted. */
function reserveOf(lines: readonly (Line & { readonly amount: bigint })[]): (Line & { amount: bigint })[] {
  return lines.flatMap((line) =>
    line.role === 'retained-earnings'
      ? [
          { ...line, role: 'fair-value-reserve' },
          { ...line, role: 'fair-value-reserve', amount: -line.amount },
        ]
      : [],
  )
}

function entryOf(
  day: Day,
  { description, transactionType }: Pick<PlannedEntry, 'description' | 'transactionType'>,
  lines: readonly (Line & { readonly amount: bigint })[],
): EntryToPost {
  return {
    kind: transactionType === 'Opening' ? 'opening' : 'event',
    entryDate: day.date,
    transactionType,
    description,
    reference: `CA-${day.action.id}`,
    lines: lines.map(
      (line): PostedLine => ({
        role: line.role as PostingRole,
        portfolioId: day.portfolioId,
        equityId: line.equityId,
        brokerId: null,
        settlementAccountId: line.accountId,
        debit: line.amount > 0n ? line.amount : 0n,
        credit: line.amount < 0n ? -line.amount : 0n,
        transactionType: line.type,
        description,
      }),
    ),
  }
}
