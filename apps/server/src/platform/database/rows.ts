/**
 * The one way in which rows are added to the tables of the books. A table is described once, column by column; few rows go
 * with those of other tables in one prepared statement, many rows of a table go by COPY. Either gives the database the same
 * values, and its triggers see them the same way. They go to the tables themselves, whatever the portfolios of the person are:
 * the chain or portfolio that they belong to was found and locked in scope before.
 */
import { createHash } from 'node:crypto'
import { CopyRows, copyText } from './copy.ts'
import { type Statement, statement, type Transaction } from './database.ts'
import { tablesThemselves } from './scope.ts'

/** A value as the database reads it: numbers and dates as they are written, texts of people as they are. */
export type Cell = string | number | bigint | null

/** A column: its name, its type in SQL, and its value in a row. */
export interface Column<Row> {
  readonly name: string
  readonly type: string
  of(row: Row): Cell
  /** SQL of what is stored for the value. Where many rows go by COPY, the column is left to its default instead. */
  readonly stored?: (value: string) => string
}

/** The writer of a fact: his index in the transaction, stored as his act. */
export const actOf = <Row>(writer: (row: Row) => number): Column<Row> => ({
  name: 'act_id',
  type: 'integer',
  of: writer,
  stored: (value) => `em.act_of(${value})`,
})

/** A table that rows of one shape are added to. */
export interface Table<Row> {
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** SQL between the columns and the rows, for a table that draws identities of its own. */
  readonly overriding: string
}

/** Describes a table. With `identity` the rows have identities that the table would draw itself. */
export function tableOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  { identity = false }: { readonly identity?: boolean } = {},
): Table<Row> {
  return { name, columns, overriding: identity ? 'OVERRIDING SYSTEM VALUE' : '' }
}

/** From so many rows on COPY costs less: it takes them without planning and without an array for each column. */
const COPY_FROM = 100

/** What rows are sent by, whatever their shape. */
export interface RowsToSend {
  readonly count: number
  readonly name: string
  readonly overriding: string
  readonly columns: readonly Pick<Column<never>, 'name' | 'type' | 'stored'>[]
  /** The values of each column, while there are few rows. */
  values(): Cell[][]
  /** The rows as COPY takes them, once there are many. */
  readonly copied: CopyRows | undefined
}

/**
 * Rows on their way to a table, added one by one. Many of them are kept as bytes: as objects they would be most of what an
 * import leaves to the garbage collector.
 */
export class Rows<Row> implements RowsToSend {
  readonly #table: Table<Row>
  #few: Row[] = []
  #writers: ((row: Row) => string | number | bigint)[] = []
  copied: CopyRows | undefined
  count = 0

  constructor(table: Table<Row>, rows: Iterable<Row> = []) {
    this.#table = table
    for (const row of rows) this.add(row)
  }

  get name() {
    return this.#table.name
  }
  get overriding() {
    return this.#table.overriding
  }
  get columns() {
    return this.#table.columns as RowsToSend['columns']
  }

  add(row: Row): void {
    this.count += 1
    if (this.copied !== undefined) return this.#write(row)
    this.#few.push(row)
    if (this.count < COPY_FROM) return
    this.copied = new CopyRows()
    this.#writers = this.#table.columns.filter(isCopied).map(writerOf)
    for (const one of this.#few) this.#write(one)
    this.#few = []
  }

  values(): Cell[][] {
    return this.#table.columns.map((column) => this.#few.map((row) => column.of(row)))
  }

  #write(row: Row): void {
    let line = ''
    for (const write of this.#writers) line += `\t${write(row)}`
    this.copied?.add(line.slice(1))
  }
}

/** Types whose values hold no character that COPY would misread. */
const PLAIN = /^(?:bigint|integer|smallint|numeric|date|boolean)/
const NULL = '\\N'

/** Writes the value of a column as COPY takes it. */
function writerOf<Row>({ type, of }: Column<Row>): (row: Row) => string | number | bigint {
  if (PLAIN.test(type)) return (row) => of(row) ?? NULL
  return (row) => {
    const value = of(row)
    return typeof value === 'string' ? copyText(value) : (value ?? NULL)
  }
}

/** Adds rows to their tables, in the order given. Answers when the database has taken them. @throws what it refuses. */
export async function addRows(tx: Transaction, sets: readonly RowsToSend[]): Promise<void> {
  const work: Promise<unknown>[] = []
  giveRows(sets, {
    few: (sql, values) => work.push(tx.query(sql, values)),
    many: (table, columns, lines) => work.push(tx.copy(table, columns, lines)),
  })
  await Promise.all(work)
}

/**
 * Sends rows to their tables, in the order given, without waiting for them; a failure is reported when the
 * transaction ends; `failed` may say it in another way.
 */
export function sendRows(
  tx: Transaction,
  sets: readonly RowsToSend[],
  failed?: (error: unknown) => unknown,
): void {
  giveRows(sets, {
    few: (sql, values) => tx.send(sql, values, failed),
    many: (table, columns, lines) => tx.sendCopy(table, columns, lines, failed),
  })
}

/** Where rows go. */
interface Taker {
  few(sql: Statement, values: readonly unknown[]): void
  many(table: string, columns: string, lines: CopyRows): void
}

function giveRows(sets: readonly RowsToSend[], to: Taker): void {
  let few: RowsToSend[] = []
  const giveFew = () => {
    const values = few.flatMap((rows) => rows.values())
    if (few.length > 0) to.few(insertInto(few), values)
    few = []
  }
  for (const rows of sets) {
    if (rows.count === 0) continue
    if (rows.copied === undefined) few.push(rows)
    else {
      giveFew()
      to.many(rows.name, namesOf(rows.columns.filter(isCopied)), rows.copied)
    }
  }
  giveFew()
}

const isCopied = ({ stored }: { readonly stored?: unknown }) => stored === undefined
const namesOf = (columns: RowsToSend['columns']) => columns.map(({ name }) => name).join(', ')

const statements = new Map<string, Statement>()

/** The statement that adds rows to some tables, each column an array. */
function insertInto(sets: readonly RowsToSend[]): Statement {
  const schema = tablesThemselves()
  const key = schema + sets.map(({ name, columns }) => `${name}(${columns.length})`).join(' ')
  const known = statements.get(key)
  if (known !== undefined) return known
  let parameter = 0
  const inserts = sets.map((table) => {
    const { columns } = table
    // An array of arrays would be one long list: such a value travels as text.
    const arrays = columns.map(({ type }) => `$${(parameter += 1)}::${type.endsWith('[]') ? 'text' : type}[]`)
    const values = columns.map(({ name, type, stored = (value) => value }) =>
      stored(type.endsWith('[]') ? `u.${name}::${type}` : `u.${name}`),
    )
    return `INSERT INTO ${schema}${table.name} (${namesOf(columns)}) ${table.overriding}
      SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u (${namesOf(columns)})`
  })
  // PostgreSQL carries out the statement itself first and then those of WITH, the last one first. So triggers run, and rows of
  // stored sums are locked, in the order of the tables, as when each goes by COPY: two writes never wait for each other in a circle.
  const [first, ...others] = inserts
  const later = others
    .map((insert, index) => `i${index} AS (${insert})`)
    .toReversed()
    .join(', ')
  const text = later === '' ? `${first}` : `WITH ${later} ${first}`
  // Named by what it is: a connection may meet another copy of this module, which counted otherwise.
  const made = statement(`rows.${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text)
  statements.set(key, made)
  return made
}
