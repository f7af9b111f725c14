/** The demo's buys: who buys what, when, at which of the day's prices, and what it is paid from. Money in cents. */

import { activeCostOfFunds, afterTaxCostOfFunds } from '@em/core/cost-of-funds/rates'
import { chargeFees, type Fees, totalFees } from '@em/core/fee-tariffs/charge'
import { DEFAULT_TARIFFS, type Tariff } from '@em/core/fee-tariffs/tariff'
import { type MarketCalendar, settlementDateFor } from '@em/core/holidays/market-calendar'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { BROKERS, COST_OF_FUNDS, MANDATES, type Mandate, type PortfolioCode } from './book.ts'
import { COMPANIES, type Company } from './companies.ts'
import { type Market, priceWithin } from './market.ts'
import { type Random, seeded } from './random.ts'

export interface DemoBuy {
  readonly portfolio: PortfolioCode
  readonly company: Company
  readonly quantity: number
  /** In cents. */
  readonly price: number
  readonly tradeDate: string
  readonly settlementDate: string
  /** Index of the market day on which the back office records it. */
  readonly recorded: number
  readonly broker: string
  readonly contractNumber: string
  readonly dealNumber: string
  /** Index in ACCOUNTS. */
  readonly account: number
  /** After tax, in percent; null where the form was left blank. */
  readonly costOfFunds: string | null
  readonly generatePayment: 'Yes' | 'No'
  /** As on the contract note, where the brokerage was negotiated. */
  readonly charged: Fees | null
}

interface Intent {
  readonly mandate: Mandate
  /** Index of the trade's day. */
  readonly day: number
  /** Index of the day on which the back office records it. */
  readonly recorded: number
  readonly large: boolean
}

const LATE_PERCENT = 5
const LARGE_FROM = 101_000_000
const LARGE_TO = 165_000_000
/** No purchase is for less than 10,000.00. */
export const SMALLEST = 1_000_000n
/** Of what was paid into an account this much stays there. */
const SPENT_PERCENT = 96

/** A buy costs at most its gross value and 1.12 % of it. */
const DEAREST_PERCENT = 101.2

/** All buys in the order in which they are recorded. Raises the market's volume where a buy is larger than the day's. */
export function makeBuys(market: Market, calendar: MarketCalendar, seed: number): DemoBuy[] {
  const random = seeded(seed)
  const intents = MANDATES.flatMap((mandate) => intentsOf(mandate, market.days.length, random))
  intents.sort((a, b) => a.recorded - b.recorded)
  const purses = new Map(MANDATES.map((mandate) => [mandate.code, purseOf(mandate, intents, market)]))
  const numbers = numbering(random, 100)
  const buys: DemoBuy[] = []
  for (const intent of intents) {
    const purse = purses.get(intent.mandate.code)
    const drawn = purse && draw(intent, purse, market, random)
    if (!drawn) continue
    const tradeDate = market.days[intent.day] ?? ''
    const { bar, ...terms } = drawn
    bar.shares = Math.max(bar.shares, terms.quantity + Math.round(terms.quantity / 3))
    const broker = random.pick(BROKERS)
    buys.push({
      ...terms,
      portfolio: intent.mandate.code,
      tradeDate,
      settlementDate: settlementDateFor(calendar, tradeDate),
      recorded: intent.recorded,
      broker: broker.name,
      ...numbers('BUY', broker.code, tradeDate, market.days[intent.recorded] ?? ''),
      costOfFunds: random.chance(88) ? rateOn(tradeDate) : null,
      generatePayment: random.chance(35) ? 'Yes' : 'No',
    })
  }
  return buys
}

function intentsOf(mandate: Mandate, days: number, random: Random): Intent[] {
  return Array.from({ length: mandate.buys }, (_, index) => {
    const day = random.integer(0, days - 1)
    const late = random.chance(LATE_PERCENT) ? daysLate(random) : 0
    return {
      mandate,
      day,
      recorded: Math.min(day + late, days - 1),
      large: index < mandate.largeBuys,
    }
  })
}

/** Market days until the papers of a late buy are there; of some it takes months. */
function daysLate(random: Random): number {
  return random.chance(35) ? random.integer(25, 90) : random.integer(1, 15)
}

/** The rest of a mandate's capital, and the number of buys that it must still pay for. */
interface Purse {
  /** In cents, of one account, on a day: what has come in by then less everything spent. */
  left(account: number, day: string): number
  spend(account: number, cents: number): void
  /** Buys still to come until the next capital. */
  toCome(day: string): number
}

function purseOf(mandate: Mandate, intents: readonly Intent[], market: Market): Purse {
  const spent = new Map<number, number>()
  const days = intents
    .filter((intent) => intent.mandate === mandate)
    .map((intent) => market.days[intent.day] ?? '')
  let done = 0
  return {
    left: (account, day) =>
      mandate.capital
        .filter((paid) => paid.account === account && paid.date <= day)
        .reduce((sum, paid) => sum + paid.millions * 1_000_000 * SPENT_PERCENT, -(spent.get(account) ?? 0)),
    spend: (account, cents) => {
      done += 1
      spent.set(account, (spent.get(account) ?? 0) + cents)
    },
    toCome: (day) => {
      const next = mandate.capital.find((paid) => paid.date > day)?.date ?? '9999-12-31'
      return Math.max(3, days.filter((other) => other < next).length - done)
    },
  }
}

function draw(intent: Intent, purse: Purse, market: Market, random: Random) {
  const { mandate } = intent
  const day = market.days[intent.day] ?? ''
  const [main = 0, second] = [...new Set(mandate.capital.map((paid) => paid.account))]
  const account = second !== undefined && !intent.large && random.chance(8) ? second : main
  const left = purse.left(account, day)
  const usual = (left / purse.toCome(day)) * (account === main ? 1 : 4)
  const wanted = intent.large
    ? random.integer(LARGE_FROM, LARGE_TO) * 100
    : Math.round((usual * random.integer(15, 185)) / 100)
  const company = pickCompany(mandate, day, market, random)
  const bar = market.bars.get(company.symbol)?.get(day)
  if (!bar) return undefined
  const price = priceWithin(bar, random)
  const quantity = roundLot(
    Math.min(wanted, Math.floor((left * 100) / DEAREST_PERCENT)) / price,
    price,
    random,
  )
  const gross = BigInt(quantity) * BigInt(price)
  if (gross < SMALLEST) return undefined
  const charged = intent.large || random.chance(1) ? negotiated(gross) : null
  const fees = charged ?? chargeFees(ordinary, gross).fees
  purse.spend(account, Number(gross + totalFees(fees)))
  return { company, bar, price, quantity, account, charged }
}

function pickCompany(mandate: Mandate, day: string, market: Market, random: Random): Company {
  for (;;) {
    const symbol = random.chance(80) ? random.pick(mandate.favourites) : random.pick(COMPANIES).symbol
    const company = COMPANIES.find((known) => known.symbol === symbol)
    if (!company) throw new Error(`${mandate.code} names ${symbol}, which the demo does not know`)
    if (market.bars.get(symbol)?.has(day)) return company
  }
}

/** Whole hundreds mostly (tens of dear shares), at times what the market happened to give. */
export function roundLot(shares: number, price: number, random: Random): number {
  const whole = Math.floor(shares)
  if (whole < 20 || random.chance(15)) return whole
  const lot = price < 20_000 && whole >= 500 ? 100 : 10
  return Math.floor(whole / lot) * lot
}

const ordinary = DEFAULT_TARIFFS.find((tariff) => tariff.securityClass === 'ordinary') as Tariff

/** The schedule's fees with half of its brokerage: what a large client agrees with a broker. */
function negotiated(gross: bigint): Fees {
  const { fees } = chargeFees(ordinary, gross)
  return { ...fees, brokerage: fees.brokerage / 2n }
}

const DEFINITIONS = COST_OF_FUNDS.map(({ effectiveDate, costOfFunds, taxRate }) => ({
  effectiveDate,
  afterTax: afterTaxCostOfFunds(decimalOf(costOfFunds, RATE_SCALE), decimalOf(taxRate, RATE_SCALE)),
}))

export function rateOn(day: string): string | null {
  const active = activeCostOfFunds(DEFINITIONS, day)
  return active === null ? null : formatDecimal(active.afterTax, RATE_SCALE)
}

/** Contract numbers counted per broker and year; deal numbers by a clock that runs from 14:40 on each day. */
export function numbering(random: Random, from: number) {
  const counted = new Map<string, number>()
  const clock = new Map<string, number>()
  return (prefix: 'BUY' | 'SELL', code: string, tradeDate: string, recorded: string) => {
    const series = `${code}/${tradeDate.slice(2, 4)}`
    const number = (counted.get(series) ?? random.integer(from, from + 800)) + random.integer(1, 40)
    counted.set(series, number)
    const second = (clock.get(recorded) ?? 14 * 3600 + 40 * 60) + random.integer(60, 900)
    clock.set(recorded, second)
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
    const time = `${two(second / 3600)}${two((second / 60) % 60)}${two(second % 60)}`
    return {
      contractNumber: `${series}/${String(number).padStart(5, '0')}`,
      dealNumber: `${prefix}-${recorded.replaceAll('-', '')}-${time}`,
    }
  }
}

export const rupees = (cents: number | bigint) => formatDecimal(BigInt(cents), MONEY_SCALE)
