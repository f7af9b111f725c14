/**
 * Which account a posting role goes to on a day, in SQL for single postings and in memory for very many. The most
 * particular mapping wins: settlement account before portfolio before general; of each scope, the latest row that holds
 * on the day.
 */
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { rememberedOf } from '../../../platform/database/memory.ts'

/**
 * SQL that answers the account of a role for a portfolio and a settlement account (0 or null: none) on a day; null where
 * none is mapped. The arguments are SQL expressions.
 */
export const accountOfRole = (role: string, portfolio: string, bank: string, day: string): string =>
  `(SELECT held.account_id FROM (
      SELECT DISTINCT ON (g.settlement_account_id, g.portfolio_id) g.settlement_account_id, g.portfolio_id, g.account_id
        FROM gl_mappings g
       WHERE g.role = ${role} AND g.portfolio_id IN (0, ${portfolio}) AND g.settlement_account_id IN (0, ${bank})
         AND g.effective_from <= ${day}
       ORDER BY g.settlement_account_id DESC, g.portfolio_id DESC, g.effective_from DESC, g.id DESC) held
     WHERE held.account_id IS NOT NULL
     ORDER BY held.settlement_account_id DESC, held.portfolio_id DESC LIMIT 1)`

/**
 * SQL: the changes of each scope by their days, each until the next (`until`, the first day that it does not hold; null: it holds
 * on). Of two rows of one day the later one holds; one that names the account of the day before changes nothing: this is
 * how a change is withdrawn. A row without an account ends the one before, whose account is `account_before`.
 */
export const CHANGES = `
  SELECT c.*, lead(c.effective_from) OVER (PARTITION BY c.role, c.portfolio_id, c.settlement_account_id ORDER BY c.effective_from) AS until
    FROM (
      SELECT d.*, lag(d.account_id) OVER (PARTITION BY d.role, d.portfolio_id, d.settlement_account_id ORDER BY d.effective_from)
               AS account_before
        FROM (SELECT DISTINCT ON (role, portfolio_id, settlement_account_id, effective_from)
                     role, portfolio_id, settlement_account_id, effective_from, account_id FROM gl_mappings
               ORDER BY role, portfolio_id, settlement_account_id, effective_from, id DESC) d) c
   WHERE c.account_id IS DISTINCT FROM c.account_before`

/** SQL: whether an account holds a balance at the end of a day, in any portfolio or bank account. */
export const holdsAt = (account: string, day: string): string =>
  `EXISTS (
     SELECT FROM (
       SELECT portfolio_id, settlement_account_id, debit - credit AS net FROM ledger_months
        WHERE account_id = ${account} AND month < date_trunc('month', ${day}::timestamp)::date
       UNION ALL
       SELECT portfolio_id, settlement_account_id, debit - credit FROM ledger_days
        WHERE account_id = ${account} AND day >= date_trunc('month', ${day}::timestamp)::date AND day <= ${day}) kept
      GROUP BY portfolio_id, settlement_account_id HAVING sum(net) <> 0)`

/**
 * SQL: the roles (`role`) and accounts (`account_id`) that belong together on a day or later. An account serves a role until its
 * mapping ends; one of an asset, liability or equity goes on while it holds what it held on that day: its balance was not moved.
 */
export const servesFrom = (day: string): string =>
  `SELECT s.role, s.account_id FROM (${CHANGES}) s JOIN chart_of_accounts served ON served.id = s.account_id
    WHERE s.until IS NULL OR s.until > ${day}
       OR (served.account_type IN ('Asset', 'Liability', 'Equity') AND ${holdsAt('s.account_id', 's.until')})`

const MAPPINGS = statement(
  'ledger.mappings',
  `SELECT role, portfolio_id, settlement_account_id, account_id, effective_from FROM gl_mappings
    ORDER BY settlement_account_id DESC, portfolio_id DESC, effective_from DESC, id DESC`,
)

type Mapping = RowOf<typeof MAPPINGS>
type Key = number | string | null

/** The account of a role for a portfolio and a settlement account on a day; undefined where none is mapped. */
export type AccountOf = (role: string, portfolio: Key, bank: Key, day: string) => number | undefined

// Read in any case: it holds back changes of the mapping until this transaction ends. Rows are only ever added.
const NEWEST = statement(
  'ledger.newest-mapping',
  'SELECT id, recorded_at::text AS recorded_at FROM gl_mappings ORDER BY id DESC LIMIT 1',
)

/** The mapping that was read last, with its newest row. */
const lastReadOf = rememberedOf(
  (): { read?: { readonly newest: string; readonly accountOf: AccountOf } } => ({}),
)

/** The mapping for the lines of a whole write; read again only where a row was added since. */
export async function loadAccounts(tx: Transaction): Promise<AccountOf> {
  const [row] = await tx.query(NEWEST)
  const newest = `${row?.id} ${row?.recorded_at}`
  const last = lastReadOf(tx)
  if (last.read?.newest === newest) return last.read.accountOf
  const accountOf = await readAccounts(tx)
  last.read = { newest, accountOf }
  return accountOf
}

async function readAccounts(db: Queryable): Promise<AccountOf> {
  const byRole = Map.groupBy(await db.query(MAPPINGS), (row): string => row.role)
  const known = new Map<Key, Map<string, readonly Since[]>>()
  return (role, portfolio, bank, day) => {
    const ofPortfolio = known.get(portfolio) ?? new Map<string, readonly Since[]>()
    known.set(portfolio, ofPortfolio)
    const key = bank === null ? role : `${role} ${bank}`
    let since = ofPortfolio.get(key)
    if (since === undefined) {
      since = accountsSince(byRole.get(role) ?? [], portfolio, bank)
      ofPortfolio.set(key, since)
    }
    return since.find(({ from }) => from <= day)?.account
  }
}

interface Since {
  readonly from: string
  readonly account: number | undefined
}

/** The account from each day on that it may change, latest first. */
function accountsSince(rows: readonly Mapping[], portfolio: Key, bank: Key): Since[] {
  const own = rows.filter(
    (row) =>
      (row.portfolio_id === 0 || row.portfolio_id === portfolio) &&
      (row.settlement_account_id === 0 || row.settlement_account_id === bank),
  )
  const days = [...new Set(own.map((row) => row.effective_from))].toSorted().toReversed()
  return days.map((from) => {
    const byScope = Map.groupBy(
      own.filter((row) => row.effective_from <= from),
      (row) => `${row.settlement_account_id} ${row.portfolio_id}`,
    )
    const account = [...byScope.values()].map(([latest]) => latest?.account_id).find((id) => id != null)
    return { from, account: account ?? undefined }
  })
}
