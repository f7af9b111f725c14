/**
 * Moves a portfolio to its target weights. The value that the weights are of is what is left after the fees
 * of the trades themselves, so the trades are found again until their fees no longer change. No forecasts, no
 * short sales, no whole optimum: each security moves towards its own target and never past it.
 */
import { chargeFees } from '../fee-tariffs/charge.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import type { PlainDate } from '../values/dates.ts'
import { type Cents, type PriceUnits, RATE_WHOLE, type RateUnits, type Shares } from '../values/decimal.ts'
import { grossOf, sumOf } from '../values/money.ts'

/** A security with its target; `quantity` 0n where none is held. */
export interface WeighedSecurity {
  readonly id: number
  readonly quantity: Shares
  /** Shares that can be sold on the day. */
  readonly sellable: Shares
  readonly price: PriceUnits
  readonly tariff: Tariff
  /** Wanted part of the value, and how far from it nothing is traded; both in percent of the value. */
  readonly weight: RateUnits
  readonly band: RateUnits
  /** Trades are multiples of it. */
  readonly lotSize: Shares
  /** Why it is not bought: an inactive security may be sold alone. */
  readonly noBuys?: boolean
}

/** Cash at the end of a day. */
export interface CashOn {
  readonly day: PlainDate
  readonly cash: Cents
}

export interface RebalancingTerms {
  readonly securities: readonly WeighedSecurity[]
  /** Other holdings, which are not traded, at their value. */
  readonly others: Cents
  /** By trade date: with everything that is still to settle. */
  readonly cash: Cents
  readonly minimumTrade: Cents
  /** Cash on the days that something settles, from the settlement day of the trades on; that day at least. */
  readonly ladder: readonly CashOn[]
  /** No purchase may take cash of any day below it. */
  readonly cashMinimum: Cents
}

export interface RebalancingTrade {
  readonly id: number
  /** Above zero to buy, below zero to sell. */
  readonly quantity: Shares
  readonly gross: Cents
  readonly fees: Cents
  /** Shares that were left out so that cash stays at its minimum. */
  readonly cut: Shares
}

export interface Rebalancing {
  /** MV and cash before. */
  readonly value: Cents
  /** Fees that the targets were found with. */
  readonly fees: Cents
  /** How often the trades were found; `isSettled` where the last time changed no fees. */
  readonly passes: number
  readonly isSettled: boolean
  readonly trades: readonly RebalancingTrade[]
  /** With the trades, on the days of the ladder. */
  readonly ladder: readonly CashOn[]
  readonly cashAfter: Cents
  readonly valueAfter: Cents
}

const PASSES_MOST = 10
const CENTS_IN_PRICE_UNITS = 100n
const magnitude = (n: bigint) => (n < 0n ? -n : n)

/**
 * Shares towards the target: rounded to whole lots toward zero, none within the band, below the smallest trade, or more sold than can be.
 *
 * @param value what the weights are of, in cents.
 */
export function sharesTowards(one: WeighedSecurity, value: Cents, minimumTrade: Cents): Shares {
  // Apart from the target, in hundredths of a cent times 100 %.
  const apart = one.weight * value * CENTS_IN_PRICE_UNITS - one.quantity * one.price * RATE_WHOLE
  if (magnitude(apart) <= one.band * value * CENTS_IN_PRICE_UNITS) return 0n
  const wanted = lotsOf(apart / (one.price * RATE_WHOLE), one.lotSize)
  const sold = -wanted > one.sellable ? -lotsOf(one.sellable, one.lotSize) : wanted
  if (sold === 0n || (sold > 0n && one.noBuys === true)) return 0n
  return grossOf(magnitude(sold), one.price) < minimumTrade ? 0n : sold
}

/** Whole lots, toward zero. */
const lotsOf = (shares: Shares, lotSize: Shares) => (shares / lotSize) * lotSize

function tradeOf(one: WeighedSecurity, quantity: Shares, cut: Shares = 0n): RebalancingTrade {
  const gross = grossOf(magnitude(quantity), one.price)
  return { id: one.id, quantity, gross, fees: chargeFees(one.tariff, gross).total, cut }
}

/** The cash that a trade takes; below zero for proceeds. */
const takesOf = ({ quantity, gross, fees }: RebalancingTrade): Cents =>
  quantity > 0n ? gross + fees : fees - gross
const feesOf = (trades: readonly RebalancingTrade[]) => sumOf(trades.map(({ fees }) => fees))

/** Trades that move a portfolio to its targets, sales first; see control.md 7.2 for the worked example R1. */
export function rebalance(terms: RebalancingTerms): Rebalancing {
  const { securities, cash, others, minimumTrade } = terms
  const marketValue = sumOf(securities.map(({ quantity, price }) => grossOf(quantity, price)))
  const value = marketValue + others + cash
  let fees = 0n
  let passes = 0
  let isSettled = false
  let found: readonly RebalancingTrade[] = []
  while (!isSettled && passes < PASSES_MOST) {
    passes += 1
    found = securities.map((one) => tradeOf(one, sharesTowards(one, value - fees, minimumTrade)))
    const now = feesOf(found)
    isSettled = now === fees
    // Where fees go to and fro, those stay that the last targets were found with.
    if (passes < PASSES_MOST) fees = now
  }
  const trades = withinCash(terms, found, value - fees)
  const taken = sumOf(trades.map(takesOf))
  return Object.freeze({
    value,
    fees,
    passes,
    isSettled,
    trades: salesFirst(trades),
    ladder: terms.ladder.map(({ day, cash: before }) => ({ day, cash: before - taken })),
    cashAfter: cash - taken,
    valueAfter: value - feesOf(trades),
  })
}

const salesFirst = (trades: readonly RebalancingTrade[]) =>
  trades
    .filter(({ quantity, cut }) => quantity !== 0n || cut !== 0n)
    .toSorted((a, b) => Number(a.quantity > 0n || a.cut > 0n) - Number(b.quantity > 0n || b.cut > 0n))

/** Cuts purchases from the least underweight while cash of a day would fall below its minimum. */
function withinCash(
  { securities, ladder, cashMinimum, minimumTrade }: RebalancingTerms,
  found: readonly RebalancingTrade[],
  value: Cents,
): RebalancingTrade[] {
  const lowest = ladder.reduce<Cents | null>(
    (low, { cash }) => (low === null || cash < low ? cash : low),
    null,
  )
  const trades = [...found]
  if (lowest === null) return trades
  const missing = () => sumOf(trades.map(takesOf)) - (lowest - cashMinimum)
  const underweight = ({ weight, quantity, price }: WeighedSecurity) =>
    weight * value - grossOf(quantity, price) * RATE_WHOLE
  const buys = securities
    .map((one, at) => ({ one, at }))
    .filter(({ at }) => (found[at]?.quantity ?? 0n) > 0n)
    .toSorted((a, b) => {
      const order = underweight(a.one) - underweight(b.one)
      return order === 0n ? 0 : order < 0n ? -1 : 1
    })
  for (const { one, at } of buys) {
    const short = missing()
    if (short <= 0n) break
    const bought = trades[at]
    if (bought !== undefined) trades[at] = cutTo(one, bought, takesOf(bought) - short, minimumTrade)
  }
  return trades
}

/** The purchase with as many lots as an amount pays for, fees included; none where that is below the smallest trade. */
function cutTo(
  one: WeighedSecurity,
  bought: RebalancingTrade,
  pays: Cents,
  minimumTrade: Cents,
): RebalancingTrade {
  let [low, high] = [0n, bought.quantity / one.lotSize]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (takesOf(tradeOf(one, middle * one.lotSize)) <= pays) low = middle
    else high = middle - 1n
  }
  const affordable = low * one.lotSize
  const quantity = grossOf(affordable, one.price) < minimumTrade ? 0n : affordable
  return tradeOf(one, quantity, bought.quantity - quantity)
}
