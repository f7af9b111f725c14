/** Balances of a statement turned to our ledger's view: above zero is what the other party owes us. */
import type { BalanceSide } from '@em/contract/reconciliation/reconciliation-statements'
import { type AccountStatement, type Line, sides } from './statement.ts'

type Balances = Pick<AccountStatement, 'opening' | 'closing' | 'lines'>
export interface BalanceAsked {
  /** The side of a balance above zero in the file. */
  readonly balanceIs: BalanceSide
  /** The side that the lines show goes before it. */
  readonly balanceFromLines: boolean
}
export interface BalanceTaken {
  readonly balanceIs: BalanceSide
  readonly balanceFrom: 'asked' | 'lines'
}

/**
 * What a balance above zero is, by how the balances change: with the lines between them, or against them. Null where less
 * than half of the changes, or as many, are the one or the other.
 */
export function balanceSideShown({ opening, closing, lines }: Balances): BalanceSide | null {
  let before = opening
  let moved = 0n
  let [changes, along, against] = [0, 0, 0]
  const compare = (balance: bigint) => {
    if (before !== null && moved !== 0n) {
      changes += 1
      if (balance - before === moved) along += 1
      else if (balance - before === -moved) against += 1
    }
    before = balance
    moved = 0n
  }
  for (const { debit, credit, balance } of lines) {
    moved += debit - credit
    if (balance !== null) compare(balance)
  }
  if (closing !== null) compare(closing)
  if (2 * along > changes) return 'in'
  return 2 * against > changes ? 'out' : null
}

/** The same balances in our ledger's view, and how they were taken. */
export function negatedBalances<B extends Balances>(
  stated: B,
  { balanceIs: asked, balanceFromLines }: BalanceAsked,
): { readonly balances: B; readonly taken: BalanceTaken } {
  const shown = balanceFromLines ? balanceSideShown(stated) : null
  const taken: BalanceTaken = {
    balanceIs: shown ?? asked,
    balanceFrom: shown === null ? 'asked' : 'lines',
  }
  if (taken.balanceIs === 'in') return { balances: stated, taken }
  const negated = (balance: bigint | null) => (balance === null ? null : -balance)
  const { opening, closing, lines } = stated
  return {
    balances: {
      ...stated,
      opening: negated(opening),
      closing: negated(closing),
      lines: lines.map((line) => ({ ...line, balance: negated(line.balance) })),
    },
    taken,
  }
}

/** Lines with the sides that their balances show. */
export interface Sided {
  readonly lines: readonly Line[]
  /** The first one, where no balance is before it: its side stays as it was. Null: every side is shown. */
  readonly open: Line | null
}

/**
 * Amounts without sides, with those that the running balance shows: 100.00 that takes it from 900.00 to 800.00 went out. Every line must
 * have a balance that follows; lines of one day may have the newest first.
 * @param balanceIs what a balance above zero is in the file.
 * @returns null where one line does not follow, where nothing but a first line without a balance before it is left, and where lines of
 *   one day without an opening balance follow from the first as well as from the last: they have other sides each way.
 */
export function sidesByBalances(
  { opening, lines }: Pick<Balances, 'opening' | 'lines'>,
  balanceIs: BalanceSide,
): Sided | null {
  if (lines[0]?.date !== lines.at(-1)?.date) return inOrder(lines, opening, balanceIs)
  // As the file has them: without sides nothing said which line of the day is the newest.
  const down = lines.toSorted((a, b) => a.line - b.line)
  const [oldestFirst, newestFirst] = [down, down.toReversed()].map((one) => inOrder(one, opening, balanceIs))
  if (opening === null && oldestFirst != null && newestFirst != null) return null
  return oldestFirst ?? newestFirst ?? null
}

function inOrder(lines: readonly Line[], opening: bigint | null, balanceIs: BalanceSide): Sided | null {
  const [first] = lines
  if (first === undefined || (opening === null && lines.length < 2)) return null
  const sided: Line[] = []
  let before = opening
  for (const line of lines) {
    const { balance, debit, credit } = line
    if (balance === null) return null
    if (before === null) sided.push(line)
    else {
      const moved = debit + credit
      const rise = balanceIs === 'in' ? balance - before : before - balance
      if (rise !== moved && rise !== -moved) return null
      sided.push({ ...line, ...sides(rise) })
    }
    before = balance
  }
  return { lines: sided, open: opening === null ? first : null }
}
