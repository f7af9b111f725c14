/** Whether what another person released beyond a hard limit covers what is judged now. */
import { isLower, type LimitMeasure, type LimitOperator } from './limit-codes.ts'

/**
 * The figures that a check was judged by. Values and bounds are texts of 1/10000 of the limit's unit; null:
 * unknown, or of a restriction.
 */
export interface Figures {
  /** Its code. */
  readonly limit: string
  /** The portfolio that was measured on its own; null: the whole scope. */
  readonly portfolio: number | null
  readonly subject: string
  readonly measure: LimitMeasure
  readonly operator: LimitOperator
  readonly bound: string | null
  /** Of this order alone, without other open orders. */
  readonly isExceeded: boolean
  readonly value: string | null
  /** With other open orders. */
  readonly together: string | null
}

/**
 * The same limit of the same subject, against the same bound or a looser one, by the same figure or one that is no worse. What is too
 * much only with other open orders is compared with them.
 *
 *   released at 12 % against 10 %: 12 % and 11 % are covered; 13 % is not, nor 12 % against a bound of 5 %.
 */
export function isCovered(now: Figures, released: readonly Figures[]): boolean {
  const before = released.find(
    ({ limit, portfolio, subject }) =>
      limit === now.limit && portfolio === now.portfolio && subject === now.subject,
  )
  if (before === undefined || before.measure !== now.measure || before.operator !== now.operator) return false
  const noWorse = (worst: string | null, one: string | null) => {
    if (worst === null || one === null) return false
    return isLower(now.measure) ? BigInt(one) >= BigInt(worst) : BigInt(one) <= BigInt(worst)
  }
  // A bound is stricter the other way round: lower of a most, higher of a least.
  const isAsLoose = now.bound === before.bound || noWorse(now.bound, before.bound)
  return (
    isAsLoose && (now.isExceeded ? noWorse(before.value, now.value) : noWorse(before.together, now.together))
  )
}
