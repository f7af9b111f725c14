import { type CostingMethod, costingMethods } from '@em/contract/costing-methods/costing-methods'
import { holdings } from '@em/contract/holdings/holdings'
import { useRoute } from '../../../lib/query.ts'
import { dateOf } from '../form/figures.ts'
import type { SellValues } from './sell-values.ts'

/** The holdings of the chosen portfolio on the trade date: its companies, and of the chosen one the shares, lots and price. */
export function useHolding({ portfolioId, symbol, tradeDate }: SellValues) {
  const date = dateOf(tradeDate)
  const asOf = date === '' ? {} : { asOf: date }
  const inPortfolio = { enabled: portfolioId !== '' }
  const ofCompany = { enabled: portfolioId !== '' && symbol !== '' }
  const query = { portfolioId, symbol, ...asOf }
  const methods = useRoute(costingMethods.list, {}, inPortfolio)
  const companies = useRoute(holdings.companies, { query: { portfolioId, ...asOf } }, inPortfolio)
  const total = useRoute(holdings.totalQuantity, { query }, ofCompany)
  const lots = useRoute(holdings.buyLots, { query }, ofCompany)
  const valued = useRoute(holdings.valued, { params: { id: portfolioId }, query: asOf }, ofCompany)
  const assigned = methods.data?.find((one) => one.portfolioId === portfolioId)
  const method: CostingMethod | null = portfolioId === '' ? null : (assigned?.costing_method ?? null)
  return {
    method,
    /** Known to have none: not only not yet loaded. */
    hasNoMethod: portfolioId !== '' && methods.data !== undefined && method === null,
    companies,
    total,
    totalShares: symbol === '' ? null : (total.data?.total_quantity ?? null),
    /** Without shares that are not listed on the trade date. */
    sellableShares: symbol === '' ? null : (total.data?.sellable_quantity ?? null),
    notListed: symbol === '' ? [] : (total.data?.not_listed ?? []),
    lots,
    position: symbol === '' ? undefined : valued.data?.find((one) => one.symbol === symbol),
    /** The positions are known: a symbol without a price has none. */
    isValued: symbol !== '' && valued.data !== undefined,
  }
}
export type Holding = ReturnType<typeof useHolding>
