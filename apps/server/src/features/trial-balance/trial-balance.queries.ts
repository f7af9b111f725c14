/** The trial balance: two prefix sums over the kept balances, one at the end date and one before the start date. */
import type { TrialBalance } from '@em/contract/books/trial-balance'
import { addDays } from '@em/core/values/dates'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import { balancesAt, type Sums } from '../ledger/ledger.balances.ts'

interface Account {
  id: number
  account_code: string
  account_name: string
  account_type: string
}
export interface Period {
  readonly startDate: string | null
  readonly endDate: string
  readonly portfolio: { readonly id: number; readonly name: string } | null
}

const ACCOUNTS = statement(
  'trial-balance.accounts',
  'SELECT id, account_code, account_name, account_type FROM chart_of_accounts ORDER BY account_code',
)
const NOTHING: Sums = { debit: 0n, credit: 0n }
const TYPES = ['Asset', 'Liability', 'Equity', 'Income', 'Cost of Sales', 'Expense', 'Other']
const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)
const sideOf = (net: bigint) => (net > 0n ? 'DR' : net < 0n ? 'CR' : 'ZERO')

/** The last day that the opening balance counts: never after the end date, so that what lies ahead stays out. */
function dayBefore({ startDate, endDate }: Period): string {
  const before = addDays(startDate ?? endDate, -1)
  return before < endDate ? before : endDate
}

interface AccountSums {
  readonly account: Account
  readonly opening: bigint
  readonly periodDebit: bigint
  readonly periodCredit: bigint
  readonly net: bigint
}

/**
 * Every account with lines up to the end date. `net_balance` is the closing balance; its debit or credit side is
 * what the totals add, so they agree exactly when the books balance.
 */
export async function trialBalanceAt(db: Queryable, period: Period, now: Date): Promise<TrialBalance> {
  const { startDate, endDate, portfolio } = period
  const filter = { portfolioId: portfolio?.id }
  const [accounts, closing, opening] = await Promise.all([
    db.query<Account>(ACCOUNTS),
    balancesAt(db, endDate, filter),
    startDate === null ? Promise.resolve(new Map<number, Sums>()) : balancesAt(db, dayBefore(period), filter),
  ])
  const lines = accounts.flatMap((account): AccountSums[] => {
    const end = closing.get(account.id)
    if (end === undefined) return []
    const start = opening.get(account.id) ?? NOTHING
    return [
      {
        account,
        opening: start.debit - start.credit,
        periodDebit: end.debit - start.debit,
        periodCredit: end.credit - start.credit,
        net: end.debit - end.credit,
      },
    ]
  })
  const debits = sum(lines, (line) => (line.net > 0n ? line.net : 0n))
  const credits = sum(lines, (line) => (line.net < 0n ? -line.net : 0n))
  const byType = TYPES.map((type) => ({
    type,
    lines: lines.filter((line) => line.account.account_type === type),
  })).filter((group) => group.lines.length > 0)
  return {
    period: { startDate, endDate, portfolio: portfolio?.name ?? null },
    totals: {
      generated_date: now.toISOString(),
      is_balanced: debits === credits,
      total_debits: rupees(debits),
      total_credits: rupees(credits),
      account_count: lines.length,
    },
    accountsByType: Object.fromEntries(byType.map((group) => [group.type, group.lines.map(toAccount)])),
    typeSubtotals: Object.fromEntries(byType.map((group) => [group.type, subtotal(group.lines)])),
    summary: byType.map((group) => {
      const { debit, credit, net } = subtotal(group.lines)
      return { account_type: group.type, total_debit: debit, total_credit: credit, net_balance: net }
    }),
  }
}

function sum(lines: readonly AccountSums[], of: (line: AccountSums) => bigint): bigint {
  return lines.reduce((total, line) => total + of(line), 0n)
}

function subtotal(lines: readonly AccountSums[]) {
  return {
    debit: rupees(sum(lines, (line) => (line.net > 0n ? line.net : 0n))),
    credit: rupees(sum(lines, (line) => (line.net < 0n ? -line.net : 0n))),
    net: rupees(sum(lines, (line) => line.net)),
  }
}

function toAccount(line: AccountSums) {
  const { account_code, account_name, account_type } = line.account
  return {
    account_code,
    account_name,
    account_type,
    opening_balance: rupees(line.opening),
    period_debit: rupees(line.periodDebit),
    period_credit: rupees(line.periodCredit),
    net_balance: rupees(line.net),
    balance_type: sideOf(line.net) as 'DR' | 'CR' | 'ZERO',
  }
}

const DETAIL_MAX = 1000
const ENTRIES = statement(
  'trial-balance.entries',
  `SELECT l.entry_id, l.entry_date AS date, coalesce(l.description, h.description) AS description, h.reference, l.debit, l.credit,
          l.transaction_type
     FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id
    WHERE l.account_id = $1 AND l.entry_date >= coalesce($2::date, '0001-01-01') AND l.entry_date <= $3::date
      AND ($4::bigint IS NULL OR l.portfolio_id = $4)
    ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC LIMIT ${DETAIL_MAX}`,
)
const COUNT = statement(
  'trial-balance.count',
  `SELECT coalesce(sum(lines), 0)::bigint AS lines FROM ledger_days
    WHERE account_id = $1 AND day >= coalesce($2::date, '0001-01-01') AND day <= $3::date AND ($4::bigint IS NULL OR portfolio_id = $4)`,
)

/** One account over the period: opening, movement, closing and the newest entries. @throws Refusal 404. */
export async function accountDetail(db: Queryable, code: string, period: Period) {
  const [account] = await db.query<Account>(
    'SELECT id, account_code, account_name, account_type FROM chart_of_accounts WHERE lower(account_code) = lower($1)',
    [code],
  )
  if (!account) throw new Refusal('record.missing', { what: `The account ${code}` })
  const { startDate, endDate, portfolio } = period
  const filter = { portfolioId: portfolio?.id, accountIds: [account.id] }
  const place = [account.id, startDate, endDate, portfolio?.id ?? null]
  const [closing, opening, entries, [count]] = await Promise.all([
    balancesAt(db, endDate, filter),
    startDate === null ? new Map<number, Sums>() : balancesAt(db, dayBefore(period), filter),
    db.query<{
      entry_id: number
      date: string
      description: string | null
      reference: string | null
      debit: string
      credit: string
      transaction_type: string
    }>(ENTRIES, place),
    db.query<{ lines: number }>(COUNT, place),
  ])
  const end = closing.get(account.id) ?? NOTHING
  const start = opening.get(account.id) ?? NOTHING
  const net = end.debit - end.credit
  return {
    accountCode: account.account_code,
    accountName: account.account_name,
    period: { startDate, endDate, portfolio: portfolio?.name ?? null },
    totals: {
      opening_balance: rupees(start.debit - start.credit),
      total_debit: rupees(end.debit - start.debit),
      total_credit: rupees(end.credit - start.credit),
      net_balance: rupees(net),
      balance_type: sideOf(net) as 'DR' | 'CR' | 'ZERO',
    },
    entry_count: count?.lines ?? 0,
    entries: entries.map((entry) => ({
      ...entry,
      debit: jsonNumber(entry.debit),
      credit: jsonNumber(entry.credit),
    })),
  }
}
