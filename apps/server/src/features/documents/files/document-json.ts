/**
 * A document on its way from the reader process to the server. Its lines are texts with the fields one behind the other: a
 * file of 30,000 lines is taken apart in slices, between which others get their answers.
 */
import {
  type DocumentLine,
  type DocumentRead,
  type SideTotals,
  type StatedTotals,
} from '@em/core/documents/line'
import { FEE_COMPONENTS, type FeeComponent } from '@em/core/fees/tariff'

/** No text of a document holds this character: readers refuse lines with control characters. */
const BETWEEN = '\u007f'
/** Lines taken apart at once. */
const SLICE = 1_000

type InTexts<T> = { readonly [K in keyof T]: T[K] extends bigint | null ? string | null : T[K] }
export interface DocumentJson extends Omit<DocumentRead, 'lines' | 'statedTotals'> {
  readonly rows: readonly string[]
  readonly statedTotals: {
    readonly count: number | null
    readonly purchases: InTexts<SideTotals> | null
    readonly sales: InTexts<SideTotals> | null
    readonly net: string | null
  } | null
}

export function documentJson({ lines, statedTotals, ...document }: DocumentRead): DocumentJson {
  return { ...document, rows: lines.map(rowOf), statedTotals: statedTotals && totalsInTexts(statedTotals) }
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
  return { ...document, lines, statedTotals: statedTotals && totalsOf(statedTotals) }
}

const textOrNull = (amount: bigint | null) => amount?.toString() ?? null
const amountOrNull = (text: string | null) => (text === null ? null : BigInt(text))

function totalsInTexts({ count, purchases, sales, net }: StatedTotals): DocumentJson['statedTotals'] {
  const side = (one: SideTotals | null) =>
    one && {
      count: one.count,
      gross: textOrNull(one.gross),
      fees: textOrNull(one.fees),
      net: textOrNull(one.net),
    }
  return { count, purchases: side(purchases), sales: side(sales), net: textOrNull(net) }
}

function totalsOf({ count, purchases, sales, net }: NonNullable<DocumentJson['statedTotals']>): StatedTotals {
  const side = (one: InTexts<SideTotals> | null) =>
    one && {
      count: one.count,
      gross: amountOrNull(one.gross),
      fees: amountOrNull(one.fees),
      net: amountOrNull(one.net),
    }
  return { count, purchases: side(purchases), sales: side(sales), net: amountOrNull(net) }
}

/** Null is a blank: no text of a line is one. */
function rowOf(line: DocumentLine): string {
  return [
    line.line,
    line.tradeDate,
    line.tradeTime ?? '',
    line.side,
    line.executionId ?? '',
    line.symbol,
    line.isin ?? '',
    line.companyName ?? '',
    line.quantity,
    line.price,
    line.gross,
    ...FEE_COMPONENTS.map((component) => line.fees[component]),
    line.foreignBrokerage,
    line.net,
    line.contractNumber ?? '',
    line.clientAccount ?? '',
    line.clientName ?? '',
    line.settlementDate ?? '',
    line.orderId ?? '',
    line.cancelled ? 1 : 0,
    ...Object.entries(line.rest).flat(),
  ].join(BETWEEN)
}

function lineOf(row: string): DocumentLine {
  const fields = row.split(BETWEEN)
  let at = 0
  const next = () => {
    const field = fields[at]
    if (field === undefined) throw new RangeError('a line of a document has too few fields')
    at += 1
    return field
  }
  const orNull = () => next() || null
  const amount = () => BigInt(next())
  return {
    line: Number(next()),
    tradeDate: next(),
    tradeTime: orNull(),
    side: next() === 'buy' ? 'buy' : 'sell',
    executionId: orNull(),
    symbol: next(),
    isin: orNull(),
    companyName: orNull(),
    quantity: amount(),
    price: amount(),
    gross: amount(),
    fees: Object.fromEntries(FEE_COMPONENTS.map((component) => [component, amount()])) as Record<
      FeeComponent,
      bigint
    >,
    foreignBrokerage: amount(),
    net: amount(),
    contractNumber: orNull(),
    clientAccount: orNull(),
    clientName: orNull(),
    settlementDate: orNull(),
    orderId: orNull(),
    cancelled: next() === '1',
    rest: restOf(fields.slice(at)),
  }
}

function restOf(fields: readonly string[]): Record<string, string> {
  const rest: Record<string, string> = {}
  for (let at = 0; at + 1 < fields.length; at += 2) rest[fields[at] ?? ''] = fields[at + 1] ?? ''
  return rest
}
