import type { PageQuery } from '@em/contract/kit/register'
import type { CostOfFundsDefinition } from '@em/contract/registers/cost-of-funds'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { pageByKey } from '../../registers/list.ts'

const DEFINITION = `SELECT id, effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds, created_at FROM cost_of_funds`
const PAGE = statement(
  'cost-of-funds.page',
  `SELECT d.*, d.effective_date::text AS key FROM (${DEFINITION}) d
    WHERE $1::date IS NULL OR (d.effective_date, d.id) < ($1::date, $2::bigint)
    ORDER BY d.effective_date DESC, d.id DESC LIMIT $3`,
)
const COUNT = statement('cost-of-funds.count', 'SELECT count(*) AS total FROM cost_of_funds')
const BY_ID = statement('cost-of-funds.by-id', `${DEFINITION} WHERE id = $1 FOR UPDATE`)
const AT = statement(
  'cost-of-funds.at',
  `${DEFINITION} WHERE effective_date <= $1 ORDER BY effective_date DESC LIMIT 1`,
)

interface Row {
  readonly id: number
  readonly effective_date: string
  readonly cost_of_funds: string
  readonly tax_rate: string
  readonly after_tax_cost_of_funds: string
  readonly created_at: string
}

/** A stored row (exact text) as the API answers it (JSON numbers). */
export function toDefinition(row: Row): CostOfFundsDefinition {
  const { id, effective_date, created_at } = row
  return {
    id,
    effective_date,
    created_at,
    cost_of_funds: jsonNumber(row.cost_of_funds),
    tax_rate: jsonNumber(row.tax_rate),
    after_tax_cost_of_funds: jsonNumber(row.after_tax_cost_of_funds),
  }
}

/**
 * One page of the saved definitions, latest effective date first. `asOf` leaves the one in force on that date: a client
 * that asks for a rate where there may be none gets an empty list, not a 404.
 */
export async function listDefinitions(
  db: Queryable,
  { asOf, ...query }: PageQuery & { asOf?: string | null | undefined },
) {
  if (asOf != null) {
    const found = await definitionAt(db, asOf)
    const records = found === undefined ? [] : [found]
    return { records, total: records.length, nextCursor: null }
  }
  const named = { name: 'cost-of-funds', page: PAGE, count: COUNT }
  const page = await pageByKey<Row & { key: string }>(db, query, named)
  return { ...page, records: page.records.map(toDefinition) }
}

/** The definition in force on a date: the latest not after it; undefined when there is none. */
export async function definitionAt(db: Queryable, date: string): Promise<CostOfFundsDefinition | undefined> {
  const [row] = await db.query<Row>(AT, [date])
  return row && toDefinition(row)
}

/** One definition, locked for a change. */
export async function definitionById(db: Queryable, id: number): Promise<CostOfFundsDefinition | undefined> {
  const [row] = await db.query<Row>(BY_ID, [id])
  return row && toDefinition(row)
}
