/**
 * A second model of a holding, as simple as possible and without a line of the product's own: lots come in,
 * leave, grow and give cost. Money in cents. For model tests.
 */

export type NaiveMethod = 'WAP' | 'FIFO' | 'CHERRY'

/** Why something cannot be: the code that the product answers. */
export class Impossible extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface NaiveLot {
  readonly key: string
  /** The day its shares were bought, and its sequence among those of one day. */
  readonly bought: string
  readonly sequence: number
  quantity: bigint
  cost: bigint
  charges: bigint
}

export interface NaivePart {
  readonly lot: NaiveLot
  readonly quantity: bigint
  readonly cost: bigint
  readonly charges: bigint
}

/** Half away from zero, of amounts that are not below zero. */
export const halfUp = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by)
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Largest remainder: each rounded down, what is left one by one to the largest fractions, of equal ones to the first. */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = total(weights)
  if (whole === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const parts = weights.map((weight) => (amount * weight) / whole)
  for (let left = amount - total(parts); left > 0n; left -= 1n) {
    let best = -1
    for (const [at, weight] of weights.entries()) {
      const fraction = amount * weight - (parts[at] as bigint) * whole
      const most = best < 0 ? 0n : amount * (weights[best] as bigint) - (parts[best] as bigint) * whole
      if (fraction > most) best = at
    }
    parts[best] = (parts[best] as bigint) + 1n
  }
  return parts
}

export class NaiveHolding {
  readonly method: NaiveMethod
  lots: NaiveLot[] = []
  quantity = 0n
  cost = 0n
  charges = 0n

  constructor(method: NaiveMethod) {
    this.method = method
  }

  get open(): NaiveLot[] {
    return this.lots.filter((lot) => lot.quantity > 0n)
  }

  takeIn(lot: NaiveLot): void {
    this.lots.push(lot)
    this.lots.sort((a, b) => (a.bought === b.bought ? a.sequence - b.sequence : a.bought < b.bought ? -1 : 1))
    this.quantity += lot.quantity
    this.cost += lot.cost
    this.charges += lot.charges
  }

  /** Shares leave: of the lots named, else the oldest. With WAP at the pool's average; the lots only give the ages. */
  takeOut(
    quantity: bigint,
    picks: readonly (readonly [string, bigint])[] | null,
  ): {
    readonly cost: bigint
    readonly charges: bigint
    readonly parts: readonly NaivePart[]
  } {
    if (quantity > this.quantity) throw new Impossible('lots.insufficient')
    const parts: NaivePart[] = []
    for (const [lot, taken] of picks === null ? this.#oldest(quantity) : this.#picked(picks)) {
      const cost = halfUp(lot.cost * taken, lot.quantity)
      const charges = halfUp(lot.charges * taken, lot.quantity)
      parts.push({ lot, quantity: taken, cost, charges })
      lot.quantity -= taken
      lot.cost -= cost
      lot.charges -= charges
    }
    const byPool = this.method === 'WAP' && quantity > 0n
    const cost = byPool ? halfUp(this.cost * quantity, this.quantity) : total(parts.map((part) => part.cost))
    const charges = byPool
      ? halfUp(this.charges * quantity, this.quantity)
      : total(parts.map((part) => part.charges))
    this.quantity -= quantity
    this.cost -= cost
    this.charges -= charges
    return { cost, charges, parts }
  }

  #oldest(quantity: bigint): [NaiveLot, bigint][] {
    let left = quantity
    const taken: [NaiveLot, bigint][] = []
    for (const lot of this.open) {
      const some = lot.quantity < left ? lot.quantity : left
      if (some > 0n) taken.push([lot, some])
      left -= some
    }
    return taken
  }

  #picked(picks: readonly (readonly [string, bigint])[]): [NaiveLot, bigint][] {
    return picks.map(([key, quantity]) => {
      const lot = this.lots.find((one) => one.key === key)
      if (lot === undefined) throw new Impossible('allocations.lot-unavailable')
      if (quantity > lot.quantity) throw new Impossible('allocations.exceed-lot')
      return [lot, quantity]
    })
  }

  /** Shares become so many, above none: spread over the open lots; one that is left without gives its cost to its neighbour. */
  become(quantity: bigint): void {
    const lots = this.open
    const shares = shared(
      quantity,
      lots.map((lot) => lot.quantity),
    )
    for (const [at, lot] of lots.entries()) lot.quantity = shares[at] as bigint
    for (const [at, lot] of lots.entries()) {
      if (lot.quantity > 0n) continue
      const taker =
        lots.slice(0, at).findLast((one) => one.quantity > 0n) ?? lots.find((one) => one.quantity > 0n)
      if (taker === undefined) throw new Error('no lot takes the cost')
      taker.cost += lot.cost
      taker.charges += lot.charges
      lot.cost = 0n
      lot.charges = 0n
    }
    this.quantity = quantity
  }

  /** Cost goes and the shares stay; answers what each open lot gave. */
  give(cost: bigint, charges: bigint, by: 'shares' | 'cost'): NaivePart[] {
    const lots = this.open
    const costs = this.#given(cost, by, (lot) => lot.cost, this.cost)
    const fees = this.#given(charges, 'cost', (lot) => lot.charges, this.charges)
    const parts = lots.map((lot, at): NaivePart => {
      const [lotCost, lotCharges] = [costs[at] as bigint, fees[at] as bigint]
      lot.cost -= lotCost
      lot.charges -= lotCharges
      return { lot, quantity: lot.quantity, cost: lotCost, charges: lotCharges }
    })
    this.cost -= cost
    this.charges -= charges
    return parts
  }

  #given(amount: bigint, by: 'shares' | 'cost', own: (lot: NaiveLot) => bigint, whole: bigint): bigint[] {
    const lots = this.open
    const byShares = shared(
      amount,
      lots.map((lot) => lot.quantity),
    )
    if (by === 'shares' && lots.every((lot, at) => (byShares[at] as bigint) <= own(lot))) return byShares
    const sum = total(lots.map(own))
    // Lots of a pool have costs of their own, which need not add up to it: they give the same part.
    const part = this.method === 'WAP' && whole > 0n ? halfUp(sum * amount, whole) : amount
    return shared(part < sum ? part : sum, lots.map(own))
  }
}
