/** Sums of realized gains in the shape of the contract. */
import type {
  portfolioSummary,
  RealizedParts,
  SecurityPerformance,
  taxSummary,
} from '@em/contract/realized/realized'
import { mulDiv, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import type { z } from 'zod'
import type { RealizedSpan } from './realized.asked.ts'
import {
  afterFeesOf,
  capitalGainOf,
  type RealizedBy,
  type RealizedSums,
  realizedPnLOf,
} from './sums/sums.queries.ts'

/** The days and books, in the words of an answer. */
export const periodOf = ({ timeRange, startDate, to, scope, symbol }: RealizedSpan) => ({
  timeRange,
  startDate,
  endDate: to,
  portfolio: scope.portfolio,
  entity: scope.entity,
  symbol,
})

/** The books in words: for files and reports. */
export const booksOf = ({ scope, symbol }: Pick<RealizedSpan, 'scope' | 'symbol'>): string =>
  [
    scope.portfolio ?? (scope.entity === null ? 'All portfolios' : `All portfolios of ${scope.entity}`),
    ...(symbol === null ? [] : [symbol]),
  ].join(', ')

/** Winners in per cent of all, 2 decimals; 0 of none. */
const winRateOf = ({ winners, trades }: RealizedSums) =>
  trades === 0 ? 0 : toJsonNumber(mulDiv(BigInt(winners), 100_00n, BigInt(trades)), 2)

const percentOf = (gain: bigint, cost: bigint) => toJsonNumber(percentageOf(gain, cost), RATE_SCALE)

/** Gains, losses, number of sales and win rate. */
export function summaryOf(sums: RealizedSums): z.output<typeof portfolioSummary> {
  return {
    totalRealizedGains: rupees(sums.shortGains + sums.longGains),
    totalRealizedLosses: rupees(sums.shortLosses + sums.longLosses),
    netRealizedPnL: rupees(capitalGainOf(sums)),
    totalTrades: sums.trades,
    winRate: winRateOf(sums),
  }
}

/** Gains and losses by holding period. */
export const taxOf = (sums: RealizedSums): z.output<typeof taxSummary> => ({
  shortTermGains: rupees(sums.shortGains),
  longTermGains: rupees(sums.longGains),
  shortTermLosses: rupees(sums.shortLosses),
  longTermLosses: rupees(sums.longLosses),
})

/** The way from proceeds to the result after fees and cost of funds. */
export const partsOf = (sums: RealizedSums): RealizedParts => ({
  proceeds: rupees(sums.proceeds),
  cost: rupees(sums.cost),
  capitalGain: rupees(capitalGainOf(sums)),
  buyCharges: rupees(sums.charges),
  sellFees: rupees(sums.fees),
  afterFees: rupees(afterFeesOf(sums)),
  costOfFunds: rupees(sums.financing),
  realizedPnL: rupees(realizedPnLOf(sums)),
})

const performanceOf = (sums: RealizedSums) => ({
  realizedPnL: rupees(capitalGainOf(sums)),
  afterCosts: rupees(realizedPnLOf(sums)),
  trades: sums.trades,
  winRate: winRateOf(sums),
})

/** Months, the earliest first. */
export const periodsOf = ({ months }: Pick<RealizedBy, 'months'>) =>
  months.map(({ month, sums }) => ({ period: month, ...performanceOf(sums) }))

/** Securities, the greatest capital gain first. */
export function securitiesOf({ securities }: Pick<RealizedBy, 'securities'>): SecurityPerformance[] {
  return securities
    .toSorted((a, b) => {
      const [left, right] = [capitalGainOf(a.sums), capitalGainOf(b.sums)]
      return left === right ? (a.symbol < b.symbol ? -1 : 1) : left < right ? 1 : -1
    })
    .map(({ symbol, name, sums }) => ({
      symbol,
      companyName: name,
      ...performanceOf(sums),
      proceeds: rupees(sums.proceeds),
      costBasis: rupees(sums.cost),
      pnLPercentage: percentOf(capitalGainOf(sums), sums.cost),
    }))
}

/** Securities that `topPerformers` names. */
const TOP = 10

/** All figures of a range but its trades. */
export function figuresOf(span: RealizedSpan, by: RealizedBy) {
  const performanceBySecurity = securitiesOf(by)
  return {
    period: periodOf(span),
    portfolioSummary: summaryOf(by.all),
    performanceByPeriod: periodsOf(by),
    topPerformers: performanceBySecurity.slice(0, TOP),
    performanceBySecurity,
    taxSummary: taxOf(by.all),
    parts: partsOf(by.all),
    realizedPnL: rupees(realizedPnLOf(by.all)),
  }
}
