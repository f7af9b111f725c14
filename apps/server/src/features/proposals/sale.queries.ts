/** A sale by each goal, and what the portfolio's method would book of it. */
import type {
  ProposalLot,
  ProposedSaleRow,
  SaleProposal,
  SaleWay,
  saleProposals,
} from '@em/contract/proposals/sale-proposals'
import { breakEvenPrice } from '@em/core/proposals/break-even'
import type { SaleGoal } from '@em/core/proposals/sale-goals'
import {
  type HeldForSale,
  type ProposedSale,
  proposeSale,
  type SaleTarget,
} from '@em/core/proposals/sale-proposal'
import { PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { perShare, rupees } from '@em/core/values/money'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { refuseField } from '../../platform/refusal.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { openLots } from '../holdings/holdings.queries.ts'
import { valuedHoldings } from '../holdings/valued.queries.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { heldForSale } from './held.queries.ts'
import { pricesFor, proposalDay, rateFor, tariffsOn } from './terms.queries.ts'

type Input = z.output<typeof saleProposals.sale.body>

/** The goal by which a portfolio with cherry picking sells, where none is asked for. */
const DEFAULT_GOAL: SaleGoal = 'lowest-gain'

function targetOf({ shares, gross, net, gain }: Input): SaleTarget {
  if (shares !== null) return { kind: 'shares', quantity: shares }
  if (gross !== null) return { kind: 'gross', amount: gross }
  return net !== null ? { kind: 'net', amount: net } : { kind: 'gain', amount: gain ?? 0n }
}

/** @throws Refusal 404, `proposal.*`, `lots.insufficient`, `tariff.missing`, `costing-method.missing` (422). */
export async function saleProposal(db: Queryable, input: Input, today: string): Promise<SaleProposal> {
  const day = await proposalDay(db, input.tradeDate, today)
  const { tradeDate, settlementDate } = day
  const portfolio = await resolvePortfolio(db, { portfolioId: input.portfolioId })
  const equity = await resolveCompany(db, input.symbol, tradeDate, 'symbol')
  const held = await heldForSale(db, portfolio, equity, tradeDate)
  const [priceOf, tariffOf, costOfFundsRate, valued, lots] = await Promise.all([
    pricesFor(db, { portfolioId: portfolio.id, equityIds: [equity.id] }, day),
    tariffsOn(db, tradeDate),
    rateFor(db, input.costOfFunds, tradeDate),
    valuedHoldings(db, portfolio.id, tradeDate),
    openLots(db, portfolio.id, equity.id, tradeDate),
  ])
  const known = input.price === null ? priceOf(equity.id) : null
  const price = input.price ?? known?.price
  if (price === undefined) {
    throw refuseField('proposal.unpriced', 'price', { symbol: equity.symbol, date: tradeDate })
  }
  const tariff = tariffOf(equity.symbol)
  const target = targetOf(input)
  const proposal = orRefuse(
    proposeSale(held, { price, tradeDate, settlementDate, costOfFundsRate, tariff }, target),
  )
  const isPicking = held.method === 'CHERRY'
  const costOfFunds = valued.find(({ row }) => row.equity_id === equity.id)?.figures.costOfFunds ?? 0n
  const spent = held.holding.cost + held.holding.charges + costOfFunds
  const breakEven = breakEvenPrice({ quantity: held.holding.quantity, spent, tariff })
  const goal = input.goal ?? (target.kind === 'gain' ? 'gain-wanted' : DEFAULT_GOAL)
  return {
    portfolioId: portfolio.portfolioId,
    portfolioName: portfolio.portfolioName,
    symbol: equity.symbol,
    company_name: equity.name,
    method: held.method,
    tradeDate,
    settlementDate,
    price: toJsonNumber(price, PRICE_SCALE),
    priceDate: known?.date ?? null,
    costOfFunds: costOfFundsRate === null ? null : toJsonNumber(costOfFundsRate, RATE_SCALE),
    held: Number(held.holding.quantity),
    sellable: Number(held.sellable),
    quantity: Number(proposal.quantity),
    booked: isPicking ? goal : (held.method as 'WAP' | 'FIFO'),
    rows: [
      ...proposal.goals.map((one) => rowOf(one.goal, one.sale, isPicking)),
      rowOf('WAP', proposal.wap, held.method === 'WAP'),
      rowOf('FIFO', proposal.fifo, held.method === 'FIFO'),
    ],
    lots: lotsOf(held, lots),
    breakEven:
      breakEven === null
        ? null
        : {
            price: toJsonNumber(breakEven.price, PRICE_SCALE),
            spent: rupees(spent),
            over: rupees(breakEven.over),
            below:
              breakEven.below === null
                ? null
                : {
                    price: toJsonNumber(breakEven.below.price, PRICE_SCALE),
                    short: rupees(breakEven.below.short),
                  },
          },
  }
}

function rowOf(goal: SaleWay, sale: ProposedSale, isOfMethod: boolean): ProposedSaleRow {
  const { figures, result, left } = sale
  return {
    goal,
    isOfMethod,
    quantity: Number(sale.quantity),
    grossValue: rupees(figures.gross),
    totalFees: rupees(figures.totalFees),
    netValue: rupees(figures.net),
    costOut: rupees(result.costOut),
    chargesOut: rupees(result.chargesOut),
    capitalGain: rupees(result.capitalGain),
    holdingDays: result.holdingDays,
    moneyGenerationCost: rupees(result.moneyGenerationCost),
    profitLoss: rupees(result.profitLoss),
    afterCostResult: rupees(result.afterCostResult),
    left: { quantity: Number(left.quantity), cost: rupees(left.cost), charges: rupees(left.charges) },
    allocations: sale.allocations.map(({ lotId, quantity }) => ({
      buyTransactionId: Number(lotId),
      quantity: Number(quantity),
    })),
  }
}

function lotsOf({ lots }: HeldForSale, shown: Awaited<ReturnType<typeof openLots>>): ProposalLot[] {
  const byId = new Map(shown.map((lot) => [String(lot.id), lot]))
  return lots.map((lot) => ({
    id: Number(lot.id),
    deal_number: byId.get(lot.id)?.deal_number ?? '',
    contract_number: byId.get(lot.id)?.contract_number ?? null,
    trade_date: lot.tradeDate,
    settlement_date: lot.settlementDate,
    quantity: Number(lot.remainingQuantity),
    cost: rupees(lot.remainingCost),
    charges: rupees(lot.remainingCharges),
    costPrice: toJsonNumber(perShare(lot.remainingCost, lot.remainingQuantity), PRICE_SCALE),
  }))
}
