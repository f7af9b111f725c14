import { activePortfolios, portfolioByName, portfolios } from '@em/contract/portfolios/portfolios'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerRoutes, serveActive } from '../../registers/register-routes.ts'
import { portfoliosTable } from './portfolios.table.ts'

/** Portfolio Master, the active portfolios for pickers, and one by its name. */
export function portfoliosRoutes(server: Server): void {
  registerRoutes(server, portfolios, portfoliosTable.slots)
  serveActive(server, activePortfolios, portfoliosTable, {
    sort: 'portfolioName',
    filters: { status: 'Active' },
  })
  serve(server, portfolioByName, async ({ params }) => {
    const name = params.name.trim()
    const [found] = await portfoliosTable.find(server.database, 'WHERE lower(r.portfolio_name) = lower($1)', [
      name,
    ])
    if (found === undefined) throw new Refusal('record.missing', { what: `Portfolio ${name}` })
    return found
  })
}
