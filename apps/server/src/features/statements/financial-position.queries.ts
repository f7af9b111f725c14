/** Financial position: assets, liabilities and equity at a date, with the result that no closing has taken over yet. */
import type { FinancialPosition } from '@em/contract/books/statements'
import type { PostingRole } from '@em/core/postings/roles'
import type { Queryable } from '../../platform/database/database.ts'
import { RESULT_TYPES } from '../periods/periods.queries.ts'
import { type Account, chartOfAccounts, comparedTo, rupees, type Scope } from './scope.queries.ts'
import { keptAt, netOf } from './statements.balances.ts'

export const RESULT = 'Result for the period (not yet closed)'

/** An account, or the result (code null), in cents in the sense of its section. */
interface Stood {
  readonly account: Omit<Account, 'id' | 'role' | 'account_code'> & { readonly account_code: string | null }
  readonly role: PostingRole | null
  readonly debitSide: boolean
  readonly amount: bigint
  readonly before: bigint | undefined
}

const ASSETS: readonly [group: string, roles: readonly PostingRole[]][] = [
  ['Cash at Bank', ['cash']],
  [
    'Investments in Equity Securities',
    ['investment', 'transaction-costs', 'fair-value-adjustment', 'rights-entitlement'],
  ],
  ['Receivables', ['receivable', 'dividend-receivable', 'ipo-application', 'inter-portfolio-clearing']],
]
const LIABILITIES: readonly [group: string, roles: readonly PostingRole[]][] = [
  ['Payables', ['payable', 'accrued-cost-of-funds']],
]

/** The position at a date, beside a second one where one is given. */
export async function financialPositionAt(
  db: Queryable,
  asOf: string,
  compareDate: string | null,
  scope: Scope,
  now: Date,
): Promise<FinancialPosition> {
  const [accounts, [here = [], there = []]] = await Promise.all([
    chartOfAccounts(db),
    keptAt(db, [asOf, compareDate ?? asOf], { portfolioIds: scope.portfolioIds }),
  ])
  const without = compareDate === null
  /** Debits less credits of the accounts of some types, now and at the second date. */
  const net = (of: (account: Account) => boolean) => {
    const ids = new Set(accounts.filter(of).map((account) => account.id))
    const wanted = (sums: { accountId: number }) => ids.has(sums.accountId)
    return { amount: netOf(here, wanted), before: without ? undefined : netOf(there, wanted) }
  }
  const stood = (types: readonly string[], debitSide: boolean): Stood[] =>
    accounts
      .filter((account) => types.includes(account.account_type))
      .flatMap((account) => {
        const { amount, before } = net((one) => one.id === account.id)
        if (amount === 0n && (before ?? 0n) === 0n) return []
        return [{ account, role: account.role, debitSide, ...turned({ amount, before }, debitSide) }]
      })

  const assets = stood(['Asset', 'Other'], true)
  const liabilities = stood(['Liability'], false)
  const result: Stood = {
    account: { account_code: null, account_name: RESULT, account_type: 'Equity' },
    role: null,
    debitSide: false,
    ...turned(
      net((account) => RESULT_TYPES.includes(account.account_type)),
      false,
    ),
  }
  const equity = [...stood(['Equity'], false), result]
  const total = (lines: readonly Stood[]) => figure(lines, without)
  const [left, right] = [total(assets), total([...liabilities, ...equity])]
  const owed = liabilities.map((line) => ({ ...line, ...turned(line, false) }))
  return {
    asOf,
    compareDate,
    portfolio: scope.portfolio,
    entity: scope.entity,
    assets: groupsOf(assets, ASSETS, 'Other Assets', without),
    liabilities: groupsOf(liabilities, LIABILITIES, 'Other Liabilities', without),
    equity: [toGroup('Equity', equity, without)],
    totals: {
      generated_date: now.toISOString(),
      is_balanced: left.balance === right.balance && left.compare_balance === right.compare_balance,
      total_assets: left,
      total_liabilities: total(liabilities),
      total_equity: total(equity),
      result_not_closed: total([result]),
      total_liabilities_and_equity: right,
      net_assets: total([...assets, ...owed]),
    },
  }
}

/** Debits less credits in the sense of a section: as they are, or turned round where credits are meant. */
function turned(of: { readonly amount: bigint; readonly before: bigint | undefined }, debitSide: boolean) {
  if (debitSide) return { amount: of.amount, before: of.before }
  return { amount: -of.amount, before: of.before === undefined ? undefined : -of.before }
}

function figure(lines: readonly Stood[], without: boolean) {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n)
  const before = without ? undefined : lines.reduce((sum, line) => sum + (line.before ?? 0n), 0n)
  return { balance: rupees(amount), ...comparedTo(amount, before) }
}

/** The lines by what posts to their accounts, in the order of the groups; accounts of no type come last. */
function groupsOf(
  lines: readonly Stood[],
  groups: readonly [group: string, roles: readonly PostingRole[]][],
  rest: string,
  without: boolean,
) {
  const groupOf = ({ role, account }: Stood) => {
    if (account.account_type === 'Other') return 'Accounts of no type'
    return groups.find(([, roles]) => role !== null && roles.includes(role))?.[0] ?? rest
  }
  const found = Map.groupBy(lines, groupOf)
  return [...groups.map(([group]) => group), rest, 'Accounts of no type'].flatMap((name) => {
    const own = found.get(name)
    return own === undefined ? [] : [toGroup(name, own, without)]
  })
}

function toGroup(name: string, lines: readonly Stood[], without: boolean) {
  return {
    name,
    accounts: lines.map(({ account, amount, before, debitSide }) => {
      const debit = debitSide ? amount : -amount
      return {
        account_code: account.account_code,
        account_name: account.account_name,
        account_type: account.account_type,
        balance: rupees(amount),
        balance_type: debit > 0n ? ('DR' as const) : debit < 0n ? ('CR' as const) : ('ZERO' as const),
        ...comparedTo(amount, before),
      }
    }),
    subtotal: figure(lines, without),
  }
}
