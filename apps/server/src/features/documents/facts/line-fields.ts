/** The fields of a line of a document, once: a line is sent by its reader, stored, read and compared by this list. A reader process loads this file: it knows no database. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { DocumentLine, DocumentRead } from '@em/core/documents/line'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { priceInWords } from '@em/core/values/money'
import { statedOf, storedStated } from './stored-totals.ts'

type Value = string | number | bigint | boolean | null

/** The description of a field: its type in the database, and its value sent as text, stored, and in a sentence. */
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

// A document as its reader process sends it: its lines are texts with the fields one after the other, since a file of 30,000 lines is taken apart in
// slices, between which others get their answers.

/** No text of a document holds this character: readers refuse lines with control characters. */
const BETWEEN = '\u007f'
/** Lines taken apart at once. */
const SLICE = 1_000

export interface DocumentJson extends Omit<DocumentRead, 'lines' | 'statedTotals'> {
  readonly rows: readonly string[]
  /** As they are stored. */
  readonly statedTotals: string | null
}

export function documentJson({ lines, statedTotals, ...document }: DocumentRead): DocumentJson {
  return { ...document, rows: lines.map(rowOf), statedTotals: statedTotals && storedStated(statedTotals) }
}

/** @throws RangeError where it is none of ours. */
export async function documentFromJson({
  rows,
  statedTotals,
  ...document
}: DocumentJson): Promise<DocumentRead> {
  const lines: DocumentLine[] = []
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await new Promise((done) => setImmediate(done))
    for (const row of rows.slice(from, from + SLICE)) lines.push(lineOf(row))
  }
  return {
    ...document,
    lines,
    statedTotals: statedTotals === null ? null : statedOf(JSON.parse(statedTotals)),
  }
}

/** Null is a blank: no text of a line is one. */
const rowOf = (line: DocumentLine): string =>
  [...LINE_FIELDS.map(({ of }) => of(line) ?? ''), ...Object.entries(line.rest).flat()].join(BETWEEN)

function lineOf(row: string): DocumentLine {
  const texts = row.split(BETWEEN)
  if (texts.length < LINE_FIELDS.length) throw new RangeError('a line of a document has too few fields')
  const rest: Record<string, string> = {}
  for (let at = LINE_FIELDS.length; at + 1 < texts.length; at += 2)
    rest[texts[at] ?? ''] = texts[at + 1] ?? ''
  return lineOfValues(({ fromText }, at) => (texts[at] ? fromText(texts[at]) : null), rest)
}
