/** Imported statements, and how an account's tables were read last. */
import {
  type StatementMapping,
  type StatementRecord,
  statementMapping,
} from '@em/contract/reconciliation/reconciliation-statements'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'

const OF = statement(
  'reconciliation.statements',
  `SELECT f.id, f.file_name AS "fileName", f.format, f.account, f.from_date AS "from", f.to_date AS "to",
          f.opening, f.closing, f.lines, f.imported_at AS "importedAt", u.first_name || ' ' || u.last_name AS "importedBy",
          (SELECT count(*) FROM statement_lines s WHERE s.statement_id = f.id AND s.state = 'held') AS held
     FROM reconciliation_statements f JOIN users u ON u.id = f.imported_by
    WHERE f.reconciliation_id = :reconciliationId AND (:only?::bigint IS NULL OR f.id = :only) ORDER BY f.id`,
)

export async function statementsOf(
  db: Queryable,
  reconciliationId: number,
  only: number | null = null,
): Promise<StatementRecord[]> {
  const rows = await db.query(OF, { reconciliationId, only })
  return rows.map(({ opening, closing, ...row }) => ({
    ...row,
    openingBalance: jsonNumber(opening),
    closingBalance: jsonNumber(closing),
  }))
}

const REMEMBERED = statement(
  'reconciliation.mapping',
  `SELECT m.mapping FROM statement_mappings m JOIN chart_of_accounts a ON a.id = m.account_id
    WHERE lower(a.account_code) = lower(:accountCode) AND m.settlement_account_id = :settlementAccountId`,
)

/** The mapping of the account's last table; null where there is none. */
export async function rememberedMapping(
  db: Queryable,
  accountCode: string,
  settlementAccountId: number,
): Promise<StatementMapping | null> {
  const [found] = await db.query(REMEMBERED, { accountCode, settlementAccountId })
  const parsed = statementMapping.safeParse(found?.mapping)
  return parsed.success ? parsed.data : null
}

const REMEMBER = statement(
  'reconciliation.remember-mapping',
  `INSERT INTO statement_mappings (account_id, settlement_account_id, mapping) VALUES (:accountId, :settlementAccountId, :mapping::jsonb)
   ON CONFLICT (account_id, settlement_account_id) DO UPDATE SET mapping = excluded.mapping, updated_at = now()`,
)

export function rememberMapping(
  tx: Transaction,
  of: { readonly accountId: number; readonly settlementAccountId: number },
  mapping: StatementMapping,
): void {
  tx.send(REMEMBER, {
    accountId: of.accountId,
    settlementAccountId: of.settlementAccountId,
    mapping: JSON.stringify(mapping),
  })
}
