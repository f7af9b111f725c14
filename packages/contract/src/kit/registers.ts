import { brokers } from '../brokers/brokers.ts'
import { cdsAccounts } from '../cds/cds-accounts.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart-of-accounts.ts'
import { safekeepingAccounts } from '../custodian/safekeeping-accounts.ts'
import { dividendTaxRates } from '../dividend-tax/dividend-tax-rates.ts'
import { equities } from '../equities/equities.ts'
import { feeReliefs } from '../fee-tariffs/fee-reliefs.ts'
import { feeTariffs } from '../fee-tariffs/fee-tariffs.ts'
import { fixSessions } from '../fix-sessions/session-register.ts'
import { holidays } from '../holidays/holidays.ts'
import { marketIndices } from '../indices/market-indices.ts'
import { portfolios } from '../portfolios/portfolios.ts'
import { priceTolerances } from '../price-tolerances/price-tolerances.ts'
import { riskFreeRates } from '../risk-free-rates/risk-free-rates.ts'
import { settlementAccounts } from '../settlement-accounts/settlement-accounts.ts'
import { strategies } from '../strategies/strategies.ts'
import type { Register } from './register.ts'

/** Every register that the one engine serves. */
export const registers = [
  equities,
  portfolios,
  strategies,
  settlementAccounts,
  chartOfAccounts,
  brokers,
  holidays,
  feeTariffs,
  feeReliefs,
  dividendTaxRates,
  riskFreeRates,
  priceTolerances,
  marketIndices,
  cdsAccounts,
  fixSessions,
  safekeepingAccounts,
] as unknown as readonly Register[]
