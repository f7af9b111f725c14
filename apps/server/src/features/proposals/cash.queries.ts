/** Cash from a whole portfolio: the same part of every holding. */
import type { CashProposal, saleProposals } from '@em/contract/proposals/sale-proposals'
import type { Tariff } from '@em/core/fee-tariffs/tariff'
import { sharesForCash } from '@em/core/proposals/keep-weights'
import { type HeldForSale, proposeSale } from '@em/core/proposals/sale-proposal'
import { PRICE_SCALE, type PriceUnits, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees, sumOf } from '@em/core/values/money'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { refuseField } from '../../platform/refusal.ts'
import { type ExactHolding, valuedHoldings } from '../holdings/valued.queries.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { heldForSale } from './held.queries.ts'
import { pricesFor, proposalDay, rateFor, tariffsOn } from './terms.queries.ts'

type Input = z.output<typeof saleProposals.cash.body>

interface Sellable {
  readonly row: ExactHolding['row']
  readonly held: HeldForSale
  readonly price: PriceUnits
  readonly tariff: Tariff
}

/** @throws Refusal 404, `proposal.cash-too-little`, `costing-method.missing`, `tariff.missing` (422). */
export async function cashProposal(db: Queryable, input: Input, today: string): Promise<CashProposal> {
  const day = await proposalDay(db, input.tradeDate, today)
  const { tradeDate, settlementDate } = day
  const portfolio = await resolvePortfolio(db, { portfolioId: input.portfolioId })
  const valued = await valuedHoldings(db, portfolio.id, tradeDate)
  const equityIds = valued.map(({ row }) => row.equity_id)
  const [priceOf, tariffOf, costOfFundsRate] = await Promise.all([
    pricesFor(db, { portfolioId: portfolio.id, equityIds }, day),
    tariffsOn(db, tradeDate),
    rateFor(db, null, tradeDate),
  ])
  const leftOut: string[] = []
  const holdings: Sellable[] = []
  for (const { row } of valued) {
    const price = priceOf(row.equity_id)?.price
    if (price === undefined) leftOut.push(row.symbol)
    else {
      const held = await heldForSale(db, portfolio, { id: row.equity_id, symbol: row.symbol }, tradeDate)
      holdings.push({ row, held, price, tariff: tariffOf(row.symbol) })
    }
  }
  const parts = sharesForCash(
    holdings.map(({ row, held, price, tariff }) => ({
      id: row.equity_id,
      sellable: held.sellable,
      price,
      tariff,
    })),
    input.net,
  )
  if (parts === null) throw refuseField('proposal.cash-too-little', 'net', { date: tradeDate })
  const sold = parts.flatMap(({ id, quantity }) => {
    const one = holdings.find(({ row }) => row.equity_id === id)
    if (one === undefined) return []
    const terms = { price: one.price, tariff: one.tariff, tradeDate, settlementDate, costOfFundsRate }
    const { wap, fifo } = orRefuse(proposeSale(one.held, terms, { kind: 'shares', quantity }))
    return [{ ...one, quantity, sale: one.held.method === 'WAP' ? wap : fifo }]
  })
  const whole = sumOf(holdings.map(({ held }) => held.sellable))
  return {
    tradeDate,
    settlementDate,
    part: toJsonNumber(percentageOf(sumOf(sold.map(({ quantity }) => quantity)), whole), RATE_SCALE),
    rows: sold.map(({ row, held, quantity, price, sale: { figures, result } }) => ({
      symbol: row.symbol,
      company_name: row.name,
      held: Number(held.holding.quantity),
      quantity: Number(quantity),
      price: toJsonNumber(price, PRICE_SCALE),
      grossValue: rupees(figures.gross),
      totalFees: rupees(figures.totalFees),
      netValue: rupees(figures.net),
      capitalGain: rupees(result.capitalGain),
    })),
    netValue: rupees(sumOf(sold.map(({ sale }) => sale.figures.net))),
    capitalGain: rupees(sumOf(sold.map(({ sale }) => sale.result.capitalGain))),
    leftOut,
  }
}
