/**
 * The entry of an opening position: what the shares cost, against capital, on the opening date.
 *
 * 1,000 shares that cost 50,000.00 and carry charges of 560.00:
 *   FVTPL  Dr investment 50,000.00, Cr capital 50,000.00 (the charges were expensed when they were paid)
 *   FVOCI  Dr investment 50,000.00, Dr transaction costs 560.00, Cr capital 50,560.00
 */
import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/decimal.ts'
import { assertBalanced, type EntryLine, type RecordId } from './lines.ts'
import type { PostingRole } from './roles.ts'
import type { Treatment } from './treatment.ts'

export interface OpeningPosting {
  readonly portfolioId: RecordId
  readonly equityId: RecordId
  readonly brokerId: RecordId | null
  readonly companyName: string
  readonly openingDate: PlainDate
  readonly cost: Cents
  readonly charges: Cents
}

export interface OpeningEntry {
  readonly kind: 'opening'
  readonly entryDate: PlainDate
  readonly transactionType: 'Opening'
  readonly description: string
  readonly lines: readonly EntryLine[]
}

/** The entry of an opening lot. Amounts in cents; the cost is above zero. */
export function openingEntry(opening: OpeningPosting, treatment: Treatment): OpeningEntry {
  const { portfolioId, equityId, brokerId, openingDate, cost } = opening
  const description = `Opening position ${opening.companyName} shares`
  const capitalised = treatment === 'FVOCI' ? opening.charges : 0n
  const sides: readonly (readonly [PostingRole, Cents])[] = [
    ['investment', cost],
    ['transaction-costs', capitalised],
    ['capital', -(cost + capitalised)],
  ]
  const lines = sides
    .filter(([, amount]) => amount !== 0n)
    .map(([role, amount]) =>
      Object.freeze({
        role,
        portfolioId,
        equityId,
        brokerId,
        settlementAccountId: null,
        debit: amount > 0n ? amount : 0n,
        credit: amount < 0n ? -amount : 0n,
        transactionType: 'Opening' as const,
        description,
      }),
    )
  assertBalanced(lines)
  return Object.freeze({
    kind: 'opening',
    entryDate: openingDate,
    transactionType: 'Opening',
    description,
    lines: Object.freeze(lines),
  })
}
