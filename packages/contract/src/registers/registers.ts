import type { Register } from '../kit/register.ts'
import { brokers } from './brokers.ts'
import { cdsAccounts } from './cds-accounts.ts'
import { chartOfAccounts } from './chart-of-accounts.ts'
import { dividendTaxRates } from './dividend-tax-rates.ts'
import { equities } from './equities.ts'
import { feeReliefs } from './fee-reliefs.ts'
import { feeTariffs } from './fee-tariffs.ts'
import { fixSessions } from './fix-sessions.ts'
import { holidays } from './holidays.ts'
import { marketIndices } from './market-indices.ts'
import { portfolios } from './portfolios.ts'
import { priceTolerances } from './price-tolerances.ts'
import { riskFreeRates } from './risk-free-rates.ts'
import { safekeepingAccounts } from './safekeeping-accounts.ts'
import { settlementAccounts } from './settlement-accounts.ts'
import { strategies } from './strategies.ts'

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
