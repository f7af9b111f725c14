/** Reading the mapping of posting roles to accounts. */
import type { GlMapping, LeftBalance, MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { ROLE_BOOK } from '@em/core/ledger/role-book'
import type { PostingRole } from '@em/core/ledger/roles'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { MOVED } from '../ledger/entry-kind.queries.ts'
import { balancesAt } from '../ledger/ledger.balances.ts'
import { accountOfRole, CHANGES } from '../ledger/posting/accounts-of-roles.queries.ts'

const ALL = statement(
  'gl-mappings.all',
  `SELECT m.role, m.account_id, a.account_code, a.account_name, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName",
          nullif(m.settlement_account_id, 0) AS settlement_account_id,
          concat_ws(' ', s.account_name, s.account_number) AS settlement_account, m.portfolio_id AS portfolio_key,
          m.effective_from, m.effective_until
     FROM (SELECT *, until - 1 AS effective_until FROM (${CHANGES}) c) m
     JOIN chart_of_accounts a ON a.id = m.account_id
     LEFT JOIN portfolios p ON p.id = m.portfolio_id LEFT JOIN settlement_accounts s ON s.id = m.settlement_account_id
    ORDER BY m.role, m.portfolio_id, m.settlement_account_id, m.effective_from DESC`,
)

type Row = RowOf<typeof ALL>

function shown(row: Row): GlMapping {
  const bank = row.settlement_account_id
  return {
    role: row.role,
    portfolioId: row.portfolioId,
    portfolioName: row.portfolioName,
    settlement_account_id: bank,
    settlement_account: bank === null ? null : row.settlement_account,
    account_code: row.account_code,
    account_name: row.account_name,
    effective_from: row.effective_from,
    effective_until: row.effective_until,
  }
}

/** Every role with its account, that account's balance today, the exceptions, and what held before or will hold. */
export async function listMappings(db: Queryable, today: string): Promise<MappedRole[]> {
  const rows = await db.query(ALL)
  const holds = (row: Row) =>
    row.effective_from <= today && (row.effective_until === null || today <= row.effective_until)
  const balances = await balancesAt(db, today, {
    accountIds: [...new Set(rows.filter(holds).map((row) => row.account_id))],
  })
  const byRole = Map.groupBy(rows, (row) => row.role)
  return ROLE_BOOK.flatMap(({ role, label, type, isControl }) => {
    const own = byRole.get(role) ?? []
    const inForce = own.filter(holds)
    const general = inForce.find((row) => row.portfolio_key === 0 && row.settlement_account_id === null)
    if (general === undefined) return []
    const sums = balances.get(general.account_id)
    return [
      {
        role,
        label,
        account_type: type,
        is_control: isControl,
        account_code: general.account_code,
        account_name: general.account_name,
        effective_from: general.effective_from,
        effective_until: general.effective_until,
        balance: toJsonNumber(sums === undefined ? 0n : sums.debit - sums.credit, MONEY_SCALE),
        exceptions: inForce.filter((row) => row !== general).map(shown),
        others: own.filter((row) => !holds(row)).map(shown),
      },
    ]
  })
}

/** A role and its scope in the mapping, by portfolio and settlement account; 0 means "every". */
export interface RoleScope {
  readonly role: PostingRole
  readonly portfolioId: number
  readonly settlementAccountId: number
}

/** The mapping of a scope that holds on a day, as the list shows it. */
export async function mappingShown(
  db: Queryable,
  mapped: RoleScope,
  day: string,
): Promise<GlMapping | undefined> {
  const rows = await db.query(ALL)
  const found = rows.find(
    (row) =>
      row.role === mapped.role &&
      row.portfolio_key === mapped.portfolioId &&
      (row.settlement_account_id ?? 0) === mapped.settlementAccountId &&
      row.effective_from <= day &&
      (row.effective_until === null || day <= row.effective_until),
  )
  return found && shown(found)
}

const LEFT = statement(
  'gl-mappings.left',
  `SELECT x.role, x.account_code AS from_account, x.account_name AS from_account_name, eff.account_code AS to_account,
          p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", nullif(x.bank, 0) AS settlement_account_id,
          sum(d.debit - d.credit) AS balance
     FROM (SELECT DISTINCT l.role, a.id AS account_id, a.account_code, a.account_name, coalesce(l.portfolio_id, 0) AS portfolio_id,
                  coalesce(l.settlement_account_id, 0) AS bank
             FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
            WHERE h.trade_id IS NULL AND h.kind = 'event' AND h.reference = '${MOVED}'
              AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id) AND h.reversal_of IS NULL) x
     JOIN chart_of_accounts eff ON eff.id = ${accountOfRole('x.role', 'x.portfolio_id', 'x.bank', "'infinity'")} AND eff.id <> x.account_id
     JOIN ledger_months d ON d.account_id = x.account_id AND d.portfolio_id = x.portfolio_id AND d.settlement_account_id = x.bank
     LEFT JOIN portfolios p ON p.id = x.portfolio_id
    WHERE NOT EXISTS (SELECT FROM gl_mappings m WHERE m.account_id = x.account_id AND m.role <> x.role)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(d.debit - d.credit) <> 0
    ORDER BY 1, 6 NULLS FIRST, 2`,
)

/**
 * What accounts still hold of roles that were moved away from them, or will be by a mapping of a later day, per
 * portfolio (and bank account). An account that serves another role too is left out: its balance cannot be divided
 * between them.
 */
export async function leftBalances(db: Queryable): Promise<LeftBalance[]> {
  const rows = await db.query(LEFT)
  return rows.map((row) => ({
    ...row,
    role: row.role as PostingRole,
    label: ROLE_BOOK.find((one) => one.role === row.role)?.label ?? row.role,
    balance: jsonNumber(row.balance),
  }))
}
