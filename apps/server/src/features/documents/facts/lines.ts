/** Lines of a document as they are stored and read. */
import { FEES } from '@em/contract/books/fees'
import type { DocumentLine } from '@em/core/documents/line'
import { dayInWords } from '@em/core/values/date-words'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { priceInWords } from '@em/core/values/money'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { tableOf } from '../../../platform/database/rows.ts'
import { regularPauses } from '../../../platform/pauses.ts'

// The fields of a line of a document, once: a line is sent by its reader, stored, read and compared by this list.

type Value = string | number | bigint | boolean | null

/** What a field is: its type in the database, and its value sent as text, stored, and in a sentence. */
interface Kind {
  readonly type: 'integer' | 'date' | 'text' | 'bigint' | 'numeric' | 'boolean'
  /** From what is sent, which is never blank. */
  fromText(text: string): Value
  /** From a row of the database. */
  fromRow(stored: string | number | boolean): Value
  stored(value: NonNullable<Value>): string | number | bigint
  /** Null where it is said by nothing. */
  inWords(value: NonNullable<Value>): string | null
}

const asItIs = { fromText: (text: string) => text, fromRow: (stored: Value) => stored, stored: String }
const TEXT: Kind = { ...asItIs, type: 'text', inWords: String }
const DAY: Kind = { ...asItIs, type: 'date', inWords: (value) => dayInWords(String(value)) }
const NUMBER: Kind = { ...asItIs, type: 'integer', fromText: Number, stored: Number, inWords: String }
const SHARES: Kind = {
  type: 'bigint',
  fromText: BigInt,
  fromRow: BigInt,
  stored: BigInt,
  inWords: (value) => formatDecimal(BigInt(value), 0, { grouping: true }),
}
const decimal = (scale: number, inWords: Kind['inWords']): Kind => ({
  type: 'numeric',
  fromText: BigInt,
  fromRow: (stored) => decimalOf(String(stored), scale),
  stored: (value) => formatDecimal(BigInt(value), scale),
  inWords,
})
const PRICE = decimal(PRICE_SCALE, (value) => priceInWords(BigInt(value)))
const MONEY = decimal(MONEY_SCALE, (value) => formatDecimal(BigInt(value), MONEY_SCALE, { grouping: true }))
const YES_OR_NO: Kind = {
  ...asItIs,
  type: 'boolean',
  fromText: (text) => text === 'true',
  inWords: (value) => (value === true ? 'yes' : null),
}

export interface LineField extends Kind {
  /** As lines and details of refusals name it. */
  readonly name: string
  readonly column: string
  /** One of the six of `fees`. */
  readonly isFee?: true
  of(line: DocumentLine): Value
}

const field = (
  name: Exclude<keyof DocumentLine, 'fees' | 'rest'>,
  column: string,
  kind: Kind,
): LineField => ({
  ...kind,
  name,
  column,
  of: (line) => line[name],
})

/** In the order of their columns. `rest` is a column of its own kind. */
export const LINE_FIELDS: readonly LineField[] = [
  field('line', 'line', NUMBER),
  field('tradeDate', 'trade_date', DAY),
  field('tradeTime', 'trade_time', TEXT),
  field('side', 'side', TEXT),
  field('executionId', 'execution_id', TEXT),
  field('symbol', 'symbol', TEXT),
  field('isin', 'isin', TEXT),
  field('companyName', 'company_name', TEXT),
  field('quantity', 'quantity', SHARES),
  field('price', 'price', PRICE),
  field('gross', 'gross', MONEY),
  ...FEES.map(({ component, column }) => ({
    ...MONEY,
    name: component,
    column,
    isFee: true as const,
    of: ({ fees }: DocumentLine) => fees[component],
  })),
  field('foreignBrokerage', 'foreign_brokerage', MONEY),
  field('net', 'net', MONEY),
  field('contractNumber', 'contract_number', TEXT),
  field('clientAccount', 'client_account', TEXT),
  field('clientName', 'client_name', TEXT),
  field('settlementDate', 'settlement_date', DAY),
  field('orderId', 'order_id', TEXT),
  field('cancelled', 'is_cancelled', YES_OR_NO),
]

/** The line whose fields have these values. */
export function lineOfValues(
  valueOf: (field: LineField, at: number) => Value,
  rest: DocumentLine['rest'],
): DocumentLine {
  const line: Record<string, unknown> = {}
  const fees: Record<string, unknown> = {}
  for (const [at, one] of LINE_FIELDS.entries()) {
    const to = one.isFee === true ? fees : line
    to[one.name] = valueOf(one, at)
  }
  line['fees'] = fees
  line['rest'] = rest
  return line as unknown as DocumentLine
}

/** A line with the document that it stands in. */
export interface LineToKeep extends DocumentLine {
  readonly documentId: number
}

export const DOCUMENT_LINES = tableOf<LineToKeep>('trade_document_lines', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  ...LINE_FIELDS.map(({ column, type, of, stored }) => ({
    name: column,
    type,
    of: (line: LineToKeep) => {
      const value = of(line)
      return value === null ? null : stored(value)
    },
  })),
  { name: 'rest', type: 'jsonb', of: ({ rest }) => JSON.stringify(rest) },
])

/** What `lineOf` reads, of a row `l`. */
export const LINE_COLUMNS = [...LINE_FIELDS.map(({ column }) => `l.${column}`), 'l.rest'].join(', ')
const LINES = statement(
  'documents.lines',
  `SELECT ${LINE_COLUMNS} FROM trade_document_lines l
    WHERE l.document_id = :documentId AND (:symbols?::text[] IS NULL OR l.symbol = ANY (:symbols)) ORDER BY l.line`,
)

/** The lines of a document in their order; with symbols, as the document writes them, those of these securities. */
export async function linesOf(
  db: Queryable,
  documentId: number,
  symbols: readonly string[] | null = null,
): Promise<DocumentLine[]> {
  const rows = await db.query(LINES, { documentId, symbols })
  const pauses = regularPauses()
  const lines: DocumentLine[] = []
  for (const row of rows) {
    await pauses()
    lines.push(lineOf(row))
  }
  return lines
}

/** The line of a row with `LINE_COLUMNS`. */
export function lineOf(row: { readonly rest: unknown }): DocumentLine {
  const stored = row as Readonly<Record<string, string | number | boolean | null>>
  return lineOfValues(
    ({ column, fromRow }) => {
      const value = stored[column] ?? null
      return value === null ? null : fromRow(value)
    },
    row.rest as DocumentLine['rest'],
  )
}
