/** The holdings of the demo's portfolios while their book is generated, so that no sale exceeds them. */
import type { PortfolioCode } from './book.ts'

/** A parcel bought, under the deal number of its buy. */
export interface Parcel {
  readonly dealNumber: string
  readonly tradeDate: string
  /** In cents. */
  price: number
  quantity: number
  left: number
}

interface Move {
  readonly tradeDate: string
  readonly order: number
  readonly dealNumber: string
  quantity: number
}

export class Holding {
  readonly portfolio: PortfolioCode
  readonly symbol: string
  readonly parcels: Parcel[] = []
  #moves: Move[] = []
  #place = 0

  constructor(portfolio: PortfolioCode, symbol: string) {
    this.portfolio = portfolio
    this.symbol = symbol
  }

  bought(dealNumber: string, tradeDate: string, quantity: number, price: number): void {
    this.parcels.push({ dealNumber, tradeDate, price, quantity, left: quantity })
    this.#move(dealNumber, tradeDate, quantity)
  }

  /** Takes shares out; `picks` where they are chosen by hand, else the oldest go. */
  sold(dealNumber: string, tradeDate: string, quantity: number, picks: readonly Pick[] | null): void {
    this.#move(dealNumber, tradeDate, -quantity)
    for (const { parcel, quantity: taken } of picks ?? this.oldest(quantity)) parcel.left -= taken
  }

  /** A buy that was typed with too few shares is corrected. */
  corrected(dealNumber: string, quantity: number, price: number): void {
    const parcel = this.parcels.find((one) => one.dealNumber === dealNumber)
    const move = this.#moves.find((one) => one.dealNumber === dealNumber)
    if (!parcel || !move) throw new Error(`${dealNumber} is not in ${this.portfolio} ${this.symbol}`)
    parcel.left += quantity - parcel.quantity
    parcel.quantity = quantity
    parcel.price = price
    move.quantity = quantity
  }

  /** Shares that a sale of that day may take: none of the days after it may come up short. */
  available(tradeDate: string): number {
    let held = 0
    let least = Number.POSITIVE_INFINITY
    const moves = this.#moves.toSorted((a, b) =>
      a.tradeDate === b.tradeDate ? a.order - b.order : a.tradeDate < b.tradeDate ? -1 : 1,
    )
    let before = 0
    for (const move of moves) {
      held += move.quantity
      if (move.tradeDate <= tradeDate) before = held
      else least = Math.min(least, held)
    }
    return Math.min(before, least)
  }

  /** Average price of what is left, in cents; 0 when nothing is. */
  averagePrice(): number {
    const left = this.parcels.reduce((sum, parcel) => sum + parcel.left, 0)
    const cost = this.parcels.reduce((sum, parcel) => sum + parcel.left * parcel.price, 0)
    return left === 0 ? 0 : cost / left
  }

  oldest(quantity: number): Pick[] {
    return pick(
      this.parcels.toSorted((a, b) => (a.tradeDate < b.tradeDate ? -1 : 1)),
      quantity,
    )
  }

  /** The dearest parcels up to a day: what a seller picks who would rather not show a gain. */
  dearest(tradeDate: string, quantity: number): Pick[] {
    const there = this.parcels.filter((parcel) => parcel.tradeDate <= tradeDate)
    return pick(
      there.toSorted((a, b) => b.price - a.price),
      quantity,
    )
  }

  #move(dealNumber: string, tradeDate: string, quantity: number): void {
    this.#place += 1
    this.#moves.push({ tradeDate, order: this.#place, dealNumber, quantity })
  }
}

export interface Pick {
  readonly parcel: Parcel
  readonly quantity: number
}

function pick(parcels: readonly Parcel[], quantity: number): Pick[] {
  const picks: Pick[] = []
  let wanted = quantity
  for (const parcel of parcels) {
    const taken = Math.min(parcel.left, wanted)
    if (taken > 0) picks.push({ parcel, quantity: taken })
    wanted -= taken
  }
  return picks
}
