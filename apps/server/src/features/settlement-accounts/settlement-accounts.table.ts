/** Account Master: its table, and what may use a settlement account. */
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Slots } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'

/**
 * Portfolios that use the account `$account`, for any user: by trades, lines, mappings and reconciliations; 0 means rows of
 * no portfolio, or of every one.
 */
const usersOf = (account: string) => `
  SELECT portfolio_id FROM em.settlement_months WHERE settlement_account_id = ${account}
  UNION ALL SELECT portfolio_id FROM em.ledger_months WHERE settlement_account_id = ${account}
  UNION ALL SELECT portfolio_id FROM em.gl_mappings WHERE settlement_account_id = ${account}
  UNION ALL SELECT coalesce(portfolio_id, 0) FROM em.reconciliations WHERE settlement_account_id = ${account}`

const USED_OUTSIDE = statement(
  'settlement-accounts.used-outside',
  `SELECT EXISTS (SELECT FROM (${usersOf(':id')}) u WHERE u.portfolio_id <> ALL (:within::bigint[])) AS outside!`,
)

const slots: Slots = {
  expressions: {
    // Through the eyes of who has a list, the portfolios are those of the list.
    usedBy: `coalesce((SELECT string_agg(p.portfolio_id, ', ' ORDER BY lower(p.portfolio_id)) FROM portfolios p
                        WHERE p.id IN (${usersOf('r.id')})), '')`,
    usedElsewhere: `EXISTS (SELECT FROM (${usersOf('r.id')}) u WHERE u.portfolio_id NOT IN (SELECT p.id FROM portfolios p))`,
  },
  mayChange: async (tx, { id }, { portfolios: { change } }) => {
    if (change === 'all') return
    const [used] = await tx.query(USED_OUTSIDE, { id, within: [...change] })
    if (used?.outside !== false) throw new Refusal('rights.scope')
  },
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

export const settlementAccountsTable = tableOf(settlementAccounts, slots)
