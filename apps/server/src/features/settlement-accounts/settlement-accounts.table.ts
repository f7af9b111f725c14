/** Account Master: its table, and what may use a settlement account. */
import { settlementAccounts } from '@em/contract/registers/settlement-accounts'
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

export const settlementAccountsTable = tableOf(settlementAccounts, slots)
