/**
 * Compares a statement of the Central Depository with what we hold. Shares move on the day of settlement: the
 * statement is compared with the settled quantity; unsettled trades are listed separately. Each break is
 * given its likely cause.
 *
 *   1,000 held, of which a buy of 300 settles tomorrow: 700 settled. A statement of 700 agrees; one of 1,000 has the buy already.
 *   1,253 held after a bonus of 250 that is listed next week: a statement of 1,003 is a break of -250, not yet credited.
 */

export const BREAK_CAUSES = [
  'unknown-security',
  'awaited',
  'unsettled-buy',
  'unsettled-sale',
  'unsettled-trades',
  'not-yet-credited',
  'not-yet-debited',
  'pledged-left-out',
  'other-account',
  'missing-buy',
  'missing-sale',
  'not-on-statement',
  'pledge',
] as const
export type BreakCause = (typeof BREAK_CAUSES)[number]

/** A trade near the statement's date: not settled by then, or settled a few days before. */
export interface NearTrade {
  readonly id: number
  readonly version: number
  readonly side: 'buy' | 'sell'
  readonly quantity: bigint
  /** When its shares move; null if unknown, because its settlement failed. */
  readonly due: string | null
  /** The rest of a trade that settled in part: not settled, whatever its day. */
  readonly isOpen?: boolean
}
/** Shares that an event gave us and that the depository credits later, such as a bonus before its listing. */
export interface AwaitedShares {
  readonly what: string
  readonly quantity: bigint
}
/** Our holding of a security in an account by trade dates, with the facts of its settlement. */
export interface OurPosition {
  readonly accountId: number
  readonly equityId: number
  readonly held: bigint
  readonly pledged: bigint
  readonly trades: readonly NearTrade[]
  readonly awaited?: readonly AwaitedShares[]
}
/** A line of the statement. */
export interface StatedBalance {
  readonly accountId: number
  /** Null for a security that we do not know. */
  readonly equityId: number | null
  readonly symbol: string
  readonly balance: bigint
  /** Null where the statement does not say. */
  readonly pledged: bigint | null
}

export interface ComparedTrade extends NearTrade {
  readonly isUnsettled: boolean
  /** The difference is of this trade. */
  readonly isCause: boolean
}
export interface ComparedRow {
  readonly accountId: number
  readonly equityId: number | null
  /** As the statement writes it; null where it does not name the security. */
  readonly symbol: string | null
  readonly held: bigint
  readonly unsettledBuys: bigint
  readonly unsettledSales: bigint
  readonly settled: bigint
  readonly pledged: bigint
  /** Null where the statement does not name the security. */
  readonly balance: bigint | null
  readonly statedPledged: bigint | null
  /** The statement less what has settled. */
  readonly difference: bigint
  /** Null where both agree. */
  readonly cause: BreakCause | null
  readonly otherAccountId: number | null
  /** The awaited shares, if that is the cause. */
  readonly awaited: string | null
  readonly trades: readonly ComparedTrade[]
}

export interface Comparison {
  readonly date: string
  readonly stated: readonly StatedBalance[]
  /** Of the statement's accounts and of the other accounts of their portfolios. */
  readonly positions: readonly OurPosition[]
  /** The accounts that serve a portfolio of an account, it among them. */
  readonly relatedTo: ReadonlyMap<number, ReadonlySet<number>>
}

/** More trades than this are not tried in every combination. */
const COMBINED_MOST = 10

export function compareStatement({ date, stated, positions, relatedTo }: Comparison): ComparedRow[] {
  const ours = new Map(positions.map((one) => [keyOf(one.accountId, one.equityId), one]))
  const covered = new Set(stated.map(({ accountId }) => accountId))
  const named = new Set<string>()
  const rows: Draft[] = []
  for (const line of stated) {
    const key = line.equityId === null ? null : keyOf(line.accountId, line.equityId)
    if (key !== null) named.add(key)
    rows.push(draftOf(date, line.accountId, line.equityId, key === null ? undefined : ours.get(key), line))
  }
  for (const position of positions) {
    if (!covered.has(position.accountId)) continue
    if (named.has(keyOf(position.accountId, position.equityId))) continue
    const row = draftOf(date, position.accountId, position.equityId, position, null)
    if (isWorthARow(row)) rows.push(row)
  }
  const byOwn = rows.map((row) => ({ row, found: ownCause(row) }))
  const open = Map.groupBy(
    byOwn.flatMap(({ row, found }) => (found === undefined ? [row] : [])),
    ({ equityId }) => equityId,
  )
  return byOwn.map(({ row, found }) => {
    const cause = found ?? elsewhere(row, { open, ours, covered, relatedTo, date }) ?? { cause: missing(row) }
    return finished(row, cause)
  })
}

const keyOf = (accountId: number, equityId: number) => `${accountId}/${equityId}`
const signed = ({ side, quantity }: NearTrade) => (side === 'buy' ? quantity : -quantity)
const isUnsettled = (trade: NearTrade, date: string) =>
  trade.isOpen === true || trade.due === null || trade.due > date
const sum = (trades: readonly NearTrade[]) => trades.reduce((all, trade) => all + signed(trade), 0n)

interface Draft extends Omit<ComparedRow, 'cause' | 'otherAccountId' | 'awaited' | 'trades'> {
  readonly unsettled: readonly NearTrade[]
  /** Settled in the days before. */
  readonly recent: readonly NearTrade[]
  readonly coming: readonly AwaitedShares[]
}
interface Found {
  readonly cause: BreakCause | null
  readonly trades?: readonly NearTrade[]
  readonly otherAccountId?: number
  readonly awaited?: string
}

function draftOf(
  date: string,
  accountId: number,
  equityId: number | null,
  position: OurPosition | undefined,
  line: StatedBalance | null,
): Draft {
  const trades = position?.trades ?? []
  const unsettled = trades.filter((trade) => isUnsettled(trade, date))
  const held = position?.held ?? 0n
  const settled = held - sum(unsettled)
  const of = (side: NearTrade['side']) =>
    unsettled.filter((trade) => trade.side === side).reduce((all, { quantity }) => all + quantity, 0n)
  return {
    accountId,
    equityId,
    symbol: line?.symbol ?? null,
    held,
    unsettledBuys: of('buy'),
    unsettledSales: of('sell'),
    settled,
    pledged: position?.pledged ?? 0n,
    balance: line?.balance ?? null,
    statedPledged: line?.pledged ?? null,
    difference: (line?.balance ?? 0n) - settled,
    unsettled,
    recent: trades.filter((trade) => !isUnsettled(trade, date)),
    coming: position?.awaited ?? [],
  }
}

const isWorthARow = (row: Draft) =>
  row.held !== 0n || row.unsettledBuys > 0n || row.unsettledSales > 0n || row.pledged !== 0n

/** The cause that follows from the row alone; undefined if it must be looked for in other accounts. */
function ownCause(row: Draft): Found | undefined {
  const { difference, unsettled, recent, statedPledged, pledged } = row
  if (row.equityId === null) return { cause: 'unknown-security' }
  if (difference === 0n) {
    return { cause: statedPledged !== null && statedPledged !== pledged ? 'pledge' : null }
  }
  const awaited = row.coming.find(({ quantity }) => quantity === -difference)
  if (awaited !== undefined) return { cause: 'awaited', awaited: awaited.what }
  // Some statements contain only free shares.
  if (difference === -(statedPledged || pledged)) return { cause: 'pledged-left-out' }
  const early = tradesOf(unsettled, difference)
  if (early !== null) {
    const sides = new Set(early.map(({ side }) => side))
    const cause = sides.size > 1 ? 'unsettled-trades' : sides.has('buy') ? 'unsettled-buy' : 'unsettled-sale'
    return { cause, trades: early }
  }
  const late = tradesOf(recent, -difference)
  if (late !== null) return { cause: difference < 0n ? 'not-yet-credited' : 'not-yet-debited', trades: late }
  return undefined
}

/** The fewest trades that together move so many shares; null where none do. */
function tradesOf(trades: readonly NearTrade[], shares: bigint): readonly NearTrade[] | null {
  if (trades.length === 0) return null
  if (trades.length > COMBINED_MOST) {
    const single = trades.find((trade) => signed(trade) === shares)
    if (single !== undefined) return [single]
    const sets = [
      trades,
      trades.filter(({ side }) => side === 'buy'),
      trades.filter(({ side }) => side === 'sell'),
    ]
    return sets.find((set) => set.length > 0 && sum(set) === shares) ?? null
  }
  let best: readonly NearTrade[] | null = null
  for (let chosen = 1; chosen < 1 << trades.length; chosen += 1) {
    const set = trades.filter((_, index) => (chosen >> index) & 1)
    if (sum(set) === shares && (best === null || set.length < best.length)) best = set
  }
  return best
}

interface Around {
  /** The rows whose cause is not known, by security. */
  readonly open: ReadonlyMap<number | null, readonly Draft[]>
  readonly ours: ReadonlyMap<string, OurPosition>
  readonly covered: ReadonlySet<number>
  readonly relatedTo: Comparison['relatedTo']
  readonly date: string
}

/** Another account of the same portfolio has what is missing here, or here is what the other one has in our books. */
function elsewhere(row: Draft, { open, ours, covered, relatedTo, date }: Around): Found | undefined {
  const related = relatedTo.get(row.accountId)
  if (related === undefined || row.equityId === null) return undefined
  const isOther = (accountId: number) => accountId !== row.accountId && related.has(accountId)
  const opposite = open
    .get(row.equityId)
    ?.find((other) => isOther(other.accountId) && other.difference === -row.difference)
  if (opposite !== undefined) return { cause: 'other-account', otherAccountId: opposite.accountId }
  if (row.difference < 0n) return undefined
  for (const accountId of related) {
    const position = ours.get(keyOf(accountId, row.equityId))
    if (!isOther(accountId) || covered.has(accountId) || position === undefined) continue
    const settled = position.held - sum(position.trades.filter((trade) => isUnsettled(trade, date)))
    if (settled >= row.difference) return { cause: 'other-account', otherAccountId: accountId }
  }
  return undefined
}

function missing({ difference, balance }: Draft): BreakCause {
  if (balance === null) return 'not-on-statement'
  return difference > 0n ? 'missing-buy' : 'missing-sale'
}

function finished(row: Draft, found: Found): ComparedRow {
  const { unsettled, recent, coming: _, ...rest } = row
  const causes = new Set(found.trades)
  const asCompared = (trade: NearTrade, isOpen: boolean): ComparedTrade => ({
    ...trade,
    isUnsettled: isOpen,
    isCause: causes.has(trade),
  })
  return {
    ...rest,
    cause: found.cause,
    otherAccountId: found.otherAccountId ?? null,
    awaited: found.awaited ?? null,
    trades: [
      ...unsettled.map((trade) => asCompared(trade, true)),
      ...recent.filter((trade) => causes.has(trade)).map((trade) => asCompared(trade, false)),
    ],
  }
}
