/**
 * The value of a portfolio at the end of each market day, and the flows of the day: the figures that
 * performance is computed from. Days are numbers (days since 1970-01-01); money is whole cents, prices
 * 1/10000 rupee.
 */
import type { ChainEvent, EventSource } from '../chains/chain-event.ts'
import { EXACT_BELOW, holdingValue, holdingValueInNumbers } from '../valuation/holding-value.ts'
import { STALE_AFTER_MARKET_DAYS } from '../valuation/price-at.ts'
import type { Cents, PriceUnits } from '../values/decimal.ts'
import { ExactSums } from './exact-sums.ts'

/** Prices of one security on the market days of a history, the newest until each. */
export interface PriceColumn {
  /** In 1/10000 rupee. Rights may be worth 0, so the age shows whether there is a price. */
  readonly price: Float64Array
  /** The market days that the price is old; infinite where there is none until the day. */
  readonly age: Float64Array
}

/** Whether a column has no price until a day. */
const isUnpriced = (age: number | undefined) => age === undefined || age === Number.POSITIVE_INFINITY

/** The price of a column at the index of a market day; null where it has none until then. */
export function columnPrice({ price, age }: PriceColumn, index: number): PriceUnits | null {
  return isUnpriced(age[index]) ? null : BigInt(price[index] ?? 0)
}

/**
 * The column of a security. `dates` and `prices` are its prices in order of date; those before the first market day serve it
 * until there is another. Their age counts from the first market day on or after their date that is among `days`.
 */
export function priceColumn(
  days: readonly number[],
  dates: readonly number[],
  prices: readonly number[],
): PriceColumn {
  const column = { price: new Float64Array(days.length), age: new Float64Array(days.length) }
  let [at, last, since] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const [index, day] of days.entries()) {
    for (let date = dates[at]; date !== undefined && date <= day; date = dates[at]) {
      last = prices[at] ?? 0
      since = index
      at += 1
    }
    column.price[index] = last
    column.age[index] = index - since
  }
  return column
}

/** Prices of one security in order of date; 0 where the figure is unknown. In 1/10000 rupee. */
export interface PriceRows {
  readonly dates: readonly number[]
  readonly lastTrades: readonly number[]
  readonly closes: readonly number[]
  readonly previousCloses: readonly number[]
}

/**
 * The price that counts by close for each row: the close, else the previous close that the next market day
 * states, else the last trade, as in `priceAt`. `nextMarketDay` answers the market day after a day.
 */
export function closesOf(
  { dates, lastTrades, closes, previousCloses }: PriceRows,
  nextMarketDay: (day: number) => number,
): number[] {
  return dates.map((day, at) => {
    const close = closes[at] ?? 0
    if (close > 0) return close
    const stated = previousCloses[at + 1] ?? 0
    return stated > 0 && dates[at + 1] === nextMarketDay(day) ? stated : (lastTrades[at] ?? 0)
  })
}

/** The holding of one security after its last event of a day. */
export interface HoldingOnDay {
  /** A day number. The first of a chain may be before all days of the history. */
  readonly day: number
  readonly quantity: number
  readonly cost: Cents
}

/** Sums over the securities of a portfolio, by market day. */
export class HoldingsByDay {
  readonly #days: readonly number[]
  /** Fair value: quantity x price, of what has no price its cost. */
  readonly value: ExactSums
  /** The part of it that rests on a price older than five market days, or on cost. */
  readonly stale: ExactSums
  /** The cost of the shares, without fees. */
  readonly cost: ExactSums
  /** 1 on the days at whose end anything is held. */
  readonly held: Uint8Array

  constructor(days: readonly number[]) {
    this.#days = days
    this.value = new ExactSums(days.length)
    this.stale = new ExactSums(days.length)
    this.cost = new ExactSums(days.length)
    this.held = new Uint8Array(days.length)
  }

  /** Adds a security: its holdings in order of day, and its prices on these days. */
  add(holdings: readonly HoldingOnDay[], { price, age }: PriceColumn): void {
    const days = this.#days
    let index = 0
    for (const [at, { day, quantity, cost }] of holdings.entries()) {
      const next = holdings[at + 1]?.day ?? Number.POSITIVE_INFINITY
      while (index < days.length && (days[index] ?? 0) < day) index += 1
      if (quantity === 0) continue
      const exactCost = cost < EXACT_BELOW ? Number(cost) : undefined
      for (; index < days.length && (days[index] ?? 0) < next; index += 1) {
        this.held[index] = 1
        const atCost = isUnpriced(age[index])
        const isStale = (age[index] ?? 0) > STALE_AFTER_MARKET_DAYS
        if (exactCost === undefined) this.cost.addExact(index, cost)
        else this.cost.add(index, exactCost)
        const inNumbers = atCost ? undefined : holdingValueInNumbers(quantity, price[index] ?? 0)
        if (inNumbers !== undefined) {
          this.value.add(index, inNumbers)
          if (isStale) this.stale.add(index, inNumbers)
        } else {
          const cents = holdingValue(BigInt(quantity), columnPrice({ price, age }, index), cost)
          this.#addTo(this.value, index, cents)
          if (isStale) this.#addTo(this.stale, index, cents)
        }
      }
    }
  }

  #addTo(sums: ExactSums, index: number, cents: Cents): void {
    if (cents < EXACT_BELOW) sums.add(index, Number(cents))
    else sums.addExact(index, cents)
  }
}

/** An event of a chain as flows see it. */
export interface FlowEvent {
  readonly kind: ChainEvent['kind']
  readonly source: EventSource
  readonly quantity: bigint
  /** Of shares that come in: their cost with the fees. */
  readonly paid: Cents
  /** Of a sale: gross less fees. */
  readonly net: Cents
  /** Of shares that are moved between portfolios: one bought them of the other. */
  readonly isSold: boolean
}

/** Amounts paid into and taken out of the securities of a portfolio. */
export interface Flow {
  readonly paidIn: Cents
  readonly takenOut: Cents
  /**
   * The part of it that entered or left the fund without money: shares that its owners contributed. A buy
   * only turns money into shares.
   */
  readonly fundIn: Cents
  readonly fundOut: Cents
}

const NO_FLOW: Flow = Object.freeze({ paidIn: 0n, takenOut: 0n, fundIn: 0n, fundOut: 0n })

/**
 * The flow of an event on the securities basis: a buy is paid in with its fees, a sale taken out less its fees; an opening
 * position and shares that are moved between portfolios come and go at their fair value (at cost where they have no price), for
 * the fund, too. What corporate actions pay and cost, and what portfolios pay each other for shares, comes
 * from their entries (`flowsOfEntries`).
 */
export function flowOf(event: FlowEvent, price: PriceUnits | null): Flow {
  switch (event.kind) {
    case 'buy':
      return { ...NO_FLOW, paidIn: event.paid }
    case 'sell':
      return { ...NO_FLOW, takenOut: event.net }
    case 'opening':
      return broughtIn(event, price)
    case 'receipt':
      return isGiven(event) ? broughtIn(event, price) : NO_FLOW
    case 'disposal':
    case 'withdrawal':
      return isGiven(event) ? carriedOut(event, price) : NO_FLOW
    case 'scale':
    case 'cost':
      return NO_FLOW
  }
}

/** Moved between portfolios without money. */
const isGiven = ({ source, isSold }: FlowEvent) => source === 'transfer' && !isSold

function broughtIn(event: FlowEvent, price: PriceUnits | null): Flow {
  const value = holdingValue(event.quantity, price, event.paid)
  return { ...NO_FLOW, paidIn: value, fundIn: value }
}

function carriedOut(event: FlowEvent, price: PriceUnits | null): Flow {
  const value = holdingValue(-event.quantity, price, -event.paid)
  return { ...NO_FLOW, takenOut: value, fundOut: value }
}

/** The sums of the entries of one corporate action on a day; debits less credits. */
export interface EntriesOfAction {
  /** On bank accounts, receivables and payables: what left the securities, below zero what came to them. */
  readonly money: Cents
  /** On money for shares that are applied for, which counts as securities. */
  readonly applied: Cents
}

/**
 * The flow of an action's entries on the securities basis. A dividend leaves them at XD, less tax, and so does cash of mergers, buy-backs and
 * fractions; it is received later without a flow. Money for rights and offers comes to them with the application; allotment turns it into
 * shares, the refund takes the rest out. A claim that is given up comes back as a loss of the securities.
 *
 * Dr 1210 425.00, Dr 6200 75.00, Cr 4200 500.00: 425.00 is taken out. Dr 1220 12,000.00, Cr 1010: 12,000.00 is paid in.
 */
export function flowsOfEntries({ money }: EntriesOfAction): Pick<Flow, 'paidIn' | 'takenOut'> {
  return money < 0n ? { paidIn: -money, takenOut: 0n } : { paidIn: 0n, takenOut: money }
}

/** The index of the first market day on or after a day, on which something dated that day counts. `days.length` where none is. */
export function dayIndexOf(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
