/** Which books a report covers: one portfolio, the portfolios of an entity, or all; and the chart it speaks of. */
import { DEFAULT_CHART, POSTING_ROLES, type PostingRole } from '@em/core/postings/roles'
import { MONEY_SCALE, mulDiv, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { CHANGES, holdsAt } from '../ledger/posting/accounts-of-roles.queries.ts'
import { type PortfolioNamed, portfolioOrAll } from '../portfolios/portfolios.queries.ts'

export interface Scope {
  /** Null: everything. 0 stands for lines that name no portfolio. */
  readonly portfolioIds: readonly number[] | null
  /** The portfolio's name. */
  readonly portfolio: string | null
  readonly entity: string | null
}

// Lines that name no portfolio belong to the built-in entity.
const ENTITY = statement(
  'statements.entity',
  `SELECT e.name, coalesce(array_agg(p.id) FILTER (WHERE p.id IS NOT NULL), '{}')::text[] || CASE WHEN e.is_general THEN '{0}'::text[] ELSE '{}' END AS ids
     FROM entities e LEFT JOIN portfolios p ON p.entity_id = e.id
    WHERE lower(trim(e.name)) = lower(trim($1)) GROUP BY e.id`,
)

/**
 * What a query means by portfolio and entity; `all` and blank stand for everything.
 * @throws Refusal 404 for an unknown one, 400 where the portfolio is not one of the entity.
 */
export async function scopeOf(
  db: Queryable,
  asked: PortfolioNamed & { readonly entity?: string | undefined },
): Promise<Scope> {
  const portfolio = await portfolioOrAll(db, asked)
  const word = (asked.entity ?? '').trim()
  const entity = word === '' || word.toLowerCase() === 'all' ? null : await entityNamed(db, word)
  if (portfolio !== null && entity !== null && !entity.ids.includes(portfolio.id)) {
    throw new Refusal('request.invalid', {}, [
      { field: 'entity', message: `Portfolio ${portfolio.portfolioName} does not belong to ${entity.name}.` },
    ])
  }
  return {
    portfolioIds: portfolio === null ? (entity?.ids ?? null) : [portfolio.id],
    portfolio: portfolio?.portfolioName ?? null,
    entity: entity?.name ?? null,
  }
}

async function entityNamed(db: Queryable, name: string): Promise<{ name: string; ids: number[] }> {
  const [found] = await db.query<{ name: string; ids: string[] }>(ENTITY, [name])
  if (found === undefined) throw new Refusal('record.missing', { what: `Entity ${name}` })
  return { name: found.name, ids: found.ids.map(Number) }
}

export interface Account {
  readonly id: number
  readonly account_code: string
  readonly account_name: string
  readonly account_type: string
  /** What posts here in the span asked for; null where no role does. */
  readonly role: PostingRole | null
}

const CHART = statement(
  'statements.chart',
  `WITH spans AS MATERIALIZED (SELECT * FROM (${CHANGES}) c WHERE account_id IS NOT NULL AND effective_from <= $2::date)
   SELECT a.id, a.account_code, a.account_name, a.account_type, a.is_system,
          ARRAY(SELECT DISTINCT s.role FROM spans s WHERE s.account_id = a.id) AS known,
          ARRAY(SELECT DISTINCT s.role FROM spans s WHERE s.account_id = a.id AND (s.until IS NULL OR s.until > $2::date)) AS serves,
          (SELECT s.role FROM spans s
            WHERE s.account_id = a.id AND s.until <= $2::date
              AND ($1::date IS NULL OR s.until > $1::date
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

/** The chart of accounts by code, with what each account stands for in a statement of these days. */
export async function chartOfAccounts(db: Queryable, { from, to }: Days): Promise<Account[]> {
  const rows = await db.query<ChartRow>(CHART, [from, to])
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

export interface Bank {
  readonly id: number
  readonly account_name: string
  readonly account_number: string
  readonly bank_name: string
  readonly payment_method: string
}
const BANKS = statement(
  'statements.banks',
  'SELECT id, account_name, account_number, bank_name, payment_method FROM settlement_accounts ORDER BY lower(bank_name), account_number',
)
/** The settlement accounts, by bank. */
export function settlementAccounts(db: Queryable): Promise<Bank[]> {
  return db.query<Bank>(BANKS)
}

export const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)

/** An amount beside the one it is compared with (undefined: with none), as answers say it. */
export function comparedTo(amount: bigint, before: bigint | undefined) {
  if (before === undefined) return { compare_balance: null, change: null, change_percent: null }
  return {
    compare_balance: rupees(before),
    change: rupees(amount - before),
    change_percent: percentOf(amount - before, before < 0n ? -before : before),
  }
}

/** part / whole x 100, 2 decimals; null of nothing. */
export function percentOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : toJsonNumber(mulDiv(part, 100_00n, whole), 2)
}
