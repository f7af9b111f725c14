/** The chart of accounts as statements read it: each account with its posting role in their days. */
import { DEFAULT_CHART, POSTING_ROLES, type PostingRole } from '@em/core/ledger/roles'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { CHANGES, holdsAt } from '../ledger/posting/accounts-of-roles.queries.ts'

export interface Account {
  readonly id: number
  readonly account_code: string
  readonly account_name: string
  readonly account_type: string
  /** The role that posts here in the span asked for; null where none does. */
  readonly role: PostingRole | null
}

const CHART = statement(
  'chart-of-accounts.with-roles',
  `WITH spans AS MATERIALIZED (SELECT * FROM (${CHANGES}) c WHERE account_id IS NOT NULL AND effective_from <= :to::date)
   SELECT a.id, a.account_code, a.account_name, a.account_type, a.is_system,
          ARRAY(SELECT DISTINCT s.role FROM spans s WHERE s.account_id = a.id) AS known,
          ARRAY(SELECT DISTINCT s.role FROM spans s WHERE s.account_id = a.id AND (s.until IS NULL OR s.until > :to::date)) AS serves,
          (SELECT s.role FROM spans s
            WHERE s.account_id = a.id AND s.until <= :to::date
              AND (:from?::date IS NULL OR s.until > :from::date
                   OR (a.account_type IN ('Asset', 'Liability', 'Equity') AND ${holdsAt('a.id', 's.until')}))
            ORDER BY s.until DESC, s.effective_from DESC LIMIT 1) AS served
     FROM chart_of_accounts a ORDER BY a.account_code`,
)
const OWN_ROLES = new Map(DEFAULT_CHART.map(({ code, role }) => [code, role]))

interface ChartRow extends Omit<Account, 'role'> {
  readonly is_system: boolean
  /** Mapped to it at any time until the last day. */
  readonly known: string[]
  /** Mapped to it on the last day. */
  readonly serves: string[]
  /** The one mapped last before that, within the days or with a balance that stayed. */
  readonly served: PostingRole | null
}

/** The days that a statement looks at. */
export interface Days {
  /** Null: from the beginning. */
  readonly from: string | null
  readonly to: string
}

/** The chart of accounts by code, with the posting role of each account in a statement of these days. */
export async function chartOfAccounts(db: Queryable, { from, to }: Days): Promise<Account[]> {
  const rows = await db.query(CHART, { from, to })
  return rows.map(({ is_system, known, serves, served, ...account }) => ({
    ...account,
    role: roleOf(is_system ? OWN_ROLES.get(account.account_code) : undefined, { known, serves, served }),
  }))
}

/** The role that the account came with, while it serves it or where its mapping is from before mappings had dates; else what serves. */
function roleOf(
  own: PostingRole | undefined,
  { known, serves, served }: Pick<ChartRow, 'known' | 'serves' | 'served'>,
): PostingRole | null {
  if (own !== undefined && serves.includes(own)) return own
  const first = POSTING_ROLES.find((role) => serves.includes(role)) ?? served
  return first ?? (own === undefined || known.includes(own) ? null : own)
}
