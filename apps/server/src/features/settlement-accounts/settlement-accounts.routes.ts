import { settlementAccounts, settlementAccountsByMethod } from '@em/contract/registers/settlement-accounts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'

const slots: Slots = {
  uses: [
    {
      one: 'reconciliation',
      many: 'reconciliations',
      count: 'SELECT count(*) FROM reconciliations WHERE settlement_account_id = $1',
    },
    {
      one: 'trade',
      many: 'trades',
      count: 'SELECT count(DISTINCT trade_id) FROM trade_versions WHERE settlement_account_id = $1',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE settlement_account_id = $1',
    },
    {
      one: 'account mapping',
      many: 'account mappings',
      count: 'SELECT count(*) FROM gl_mappings WHERE settlement_account_id = $1',
    },
  ],
  title: (record) => String(record['account_name']),
}

/** Account Master, and the accounts of one payment method for the trade forms. */
export function settlementAccountsRoutes(server: Server): void {
  registerRoutes(server, settlementAccounts, slots)
  const table = tableOf(settlementAccounts, slots)
  serve(server, settlementAccountsByMethod, ({ params }) =>
    table.find(
      server.database,
      'WHERE lower(r.payment_method) = lower($1) ORDER BY lower(r.account_name), r.id LIMIT 10000',
      [params.method.trim()],
    ),
  )
}
