/** Reading the mapping of posting roles to accounts. */
import type { GlMapping, LeftBalance, MappedRole } from '@em/contract/books/gl-mappings'
import { ROLE_BOOK } from '@em/core/postings/role-book'
import type { PostingRole } from '@em/core/postings/roles'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { balancesAt } from '../ledger/ledger.balances.ts'

const ALL = statement(
  'gl-mappings.all',
  `SELECT m.role, m.account_id, a.account_code, a.account_name, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName",
          nullif(m.settlement_account_id, 0) AS settlement_account_id,
          concat_ws(' ', s.account_name, s.account_number) AS settlement_account, m.portfolio_id AS portfolio_key
     FROM gl_mappings m JOIN chart_of_accounts a ON a.id = m.account_id
     LEFT JOIN portfolios p ON p.id = m.portfolio_id LEFT JOIN settlement_accounts s ON s.id = m.settlement_account_id
    ORDER BY m.role, m.portfolio_id, m.settlement_account_id`,
)

/** The reference of the entries that move balances. */
export const MOVED = 'GL-MAPPING'

interface Row extends GlMapping {
  readonly account_id: number
  readonly portfolio_key: number
}

function exception(row: Row): GlMapping {
  const {
    role,
    portfolioId,
    portfolioName,
    settlement_account_id,
    settlement_account,
    account_code,
    account_name,
  } = row
  return {
    role,
    portfolioId,
    portfolioName,
    settlement_account_id,
    settlement_account: settlement_account_id === null ? null : settlement_account,
    account_code,
    account_name,
  }
}

/** Every role with its account, that account's balance today, and the exceptions. */
export async function listMappings(db: Queryable, today: string): Promise<MappedRole[]> {
  const rows = await db.query<Row>(ALL)
  const balances = await balancesAt(db, today, {
    accountIds: [...new Set(rows.map((row) => row.account_id))],
  })
  const byRole = Map.groupBy(rows, (row) => row.role)
  return ROLE_BOOK.flatMap(({ role, label, type, isControl }) => {
    const own = byRole.get(role) ?? []
    const general = own.find((row) => row.portfolio_key === 0 && row.settlement_account_id === null)
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
        balance: toJsonNumber(sums === undefined ? 0n : sums.debit - sums.credit, MONEY_SCALE),
        exceptions: own.filter((row) => row !== general).map(exception),
      },
    ]
  })
}

const ONE = statement(
  'gl-mappings.one',
  `SELECT account_id FROM gl_mappings WHERE role = $1 AND portfolio_id = $2 AND settlement_account_id = $3`,
)

/** A place of the mapping; 0 stands for "every". */
export interface Place {
  readonly role: PostingRole
  readonly portfolioId: number
  readonly settlementAccountId: number
}

/** The account of exactly this place; undefined where it has none of its own. */
export async function mappedAt(db: Queryable, place: Place): Promise<number | undefined> {
  const [found] = await db.query<{ account_id: number }>(ONE, [
    place.role,
    place.portfolioId,
    place.settlementAccountId,
  ])
  return found?.account_id
}

/** One mapping as the list shows it. */
export async function mappingShown(db: Queryable, place: Place): Promise<GlMapping | undefined> {
  const rows = await db.query<Row>(ALL)
  const found = rows.find(
    (row) =>
      row.role === place.role &&
      row.portfolio_key === place.portfolioId &&
      (row.settlement_account_id ?? 0) === place.settlementAccountId,
  )
  return found && exception(found)
}

const LEFT = statement(
  'gl-mappings.left',
  `SELECT x.role, x.account_code AS from_account, x.account_name AS from_account_name, eff.account_code AS to_account,
          p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", nullif(x.bank, 0) AS settlement_account_id,
          sum(d.debit - d.credit) AS balance
     FROM (SELECT DISTINCT l.role, a.id AS account_id, a.account_code, a.account_name, coalesce(l.portfolio_id, 0) AS portfolio_id,
                  coalesce(l.settlement_account_id, 0) AS bank
             FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
            WHERE h.trade_id IS NULL AND h.kind = 'event' AND h.reference = '${MOVED}') x
     JOIN LATERAL (
       SELECT m.account_id, a.account_code FROM gl_mappings m JOIN chart_of_accounts a ON a.id = m.account_id
        WHERE m.role = x.role AND m.portfolio_id IN (0, x.portfolio_id) AND m.settlement_account_id IN (0, x.bank)
        ORDER BY m.settlement_account_id DESC, m.portfolio_id DESC LIMIT 1) eff ON eff.account_id <> x.account_id
     JOIN ledger_months d ON d.account_id = x.account_id AND d.portfolio_id = x.portfolio_id AND d.settlement_account_id = x.bank
     LEFT JOIN portfolios p ON p.id = x.portfolio_id
    WHERE NOT EXISTS (SELECT FROM gl_mappings m WHERE m.account_id = x.account_id AND m.role <> x.role)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(d.debit - d.credit) <> 0
    ORDER BY 1, 6 NULLS FIRST, 2`,
)

/**
 * What accounts still hold of roles that were moved away from them, per portfolio (and bank account). An account that
 * serves another role too is left out: nobody can say which of them its balance belongs to.
 */
export async function leftBalances(db: Queryable): Promise<LeftBalance[]> {
  const rows = await db.query<Omit<LeftBalance, 'label' | 'balance'> & { balance: string }>(LEFT)
  return rows.map((row) => ({
    ...row,
    label: ROLE_BOOK.find((one) => one.role === row.role)?.label ?? row.role,
    balance: jsonNumber(row.balance),
  }))
}
