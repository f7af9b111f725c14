import type { TrialBalance } from '@em/contract/books/trial-balance'
import { sumOf } from '../../ui/grid/columns.ts'

export type Account = TrialBalance['accountsByType'][string][number]

export interface AccountGroup {
  readonly type: string
  readonly accounts: readonly Account[]
  /** Exact sums in rupees, debits less credits where a balance. */
  readonly opening: string
  readonly debit: string
  readonly credit: string
  readonly closing: string
}

/** The accounts by type in the order of the summary, each type with its sums. */
export function groupsOf(data: TrialBalance): AccountGroup[] {
  return data.summary.map(({ account_type: type }) => {
    const accounts = data.accountsByType[type] ?? []
    return { type, accounts, ...sumsOf(accounts) }
  })
}

/** Sums over accounts; of all of them opening and closing are zero when the books balance. */
export function sumsOf(accounts: readonly Account[]) {
  return {
    opening: sumOf(accounts.map((one) => one.opening_balance)),
    debit: sumOf(accounts.map((one) => one.period_debit)),
    credit: sumOf(accounts.map((one) => one.period_credit)),
    closing: sumOf(accounts.map((one) => one.net_balance)),
  }
}

/** Debits less credits of the closing balances: what is missing where the books do not balance. */
export function differenceOf(data: TrialBalance): string {
  return sumOf([data.totals.total_debits, -data.totals.total_credits])
}
