import type { CostOfFundsDefinition } from '@em/contract/registers/cost-of-funds'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'

const DEFINITION = `SELECT id, effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds, created_at FROM cost_of_funds`
const ALL = statement('cost-of-funds.all', `${DEFINITION} ORDER BY effective_date DESC LIMIT 10000`)
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
  return {
    ...row,
    cost_of_funds: jsonNumber(row.cost_of_funds),
    tax_rate: jsonNumber(row.tax_rate),
    after_tax_cost_of_funds: jsonNumber(row.after_tax_cost_of_funds),
  }
}

/** The saved definitions, latest effective date first. */
export async function listDefinitions(db: Queryable): Promise<CostOfFundsDefinition[]> {
  return (await db.query<Row>(ALL)).map(toDefinition)
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
