/**
 * The one way in which rows are added to the tables of the books. A table is described once, column by column; few rows go
 * with those of other tables in one prepared statement, many rows of a table go by COPY. Either gives the database the same
 * values, and its triggers see them the same way.
 */
import { breather } from '../breather.ts'
import { CopyRows, copyText } from './copy.ts'
import { type Statement, statement, type Transaction } from './database.ts'

/** A value as the database reads it: numbers and dates as they are written, texts of people as they are. */
export type Cell = string | number | bigint | null

/** A column: its name, its type in SQL, and its value in a row. */
export interface Column<Row> {
  readonly name: string
  readonly type: string
  of(row: Row): Cell
}

/** A table that rows of one shape are added to. */
export interface Table<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** SQL between the columns and the rows, for a table that draws identities of its own. */
  readonly overriding: string
}

/** Rows on their way to a table. */
export interface Rows {
  readonly count: number
  readonly table: Pick<Table<never>, 'name' | 'overriding'> & {
    readonly columns: readonly Pick<Column<never>, 'name' | 'type'>[]
  }
  /** The values of each column. */
  values(): Cell[][]
  /** The rows as COPY takes them; put together in turns, so that others are served meanwhile. */
  lines(): Promise<CopyRows>
}

/** Describes a table. `owned` are identities that the table would draw itself, and that come with the rows here. */
export function tableOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  { identity = false }: { readonly identity?: boolean } = {},
): Table<Row> {
  return { name, columns, overriding: identity ? 'OVERRIDING SYSTEM VALUE' : '' }
}

/** Rows for a table. */
export function rowsFor<Row>(table: Table<Row>, rows: readonly Row[]): Rows {
  const { columns } = table
  return {
    count: rows.length,
    table: table as unknown as Rows['table'],
    values: () => columns.map((column) => rows.map((row) => column.of(row))),
    lines: async () => {
      const lines = new CopyRows()
      const breathe = breather()
      let sinceLook = 0
      for (const row of rows) {
        lines.add(columns.map((column) => written(column, row)).join('\t'))
        sinceLook += 1
        if (sinceLook < ROWS_A_LOOK) continue
        sinceLook = 0
        const pause = breathe()
        if (pause !== undefined) await pause
      }
      return lines
    },
  }
}

/** So many rows are put together before somebody asks whether it took long. */
const ROWS_A_LOOK = 50

/** Types whose values hold no character that COPY would misread. */
const PLAIN = /^(?:bigint|integer|smallint|numeric|date|boolean)/

function written<Row>(column: Column<Row>, row: Row): string {
  const value = column.of(row)
  if (value === null) return '\\N'
  return typeof value !== 'string' || PLAIN.test(column.type) ? String(value) : copyText(value)
}

/** From so many rows on COPY costs less: it takes them without planning and without an array for each column. */
const COPY_FROM = 100

/** Adds rows to their tables, in the order given. Answers when the database has taken them. @throws what it refuses. */
export async function addRows(tx: Transaction, sets: readonly Rows[]): Promise<void> {
  const work: Promise<unknown>[] = []
  await giveRows(sets, {
    few: (sql, values) => work.push(tx.query(sql, values)),
    many: (table, columns, lines) => work.push(tx.copy(table, columns, lines)),
  })
  await Promise.all(work)
}

/**
 * Sends rows to their tables, in the order given. Answers when they are on their way: that they are taken nobody waits for,
 * and a failure is told when the transaction ends. `failed` may say the failure in another way.
 */
export function sendRows(
  tx: Transaction,
  sets: readonly Rows[],
  failed?: (error: unknown) => unknown,
): Promise<void> {
  return giveRows(sets, {
    few: (sql, values) => tx.send(sql, values, failed),
    many: (table, columns, lines) => tx.sendCopy(table, columns, lines, failed),
  })
}

/** Where rows go. */
interface Taker {
  few(sql: Statement, values: readonly unknown[]): void
  many(table: string, columns: string, lines: CopyRows): void
}

async function giveRows(sets: readonly Rows[], to: Taker): Promise<void> {
  let few: Rows[] = []
  const giveFew = () => {
    const values = few.flatMap((rows) => rows.values())
    if (few.length > 0) to.few(insertInto(few), values)
    few = []
  }
  for (const rows of sets) {
    if (rows.count === 0) continue
    if (rows.count < COPY_FROM) few.push(rows)
    else {
      giveFew()
      to.many(rows.table.name, namesOf(rows.table), await rows.lines())
    }
  }
  giveFew()
}

const namesOf = ({ columns }: Rows['table']) => columns.map(({ name }) => name).join(', ')

const statements = new Map<string, Statement>()

/** The statement that adds rows to some tables, each column an array. */
function insertInto(sets: readonly Rows[]): Statement {
  const key = sets.map(({ table }) => `${table.name}(${table.columns.length})`).join(' ')
  const known = statements.get(key)
  if (known !== undefined) return known
  let parameter = 0
  const inserts = sets.map(({ table }) => {
    const { columns } = table
    // An array of arrays would be one long list: such a value travels as text.
    const arrays = columns.map(({ type }) => `$${(parameter += 1)}::${type.endsWith('[]') ? 'text' : type}[]`)
    const values = columns.map(({ name, type }) => (type.endsWith('[]') ? `u.${name}::${type}` : `u.${name}`))
    return `INSERT INTO ${table.name} (${namesOf(table)}) ${table.overriding}
      SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u (${namesOf(table)})`
  })
  const last = inserts.pop()
  const before = inserts.map((insert, place) => `i${place} AS (${insert})`).join(', ')
  const text = before === '' ? `${last}` : `WITH ${before} ${last}`
  const made = statement(`rows.${statements.size + 1}`, text)
  statements.set(key, made)
  return made
}
