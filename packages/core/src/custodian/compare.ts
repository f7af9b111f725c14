/**
 * Compares a custodian's statement of holdings with the books, by the comparison of CDS statements. What is compared:
 *
 *   settled basis     what has settled by the day
 *   by trade date     what is held, settled or not
 *   available alone   the same less what is pledged
 *
 *   40,000 held, of which 1,000 settle later: a statement of 39,000 (settled) agrees, one of 40,000 (by trade date) too. One of
 *   38,500 (settled) is a break of -500; where it says that 500 are pending receipt, they failed at the custodian.
 */
import { BREAK_CAUSES, type ComparedRow, compareStatement, type OurPosition } from '../cds/compare.ts'
import type { Shares } from '../values/decimal.ts'
import type { HoldingBasis } from './message.ts'

export const HOLDING_CAUSES = [...BREAK_CAUSES, 'fails-at-custodian'] as const
export type HoldingCause = (typeof HOLDING_CAUSES)[number]

export interface StatedHolding {
  readonly accountId: number
  /** Null for a security that we do not know. */
  readonly equityId: number | null
  readonly symbol: string
  readonly aggregate: Shares | null
  readonly available: Shares | null
  readonly pledged: Shares | null
  readonly pendingReceipt: Shares | null
  readonly pendingDelivery: Shares | null
}
export interface ComparedHolding extends Omit<ComparedRow, 'cause'> {
  readonly cause: HoldingCause | null
  readonly pledgedOurs: Shares
}

export interface HoldingsToCompare {
  readonly date: string
  readonly basis: HoldingBasis
  /** Whether it lists every security; otherwise one that it does not name is no break. */
  readonly isWhole: boolean
  readonly stated: readonly StatedHolding[]
  /** All that it covers; one without a line has nothing there. */
  readonly accounts: readonly number[]
  readonly positions: readonly OurPosition[]
}

/** Several lines of one security in one account, of several places of safekeeping, count together. */
export function compareHoldings(asked: HoldingsToCompare): ComparedHolding[] {
  const { date, basis, isWhole, positions } = asked
  const stated = together(asked.stated)
  const byKey = new Map(stated.flatMap((one) => (one.equityId === null ? [] : [[keyOf(one), one] as const])))
  const pledgedOf = new Map(positions.map((one) => [keyOf(one), one.pledged]))
  const ours = positions.map((position): OurPosition => {
    const line = byKey.get(keyOf(position))
    const onlyFree = line !== undefined && line.aggregate === null
    const trades =
      basis === 'settled'
        ? position.trades
        : position.trades.map((trade) =>
            trade.isOpen === true || isLater(trade.due, date)
              ? { ...trade, due: date, isOpen: false }
              : trade,
          )
    return onlyFree
      ? { ...position, trades, held: position.held - position.pledged, pledged: 0n }
      : { ...position, trades }
  })
  const rows = compareStatement({
    date,
    stated: [
      ...stated.map((line) => ({
        accountId: line.accountId,
        equityId: line.equityId,
        symbol: line.symbol,
        balance: line.aggregate ?? line.available ?? 0n,
        pledged: pledgedIn(line),
      })),
      ...asked.accounts.map((accountId) => ({ ...COVERED, accountId })),
    ],
    positions: ours,
    relatedTo: new Map(),
  })
  return rows.flatMap((row): ComparedHolding[] => {
    if (row.symbol === COVERED.symbol) return []
    if (row.balance === null && !isWhole) return []
    const key = { accountId: row.accountId, equityId: row.equityId ?? 0 }
    const line = row.balance === null ? undefined : byKey.get(keyOf(key))
    return [{ ...row, cause: causeOf(row, line), pledgedOurs: pledgedOf.get(keyOf(key)) ?? 0n }]
  })
}

/** No line: it says that the statement covers an account. */
const COVERED = { equityId: null, symbol: '', balance: 0n, pledged: null }

const keyOf = ({ accountId, equityId }: { accountId: number; equityId: number | null }) =>
  `${accountId}/${equityId}`
const isLater = (due: string | null, date: string) => due === null || due > date

/** The pledged shares of a line; null where it does not state them. */
function pledgedIn({ aggregate, available, pledged }: StatedHolding): Shares | null {
  if (aggregate === null) return null
  return pledged ?? (available === aggregate ? 0n : null)
}

function causeOf(row: ComparedRow, line: StatedHolding | undefined): HoldingCause | null {
  if (row.difference === 0n || line === undefined) return row.cause
  // Shares that we count as settled are still to come or to go there.
  const coming = failing(line.pendingReceipt, row.unsettledBuys)
  const going = failing(line.pendingDelivery, row.unsettledSales)
  if ([-coming, going, going - coming].includes(row.difference)) return 'fails-at-custodian'
  const isWithin = row.difference < 0n ? -row.difference < coming : row.difference < going
  return isWithin && UNEXPLAINED.has(row.cause) ? 'fails-at-custodian' : row.cause
}

/** Shares pending there beyond those that we count as unsettled, too. Fewer than these are those that failed alone. */
const failing = (pending: Shares | null, unsettled: Shares): Shares =>
  pending === null ? 0n : pending < unsettled ? pending : pending - unsettled

/** Causes that name no trade, no pledge and nothing that is awaited. */
const UNEXPLAINED: ReadonlySet<HoldingCause | null> = new Set([
  'missing-buy',
  'missing-sale',
  'not-on-statement',
])

function together(stated: readonly StatedHolding[]): StatedHolding[] {
  const found = new Map<string, StatedHolding>()
  const sum = (a: Shares | null, b: Shares | null) => (a === null ? b : b === null ? a : a + b)
  for (const line of stated) {
    const key = line.equityId === null ? `${line.accountId}/ ${line.symbol}` : keyOf(line)
    const other = found.get(key)
    if (other === undefined) found.set(key, line)
    else {
      found.set(key, {
        ...other,
        // Of one part the balance, of the other what is free alone: the free ones are all that is said of both.
        aggregate:
          other.aggregate === null || line.aggregate === null ? null : other.aggregate + line.aggregate,
        available: sum(other.available ?? other.aggregate, line.available ?? line.aggregate),
        pledged: sum(other.pledged, line.pledged),
        pendingReceipt: sum(other.pendingReceipt, line.pendingReceipt),
        pendingDelivery: sum(other.pendingDelivery, line.pendingDelivery),
      })
    }
  }
  return [...found.values()]
}
