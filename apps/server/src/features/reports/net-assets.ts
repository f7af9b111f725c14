/** The assets and liabilities of a day, in the groups of the net assets. */
import type { PostingRole } from '@em/core/ledger/roles'
import type { Account } from '../chart-of-accounts/chart.queries.ts'
import type { Balance } from './ledger-balances.queries.ts'

export const ASSET_GROUPS = ['investments', 'receivables', 'cash', 'otherAssets', 'payables'] as const
export type AssetGroup = (typeof ASSET_GROUPS)[number]
/**
 * Debits less credits, in cents: what is owed is below zero. Clearing between portfolios is kept apart: what one portfolio of some books owes
 * another is nothing of them together, and the rest belongs to receivables or payables.
 */
export type GroupSums = Readonly<Record<AssetGroup | 'clearing', bigint>>
export const NO_SUMS: GroupSums = {
  investments: 0n,
  receivables: 0n,
  cash: 0n,
  otherAssets: 0n,
  payables: 0n,
  clearing: 0n,
}

const INVESTMENTS: readonly (PostingRole | null)[] = [
  'investment',
  'transaction-costs',
  'fair-value-adjustment',
  'rights-entitlement',
]
const RECEIVABLES: readonly (PostingRole | null)[] = ['receivable', 'dividend-receivable', 'ipo-application']

/** The group of an account, as the statement of financial position has it; null: equity, income or an expense. */
export function groupOf({
  account_type: type,
  role,
}: Pick<Account, 'account_type' | 'role'>): AssetGroup | 'clearing' | null {
  if (type === 'Liability') return 'payables'
  if (type !== 'Asset' && type !== 'Other') return null
  if (INVESTMENTS.includes(role)) return 'investments'
  if (RECEIVABLES.includes(role)) return 'receivables'
  if (role === 'inter-portfolio-clearing') return 'clearing'
  return role === 'cash' ? 'cash' : 'otherAssets'
}

/** The groups of each portfolio (0: what names none). Dividends received in excess are owed. */
export function groupsByPortfolio(
  chart: readonly Account[],
  balances: readonly Pick<Balance, 'portfolioId' | 'accountId' | 'net'>[],
): Map<number, GroupSums> {
  const accounts = new Map(chart.map((account) => [account.id, account]))
  const sums = new Map<number, Record<keyof GroupSums, bigint>>()
  for (const [portfolioId, own] of Map.groupBy(balances, (row) => row.portfolioId)) {
    for (const [accountId, rows] of Map.groupBy(own, (row) => row.accountId)) {
      const account = accounts.get(accountId)
      const group = account === undefined ? null : groupOf(account)
      if (account === undefined || group === null) continue
      const net = rows.reduce((sum, row) => sum + row.net, 0n)
      const of = sums.get(portfolioId) ?? { ...NO_SUMS }
      of[account.role === 'dividend-receivable' && net < 0n ? 'payables' : group] += net
      sums.set(portfolioId, of)
    }
  }
  return sums
}

/** The groups as they are presented: clearing that is owed to others is a payable. */
export function presentedGroups({ clearing, ...groups }: GroupSums): Readonly<Record<AssetGroup, bigint>> {
  const side = clearing < 0n ? 'payables' : 'receivables'
  return { ...groups, [side]: groups[side] + clearing }
}

/** The total of all groups. */
export const netOfGroups = (of: GroupSums): bigint =>
  ASSET_GROUPS.reduce((sum, group) => sum + of[group], of.clearing)
