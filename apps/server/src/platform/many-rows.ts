/** Rows by the thousand on their way to a table: others are served while they are written. */
import { Rows, type Table } from './database/rows.ts'
import { regularPauses } from './pauses.ts'

export async function manyRows<Row>(table: Table<Row>, rows: Iterable<Row>): Promise<Rows<Row>> {
  const pauses = regularPauses()
  const all = new Rows(table)
  for (const row of rows) {
    all.add(row)
    await pauses()
  }
  return all
}
