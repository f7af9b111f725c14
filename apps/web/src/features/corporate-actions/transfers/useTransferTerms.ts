import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { holdings } from '@em/contract/holdings/holdings'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { isDate } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import type { TransferTerms, TransferValues } from './transfer.ts'

const same = (a: unknown, b: unknown) =>
  String(a ?? '')
    .trim()
    .toLowerCase() ===
  String(b ?? '')
    .trim()
    .toLowerCase()

/** The terms of the chosen portfolios, security and date: entities, costing method, shares and lots held. */
export function useTransferTerms({ portfolio, toPortfolio, securityCode, transferDate }: TransferValues) {
  const asOf = isDate(transferDate) ? { asOf: transferDate } : {}
  const hasFrom = { enabled: portfolio !== '' }
  const query = { portfolioId: portfolio, symbol: securityCode, ...asOf }
  const portfolios = useRoute(activePortfolios)
  const methods = useRoute(costingMethods.list, {}, hasFrom)
  const companies = useRoute(holdings.companies, { query: { portfolioId: portfolio, ...asOf } }, hasFrom)
  const method = methods.data?.find((one) => one.portfolioId === portfolio)?.costing_method ?? null
  const isPicked = portfolio !== '' && method === 'CHERRY'
  const lots = useRoute(holdings.buyLots, { query }, { enabled: isPicked && securityCode !== '' })
  const entityOf = (code: string) => portfolios.data?.find((one) => one.portfolioId === code)?.entity
  const [from, to] = [entityOf(portfolio), entityOf(toPortfolio)]
  const held = companies.data?.find(({ symbol }) => symbol === securityCode)?.quantity
  const terms: TransferTerms = {
    isSale: from !== undefined && to !== undefined && !same(from, to),
    isPicked,
    held: securityCode === '' || companies.data === undefined ? null : (held ?? 0),
    lots: lots.data ?? [],
  }
  return { terms, companies, lots, entities: { from, to } }
}
