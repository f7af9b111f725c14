/** Year-end closing: income and expenses of a year go to retained earnings, within each portfolio. */
import type { Cents } from '../values/decimal.ts'

/** The balance of an account that a closing sets to zero: debits less credits, in cents. */
export interface ResultBalance {
  readonly accountId: number
  readonly net: Cents
}

export interface ClosingLine {
  /** Null: retained earnings. */
  readonly accountId: number | null
  readonly debit: Cents
  readonly credit: Cents
}

const side = (accountId: number | null, net: Cents): ClosingLine => ({
  accountId,
  debit: net > 0n ? net : 0n,
  credit: net < 0n ? -net : 0n,
})

/**
 * The lines that set each account to zero and put the result to retained earnings. In: balances of the income
 * and expense accounts of one portfolio. Out: the lines in the order given, retained earnings last (none
 * where the result is nothing), and the result (income less expenses; a loss is negative). No lines where all
 * is zero.
 */
export function closingLines(balances: readonly ResultBalance[]): {
  readonly lines: readonly ClosingLine[]
  readonly result: Cents
} {
  const moved = balances.filter(({ net }) => net !== 0n)
  const result = -moved.reduce((sum, { net }) => sum + net, 0n)
  const lines = moved.map(({ accountId, net }) => side(accountId, -net))
  return { lines: result === 0n ? lines : [...lines, side(null, -result)], result }
}
