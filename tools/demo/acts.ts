/**
 * The acts of the demo's back office, in their order: buys as drawn, sales of what is held by then,
 * some entries typed wrong and put right days later, some entered twice and taken back. Money in cents.
 */
import { type MarketCalendar, settlementDateFor } from '@em/core/holidays/market-calendar'
import { BROKERS, COSTING_METHODS, MANDATES, type Mandate, type PortfolioCode } from './book.ts'
import { type DemoBuy, numbering, rateOn, roundLot, SMALLEST } from './buys.ts'
import { COMPANIES, type Company } from './companies.ts'
import { Holding } from './holdings.ts'
import { type Market, priceWithin } from './market.ts'
import { type Random, seeded } from './random.ts'

export interface DemoSell {
  readonly portfolio: PortfolioCode
  readonly company: Company
  readonly quantity: number
  readonly price: number
  readonly tradeDate: string
  readonly settlementDate: string
  readonly broker: string
  readonly contractNumber: string
  readonly dealNumber: string
  readonly account: number
  readonly costOfFunds: string | null
  /** With cherry picking: shares of buys, by their deal numbers. */
  readonly picks: readonly { readonly dealNumber: string; readonly quantity: number }[]
}

type RecordedAct =
  | { readonly kind: 'buy'; readonly trade: DemoBuy }
  | { readonly kind: 'sell'; readonly trade: DemoSell }
  | { readonly kind: 'correct-buy'; readonly trade: DemoBuy; readonly reason: string }
  | { readonly kind: 'correct-sell'; readonly trade: DemoSell; readonly reason: string }
  | {
      readonly kind: 'delete'
      readonly side: 'buy' | 'sell'
      readonly dealNumber: string
      readonly reason: string
    }
/** `day`: the day on which the back office does it. */
export type DemoAct = RecordedAct & { readonly day: string }

/** Sales begin when there is something to sell. */
const FIRST_SALE = 8
const LATE_PERCENT = 4
/** Of 100 buys so many are typed wrong, and entered twice. */
const WRONG_PERCENT = 4
const TWICE_PERCENT = 1
/** Mistakes are small ones: what is spent by mistake must be there. */
const MISTAKE_MAX = 120_000_000
/** Of 100 mistakes so many are found months later. */
const REVIEWED_PERCENT = 60
const WRONG_SALE_PERCENT = 2
const CANCELLED_PERCENT = 1

/** All acts in order. Raises the market's volume where a sale is larger than the day's. */
export function makeActs(
  buys: readonly DemoBuy[],
  market: Market,
  calendar: MarketCalendar,
  seed: number,
): DemoAct[] {
  const office = new Office(market, calendar, seeded(seed))
  const byDay = Map.groupBy(buys, (buy) => buy.recorded)
  const sales = Map.groupBy(office.intents(), (intent) => intent.recorded)
  for (const day of market.days.keys()) {
    office.begin(day)
    for (const buy of byDay.get(day) ?? []) office.buy(buy, day)
    for (const { mandate, day: traded } of sales.get(day) ?? []) office.sell(mandate, traded, day)
  }
  return office.acts
}

interface Intent {
  readonly mandate: Mandate
  readonly day: number
  readonly recorded: number
}

class Office {
  readonly acts: DemoAct[] = []
  #today = ''
  readonly #market: Market
  readonly #calendar: MarketCalendar
  readonly #random: Random
  readonly #holdings = new Map<string, Holding>()
  readonly #numbers: ReturnType<typeof numbering>
  /** Later corrections, by their day. */
  readonly #due = new Map<number, (() => void)[]>()

  constructor(market: Market, calendar: MarketCalendar, random: Random) {
    this.#market = market
    this.#calendar = calendar
    this.#random = random
    this.#numbers = numbering(random, 20_000)
  }

  #act(act: RecordedAct): void {
    this.acts.push({ ...act, day: this.#today })
  }

  intents(): Intent[] {
    const last = this.#market.days.length - 1
    return MANDATES.flatMap((mandate) =>
      Array.from({ length: mandate.sells }, () => {
        const day = this.#random.integer(FIRST_SALE, last)
        const late = this.#random.chance(LATE_PERCENT) ? this.#random.integer(1, 10) : 0
        return { mandate, day, recorded: Math.min(day + late, last) }
      }),
    )
  }

  begin(day: number): void {
    this.#today = this.#market.days[day] ?? ''
    for (const act of this.#due.get(day) ?? []) act()
    this.#due.delete(day)
  }

  buy(right: DemoBuy, day: number): void {
    const wrong = this.#random.chance(WRONG_PERCENT) ? this.#mistyped(right) : null
    const entered = wrong?.trade ?? right
    this.#act({ kind: 'buy', trade: entered })
    const holding = this.#holdingOf(right.portfolio, right.company.symbol)
    holding.bought(right.dealNumber, right.tradeDate, entered.quantity, entered.price)
    if (wrong) {
      this.#later(day, () => {
        this.#act({ kind: 'correct-buy', trade: right, reason: wrong.reason })
        holding.corrected(right.dealNumber, right.quantity, right.price)
      })
      return
    }
    if (right.quantity * right.price > MISTAKE_MAX || !this.#random.chance(TWICE_PERCENT)) return
    // The second one is gone before anybody sells of it.
    const dealNumber = `${right.dealNumber}-2`
    this.#act({ kind: 'buy', trade: { ...right, dealNumber } })
    this.#act({ kind: 'delete', side: 'buy', dealNumber, reason: 'Entered twice' })
  }

  /** A buy as it was typed first: a nought of the shares missing, or two digits of the price exchanged. */
  #mistyped(right: DemoBuy): { trade: DemoBuy; reason: string } | null {
    if (right.charged) return null
    if (right.quantity >= 1_000 && right.quantity % 100 === 0 && this.#random.chance(40)) {
      return { trade: { ...right, quantity: right.quantity / 10 }, reason: 'Quantity lacked a digit' }
    }
    const price = exchanged(right.price)
    if (price === right.price || right.quantity * Math.max(price, right.price) > MISTAKE_MAX) return null
    return { trade: { ...right, price }, reason: 'Price as on the contract note' }
  }

  sell(mandate: Mandate, traded: number, day: number): void {
    const tradeDate = this.#market.days[traded] ?? ''
    const drawn = this.#draw(mandate, tradeDate)
    if (!drawn) return
    const { holding, quantity, price, company } = drawn
    const broker = this.#random.pick(BROKERS)
    const isPicked = COSTING_METHODS[mandate.code] === 'CHERRY'
    const picks = isPicked ? holding.dearest(tradeDate, quantity) : null
    const trade: DemoSell = {
      portfolio: mandate.code,
      company,
      quantity,
      price,
      tradeDate,
      settlementDate: settlementDateFor(this.#calendar, tradeDate),
      broker: broker.name,
      ...this.#numbers('SELL', broker.code, tradeDate, this.#market.days[day] ?? ''),
      account: mandate.capital[0]?.account ?? 0,
      costOfFunds: this.#random.chance(88) ? rateOn(tradeDate) : null,
      picks: (picks ?? []).map((one) => ({ dealNumber: one.parcel.dealNumber, quantity: one.quantity })),
    }
    if (this.#random.chance(CANCELLED_PERCENT)) {
      this.#cancelled(trade)
      return
    }
    holding.sold(trade.dealNumber, tradeDate, quantity, picks)
    const typed = this.#random.chance(WRONG_SALE_PERCENT) ? exchanged(price) : price
    this.#act({ kind: 'sell', trade: { ...trade, price: typed } })
    if (typed === price) return
    const reason = 'Price as on the contract note'
    this.#later(day, () => this.#act({ kind: 'correct-sell', trade, reason }))
  }

  /** A sale that the broker takes back before the day is over. */
  #cancelled(trade: DemoSell): void {
    const reason = 'Cancelled by the broker'
    this.#act({ kind: 'sell', trade })
    this.#act({ kind: 'delete', side: 'sell', dealNumber: trade.dealNumber, reason })
  }

  /** The sale of a day: mostly of a holding above its cost, a part or all of it. */
  #draw(mandate: Mandate, tradeDate: string) {
    const held = [...this.#holdings.values()].filter(
      (holding) => holding.portfolio === mandate.code && holding.available(tradeDate) > 0,
    )
    if (held.length === 0) return undefined
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const holding = this.#random.pick(held)
      const bar = this.#market.bars.get(holding.symbol)?.get(tradeDate)
      if (!bar) continue
      if (attempt < 3 && bar.close < holding.averagePrice()) continue
      const company = COMPANIES.find(({ symbol }) => symbol === holding.symbol)
      if (!company) continue
      const price = priceWithin(bar, this.#random)
      const quantity = this.#quantity(mandate, holding, tradeDate, price)
      if (BigInt(quantity) * BigInt(price) < SMALLEST) continue
      bar.shares = Math.max(bar.shares, quantity + Math.round(quantity / 3))
      return { holding, company, price, quantity }
    }
    return undefined
  }

  #quantity(mandate: Mandate, holding: Holding, tradeDate: string, price: number): number {
    const there = holding
      .dearest(tradeDate, Number.MAX_SAFE_INTEGER)
      .reduce((sum, one) => sum + one.quantity, 0)
    const most = Math.min(holding.available(tradeDate), there)
    if (this.#random.chance(mandate.exitPercent)) return most
    return Math.min(most, roundLot((most * this.#random.integer(4, 26)) / 100, price, this.#random))
  }

  #holdingOf(portfolio: PortfolioCode, symbol: string): Holding {
    const key = `${portfolio} ${symbol}`
    const holding = this.#holdings.get(key) ?? new Holding(portfolio, symbol)
    this.#holdings.set(key, holding)
    return holding
  }

  /** Days later, at times only when the quarter is reviewed; at the latest on the last day. */
  #later(day: number, act: () => void): void {
    const last = this.#market.days.length - 1
    const after = this.#random.chance(REVIEWED_PERCENT)
      ? this.#random.integer(30, 90)
      : this.#random.integer(1, 4)
    const on = Math.min(day + after, last)
    if (on === day) {
      act()
      return
    }
    this.#due.set(on, [...(this.#due.get(on) ?? []), act])
  }
}

/** A price with its first two digits exchanged: 123.50 for 213.50. The same where that would not be a price. */
function exchanged(price: number): number {
  const digits = String(price)
  if (digits.length < 4 || digits[1] === '0') return price
  return Number(`${digits[1]}${digits[0]}${digits.slice(2)}`)
}
