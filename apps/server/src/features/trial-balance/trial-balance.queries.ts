/** The trial balance: prefix sums over the stored balances at the end date, before the start date and at a second date. */
import type { TrialBalance } from '@em/contract/trial-balance/trial-balance'
import { rupees } from '@em/core/values/money'
import type { Queryable } from '../../platform/database/database.ts'
import { type Account, chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { type Scope } from '../portfolios/scope.queries.ts'
import { type Bank, settlementAccounts } from '../settlement-accounts/settlement-accounts.queries.ts'
import { percentOf } from '../statements/compared.ts'
import { dayBefore } from '../statements/span.queries.ts'
import { type StoredSums, storedSumsAt } from '../statements/statements.balances.ts'

export interface Period extends Scope {
  readonly startDate: string | null
  readonly endDate: string
}

const TYPES = ['Asset', 'Liability', 'Equity', 'Income', 'Cost of Sales', 'Expense', 'Other']
export const sideOf = (net: bigint) => (net > 0n ? 'DR' : net < 0n ? 'CR' : 'ZERO')

/** Balances of an account, or of a bank account behind it, in cents; debits less credits. */
interface Standing {
  readonly opening: bigint
  readonly periodDebit: bigint
  readonly periodCredit: bigint
  readonly net: bigint
  /** At the second date; undefined where none was asked for. */
  readonly before: bigint | undefined
}
interface Line extends Standing {
  readonly account: Account
  /** By settlement account, 0 for none; empty where no line names any. */
  readonly banks: readonly (Standing & { readonly bankId: number })[]
}

/** Sums at the three dates; without a start date nothing stood before. */
interface SumsAtDates {
  readonly end: readonly StoredSums[]
  readonly start: readonly StoredSums[]
  readonly second: readonly StoredSums[] | undefined
}

function standing({ end, start, second }: SumsAtDates): Standing {
  const debit = (sums: readonly StoredSums[]) => sums.reduce((total, one) => total + one.debit, 0n)
  const credit = (sums: readonly StoredSums[]) => sums.reduce((total, one) => total + one.credit, 0n)
  return {
    opening: debit(start) - credit(start),
    periodDebit: debit(end) - debit(start),
    periodCredit: credit(end) - credit(start),
    net: debit(end) - credit(end),
    before: second && debit(second) - credit(second),
  }
}

/** The sums at each date that a condition leaves. */
function narrowed({ end, start, second }: SumsAtDates, wanted: (sums: StoredSums) => boolean): SumsAtDates {
  return { end: end.filter(wanted), start: start.filter(wanted), second: second?.filter(wanted) }
}

async function linesAt(
  db: Queryable,
  period: Period,
  compareDate: string | null,
  byBank: boolean,
): Promise<Line[]> {
  const { startDate, endDate, portfolioIds } = period
  const dates = [endDate, startDate === null ? endDate : dayBefore(period), compareDate ?? endDate]
  const [accounts, storedSums] = await Promise.all([
    chartOfAccounts(db, { from: endDate, to: endDate }),
    storedSumsAt(db, dates, { portfolioIds, byBank }),
  ])
  const [end, start, second] = storedSums.map((sums) => Map.groupBy(sums, (one) => one.accountId))
  return accounts.flatMap((account): Line[] => {
    const own: SumsAtDates = {
      end: end?.get(account.id) ?? [],
      start: startDate === null ? [] : (start?.get(account.id) ?? []),
      second: compareDate === null ? undefined : (second?.get(account.id) ?? []),
    }
    if (own.end.length === 0 && (own.second?.length ?? 0) === 0) return []
    const ids = [...new Set([...own.end, ...(own.second ?? [])].map((one) => one.bankId))]
    const banks = ids.some((id) => id !== 0)
      ? ids.map((bankId) => ({ bankId, ...standing(narrowed(own, (one) => one.bankId === bankId)) }))
      : []
    return [{ account, banks, ...standing(own) }]
  })
}

/**
 * Every account with lines up to the end date (or the second one). `net_balance` is the closing balance; its debit or
 * credit side is what the totals add, so they agree exactly when the books balance.
 */
export async function trialBalanceAt(
  db: Queryable,
  period: Period,
  { compareDate, byBank, now }: { compareDate: string | null; byBank: boolean; now: Date },
): Promise<TrialBalance> {
  const [lines, banks] = await Promise.all([
    linesAt(db, period, compareDate, byBank),
    byBank ? settlementAccounts(db) : [],
  ])
  const byType = TYPES.map((type) => ({
    type,
    lines: lines.filter((line) => line.account.account_type === type),
  })).filter((group) => group.lines.length > 0)
  const debits = debitsOf(lines, (line) => line.net)
  const credits = debitsOf(lines, (line) => -line.net)
  const compared = <T>(value: T) => (compareDate === null ? null : value)
  return {
    period: {
      startDate: period.startDate,
      endDate: period.endDate,
      compareDate,
      portfolio: period.portfolio,
      entity: period.entity,
    },
    totals: {
      generated_date: now.toISOString(),
      is_balanced: debits === credits,
      total_debits: rupees(debits),
      total_credits: rupees(credits),
      compare_debits: compared(rupees(debitsOf(lines, (line) => line.before ?? 0n))),
      compare_credits: compared(rupees(debitsOf(lines, (line) => -(line.before ?? 0n)))),
      account_count: lines.length,
    },
    accountsByType: Object.fromEntries(
      byType.map((group) => [group.type, group.lines.map((line) => toAccount(line, banks))]),
    ),
    typeSubtotals: Object.fromEntries(byType.map((group) => [group.type, subtotal(group.lines)])),
    summary: byType.map((group) => {
      const { debit, credit, net, ...rest } = subtotal(group.lines)
      return { account_type: group.type, total_debit: debit, total_credit: credit, net_balance: net, ...rest }
    }),
  }
}

/** The sum of what is above zero. */
function debitsOf(lines: readonly Line[], of: (line: Line) => bigint): bigint {
  return lines.reduce((total, line) => (of(line) > 0n ? total + of(line) : total), 0n)
}

function subtotal(lines: readonly Line[]) {
  const net = lines.reduce((total, line) => total + line.net, 0n)
  const before = lines.some((line) => line.before === undefined)
    ? undefined
    : lines.reduce((total, line) => total + (line.before ?? 0n), 0n)
  const { compare_balance, ...change } = changeOf(net, before)
  return {
    debit: rupees(debitsOf(lines, (line) => line.net)),
    credit: rupees(debitsOf(lines, (line) => -line.net)),
    net: rupees(net),
    compare_net: compare_balance,
    ...change,
  }
}

/** A balance compared with an earlier one; in percent it is above zero where the balance grew on the side it was on. */
function changeOf(net: bigint, before: bigint | undefined) {
  if (before === undefined) return { compare_balance: null, change: null, change_percent: null }
  return {
    compare_balance: rupees(before),
    change: rupees(net - before),
    change_percent: percentOf(net - before, before),
  }
}

export function toSums(one: Standing) {
  return {
    opening_balance: rupees(one.opening),
    period_debit: rupees(one.periodDebit),
    period_credit: rupees(one.periodCredit),
    net_balance: rupees(one.net),
    balance_type: sideOf(one.net) as 'DR' | 'CR' | 'ZERO',
    ...changeOf(one.net, one.before),
  }
}

function toAccount(line: Line, banks: readonly Bank[]) {
  const { account_code, account_name, account_type } = line.account
  const known = new Map(banks.map((bank, index) => [bank.id, { bank, place: index }]))
  const orderOf = (id: number) => known.get(id)?.place ?? Number.MAX_SAFE_INTEGER
  const [only, ...others] = line.banks
  return {
    account_code,
    account_name,
    account_type,
    ...toSums(line),
    ...paymentOf(only !== undefined && others.length === 0 ? known.get(only.bankId)?.bank : undefined),
    bank_accounts: line.banks
      .toSorted((a, b) => orderOf(a.bankId) - orderOf(b.bankId))
      .map((one) => ({
        settlement_account_id: one.bankId === 0 ? null : one.bankId,
        ...paymentOf(known.get(one.bankId)?.bank),
        ...toSums(one),
      })),
  }
}

function paymentOf(bank: Bank | undefined) {
  return {
    transaction_account_name: bank?.account_name ?? null,
    account_number: bank?.account_number ?? null,
    bank_name: bank?.bank_name ?? null,
    payment_method: bank?.payment_method ?? null,
  }
}
