import { chartOfAccounts, journalAccountList } from '@em/contract/chart-of-accounts/chart-of-accounts'
import type { Values } from '@em/contract/kit/register'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots, StoredRecord } from '../../registers/slots.ts'
import { servesFrom } from '../ledger/posting/accounts-of-roles.queries.ts'

const MAPPED = statement(
  'chart-of-accounts.mapped',
  `SELECT string_agg(DISTINCT role, ', ' ORDER BY role) AS roles FROM (${servesFrom(':today::date')}) s WHERE account_id = :beforeId`,
)
const ACTIVE = statement(
  'chart-of-accounts.active',
  `SELECT account_code, account_name, description, id IN (SELECT account_id FROM (${servesFrom(':today::date')}) s WHERE role = 'cash') AS is_cash
     FROM chart_of_accounts
    WHERE active_status = 'Yes' ORDER BY account_code LIMIT 10000`,
)

function refuseSystem(account: StoredRecord): void {
  if (account['is_system'] !== true) return
  throw new Refusal('record.protected', { what: `Account ${account['account_code']}` })
}

/** Postings must find their accounts open: what the system or a mapping of today or later uses stays active. */
async function keepMapped(
  tx: Transaction,
  values: Values,
  before: StoredRecord | null,
  today: string,
): Promise<Values> {
  const closes = before?.['active_status'] === 'Yes' && values['active_status'] === 'No'
  if (before === null || !closes) return values
  refuseSystem(before)
  const [mapped] = await tx.query(MAPPED, { beforeId: before.id, today })
  if (mapped?.roles != null) {
    const facts = { account: String(before['account_code']), roles: mapped.roles }
    throw refuseField('account.mapped', 'active_status', facts)
  }
  return values
}

const slotsOf = (today: () => string): Slots => ({
  beforeWrite: (tx, values, before) => keepMapped(tx, values, before, today()),
  beforeRemove: refuseSystem,
  uses: [
    {
      one: 'reconciliation',
      many: 'reconciliations',
      count: 'SELECT count(*) FROM reconciliations WHERE account_id = $1',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE account_id = $1',
    },
    {
      one: 'account mapping',
      many: 'account mappings',
      count: 'SELECT count(*) FROM gl_mappings WHERE account_id = $1',
    },
  ],
})

/** Chart Of Accounts, and the active accounts that a journal entry may name. */
export function chartOfAccountsRoutes(server: Server): void {
  registerRoutes(
    server,
    chartOfAccounts,
    slotsOf(() => server.clock.today()),
  )
  serve(server, journalAccountList, async () => ({
    success: true as const,
    data: await server.database.query(ACTIVE, { today: server.clock.today() }),
  }))
}
