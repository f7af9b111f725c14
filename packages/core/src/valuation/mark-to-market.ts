/**
 * A mark-to-market run: what each holding of a portfolio is worth on a day, and the entries that adjust the
 * books to it.
 *
 * 1,000 shares that cost 20,000.00 at 26.00, FVTPL: Dr fair value adjustment 6,000.00, Cr unrealized gains 6,000.00 on the day, the
 * same the other way on the next calendar day. With FVOCI capitalised costs are part of the carrying amount, and the other side is
 * the fair value reserve.
 */
import { assertBalanced, type EntryLine, type RecordId, reverseLines } from '../ledger/lines.ts'
import type { PostingRole } from '../ledger/roles.ts'
import type { Treatment } from '../ledger/treatment.ts'
import { securityClassOf } from '../securities/symbol.ts'
import { dayInWords } from '../values/date-texts.ts'
import { addDays, type PlainDate } from '../values/dates.ts'
import type { Cents, Shares } from '../values/decimal.ts'
import { holdingValue } from './holding-value.ts'
import type { FairValueLevel, PriceAt, PriceBasis } from './price-at.ts'
import { DERIVED } from './right-price.ts'

/** A holding by posting date, and the price that counts on the day; null where there is none. */
export interface HoldingToMark {
  readonly equityId: RecordId
  readonly symbol: string
  readonly quantity: Shares
  /** 1100. */
  readonly cost: Cents
  /** 1105; nothing but with FVOCI. */
  readonly capitalised: Cents
  readonly price: PriceAt | null
  /**
   * The fair value that an opening position brought forward on this day and reverses on the next: it is
   * already recorded.
   */
  readonly broughtForward: Cents
}

/** Why a user should check a line before relying on it. */
export const LINE_EXCEPTIONS = ['unpriced', 'stale', 'typed', 'derived', 'no-close'] as const
export type LineException = (typeof LINE_EXCEPTIONS)[number]

export interface MarkedHolding extends HoldingToMark {
  /** Cost and capitalised costs. */
  readonly carrying: Cents
  /** Quantity x price, nothing deducted; without a price the carrying amount. */
  readonly fairValue: Cents
  /** Fair value less carrying amount: what the adjustment comes to at the end of the day. */
  readonly difference: Cents
  /** The amount that the run posts: the difference that is not recorded yet. */
  readonly posted: Cents
  /** At cost: 3. */
  readonly level: FairValueLevel
  readonly exceptions: readonly LineException[]
}

/**
 * Values a holding. One without a price keeps its carrying amount and says so; nothing held is worth nothing.
 */
export function markHolding(holding: HoldingToMark, basis: PriceBasis): MarkedHolding {
  const { quantity, cost, capitalised, price, broughtForward } = holding
  const carrying = cost + capitalised
  const fairValue = holdingValue(quantity, price?.price ?? null, carrying + broughtForward)
  const difference = fairValue - carrying
  return Object.freeze({
    ...holding,
    carrying,
    fairValue,
    difference,
    posted: difference - broughtForward,
    level: price?.level ?? 3,
    exceptions: quantity === 0n ? [] : priceExceptions(price, basis),
  })
}

/** Why a user should check the price of a holding; a missing price (null) is a reason too. */
export function priceExceptions(price: PriceAt | null, basis: PriceBasis): LineException[] {
  if (price === null) return ['unpriced']
  const found: LineException[] = []
  if (price.isStale) found.push('stale')
  if (price.level === 3) found.push(price.source === DERIVED ? 'derived' : 'typed')
  if (basis === 'Close' && price.kind === 'last trade') found.push('no-close')
  return found
}

export interface ValuationEntry {
  readonly kind: 'valuation'
  readonly entryDate: PlainDate
  readonly transactionType: 'Valuation'
  readonly description: string
  readonly lines: readonly EntryLine[]
}

/** The entry of a run and what takes it back on the next calendar day. */
export interface ValuationEntries {
  readonly run: ValuationEntry
  readonly reversal: ValuationEntry
}

/**
 * The account roles of a holding's fair value adjustment and of its other side. Marks of rights are income
 * also where gains go to the reserve.
 */
export function valuationRoles(symbol: string, treatment: Treatment): readonly [PostingRole, PostingRole] {
  if (securityClassOf(symbol) === 'rights') return ['rights-entitlement', 'unrealized-gain']
  return ['fair-value-adjustment', treatment === 'FVOCI' ? 'fair-value-reserve' : 'unrealized-gain']
}

/** The entries of one portfolio; null where nothing is to be posted. Both balance, and together come to nothing. */
export function valuationEntries(
  at: { readonly portfolioId: RecordId; readonly date: PlainDate; readonly treatment: Treatment },
  marked: readonly Pick<MarkedHolding, 'equityId' | 'symbol' | 'posted'>[],
): ValuationEntries | null {
  const description = `Mark-to-market on ${dayInWords(at.date)}`
  const lines: EntryLine[] = []
  for (const { equityId, symbol, posted } of marked) {
    if (posted === 0n) continue
    const [asset, against] = valuationRoles(symbol, at.treatment)
    const line = (role: PostingRole, amount: Cents) =>
      Object.freeze({
        role,
        portfolioId: at.portfolioId,
        equityId,
        brokerId: null,
        settlementAccountId: null,
        debit: amount > 0n ? amount : 0n,
        credit: amount < 0n ? -amount : 0n,
        transactionType: 'Valuation' as const,
        description,
      })
    lines.push(line(asset, posted), line(against, -posted))
  }
  if (lines.length === 0) return null
  assertBalanced(lines)
  const head = { kind: 'valuation', transactionType: 'Valuation' } as const
  const taken = `Reversal of mark-to-market on ${dayInWords(at.date)}`
  return {
    run: { ...head, entryDate: at.date, description, lines },
    reversal: {
      ...head,
      entryDate: addDays(at.date, 1),
      description: taken,
      lines: reverseLines(lines).map((line) => ({ ...line, description: taken })),
    },
  }
}

/** The figures of a holding that a valuation keeps. */
export type ValuedLine = Pick<
  MarkedHolding,
  'equityId' | 'quantity' | 'cost' | 'capitalised' | 'fairValue' | 'posted' | 'level'
> & {
  readonly price: Pick<PriceAt, 'price' | 'date' | 'kind' | 'source'> | null
}

const saysOf = ({ equityId, quantity, cost, capitalised, fairValue, posted, level, price }: ValuedLine) =>
  [equityId, quantity, cost, capitalised, fairValue, posted, level]
    .concat(price === null ? [] : [price.price, price.date, price.kind, price.source])
    .join(' ')

/** Whether two valuations say the same of the same holdings, in any order: then there is nothing to replace. */
export function sameValuation(one: readonly ValuedLine[], other: readonly ValuedLine[]): boolean {
  if (one.length !== other.length) return false
  const said = new Set(one.map(saysOf))
  return other.every((line) => said.has(saysOf(line)))
}
