/** How the amounts of a report come to what the ledger says of the accounts of investments. */
import type { ReportTie, Tied } from '@em/contract/reports/report-ties'
import { rupees } from '@em/core/values/money'
import type { Balance, InvestmentAccount } from './ledger-balances.queries.ts'

/** The posting role of each amount. */
const ROLES: Readonly<Record<Tied, string>> = {
  cost: 'investment',
  capitalised: 'transaction-costs',
  adjustment: 'fair-value-adjustment',
  rights: 'rights-entitlement',
}
const KEYS = Object.keys(ROLES) as Tied[]

/** Amounts in cents, debits positive. */
export type TiedAmounts = Readonly<Record<Tied, bigint>>
export const NOTHING_TIED: TiedAmounts = { cost: 0n, capitalised: 0n, adjustment: 0n, rights: 0n }

/** Accounts that are tied together, since some of the roles share them. */
export interface TiedAccounts {
  readonly of: readonly Tied[]
  readonly accounts: readonly InvestmentAccount[]
  /** They serve other roles as well. */
  readonly isShared: boolean
}

/** The accounts of each amount; amounts whose roles share an account come together. */
export function tiedAccounts(accounts: readonly InvestmentAccount[]): TiedAccounts[] {
  const groups = KEYS.map((key) => ({
    of: [key],
    accounts: accounts.filter(({ roles }) => roles.includes(ROLES[key])),
  }))
  for (let at = groups.length - 1; at > 0; at -= 1) {
    const group = groups[at]
    const earlier = groups
      .slice(0, at)
      .find((one) => one.accounts.some((own) => group?.accounts.includes(own)))
    if (group === undefined || earlier === undefined) continue
    earlier.of.push(...group.of)
    earlier.accounts = accounts.filter(
      (one) => earlier.accounts.includes(one) || group.accounts.includes(one),
    )
    groups.splice(at, 1)
  }
  const own = new Set(Object.values(ROLES))
  return groups.map(({ of, accounts: ones }) => ({
    of: KEYS.filter((key) => of.includes(key)),
    accounts: ones,
    isShared: ones.some(({ roles }) => roles.some((role) => !own.has(role))),
  }))
}

/** Something that explains a difference: on which accounts, and by how much. */
export interface Named {
  readonly label: string
  readonly amount: bigint
}

interface ToTie {
  readonly tied: TiedAccounts
  readonly report: TiedAmounts
  /** The ledger's balance of any account. */
  readonly balances: readonly Balance[]
  /** The amounts that opening balances stated by people posted to any account. */
  readonly stated: readonly Omit<Balance, 'isManual'>[]
  /** The other known amounts. */
  readonly named?: readonly Named[]
}

/** The sum of what is on the accounts of a tie. */
export function netOn<T extends { readonly accountId: number; readonly net: bigint }>(
  { accounts }: Pick<TiedAccounts, 'accounts'>,
  rows: readonly T[],
  wanted: (row: T) => boolean = () => true,
): bigint {
  return rows.reduce(
    (sum, row) => (accounts.some(({ id }) => id === row.accountId) && wanted(row) ? sum + row.net : sum),
    0n,
  )
}

/** One tie; what explains nothing is left out. */
export function tieOf({ tied, report, balances, stated, named = [] }: ToTie): ReportTie {
  const amount = tied.of.reduce((sum, key) => sum + report[key], 0n)
  const ledger = netOn(tied, balances)
  const known: Named[] = [
    ...named,
    { label: 'Manual entries', amount: netOn(tied, balances, ({ isManual }) => isManual) },
    { label: 'Opening balances', amount: netOn(tied, stated) },
  ]
  const rest = known.reduce((left, one) => left - one.amount, ledger - amount)
  // An account that serves other roles as well holds what belongs to them; only the single lines could separate it.
  if (tied.isShared) known.push({ label: 'Other postings on the same account', amount: rest })
  return {
    of: [...tied.of],
    accounts: tied.accounts.map(({ account_code: code }) => code),
    report: rupees(amount),
    others: known
      .filter((one) => one.amount !== 0n)
      .map(({ label, amount: cents }) => ({ label, amount: rupees(cents) })),
    ledger: rupees(ledger),
    difference: rupees(tied.isShared ? 0n : rest),
  }
}

/** Whether there is anything to say of a tie. */
export const saysAnything = ({ of, report, ledger, others }: ReportTie): boolean =>
  !of.includes('rights') || of.length > 1 || report !== 0 || ledger !== 0 || others.length > 0
