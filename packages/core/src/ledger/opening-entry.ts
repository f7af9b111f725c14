/**
 * The entry of an opening position: what the shares cost, against capital, on the opening date.
 *
 * 1,000 shares that cost 50,000.00 and carry charges of 560.00:
 *   FVTPL  Dr investment 50,000.00, Cr capital 50,000.00 (the charges were expensed when they were paid)
 *   FVOCI  Dr investment 50,000.00, Dr transaction costs 560.00, Cr capital 50,560.00
 *
 * Their fair value when the books began may be brought forward, so that gains of earlier years are none of the first period:
 *   FVTPL, worth 56,000.00  Dr fair value adjustment 6,000.00, Cr retained earnings; on the next day Dr unrealized gains, Cr adjustment
 *   FVOCI                   Dr fair value adjustment 5,440.00, Cr fair value reserve; on the next day the other way
 */
import { valuationRoles } from '../valuation/mark-to-market.ts'
import { addDays, type PlainDate } from '../values/dates.ts'
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

/** The entry of a lot's fair value brought forward, and its reversal on the next calendar day. */
export interface BroughtForwardEntry {
  readonly kind: 'valuation'
  readonly entryDate: PlainDate
  readonly transactionType: 'Opening' | 'Valuation'
  readonly description: string
  readonly lines: readonly EntryLine[]
}

/**
 * The entries of a lot's fair value: none where it is what the shares are carried at. The first one is an opening, no gain of a
 * period; the second makes the next run count only what came since.
 */
export function broughtForwardEntries(
  opening: OpeningPosting & { readonly symbol: string },
  fairValue: Cents,
  treatment: Treatment,
): readonly BroughtForwardEntry[] {
  const amount = fairValue - opening.cost - (treatment === 'FVOCI' ? opening.charges : 0n)
  if (amount === 0n) return []
  const [asset, against] = valuationRoles(opening.symbol, treatment)
  const equity = against === 'fair-value-reserve' ? 'fair-value-reserve' : 'retained-earnings'
  const entry = (
    entryDate: PlainDate,
    transactionType: BroughtForwardEntry['transactionType'],
    description: string,
    sides: readonly (readonly [PostingRole, Cents])[],
  ): BroughtForwardEntry => {
    const lines = sides.map(([role, side]) =>
      Object.freeze({
        role,
        portfolioId: opening.portfolioId,
        equityId: opening.equityId,
        brokerId: null,
        settlementAccountId: null,
        debit: side > 0n ? side : 0n,
        credit: side < 0n ? -side : 0n,
        transactionType,
        description,
      }),
    )
    assertBalanced(lines)
    return { kind: 'valuation', entryDate, transactionType, description, lines }
  }
  const what = `fair value brought forward of ${opening.companyName} shares`
  return [
    entry(opening.openingDate, 'Opening', `Opening ${what}`, [
      [asset, amount],
      [equity, -amount],
    ]),
    entry(addDays(opening.openingDate, 1), 'Valuation', `Reversal of ${what}`, [
      [against, amount],
      [asset, -amount],
    ]),
  ]
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
