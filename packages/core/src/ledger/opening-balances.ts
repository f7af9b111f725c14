/**
 * Opening balances of a portfolio: the balances of its accounts when the books began, without the shares. The
 * difference of debits and credits is the owners' capital: it goes there only when a person confirms it.
 */
import { type Rejection, reject } from '../rejections.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'
import { checkManualLines, type ManualLine } from './lines.ts'

export interface OpeningBalances {
  /** Debits less credits of the lines stated: what capital gets as a credit, where it is below zero as a debit. */
  readonly difference: Cents
}

/**
 * Checks the stated lines in the order of `checkManualLines`, where a difference is refused (opening.difference) only
 * while it is not confirmed that it goes to capital.
 */
export function decideOpeningBalances(
  lines: readonly ManualLine[],
  reservedCodes: ReadonlySet<string>,
  confirmed: boolean,
): OpeningBalances | Rejection {
  const refusal = checkManualLines(lines, reservedCodes)
  if (refusal !== null && refusal.code !== 'journal.unbalanced') return refusal
  const difference = lines.reduce((sum, line) => sum + line.debit - line.credit, 0n)
  if (difference !== 0n && !confirmed) {
    return reject('opening.difference', { difference: formatDecimal(difference, MONEY_SCALE) }, 'lines')
  }
  return Object.freeze({ difference })
}

/** The sides that post a difference to capital; null where there is none. */
export function capitalSides(difference: Cents): { readonly debit: Cents; readonly credit: Cents } | null {
  if (difference === 0n) return null
  return difference > 0n ? { debit: 0n, credit: difference } : { debit: -difference, credit: 0n }
}
