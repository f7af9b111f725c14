/** Asks the database what a statement takes and gives. Nothing of it runs. */
import type pg from 'pg'
import { numbered } from '../../apps/server/src/platform/database/statement.ts'
import type { Catalogue } from './catalogue.ts'
import { type Column, columnsOf } from './columns.ts'
import { isNode, type Node, readTree, type Value } from './node-tree.ts'
import { valueType } from './type-names.ts'

export interface StatementTypes {
  readonly name: string
  readonly values: readonly { readonly name: string; readonly type: string }[]
  /** Undefined where it gives no rows. */
  readonly columns: readonly Column[] | undefined
}

/** `AS total!` */
const NEVER_NULL = /\bAS "?(\w+)"?!/g

/**
 * The types of a statement. The database plans it for its parameters, and keeps it as the body of a function that ends
 * with the transaction: the body is the analysed statement, which shows where each column comes from.
 * @throws naming the statement, for what the database refuses and for types that have no equal in code.
 */
export async function askTypes(
  client: pg.Client,
  catalogue: Catalogue,
  name: string,
  written: string,
): Promise<StatementTypes> {
  const { text, names } = numbered(written)
  await client.query('BEGIN')
  try {
    await client.query(`PREPARE asked AS ${text}`)
    const { rows } = await client.query<{ taken: string[]; given: string[] | null }>(
      `SELECT parameter_types::text[] AS taken, result_types::text[] AS given FROM pg_prepared_statements WHERE name = 'asked'`,
    )
    const [found] = rows
    const taken = found?.taken ?? []
    const given = found?.given ?? null
    const nullable = names.map((one) => new RegExp(`(?<!:):${one}\\?`).test(written))
    const values = names.map((one, index) => ({
      name: one,
      type: valueType(taken[index] ?? '', nullable[index] ?? false),
    }))
    if (given === null) return { name, values, columns: undefined }
    const query = await analysed(client, text, taken)
    const never = new Set([...written.matchAll(NEVER_NULL)].map(([, column]) => column))
    const columns = columnsOf(query, catalogue, (position) => nullable[position - 1] ?? true)
    return {
      name,
      values,
      columns: columns.map((one) => (never.has(one.name) ? { ...one, nullable: false } : one)),
    }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  }
}

async function analysed(client: pg.Client, text: string, taken: readonly string[]): Promise<Node> {
  await client.query(
    `CREATE FUNCTION pg_temp.asked(${taken.join(', ')}) RETURNS SETOF record LANGUAGE sql BEGIN ATOMIC ${text}; END`,
  )
  const { rows } = await client.query<{ body: string }>(
    `SELECT prosqlbody::text AS body FROM pg_proc WHERE proname = 'asked' AND pronamespace = pg_my_temp_schema()`,
  )
  const query = first(readTree(rows[0]?.body ?? ''))
  if (query === undefined) throw new Error('the analysed statement was not found')
  return query
}

/** The body is a list of lists of statements. */
function first(value: Value): Node | undefined {
  if (isNode(value)) return value
  return Array.isArray(value) ? value.map(first).find((one) => one !== undefined) : undefined
}
