/** The balances of the fund basis, and what the owners paid in and took out, by the day that entries belong to. */

import type { PostingRole } from '@em/core/ledger/roles'
import type { EntriesOfAction } from '@em/core/performance/daily-values'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'

/** The parts of a fund in addition to its shares. */
export const FUND_ROLES = [
  'cash',
  'receivable',
  'dividend-receivable',
  'ipo-application',
  'payable',
] as const satisfies readonly PostingRole[]
export type FundRole = (typeof FUND_ROLES)[number]
/** Where the owners' money comes from: capital, and what is not assigned yet. */
const OWNERS: readonly (PostingRole | null)[] = ['capital', 'suspense']

/** Accounts by their posting roles. */
export interface FundAccounts {
  readonly ids: readonly number[]
  /** The role of each. */
  readonly roles: readonly FundRole[]
  readonly cash: readonly number[]
  readonly owners: readonly number[]
}

const isFundRole = (role: PostingRole | null): role is FundRole => FUND_ROLES.some((one) => one === role)

export async function fundAccounts(db: Queryable, today: string): Promise<FundAccounts> {
  const chart = await chartOfAccounts(db, { from: null, to: today })
  const fund = chart.flatMap(({ id, role }) => (isFundRole(role) ? [{ id, role }] : []))
  return {
    ids: fund.map(({ id }) => id),
    roles: fund.map(({ role }) => role),
    cash: fund.flatMap(({ id, role }) => (role === 'cash' ? [id] : [])),
    owners: chart.flatMap(({ id, role }) => (OWNERS.includes(role) ? [id] : [])),
  }
}

/** SQL: whether line `l` of entry `h` is money of a corporate action: not a sale whose cost the action changed, and not an open item of the opening, which was earned before. */
export const IS_OF_ACTION =
  "h.cause_kind = 'action' AND h.trade_id IS NULL AND l.transaction_type <> 'Opening'"
const sumOfRoles = (roles: readonly PostingRole[]) =>
  `coalesce(sum(l.debit - l.credit) FILTER (WHERE l.role IN (${roles.map((role) => `'${role}'`).join(', ')})), 0)::numeric(30, 2)`
/** SQL: what lines `l` of such entries sum to on money, and on money for shares that are applied for. */
export const MONEY_OF_ACTIONS: string = sumOfRoles(['cash', 'receivable', 'dividend-receivable', 'payable'])
export const APPLIED_OF_ACTIONS: string = sumOfRoles(['ipo-application'])

const ACCOUNTS = 'unnest(:accounts::bigint[], :roles::text[]) AS a (id, role)'

const BEFORE = statement(
  'values.balances-before',
  `SELECT k.portfolio_id AS "portfolioId!", a.role, sum(k.debit - k.credit)::numeric(30, 2) AS amount
     FROM (SELECT portfolio_id, account_id, debit, credit FROM ledger_months WHERE month < date_trunc('month', :before::timestamp)::date
           UNION ALL
           SELECT portfolio_id, account_id, debit, credit FROM ledger_days
            WHERE day BETWEEN date_trunc('month', :before::timestamp)::date AND :before::date) k
     JOIN ${ACCOUNTS} ON a.id = k.account_id
    WHERE k.portfolio_id = ANY (:portfolioIds::bigint[]) GROUP BY 1, 2`,
)
const MOVEMENTS = statement(
  'values.movements',
  `SELECT d.portfolio_id AS "portfolioId", a.role, d.day - date '1970-01-01' AS day, sum(d.debit - d.credit)::numeric(30, 2) AS amount
     FROM ledger_days d JOIN ${ACCOUNTS} ON a.id = d.account_id
    WHERE d.day > :before::date AND d.day <= :until::date AND d.account_id = ANY (:accounts::bigint[])
      AND d.portfolio_id = ANY (:portfolioIds::bigint[])
    GROUP BY d.portfolio_id, a.role, d.day`,
)
// Shares count from the trade date: what was posted later because the books were locked counts from its own day, too.
const MOVED = statement(
  'values.moved-lines',
  `SELECT l.portfolio_id AS "portfolioId!", a.role, e.moved_from - date '1970-01-01' AS "fromDay", e.entry_date - date '1970-01-01' AS "toDay",
          sum(l.debit - l.credit)::numeric(30, 2) AS amount
     FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id JOIN ${ACCOUNTS} ON a.id = l.account_id
    WHERE e.moved_from IS NOT NULL AND e.entry_date > :before::date AND l.portfolio_id = ANY (:portfolioIds::bigint[])
    GROUP BY 1, 2, 3, 4`,
)
// An entry and its reversal of the same day cancel out: a mistake that was taken back is no flow.
const OWNERS_FLOWS = statement(
  'values.owners-flows',
  `SELECT f.portfolio_id AS "portfolioId!", f.day, coalesce(sum(f.amount) FILTER (WHERE f.amount > 0), 0)::numeric(30, 2) AS came,
          coalesce(-sum(f.amount) FILTER (WHERE f.amount < 0), 0)::numeric(30, 2) AS went
     FROM (
       SELECT l.portfolio_id, coalesce(e.moved_from, e.entry_date) - date '1970-01-01' AS day, sum(l.credit - l.debit) AS amount
         FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
        WHERE l.account_id = ANY (:owners::bigint[]) AND l.portfolio_id = ANY (:portfolioIds::bigint[])
          AND l.entry_date > :before::date AND l.entry_date <= :until::date AND e.kind <> 'opening'
          AND EXISTS (SELECT FROM journal_lines c
                       WHERE c.entry_id = l.entry_id AND c.portfolio_id = l.portfolio_id AND c.account_id = ANY (:cash::bigint[]))
        GROUP BY 1, 2, coalesce(e.reversal_of, e.id)
       UNION ALL
       SELECT l.portfolio_id, e.entry_date - date '1970-01-01', sum(l.debit - l.credit)
         FROM portfolios p JOIN journal_lines l ON l.portfolio_id = p.id AND l.entry_date = p.opening_date
         JOIN journal_entries e ON e.id = l.entry_id AND coalesce((SELECT o.kind FROM journal_entries o WHERE o.id = e.reversal_of), e.kind) = 'opening'
        WHERE p.id = ANY (:portfolioIds::bigint[]) AND p.opening_date > :before::date AND p.opening_date <= :until::date
          AND l.account_id = ANY (:accounts::bigint[])
        GROUP BY 1, 2, coalesce(e.reversal_of, e.id)) f
    GROUP BY 1, 2`,
)

// By the day that they belong to: an entry and its reversal, or its correction, are one.
const OF_ACTIONS = statement(
  'values.entries-of-actions',
  `SELECT l.portfolio_id AS "portfolioId!", coalesce(h.moved_from, h.entry_date) - date '1970-01-01' AS day!, h.cause_id AS "actionId",
          ${MONEY_OF_ACTIONS} AS money!, ${APPLIED_OF_ACTIONS} AS applied!
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE ${IS_OF_ACTION} AND l.portfolio_id = ANY (:portfolioIds::bigint[])
      AND h.entry_date > :before::date AND coalesce(h.moved_from, h.entry_date) > :before::date AND coalesce(h.moved_from, h.entry_date) <= :until::date
    GROUP BY 1, 2, 3`,
)

/** The balances and movements of one portfolio's fund accounts. Amounts in cents, debits less credits; days as numbers. */
export interface FundFacts {
  readonly before: Record<FundRole, bigint>
  readonly movements: { readonly day: number; readonly role: FundRole; readonly amount: bigint }[]
  readonly owners: { readonly day: number; readonly came: bigint; readonly went: bigint }[]
  /** The entries of each corporate action, by the day that they belong to. */
  readonly actions: (EntriesOfAction & { readonly day: number })[]
}

const nothing = (): FundFacts => ({
  before: { cash: 0n, receivable: 0n, 'dividend-receivable': 0n, 'ipo-application': 0n, payable: 0n },
  movements: [],
  owners: [],
  actions: [],
})
const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

/** By portfolio: the balances at the end of the day `before`, and what happened after it until the day `until`. Dates. */
export async function loadFunds(
  db: Queryable,
  portfolioIds: readonly number[],
  {
    before,
    until,
    accounts,
  }: { readonly before: string; readonly until: string; readonly accounts: FundAccounts },
  beforeDay: number,
): Promise<ReadonlyMap<number, FundFacts>> {
  const { ids, roles, cash, owners } = accounts
  const common = { portfolioIds, before }
  const known = await db.query(BEFORE, { ...common, accounts: ids, roles })
  const moves = await db.query(MOVEMENTS, { ...common, until, accounts: ids, roles })
  const moved = await db.query(MOVED, { ...common, accounts: ids, roles })
  const flows = await db.query(OWNERS_FLOWS, { ...common, until, owners, cash, accounts: ids })
  const actions = await db.query(OF_ACTIONS, { ...common, until })
  const funds = new Map<number, FundFacts>()
  const of = (portfolioId: number) => {
    const found = funds.get(portfolioId) ?? nothing()
    funds.set(portfolioId, found)
    return found
  }
  for (const { portfolioId, role, amount } of known) of(portfolioId).before[role as FundRole] += cents(amount)
  const move = (portfolioId: number, role: string | null, day: number, amount: bigint) => {
    const fund = of(portfolioId)
    if (day <= beforeDay) fund.before[role as FundRole] += amount
    else fund.movements.push({ day, role: role as FundRole, amount })
  }
  for (const { portfolioId, role, day, amount } of moves) move(portfolioId, role, day ?? 0, cents(amount))
  for (const { portfolioId, role, fromDay, toDay, amount } of moved) {
    move(portfolioId, role, fromDay ?? 0, cents(amount))
    move(portfolioId, role, toDay ?? 0, -cents(amount))
  }
  for (const { portfolioId, day, came, went } of flows)
    of(portfolioId).owners.push({ day: day ?? 0, came: cents(came), went: cents(went) })
  for (const { portfolioId, day, money, applied } of actions)
    of(portfolioId).actions.push({ day, money: cents(money), applied: cents(applied) })
  for (const fund of funds.values()) fund.movements.sort((a, b) => a.day - b.day)
  return funds
}
