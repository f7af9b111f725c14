/** Cash movements of a period: opening, what cash was received and paid for, closing; per settlement account and in all. */
import { CASH_LINES, type CashFlow, type CashLine } from '@em/contract/statements/statements'
import { rupees } from '@em/core/values/money'
import type { Queryable } from '../../platform/database/database.ts'
import { type Account, chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { type Scope } from '../portfolios/scope.queries.ts'
import { type Bank, settlementAccounts } from '../settlement-accounts/settlement-accounts.queries.ts'
import { settledBySign } from './cash-flow.settled.ts'
import { walkedMovements } from './cash-flow.walk.ts'
import { BANK_PAYMENT, type BankLine } from './cash-lines.ts'
import { dayBefore, type Span } from './span.queries.ts'
import { netOf, type StoredSums, storedSumsAt } from './statements.balances.ts'

/** The movements of a period. */
export async function cashFlowOf(db: Queryable, span: Span, scope: Scope, now: Date): Promise<CashFlow> {
  const [accounts, banks] = await Promise.all([
    chartOfAccounts(db, { from: span.startDate === null ? null : dayBefore(span), to: span.endDate }),
    settlementAccounts(db),
  ])
  const cash = accounts.filter((account) => account.role === 'cash')
  const held = { portfolioIds: scope.portfolioIds, byBank: true, types: [BANK_PAYMENT] }
  const [end = [], before = []] = await storedSumsAt(db, [span.endDate, dayBefore(span)], held)
  const start = span.startDate === null ? [] : before
  const lines = await movementsOf(db, { span, scope, accounts, start, end })

  const isCash = (sums: StoredSums) => cash.some((account) => account.id === sums.accountId)
  const ids = new Set([...end.filter(isCash).map((sums) => sums.bankId), ...lines.map((line) => line.bankId)])
  const of = (wanted: (bankId: number) => boolean) => {
    const own = (sums: StoredSums) => isCash(sums) && wanted(sums.bankId)
    return toMovements(
      netOf(start, own),
      lines.filter((line) => wanted(line.bankId)),
    )
  }
  const all = of(() => true)
  const known = new Map(banks.map((bank) => [bank.id, bank]))
  return {
    period: { ...span, portfolio: scope.portfolio, entity: scope.entity },
    generated_date: now.toISOString(),
    cash_accounts: cash.map(({ account_code, account_name }) => ({ account_code, account_name })),
    ...all,
    is_tied: all.closing === rupees(netOf(end, isCash)),
    accounts: [...banks.map((bank) => bank.id), 0]
      .filter((id) => ids.has(id))
      .map((id) => ({ ...named(id, known.get(id)), ...of((bankId) => bankId === id) })),
  }
}

interface Books {
  readonly span: Span
  readonly scope: Scope
  readonly accounts: readonly Account[]
  /** Kept sums by settlement account, bank payments apart, before the period and at its end. */
  readonly start: readonly StoredSums[]
  readonly end: readonly StoredSums[]
}

/**
 * What settled trades moved is read off the stored balances: a purchase is paid, a sale is received, what was reversed is
 * taken off the side it came from. That must agree with what the control accounts say; where it does not (a sale whose
 * fees exceed it, an entry that settles and pays a charge at once), the entries of the period are walked instead.
 * Everything else that moved cash is found by the days on which the stored balances know of such lines.
 */
async function movementsOf(db: Queryable, books: Books): Promise<BankLine[]> {
  const settled = await settledBySign(db, books)
  if (settled === null) return walkedMovements(db, books, 'all')
  return [...settled, ...(await walkedMovements(db, books, 'other'))]
}

function toMovements(opening: bigint, lines: readonly BankLine[]) {
  const keys = Object.keys(CASH_LINES) as CashLine[]
  const amounts = keys.map((key) => ({
    key,
    amount: lines.reduce((sum, line) => (line.key === key ? sum + line.amount : sum), 0n),
  }))
  const change = amounts.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    opening: rupees(opening),
    lines: amounts
      .filter(({ amount }) => amount !== 0n)
      .map(({ key, amount }) => ({ key, label: CASH_LINES[key], amount: rupees(amount) })),
    change: rupees(change),
    closing: rupees(opening + change),
  }
}

function named(id: number, bank: Bank | undefined) {
  return {
    settlement_account_id: id === 0 ? null : id,
    account_name: bank?.account_name ?? null,
    account_number: bank?.account_number ?? null,
    bank_name: bank?.bank_name ?? null,
    payment_method: bank?.payment_method ?? null,
  }
}
