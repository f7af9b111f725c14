/** Every register and definition, put together. */
import { brokersRoutes } from './features/brokers/brokers.routes.ts'
import { chartOfAccountsRoutes } from './features/chart-of-accounts/chart-of-accounts.routes.ts'
import { costOfFundsRoutes } from './features/cost-of-funds/cost-of-funds.routes.ts'
import { costingMethodsRoutes } from './features/costing-methods/costing-methods.routes.ts'
import { dividendTaxRoutes } from './features/dividend-tax/dividend-tax.routes.ts'
import { equitiesRoutes } from './features/equities/equities.routes.ts'
import { feeReliefsRoutes } from './features/fee-tariffs/fee-reliefs.routes.ts'
import { feeTariffsRoutes } from './features/fee-tariffs/fee-tariffs.routes.ts'
import { fixSessionsRoutes } from './features/fix-sessions/fix-sessions.routes.ts'
import { fixFormingRoutes } from './features/fix-sessions/forming/forming.routes.ts'
import { historiesRoutes } from './features/histories/histories.routes.ts'
import { holidaysRoutes } from './features/holidays/holidays.routes.ts'
import { marketIndicesRoutes } from './features/indices/market-indices.routes.ts'
import { portfoliosRoutes } from './features/portfolios/portfolios.routes.ts'
import { priceTolerancesRoutes } from './features/price-tolerances/price-tolerances.routes.ts'
import { riskFreeRatesRoutes } from './features/risk-free-rates/risk-free-rates.routes.ts'
import { settlementAccountsRoutes } from './features/settlement-accounts/settlement-accounts.routes.ts'
import { strategiesRoutes } from './features/strategies/strategies.routes.ts'
import type { Server } from './platform/http/serve.ts'

export function registersRoutes(server: Server): void {
  equitiesRoutes(server)
  portfoliosRoutes(server)
  strategiesRoutes(server)
  settlementAccountsRoutes(server)
  costingMethodsRoutes(server)
  costOfFundsRoutes(server)
  chartOfAccountsRoutes(server)
  brokersRoutes(server)
  holidaysRoutes(server)
  feeTariffsRoutes(server)
  feeReliefsRoutes(server)
  dividendTaxRoutes(server)
  riskFreeRatesRoutes(server)
  priceTolerancesRoutes(server)
  marketIndicesRoutes(server)
  fixFormingRoutes(server)
  fixSessionsRoutes(server)
  historiesRoutes(server)
}
