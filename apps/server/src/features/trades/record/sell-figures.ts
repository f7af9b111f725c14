/** The live figures of a sale form: what it fetches and, once portfolio and security are known, what it takes out. */
import { refusalMessage } from '@em/contract'
import type { calculateSellInput, SellCalculation } from '@em/contract/trades/sells'
import type { SaleEvent } from '@em/core/chains/chain-event'
import { isRejection, reject } from '@em/core/rejections'
import { refuseGross } from '@em/core/trades/decide-buy'
import { type SellFigures, sellFigures } from '@em/core/trades/figures'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { changeChain } from '../../chains/change.queries.ts'
import { peekChain } from '../../chains/lock.queries.ts'
import { resolveCompany } from '../../equities/equities.queries.ts'
import { tariffForCalculation } from '../../fee-tariffs/tariffs.queries.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { figuresForAnswer } from '../terms/figures.ts'
import { resultOf, saleForAnswer } from './sell.commands.ts'

type Input = z.output<typeof calculateSellInput>
/** The position of the sale that is not recorded yet: after everything recorded so far. */
const NEXT = { id: '0', sequence: Number.MAX_SAFE_INTEGER }

/** Calculates without locking or writing; a sale that the chain would refuse answers the sentence in `refusal`. */
export async function calculateSell(
  database: Database,
  clock: Clock,
  input: Input,
): Promise<SellCalculation> {
  const tradeDate = input.tradeDate ?? clock.today()
  const tariff = await tariffForCalculation(database, {
    symbol: input.symbol ?? '',
    date: tradeDate,
    feeSource: input.feeSource,
  })
  const terms = {
    quantity: input.quantity,
    price: input.soldPrice,
    ...tariff,
    costOfFundsRate: input.costOfFunds,
  }
  const plain = sellFigures({ ...terms, holdingDays: input.holdingDays ?? 0 })
  orRefuse(refuseGross(plain))
  const named = input.portfolio ?? input.portfolioId
  if (named === null || input.symbol === null) {
    return { ...figuresForAnswer(plain), sale: null, refusal: null }
  }
  return database.transaction(async (tx) => {
    const outcome = await previewFigures(tx, input, plain, tradeDate)
    if (outcome === undefined) return { ...figuresForAnswer(plain), sale: null, refusal: null }
    if (isRejection(outcome)) {
      const refusal = refusalMessage(outcome.code, outcome.facts)
      return { ...figuresForAnswer(plain), sale: null, refusal }
    }
    const { result, chain } = outcome
    const figures = { ...plain, moneyGenerationCost: result.moneyGenerationCost }
    return {
      ...figuresForAnswer(figures),
      sale: await saleForAnswer(tx, result, chain.holding.quantity),
      refusal: null,
    }
  })
}

async function previewFigures(tx: Transaction, input: Input, figures: SellFigures, tradeDate: string) {
  const [portfolio, equity] = [
    await resolvePortfolio(tx, { portfolio: input.portfolio, portfolioId: input.portfolioId }),
    await resolveCompany(tx, input.symbol ?? '', tradeDate),
  ]
  const chain = await peekChain(tx, portfolio.id, equity.id)
  if (chain === undefined) {
    return reject('lots.insufficient', { date: tradeDate, available: '0' }, 'quantity')
  }
  // Cherry picking has nothing to say before lots are picked.
  if (chain.method === 'CHERRY' && (input.allocations ?? []).length === 0) return undefined
  const event: SaleEvent = {
    kind: 'sell',
    ...NEXT,
    tradeDate,
    settlementDate: input.settlementDate ?? tradeDate,
    quantity: input.quantity,
    gross: figures.gross,
    net: figures.net,
    costOfFundsRate: input.costOfFunds,
    ...(input.allocations !== null && {
      allocations: input.allocations.map((row) => ({
        lotId: String(row.buyTransactionId),
        quantity: row.allocatedQuantity,
      })),
    }),
  }
  const change = await changeChain(tx, chain, { come: [event], go: [] })
  return isRejection(change) ? change : { result: resultOf(change, event.id), chain }
}
