/** The lines of opening balances as they are typed: the account of each amount, exact sums, and what is sent. */
import type { OpeningBalances } from '@em/contract/openings/openings'
import { DEFAULT_CHART, SYSTEM_ONLY_ROLES } from '@em/core/ledger/roles'
import { formatDecimal, MONEY_SCALE, parseTyped } from '@em/core/values/decimal'

export interface BalanceLine {
  /** For the page only: lines come and go. */
  readonly key: number
  /** `bank:7` for a settlement account, `account:2110` for a ledger account, '' while none is chosen. */
  readonly place: string
  readonly debit: string
  readonly credit: string
  readonly description: string
}

/** Accounts that follow from positions and trades: they have no opening balance of their own. */
export const RESERVED_ACCOUNTS: ReadonlySet<string> = new Set(
  DEFAULT_CHART.filter(({ role }) => SYSTEM_ONLY_ROLES.includes(role)).map(({ code }) => code),
)

export const emptyLine = (key: number): BalanceLine => ({
  key,
  place: '',
  debit: '',
  credit: '',
  description: '',
})

export const isEmpty = (line: BalanceLine) =>
  line.place === '' && line.debit.trim() === '' && line.credit.trim() === ''

/** Cents of a typed amount: nothing typed is nothing, what is no amount is null. */
export function centsOf(typed: string): bigint | null {
  if (typed.trim() === '') return 0n
  const parsed = parseTyped(typed, MONEY_SCALE)
  return parsed.ok && parsed.units >= 0n ? parsed.units : null
}

export interface BalanceSums {
  readonly debit: string
  readonly credit: string
  /** Debits less credits: what goes to Capital as a credit, where below zero as a debit. */
  readonly difference: bigint
  /** The difference without its sign. */
  readonly amount: string
}

/** Sums of the lines, exact; what is no amount counts as nothing. */
export function sumsOf(lines: readonly BalanceLine[]): BalanceSums {
  const sum = (side: 'debit' | 'credit') =>
    lines.reduce((total, line) => total + (centsOf(line[side]) ?? 0n), 0n)
  const [debit, credit] = [sum('debit'), sum('credit')]
  const difference = debit - credit
  return {
    debit: formatDecimal(debit, MONEY_SCALE),
    credit: formatDecimal(credit, MONEY_SCALE),
    difference,
    amount: formatDecimal(difference < 0n ? -difference : difference, MONEY_SCALE),
  }
}

/** The fault of a line, or null. Lines with nothing in them are left out. */
export function faultOf(line: BalanceLine): string | null {
  if (isEmpty(line)) return null
  if (line.place === '') return 'Choose an account.'
  const [debit, credit] = [centsOf(line.debit), centsOf(line.credit)]
  if (debit === null || credit === null) return 'Must be an amount with at most two decimals.'
  return debit > 0n === credit > 0n ? 'Fill in debit or credit.' : null
}

/** The lines as they are sent. */
export function linesToSend(lines: readonly BalanceLine[]) {
  return lines
    .filter((line) => !isEmpty(line))
    .map(({ place, debit, credit, description }) => {
      const [kind, name = ''] = place.split(':')
      return {
        account: kind === 'account' ? name : null,
        settlementAccount: kind === 'bank' ? Number(name) : null,
        debit: debit.trim() === '' ? null : debit,
        credit: credit.trim() === '' ? null : credit,
        description: description.trim() || null,
      }
    })
}

/** The lines of the recorded entry, to be corrected; the line that took the difference is left out: it follows. */
export function linesOf(balances: OpeningBalances | null): BalanceLine[] {
  const text = (amount: number) => (amount === 0 ? '' : String(amount))
  const own = (balances?.lines ?? []).filter((line) => !line.is_capital)
  return own.map((line, key) => ({
    key,
    place:
      line.settlement_account === null ? `account:${line.account_code}` : `bank:${line.settlement_account}`,
    debit: text(line.debit),
    credit: text(line.credit),
    description: line.description === balances?.description ? '' : (line.description ?? ''),
  }))
}
