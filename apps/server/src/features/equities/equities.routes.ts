import { activeEquities, checkSymbol, equities } from '@em/contract/equities/equities'
import { type Server, serve } from '../../platform/http/serve.ts'
import { registerRoutes, serveActive } from '../../registers/register-routes.ts'
import { symbolExists } from './equities.queries.ts'
import { equitiesTable } from './equities.table.ts'

/** Equity Master, the pickers' list and the check for a symbol that is taken. */
export function equitiesRoutes(server: Server): void {
  registerRoutes(server, equities, equitiesTable.slots)
  serveActive(server, activeEquities, equitiesTable, { sort: 'name', filters: { isActive: true } })
  serve(server, checkSymbol, async ({ params }) => ({
    exists: await symbolExists(server.database, params.symbol),
  }))
}
