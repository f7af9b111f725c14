/** What the books of a day hold and owe, in the groups of the net assets. */
import type { PostingRole } from '@em/core/postings/roles'
import type { Account } from '../chart-of-accounts/chart.queries.ts'
import type { Balance } from './ledger-balances.queries.ts'

export const ASSET_GROUPS = ['investments', 'receivables', 'cash', 'otherAssets', 'payables'] as const
export type AssetGroup = (typeof ASSET_GROUPS)[number]
/** Debits less credits, in cents: what is owed is below zero. */
export type GroupSums = Readonly<Record<AssetGroup, bigint>>

const INVESTMENTS: readonly (PostingRole | null)[] = [
  'investment',
  'transaction-costs',
  'fair-value-adjustment',
  'rights-entitlement',
]
const RECEIVABLES: readonly (PostingRole | null)[] = [
  'receivable',
  'dividend-receivable',
  'ipo-application',
  'inter-portfolio-clearing',
]

/** The group of an account, as the statement of financial position has it; null: equity, income or an expense. */
export function groupOf({
  account_type: type,
  role,
}: Pick<Account, 'account_type' | 'role'>): AssetGroup | null {
  if (type === 'Liability') return 'payables'
  if (type !== 'Asset' && type !== 'Other') return null
  if (INVESTMENTS.includes(role)) return 'investments'
  if (RECEIVABLES.includes(role)) return 'receivables'
  return role === 'cash' ? 'cash' : 'otherAssets'
}

/** The groups of each portfolio (0: what names none). */
export function groupsByPortfolio(
  chart: readonly Account[],
  balances: readonly Pick<Balance, 'portfolioId' | 'accountId' | 'net'>[],
): Map<number, Record<AssetGroup, bigint>> {
  const groups = new Map(chart.map((account) => [account.id, groupOf(account)]))
  const sums = new Map<number, Record<AssetGroup, bigint>>()
  for (const { portfolioId, accountId, net } of balances) {
    const group = groups.get(accountId) ?? null
    if (group === null) continue
    const of = sums.get(portfolioId) ?? {
      investments: 0n,
      receivables: 0n,
      cash: 0n,
      otherAssets: 0n,
      payables: 0n,
    }
    of[group] += net
    sums.set(portfolioId, of)
  }
  return sums
}

/** What all groups come to. */
export const netOfGroups = (of: GroupSums): bigint => ASSET_GROUPS.reduce((sum, group) => sum + of[group], 0n)
