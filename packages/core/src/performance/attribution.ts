/**
 * Why a portfolio did better or worse than an index, by sector: allocation, selection and interaction of each day, and days
 * linked so that they add up to the difference over the range. Weights and returns are fractions.
 * Sources: Brinson and Fachler, Measuring Non-US Equity Portfolio Performance, Journal of Portfolio Management 1985; Carino,
 * Combining Attribution Effects over Time, Journal of Performance Measurement 1999.
 */

export interface SectorDay {
  readonly sector: string
  /** Share of the portfolio at the beginning of the day, with what was paid in. */
  readonly weight: number
  /** Null where the portfolio holds nothing of it. */
  readonly return: number | null
  readonly benchmarkWeight: number
  /** Null where the index holds nothing of it. */
  readonly benchmarkReturn: number | null
}

export interface Effects {
  /** (wp - wb)(Rb,i - Rb) */
  readonly allocation: number
  /** wb (Rp,i - Rb,i) */
  readonly selection: number
  /** (wp - wb)(Rp,i - Rb,i) */
  readonly interaction: number
}

export interface SectorEffects extends Effects {
  readonly sector: string
}

export interface DayEffects {
  /** Sums of weight x return: of the portfolio and of the index. */
  readonly portfolio: number
  readonly benchmark: number
  readonly sectors: readonly SectorEffects[]
}

/**
 * The effects of one day. A sector that one side does not hold has the other's return there: what the portfolio did not hold is
 * no selection, and what the index does not hold is allocation as a whole.
 */
export function effectsOfDay(sectors: readonly SectorDay[]): DayEffects {
  const known = sectors.map((one) => ({
    ...one,
    own: one.return ?? one.benchmarkReturn ?? 0,
    index: one.benchmarkReturn ?? one.return ?? 0,
  }))
  let [portfolio, benchmark] = [0, 0]
  for (const { weight, own, benchmarkWeight, index } of known) {
    portfolio += weight * own
    benchmark += benchmarkWeight * index
  }
  return {
    portfolio,
    benchmark,
    sectors: known.map(({ sector, weight, own, benchmarkWeight, index }) => ({
      sector,
      allocation: (weight - benchmarkWeight) * (index - benchmark),
      selection: benchmarkWeight * (own - index),
      interaction: (weight - benchmarkWeight) * (own - index),
    })),
  }
}

export interface LinkedEffects extends Effects {
  /** Of the portfolio and the index over all days. */
  readonly portfolio: number
  readonly benchmark: number
  /** allocation + selection + interaction = portfolio - benchmark. */
  readonly total: number
  readonly sectors: readonly SectorEffects[]
}

/**
 * The effects of many days as one: each day's are weighted by Carino's factor, so that the sum is the difference of the two
 * linked returns.
 */
export function linkEffects(days: readonly DayEffects[]): LinkedEffects {
  const portfolio = days.reduce((product, day) => product * (1 + day.portfolio), 1) - 1
  const benchmark = days.reduce((product, day) => product * (1 + day.benchmark), 1) - 1
  const whole = factor(portfolio, benchmark)
  const sums = new Map<string, { allocation: number; selection: number; interaction: number }>()
  for (const day of days) {
    const share = factor(day.portfolio, day.benchmark) / whole
    for (const { sector, allocation, selection, interaction } of day.sectors) {
      const sum = sums.get(sector) ?? { allocation: 0, selection: 0, interaction: 0 }
      sum.allocation += allocation * share
      sum.selection += selection * share
      sum.interaction += interaction * share
      sums.set(sector, sum)
    }
  }
  const sectors = [...sums].map(([sector, effects]) => ({ sector, ...effects }))
  const sum = (name: keyof Effects) => sectors.reduce((total, one) => total + one[name], 0)
  const [allocation, selection, interaction] = [sum('allocation'), sum('selection'), sum('interaction')]
  const total = allocation + selection + interaction
  return { portfolio, benchmark, allocation, selection, interaction, total, sectors }
}

/** Carino's factor: (ln(1 + R) - ln(1 + B)) / (R - B), and 1 / (1 + R) where both are the same. */
function factor(own: number, index: number): number {
  const difference = own - index
  // Near to each other the quotient loses its digits; its own limit does not.
  if (Math.abs(difference) < 1e-9) return 1 / (1 + (own + index) / 2)
  return (Math.log1p(own) - Math.log1p(index)) / difference
}
