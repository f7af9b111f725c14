/** The warning of a trade without an order, in a portfolio that asks for one. */
import type { PriceUnits } from '@em/core/values/money'
import type { Transaction } from '../../../platform/database/database.ts'
import { ordersOfTrades } from '../../orders/asked-for.queries.ts'
import type { TradeContext } from '../terms/context.queries.ts'
import type { WarningsOfTrade } from '../terms/price-warnings.ts'

interface Dealt {
  readonly side: 'buy' | 'sell'
  readonly tradeDate: string
  readonly price: PriceUnits
  readonly brokerName: string
}

/** The warnings with that of a missing order. Nothing is asked of the database where the portfolio asks for no order. */
export async function withOrderWarning(
  tx: Transaction,
  warned: WarningsOfTrade,
  { portfolio, equity }: Pick<TradeContext, 'portfolio' | 'equity'>,
  dealt: Dealt,
): Promise<WarningsOfTrade> {
  const asked = portfolio.ordersAskedFrom ?? null
  if (asked === null || dealt.tradeDate < asked) return warned
  const trade = { ...dealt, portfolioId: portfolio.id, equityId: equity.id }
  const { missing } = await ordersOfTrades(tx, [trade])
  return { ...warned, warnings: [...warned.warnings, ...missing.map(({ sentence }) => sentence)] }
}
