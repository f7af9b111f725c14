import { strategies } from '@em/contract/strategies/strategies'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'

/** The portfolio comes and goes as its code; stored is its id. */
const slots: Slots = {
  join: 'JOIN portfolios p ON p.id = r.portfolio_id',
  expressions: { portfolioId: 'p.portfolio_id', portfolioName: 'p.portfolio_name' },
  beforeWrite: async (tx, values) => {
    const portfolioId = values['portfolioId']
    if (typeof portfolioId !== 'string') return values
    return { ...values, portfolioId: (await resolvePortfolio(tx, { portfolioId })).id }
  },
  title: (record) => `${record['strategy_id']} of ${record['portfolioId']}`,
}

/** Strategy Master: which strategy a portfolio follows. */
export function strategiesRoutes(server: Server): void {
  registerRoutes(server, strategies, slots)
}
