/** The trades that move a portfolio to its targets. */
import {
  FINANCED_DAYS,
  type RebalancingProposal,
  type RebalancingRow,
  type rebalancing,
} from '@em/contract/proposals/rebalancing'
import { moneyGenerationCost } from '@em/core/cost-of-funds/rates'
import { chargeFees } from '@em/core/fee-tariffs/charge'
import { riseToEarnBack } from '@em/core/proposals/earn-back'
import { type Rebalancing, type RebalancingTrade, rebalance } from '@em/core/proposals/rebalance'
import { proposeSale } from '@em/core/proposals/sale-proposal'
import { decimalOf, MONEY_SCALE, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { grossOf, percentageOf, rupees, sumOf } from '@em/core/values/money'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Portfolio, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { cashByDay } from './cash-days.queries.ts'
import { heldForSale } from './held.queries.ts'
import { findTargets } from './targets.queries.ts'
import { type ProposalDay, proposalDay, rateFor } from './terms.queries.ts'
import { type Weighed, weighedSecurities } from './weighed.queries.ts'

type Input = z.output<typeof rebalancing.propose.body>

const percent = (units: bigint) => toJsonNumber(units, RATE_SCALE)

/** @throws Refusal 404, `rebalancing.no-targets`, `rebalancing.no-value`, as `heldForSale` (422). */
export async function rebalancingProposal(
  db: Queryable,
  input: Input,
  today: string,
): Promise<RebalancingProposal> {
  const day = await proposalDay(db, input.tradeDate, today)
  const portfolio = await resolvePortfolio(db, { portfolioId: input.portfolioId })
  const { head, lines } = await findTargets(db, portfolio.id)
  if (head === null) throw new Refusal('rebalancing.no-targets', { portfolio: portfolio.portfolioName })
  const [{ weighed, leftOut }, cash, costOfFundsRate] = await Promise.all([
    weighedSecurities(db, { portfolioId: portfolio.id, lines, day }),
    cashByDay(db, portfolio.id, { date: today, from: day.settlementDate }),
    rateFor(db, input.costOfFunds, day.tradeDate),
  ])
  const cashMinimum = input.cashMinimum ?? decimalOf(head.cash_minimum, MONEY_SCALE)
  const securities = weighed.flatMap(({ security }) => (security === null ? [] : [security]))
  const done = rebalance({
    securities,
    others: sumOf(weighed.flatMap(({ security, value }) => (security === null ? [value] : []))),
    cash: cash.whole,
    minimumTrade: decimalOf(head.minimum_trade, MONEY_SCALE),
    ladder: cash.ladder,
    cashMinimum,
  })
  if (done.value <= 0n) {
    const facts = { portfolio: portfolio.portfolioName, date: day.tradeDate }
    throw new Refusal('rebalancing.no-value', facts)
  }
  const gains = await gainsOf(db, { portfolio, day, weighed, done, costOfFundsRate })
  return {
    portfolioId: portfolio.portfolioId,
    portfolioName: portfolio.portfolioName,
    tradeDate: day.tradeDate,
    settlementDate: day.settlementDate,
    value: rupees(done.value),
    valueAfter: rupees(done.valueAfter),
    cash: {
      target: percent(decimalOf(head.cash_target, RATE_SCALE)),
      value: rupees(cash.whole),
      weight: percent(percentageOf(cash.whole, done.value)),
      valueAfter: rupees(done.cashAfter),
      weightAfter: percent(percentageOf(done.cashAfter, done.valueAfter)),
    },
    fees: rupees(sumOf(done.trades.map(({ fees }) => fees))),
    passes: done.passes,
    isSettled: done.isSettled,
    cashMinimum: rupees(cashMinimum),
    rows: rowsOf(weighed, done, gains),
    ladder: cash.ladder.map(({ day: on, cash: before }, at) => ({
      day: on,
      before: rupees(before),
      after: rupees(done.ladder[at]?.cash ?? before),
    })),
    ...costsOf(done, securities, { costOfFundsRate, days: input.financedDays ?? FINANCED_DAYS }),
    capitalGain: rupees(sumOf(gains.values())),
    leftOut,
  }
}

interface Traded {
  readonly portfolio: Portfolio
  readonly day: ProposalDay
  readonly weighed: readonly Weighed[]
  readonly done: Rebalancing
  readonly costOfFundsRate: bigint | null
}

/** Capital gain of each sale by the portfolio's method, by the security's id. */
async function gainsOf(db: Queryable, traded: Traded): Promise<ReadonlyMap<number, bigint>> {
  const { portfolio, day, weighed, done, costOfFundsRate } = traded
  const gains = new Map<number, bigint>()
  for (const { id, quantity } of done.trades.filter((one) => one.quantity < 0n)) {
    const one = weighed.find(({ security }) => security?.id === id)
    if (one?.security == null) continue
    const held = await heldForSale(db, portfolio, { id, symbol: one.symbol }, day.tradeDate)
    const { price, tariff } = one.security
    const terms = { price, tariff, costOfFundsRate, ...day }
    const { wap, fifo } = orRefuse(proposeSale(held, terms, { kind: 'shares', quantity: -quantity }))
    gains.set(id, (held.method === 'WAP' ? wap : fifo).result.capitalGain)
  }
  return gains
}

/** Sales first, then purchases, then what stays. */
function rowsOf(
  weighed: readonly Weighed[],
  done: Rebalancing,
  gains: ReadonlyMap<number, bigint>,
): RebalancingRow[] {
  const tradeOf = ({ security }: Weighed) => done.trades.find(({ id }) => id === security?.id)
  const distance = (one: Weighed) => {
    const trade = tradeOf(one)
    return trade === undefined ? 2 : trade.quantity < 0n ? 0 : 1
  }
  return weighed
    .toSorted((a, b) => distance(a) - distance(b))
    .map((one) => rowOf(one, tradeOf(one), done, gains.get(one.security?.id ?? 0) ?? null))
}

function rowOf(
  { symbol, name, sector, held, value, price, target, security }: Weighed,
  trade: RebalancingTrade | undefined,
  done: Rebalancing,
  gain: bigint | null,
): RebalancingRow {
  const quantity = trade?.quantity ?? 0n
  const after = security === null ? value : grossOf(held + quantity, security.price)
  return {
    symbol,
    company_name: name,
    sector,
    target: target === null ? null : percent(target),
    held: Number(held),
    price: price === null ? null : toJsonNumber(price, PRICE_SCALE),
    value: rupees(value),
    weight: percent(percentageOf(value, done.value)),
    quantity: Number(quantity),
    grossValue: rupees(trade?.gross ?? 0n),
    totalFees: rupees(trade?.fees ?? 0n),
    cut: Number(trade?.cut ?? 0n),
    valueAfter: rupees(after),
    weightAfter: percent(percentageOf(after, done.valueAfter)),
    capitalGain: gain === null ? null : rupees(gain),
  }
}

function costsOf(
  done: Rebalancing,
  securities: readonly { readonly id: number; readonly tariff: Parameters<typeof chargeFees>[0] }[],
  { costOfFundsRate, days }: { costOfFundsRate: bigint | null; days: number },
) {
  const buys = done.trades.filter(({ quantity }) => quantity > 0n)
  const sales = done.trades.filter(({ quantity }) => quantity < 0n)
  const grossOfBuys = sumOf(buys.map(({ gross }) => gross))
  const grossOfSales = sumOf(sales.map(({ gross }) => gross))
  const feesOfBuys = sumOf(buys.map(({ fees }) => fees))
  const net = grossOfBuys + feesOfBuys - grossOfSales + sumOf(sales.map(({ fees }) => fees))
  const sellingFees = sumOf(
    buys.map(({ id, gross }) => {
      const tariff = securities.find((one) => one.id === id)?.tariff
      return tariff === undefined ? 0n : chargeFees(tariff, gross).total
    }),
  )
  const rise = riseToEarnBack({ gross: grossOfBuys, fees: feesOfBuys, sellingFees, costOfFundsRate, days })
  return {
    buys: rupees(grossOfBuys),
    sales: rupees(grossOfSales),
    turnover: percent(percentageOf(grossOfBuys + grossOfSales, done.value)),
    financing: {
      rate: costOfFundsRate === null ? null : percent(costOfFundsRate),
      days,
      amount: rupees(moneyGenerationCost(net > 0n ? net : 0n, costOfFundsRate, days)),
    },
    earnBack: rise === null ? null : percent(rise),
  }
}
