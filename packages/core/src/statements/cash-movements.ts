/** The purposes of the cash received or paid by one journal entry, by bank account. */
import type { Cents } from '../values/decimal.ts'

/** A line against the cash: `key` says what it is for, `amount` is debits less credits. */
export interface Counterpart {
  readonly key: string
  readonly amount: Cents
}
export interface BankMovement<Bank> {
  readonly bank: Bank
  /** Debits less credits: received less paid. */
  readonly amount: Cents
}
export interface CashMovement<Bank> extends BankMovement<Bank> {
  readonly key: string
}

/** The key of what went from one bank account to another: its other side is cash too. */
export const BETWEEN_ACCOUNTS = 'between_accounts'

/**
 * Which bank account received or paid what for. In: the movements of the bank accounts of one entry (each
 * once) and their counterparts; together they come to nothing. Out: movements whose sum is each bank
 * account's own.
 *
 * One bank account takes all counterparts. Of several that all pay, or all receive, each takes its share.
 * Where one pays and another receives, the money went from one to the other, and the largest movement takes what
 * else the entry was for, such as the charge for the transfer.
 * Throws a RangeError where the entry does not balance.
 */
export function cashMovements<Bank>(
  banks: readonly BankMovement<Bank>[],
  counterparts: readonly Counterpart[],
): CashMovement<Bank>[] {
  const total = sum(banks)
  if (total + sum(counterparts) !== 0n) throw new RangeError('cash and its counterparts do not balance')
  const moved = banks.filter(({ amount }) => amount !== 0n)
  if (moved.length === 0) return []
  const sameWay = moved.every(({ amount }) => amount > 0n) || moved.every(({ amount }) => amount < 0n)
  return (sameWay ? shared(moved, counterparts, total) : largest(moved, counterparts)).filter(
    ({ amount }) => amount !== 0n,
  )
}

const sum = (of: readonly { readonly amount: Cents }[]) =>
  of.reduce((total, { amount }) => total + amount, 0n)

/** Each counterpart split in proportion; the last one takes what rounding left, and so does the last bank account. */
function shared<Bank>(
  banks: readonly BankMovement<Bank>[],
  counterparts: readonly Counterpart[],
  total: Cents,
): CashMovement<Bank>[] {
  const left = banks.map(({ amount }) => amount)
  return counterparts.flatMap(({ key, amount: against }, index) => {
    let rest = -against
    return banks.map(({ bank, amount: own }, at) => {
      const lastBank = at === banks.length - 1
      const amount =
        index === counterparts.length - 1 ? (left[at] ?? 0n) : lastBank ? rest : (-against * own) / total
      rest -= amount
      left[at] = (left[at] ?? 0n) - amount
      return { bank, key, amount }
    })
  })
}

function largest<Bank>(
  banks: readonly BankMovement<Bank>[],
  counterparts: readonly Counterpart[],
): CashMovement<Bank>[] {
  const size = ({ amount }: BankMovement<Bank>) => (amount < 0n ? -amount : amount)
  const main = banks.reduce((most, one) => (size(one) > size(most) ? one : most))
  return [
    ...counterparts.map(({ key, amount }) => ({ bank: main.bank, key, amount: -amount })),
    ...banks.map(({ bank, amount }) => ({
      bank,
      key: BETWEEN_ACCOUNTS,
      amount: bank === main.bank ? amount + sum(counterparts) : amount,
    })),
  ]
}
