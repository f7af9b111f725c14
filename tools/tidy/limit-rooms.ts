import { SERVER_KIT } from './server-kit.ts'

/** The imports allowed to the rooms of intentions: limits, orders and proposals. */
export const LIMIT_DOORS: Readonly<Record<string, readonly string[]>> = {
  'features/limits': [
    ...SERVER_KIT,
    'features/brokers',
    'features/equities',
    'features/fee-tariffs',
    'features/holdings',
    'features/holidays',
    'features/prices/prices-at',
    'features/portfolios',
    'features/reports',
    'features/settlements/list',
  ],
  'features/orders': [
    'features/approvals',
    ...SERVER_KIT,
    'features/brokers',
    'features/equities',
    'features/limits',
    'features/fee-tariffs',
    'features/holidays',
    'features/prices/prices-at',
    'features/portfolios',
    'registers',
  ],
  'features/proposals': [
    ...SERVER_KIT,
    'features/chains',
    'features/chart-of-accounts',
    'features/cost-of-funds',
    'features/equities',
    'features/fee-tariffs',
    'features/holdings',
    'features/holidays',
    'features/limits',
    'features/prices/prices-at',
    'features/portfolios',
  ],
}
