/** Which open items clear each other once a person says that they belong together. */
import { type Rejection, reject } from '../rejections.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'

export interface OpenItem {
  /** Its open amount: debit less credit, not zero. */
  readonly open: Cents
  /** How much of it to clear, above zero; null: as much as the other side takes. */
  readonly part: Cents | null
}

/** A debit item and a credit item, by their indexes, and the cents that they clear of each other. */
export interface ItemLink {
  readonly debit: number
  readonly credit: number
  readonly amount: Cents
}

const size = (amount: Cents) => (amount < 0n ? -amount : amount)

/**
 * Links items in the order given, those with a part before the others, so that the first ones are cleared first and what stays open
 * is of the last of one side. A part is cleared whole or nothing is: `suspense.amounts-differ` where the other side does not take it.
 * Rejects `suspense.one-side` without a debit and a credit, and `suspense.too-much` for a part above what is open.
 */
export function linkItems(items: readonly OpenItem[]): ItemLink[] | Rejection {
  const over = items.findIndex(({ open, part }) => part !== null && part > size(open))
  if (over >= 0) {
    const open = formatDecimal(size(items[over]?.open ?? 0n), MONEY_SCALE, { grouping: true })
    return reject('suspense.too-much', { open }, `items.${over}.amount`)
  }
  const left = items.map(({ open, part }) => part ?? size(open))
  const indexesOf = (isSide: (open: Cents) => boolean) =>
    items
      .flatMap(({ open }, index) => (isSide(open) ? [index] : []))
      .toSorted((a, b) => Number(items[a]?.part === null) - Number(items[b]?.part === null))
  const debits = indexesOf((open) => open > 0n)
  const credits = indexesOf((open) => open < 0n)
  if (debits.length === 0 || credits.length === 0) return reject('suspense.one-side', {}, 'items')
  const sumOf = (indexes: readonly number[], parts: boolean) =>
    indexes.reduce((sum, index) => sum + (parts ? (items[index]?.part ?? 0n) : (left[index] as Cents)), 0n)
  for (const [some, others, isDebit] of [
    [debits, credits, true],
    [credits, debits, false],
  ] as const) {
    const [asked, taken] = [sumOf(some, true), sumOf(others, false)]
    if (asked <= taken) continue
    const [larger, smaller, difference] = [asked, taken, asked - taken].map((amount) =>
      formatDecimal(amount, MONEY_SCALE, { grouping: true }),
    ) as [string, string, string]
    const [debit, credit] = isDebit ? [larger, smaller] : [smaller, larger]
    return reject('suspense.amounts-differ', { debit, credit, difference }, 'items')
  }
  const links: ItemLink[] = []
  for (let d = 0, c = 0; d < debits.length && c < credits.length; ) {
    const [debit, credit] = [debits[d] as number, credits[c] as number]
    const [owed, paid] = [left[debit] as Cents, left[credit] as Cents]
    const amount = owed < paid ? owed : paid
    links.push({ debit, credit, amount })
    left[debit] = owed - amount
    left[credit] = paid - amount
    if (owed === amount) d += 1
    if (paid === amount) c += 1
  }
  return links
}
