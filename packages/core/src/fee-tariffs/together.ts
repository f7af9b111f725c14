/**
 * Fees of what a client trades of one security on one day, charged together.
 *
 * The lower rates above the step-up limit hold for everything that a client trades of one security on one side of one day. Up to the
 * limit a trade bears its own schedule; above it, its share of the fees of the whole by gross, by largest remainder: two of 60,000,000.00
 * bear 621,250.00 each, 1,242,500.00 together, not 1,344,000.00.
 *
 * With a rule of intraday relief in force, where a client buys and sells a security on one day, the side with the smaller gross bears
 * only the share transaction levy: 1,000,000.00 bought and 400,000.00 sold bear 11,200.00 + 1,200.00 = 12,400.00.
 */
import type { Cents } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'
import { chargeFees, type Fees, NO_FEES } from './charge.ts'
import { FEE_COMPONENTS, type FeeComponent, type Tariff } from './tariff.ts'

export interface FeeRules {
  /** The tariff of a security on a day; null where none reaches back so far. */
  tariffOf(symbol: string, date: string): Tariff | null
  /** Whether a rule of intraday relief is in force on a day. */
  hasRelief(date: string): boolean
}

/** An item with fees: a line of a document, or a trade. */
export interface Chargeable {
  /** The client account as the broker knows it; null: of one unnamed client. */
  readonly clientAccount: string | null
  readonly symbol: string
  readonly tradeDate: string
  readonly side: 'buy' | 'sell'
  /** In cents. */
  readonly gross: Cents
}

/**
 * The fees of each item by the tariffs and rules, in cents; null where there is no tariff. All items of a
 * client's day must be given.
 */
export function chargedTogether<T extends Chargeable>(
  items: readonly T[],
  rules: FeeRules,
): Map<T, Fees | null> {
  const schedules = new Map<T, Fees | null>()
  const days = Map.groupBy(items, (item) =>
    [item.clientAccount ?? '', item.symbol, item.tradeDate].join('\n'),
  )
  for (const ofDay of days.values()) {
    const buys = ofDay.filter(({ side }) => side === 'buy')
    const sells = ofDay.filter(({ side }) => side === 'sell')
    const relieved = relievedSide(buys, sells, rules)
    for (const side of [buys, sells]) scheduleSide(side, rules, side === relieved, schedules)
  }
  return schedules
}

const grossOfAll = (items: readonly Chargeable[]): Cents => sumOf(items.map(({ gross }) => gross))

/** The side that bears the levy alone: the smaller one, of equal ones the sale. */
function relievedSide<T extends Chargeable>(
  buys: readonly T[],
  sells: readonly T[],
  rules: FeeRules,
): readonly T[] | null {
  const [day] = buys
  if (day === undefined || sells.length === 0 || !rules.hasRelief(day.tradeDate)) return null
  return grossOfAll(buys) < grossOfAll(sells) ? buys : sells
}

function scheduleSide<T extends Chargeable>(
  items: readonly T[],
  rules: FeeRules,
  isRelieved: boolean,
  schedules: Map<T, Fees | null>,
): void {
  const [first] = items
  if (first === undefined) return
  const tariff = rules.tariffOf(first.symbol, first.tradeDate)
  const put = (item: T, fees: Fees | null) =>
    schedules.set(item, fees !== null && isRelieved ? { ...NO_FEES, stl: fees.stl } : fees)
  if (tariff === null) {
    for (const item of items) put(item, null)
    return
  }
  const whole = grossOfAll(items)
  if (whole <= tariff.bandLimit) {
    for (const item of items) put(item, chargeFees(tariff, item.gross).fees)
    return
  }
  const together = chargeFees(tariff, whole).fees
  const weights = items.map(({ gross }) => gross)
  const shares = FEE_COMPONENTS.map((component) => [component, spread(together[component], weights)] as const)
  for (const [at, item] of items.entries())
    put(item, feesFrom(shares.map(([component, parts]) => [component, parts[at] ?? 0n])))
}

/** Fees of some components; the others are nothing. */
export function feesFrom(parts: readonly (readonly [FeeComponent, Cents])[]): Fees {
  return { ...NO_FEES, ...(Object.fromEntries(parts) as Partial<Fees>) }
}
