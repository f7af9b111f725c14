import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { useRoute } from '../../lib/query.ts'

/** The costing method of a portfolio; undefined while none is assigned. */
export function useMethod(portfolioId: string) {
  const query = useRoute(costingMethods.list)
  return { query, method: query.data?.find((one) => one.portfolioId === portfolioId)?.costing_method }
}
