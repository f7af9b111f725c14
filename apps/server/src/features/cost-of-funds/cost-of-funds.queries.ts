import type { CostOfFundsDefinition } from '@em/contract/cost-of-funds/cost-of-funds'
import type { PageQuery } from '@em/contract/kit/register'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { pageByKey } from '../../registers/list.ts'

const DEFINITION = `SELECT id, effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds, created_at FROM cost_of_funds`
const PAGE = statement(
  'cost-of-funds.page',
  `SELECT d.*, d.effective_date::text AS key FROM (${DEFINITION}) d
    WHERE :key?::date IS NULL OR (d.effective_date, d.id) < (:key::date, :id?::bigint)
    ORDER BY d.effective_date DESC, d.id DESC LIMIT :limit`,
)
const COUNT = statement('cost-of-funds.count', 'SELECT count(*) AS total FROM cost_of_funds')
const BY_ID = statement('cost-of-funds.by-id', `${DEFINITION} WHERE id = :id FOR UPDATE`)
const AT = statement(
  'cost-of-funds.at',
  `${DEFINITION} WHERE effective_date <= :date ORDER BY effective_date DESC LIMIT 1`,
)

type Row = RowOf<typeof BY_ID>

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
  const page = await pageByKey(db, query, named)
  return { ...page, records: page.records.map(toDefinition) }
}

/** The definition in force on a date: the latest not after it; undefined when there is none. */
export async function definitionAt(db: Queryable, date: string): Promise<CostOfFundsDefinition | undefined> {
  const [row] = await db.query(AT, { date })
  return row && toDefinition(row)
}

/** One definition, locked for a change. */
export async function definitionById(db: Queryable, id: number): Promise<CostOfFundsDefinition | undefined> {
  const [row] = await db.query(BY_ID, { id })
  return row && toDefinition(row)
}
