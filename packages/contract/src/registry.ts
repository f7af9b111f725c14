import { attachments } from './books/attachments.ts'
import { audit } from './books/audit.ts'
import { batches } from './books/batches.ts'
import { corrections } from './books/corrections.ts'
import { dashboard } from './books/dashboard.ts'
import { glMappings } from './books/gl-mappings.ts'
import { holdings } from './books/holdings.ts'
import { journal, recurring } from './books/journal.ts'
import { ledger } from './books/ledger.ts'
import { notifications } from './books/notifications.ts'
import { openings } from './books/openings.ts'
import { payments } from './books/payments.ts'
import { periods } from './books/periods.ts'
import { reconciliation } from './books/reconciliation.ts'
import { sells } from './books/sells.ts'
import { settlements } from './books/settlements.ts'
import { statements } from './books/statements.ts'
import { suspenseItems } from './books/suspense.ts'
import { trades } from './books/trades.ts'
import { transactions } from './books/transactions.ts'
import { trialBalance } from './books/trial-balance.ts'
import { health, identity, users } from './identity.ts'
import type { Register } from './kit/register.ts'
import type { Route } from './kit/route.ts'
import { brokers } from './registers/brokers.ts'
import { chartOfAccounts, journalAccountList } from './registers/chart-of-accounts.ts'
import { costOfFunds } from './registers/cost-of-funds.ts'
import { costingMethods } from './registers/costing-methods.ts'
import { activeEquities, checkSymbol, equities } from './registers/equities.ts'
import { feeTariffs } from './registers/fee-tariffs.ts'
import { holidays } from './registers/holidays.ts'
import { activePortfolios, portfolioByName, portfolios } from './registers/portfolios.ts'
import { settlementAccounts, settlementAccountsByMethod } from './registers/settlement-accounts.ts'
import { strategies } from './registers/strategies.ts'

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
] as unknown as readonly Register[]

/** Every route of the HTTP surface: what the OpenAPI page prints and the route tests walk. */
export const allRoutes: readonly Route[] = [
  health,
  ...Object.values(identity),
  ...Object.values(users),
  ...registers.flatMap((register) => Object.values(register.routes)),
  activeEquities,
  checkSymbol,
  activePortfolios,
  portfolioByName,
  settlementAccountsByMethod,
  ...Object.values(costingMethods),
  ...Object.values(costOfFunds),
  ...Object.values(trades),
  ...Object.values(sells),
  ...Object.values(corrections),
  ...Object.values(transactions),
  ...Object.values(batches),
  ...Object.values(openings),
  ...Object.values(holdings),
  ...Object.values(settlements),
  ...Object.values(payments),
  dashboard,
  notifications,
  ...Object.values(periods),
  ...Object.values(glMappings),
  ...Object.values(ledger),
  journalAccountList,
  ...Object.values(journal),
  ...Object.values(recurring),
  ...Object.values(suspenseItems),
  ...Object.values(attachments),
  ...Object.values(audit),
  ...Object.values(trialBalance),
  ...Object.values(statements),
  ...Object.values(reconciliation),
] as unknown as readonly Route[]
