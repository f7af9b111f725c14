import { activeEquities, checkSymbol, equities } from '@em/contract/registers/equities'
import { type Server, serve } from '../../platform/http/serve.ts'
import { registerRoutes, serveActive } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'
import { symbolExists } from './equities.queries.ts'

const slots: Slots = {
  uses: [
    {
      one: 'buy',
      many: 'buys',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'buy' AND NOT is_deleted`,
    },
    {
      one: 'sell',
      many: 'sells',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'sell' AND NOT is_deleted`,
    },
    {
      one: 'opening lot',
      many: 'opening lots',
      count: `SELECT count(*) FROM trades WHERE equity_id = $1 AND side = 'opening' AND NOT is_deleted`,
    },
    {
      one: 'deleted trade',
      many: 'deleted trades',
      count: 'SELECT count(*) FROM trades WHERE equity_id = $1 AND is_deleted',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE equity_id = $1',
    },
    { one: 'daily price', many: 'daily prices', count: 'SELECT count(*) FROM prices WHERE equity_id = $1' },
  ],
}

/** Equity Master, the pickers' list and the check for a symbol that is taken. */
export function equitiesRoutes(server: Server): void {
  registerRoutes(server, equities, slots)
  const table = tableOf(equities, slots)
  serveActive(server, activeEquities, table, { sort: 'name', filters: { isActive: true } })
  serve(server, checkSymbol, async ({ params }) => ({
    exists: await symbolExists(server.database, params.symbol),
  }))
}
