/** Reads a section by a cursor: so many rows of it are in memory at a time. */
import type { Queryable } from '../../../platform/database/database.ts'
import type { Row, Section } from '../format/section.ts'

const ROWS_AT_ONCE = 2_000

/** The rows of a section in its order. `db` is in a transaction; only one section is read at a time. */
export async function* readRows(db: Queryable, { name, sql }: Section): AsyncGenerator<readonly Row[]> {
  const cursor = `book_${name}`
  await db.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, [])
  try {
    for (;;) {
      const rows = await db.query<Row>(`FETCH ${ROWS_AT_ONCE} FROM ${cursor}`, [])
      yield rows
      if (rows.length < ROWS_AT_ONCE) return
    }
  } finally {
    // Where the transaction has failed, the cursor is gone with it.
    await db.query(`CLOSE ${cursor}`, []).catch(() => undefined)
  }
}
