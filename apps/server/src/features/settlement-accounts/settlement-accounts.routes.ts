import {
  settlementAccounts,
  settlementAccountsByMethod,
} from '@em/contract/settlement-accounts/settlement-accounts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import { settlementAccountsTable } from './settlement-accounts.table.ts'

/** Account Master, and the accounts of one payment method for the trade forms. */
export function settlementAccountsRoutes(server: Server): void {
  registerRoutes(server, settlementAccounts, settlementAccountsTable.slots)
  serve(server, settlementAccountsByMethod, ({ params }) =>
    settlementAccountsTable.find(
      server.database,
      'WHERE lower(r.payment_method) = lower($1) ORDER BY lower(r.account_name), r.id LIMIT 10000',
      [params.method.trim()],
    ),
  )
}
