import { brokerReports } from '../broker-reports/broker-reports.ts'
import { brokers } from '../brokers/brokers.ts'
import { cdsComparisons } from '../cds/cds-comparison.ts'
import { corporateActions } from '../corporate-actions/corporate-actions.ts'
import { custodianMessages } from '../custodian/custodian.ts'
import { tradeDocuments } from '../documents/trade-documents.ts'
import { equities } from '../equities/equities.ts'
import { holidays } from '../holidays/holidays.ts'
import { users } from '../identity/identity.ts'
import { journal } from '../journal/journal.ts'
import type { Needs } from '../kit/may.ts'
import { limits } from '../limits/limits.ts'
import { openings } from '../openings/openings.ts'
import { orders } from '../orders/orders.ts'
import { periods } from '../periods/periods.ts'
import { portfolios } from '../portfolios/portfolios.ts'
import { prices } from '../prices/prices.ts'
import { reconciliation } from '../reconciliation/reconciliation.ts'
import { settlementAccounts } from '../settlement-accounts/settlement-accounts.ts'
import { sells } from '../trades/sells.ts'
import { trades } from '../trades/trades.ts'
import { valuations } from '../valuation/valuation.ts'
import { verify } from '../verify/verify.ts'

/** The call that each action of the search ends in: who may not make it is not offered the action. As in `screen-calls.ts`. */
export const actionCalls = {
  buy: [trades.saveBuy],
  sell: [sells.save],
  order: [orders.create],
  event: [corporateActions.create],
  entry: [journal.create],
  reverse: [journal.reverse],
  lock: [periods.lock],
  value: [valuations.run],
  document: [tradeDocuments.upload],
  statement: [cdsComparisons.list],
  confirmations: [brokerReports.confirmations],
  custodian: [custodianMessages.list],
  reconcile: [reconciliation.list],
  price: [prices.sheet],
  opening: [openings.list],
  limit: [limits.create],
  verify: [verify.latest],
  invite: [users.invite],
  portfolio: [portfolios.routes.create],
  security: [equities.routes.create],
  broker: [brokers.routes.create],
  account: [settlementAccounts.routes.create],
  holiday: [holidays.routes.create],
} satisfies Record<string, readonly [Needs, ...Needs[]]>

export type ActionCall = keyof typeof actionCalls
