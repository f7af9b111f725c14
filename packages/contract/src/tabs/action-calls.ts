import { brokerReports } from '../books/broker-reports.ts'
import { cdsComparisons } from '../books/cds-comparison.ts'
import { corporateActions } from '../books/corporate-actions.ts'
import { custodianMessages } from '../books/custodian.ts'
import { journal } from '../books/journal.ts'
import { limits } from '../books/limits.ts'
import { openings } from '../books/openings.ts'
import { orders } from '../books/orders.ts'
import { periods } from '../books/periods.ts'
import { prices } from '../books/prices.ts'
import { reconciliation } from '../books/reconciliation.ts'
import { sells } from '../books/sells.ts'
import { tradeDocuments } from '../books/trade-documents.ts'
import { trades } from '../books/trades.ts'
import { valuations } from '../books/valuation.ts'
import { verify } from '../books/verify.ts'
import { users } from '../identity.ts'
import type { Needs } from '../kit/may.ts'
import { brokers } from '../registers/brokers.ts'
import { equities } from '../registers/equities.ts'
import { holidays } from '../registers/holidays.ts'
import { portfolios } from '../registers/portfolios.ts'
import { settlementAccounts } from '../registers/settlement-accounts.ts'

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
