/**
 * The rules of a holding written a second time, as simply as possible and without a line of the product's own:
 * all trades are replayed for each question. Money in cents, prices in 1/10000, rates in 1/10000 percent.
 */

export type Method = 'WAP' | 'FIFO' | 'CHERRY'

/** The current version of a trade; deleted trades are left out. */
export interface Fact {
  readonly id: number
  readonly version: number
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly tradeDate: string
  readonly settlementDate: string
  readonly quantity: bigint
  readonly gross: bigint
  readonly fees: readonly bigint[]
  readonly rate: bigint
  /** Buy id and quantity. */
  readonly picks: readonly (readonly [number, bigint])[]
}

export interface Lot {
  readonly id: number
  readonly settlementDate: string
  readonly rate: bigint
  quantity: bigint
  cost: bigint
  charges: bigint
}

export interface Sale {
  readonly costOut: bigint
  readonly chargesOut: bigint
  readonly gain: bigint
  readonly days: number
  readonly fundsCost: bigint
  readonly profit: bigint
}

export interface Holding {
  readonly quantity: bigint
  readonly cost: bigint
  readonly charges: bigint
  readonly lots: readonly Lot[]
  readonly sales: ReadonlyMap<number, Sale>
}

/** Half away from zero. */
export function divided(amount: bigint, by: bigint): bigint {
  const half = by / 2n
  return amount < 0n ? -((-amount + half) / by) : (amount + half) / by
}

export const grossOf = (quantity: bigint, price: bigint) => divided(quantity * price, 100n)

const LIMIT = 10_000_000_000n
const UP_TO_LIMIT = [6_400n, 840n, 120n, 120n, 720n, 3_000n]
const ABOVE = [2_000n, 525n, 75n, 75n, 450n, 3_000n]

/** Brokerage, CSE, CDS, clearing, SEC, STL. */
export function feesOf(gross: bigint): bigint[] {
  const [low, high] = gross > LIMIT ? [LIMIT, gross - LIMIT] : [gross, 0n]
  return UP_TO_LIMIT.map(
    (rate, index) => divided(low * rate, 1_000_000n) + divided(high * (ABOVE[index] ?? 0n), 1_000_000n),
  )
}

export const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
export const netOf = ({ side, gross, fees }: Pick<Fact, 'side' | 'gross' | 'fees'>) =>
  side === 'buy' ? gross + total(fees) : gross - total(fees)

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
export const fundsCost = (net: bigint, rate: bigint, days: number) =>
  divided(net * rate * BigInt(days), 365_000_000n)

/** Position and sales after the trades of one security, or the code and the date of the first refusal. */
export function replay(method: Method, facts: readonly Fact[]): Holding | { refused: string; date: string } {
  const lots: Lot[] = []
  const sales = new Map<number, Sale>()
  const pool = { quantity: 0n, cost: 0n, charges: 0n }
  const inOrder = [...facts].sort((a, b) =>
    a.tradeDate === b.tradeDate ? a.id - b.id : a.tradeDate < b.tradeDate ? -1 : 1,
  )
  for (const fact of inOrder) {
    if (fact.side === 'buy') {
      const { id, settlementDate, rate, quantity, gross: cost } = fact
      const charges = total(fact.fees)
      lots.push({ id, settlementDate, rate, quantity, cost, charges })
      pool.quantity += quantity
      pool.cost += cost
      pool.charges += charges
      continue
    }
    const refused = whyNot(method, fact, lots, pool.quantity)
    if (refused !== undefined) return { refused, date: fact.tradeDate }
    const picks = method === 'CHERRY' ? fact.picks : oldest(lots, fact.quantity)
    const poolCost = divided(pool.cost * fact.quantity, pool.quantity)
    const poolCharges = divided(pool.charges * fact.quantity, pool.quantity)
    let [costOut, chargesOut, shares, shareDays] = [0n, 0n, 0n, 0n]
    for (const [id, quantity] of picks) {
      const lot = lots.find((one) => one.id === id) as Lot
      const cost = divided(lot.cost * quantity, lot.quantity)
      const charges = divided(lot.charges * quantity, lot.quantity)
      lot.quantity -= quantity
      lot.cost -= cost
      lot.charges -= charges
      costOut += cost
      chargesOut += charges
      const days = dayOf(fact.settlementDate) - dayOf(lot.settlementDate)
      if (days < 0) continue
      shares += quantity
      shareDays += quantity * BigInt(days)
    }
    if (method === 'WAP') [costOut, chargesOut] = [poolCost, poolCharges]
    pool.quantity -= fact.quantity
    pool.cost -= costOut
    pool.charges -= chargesOut
    const days = shares === 0n ? 0 : Number(divided(shareDays, shares))
    const gain = fact.gross - costOut
    const funds = fundsCost(netOf(fact), fact.rate, days)
    sales.set(fact.id, { costOut, chargesOut, gain, days, fundsCost: funds, profit: gain - funds })
  }
  return { ...pool, lots, sales }
}

function whyNot(method: Method, sale: Fact, lots: readonly Lot[], held: bigint): string | undefined {
  if (sale.quantity > held) return 'lots.insufficient'
  if (method !== 'CHERRY') return sale.picks.length > 0 ? 'allocations.not-allowed' : undefined
  if (sale.picks.length === 0) return 'allocations.missing'
  if (total(sale.picks.map(([, quantity]) => quantity)) !== sale.quantity) return 'allocations.sum-mismatch'
  for (const [id, quantity] of sale.picks) {
    const lot = lots.find((one) => one.id === id)
    if (!lot) return 'allocations.lot-unavailable'
    if (quantity > lot.quantity) return 'allocations.exceed-lot'
  }
  return undefined
}

function oldest(lots: readonly Lot[], wanted: bigint): [number, bigint][] {
  const picks: [number, bigint][] = []
  let left = wanted
  for (const lot of lots) {
    const taken = lot.quantity < left ? lot.quantity : left
    if (taken > 0n) picks.push([lot.id, taken])
    left -= taken
  }
  return picks
}
