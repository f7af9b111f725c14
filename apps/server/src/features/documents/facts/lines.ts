/** Lines of a document as they are stored and read. */
import type { DocumentLine } from '@em/core/documents/line'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { tableOf } from '../../../platform/database/rows.ts'
import { regularPauses } from '../../../platform/pauses.ts'

/** A line with the document that it stands in. */
export interface LineToKeep extends DocumentLine {
  readonly documentId: number
}

const amount = (of: (line: LineToKeep) => bigint) => (line: LineToKeep) =>
  formatDecimal(of(line), MONEY_SCALE)

export const DOCUMENT_LINES = tableOf<LineToKeep>('trade_document_lines', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'line', type: 'integer', of: ({ line }) => line },
  { name: 'trade_date', type: 'date', of: ({ tradeDate }) => tradeDate },
  { name: 'trade_time', type: 'text', of: ({ tradeTime }) => tradeTime },
  { name: 'side', type: 'text', of: ({ side }) => side },
  { name: 'execution_id', type: 'text', of: ({ executionId }) => executionId },
  { name: 'symbol', type: 'text', of: ({ symbol }) => symbol },
  { name: 'isin', type: 'text', of: ({ isin }) => isin },
  { name: 'company_name', type: 'text', of: ({ companyName }) => companyName },
  { name: 'quantity', type: 'bigint', of: ({ quantity }) => quantity },
  { name: 'price', type: 'numeric', of: ({ price }) => formatDecimal(price, PRICE_SCALE) },
  { name: 'gross', type: 'numeric', of: amount(({ gross }) => gross) },
  { name: 'brokerage', type: 'numeric', of: amount(({ fees }) => fees.brokerage) },
  { name: 'cse_fees', type: 'numeric', of: amount(({ fees }) => fees.cse) },
  { name: 'cds_fees', type: 'numeric', of: amount(({ fees }) => fees.cds) },
  { name: 'clearing_fees', type: 'numeric', of: amount(({ fees }) => fees.clearing) },
  { name: 'sec', type: 'numeric', of: amount(({ fees }) => fees.sec) },
  { name: 'stl', type: 'numeric', of: amount(({ fees }) => fees.stl) },
  { name: 'foreign_brokerage', type: 'numeric', of: amount(({ foreignBrokerage }) => foreignBrokerage) },
  { name: 'net', type: 'numeric', of: amount(({ net }) => net) },
  { name: 'contract_number', type: 'text', of: ({ contractNumber }) => contractNumber },
  { name: 'client_account', type: 'text', of: ({ clientAccount }) => clientAccount },
  { name: 'client_name', type: 'text', of: ({ clientName }) => clientName },
  { name: 'settlement_date', type: 'date', of: ({ settlementDate }) => settlementDate },
  { name: 'order_id', type: 'text', of: ({ orderId }) => orderId },
  { name: 'is_cancelled', type: 'boolean', of: ({ cancelled }) => String(cancelled) },
  { name: 'rest', type: 'jsonb', of: ({ rest }) => JSON.stringify(rest) },
])

/** What `lineOf` reads, of a row `l`. */
export const LINE_COLUMNS = `l.line, l.trade_date, l.trade_time, l.side, l.execution_id, l.symbol, l.isin, l.company_name, l.quantity, l.price, l.gross, l.brokerage,
          l.cse_fees, l.cds_fees, l.clearing_fees, l.sec, l.stl, l.foreign_brokerage, l.net, l.contract_number, l.client_account, l.client_name,
          l.settlement_date, l.order_id, l.is_cancelled, l.rest`
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

export function lineOf(row: RowOf<typeof LINES>): DocumentLine {
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  return {
    line: row.line,
    tradeDate: row.trade_date,
    tradeTime: row.trade_time,
    side: row.side as 'buy' | 'sell',
    executionId: row.execution_id,
    symbol: row.symbol,
    isin: row.isin,
    companyName: row.company_name,
    quantity: BigInt(row.quantity),
    price: decimalOf(row.price, PRICE_SCALE),
    gross: cents(row.gross),
    fees: {
      brokerage: cents(row.brokerage),
      cse: cents(row.cse_fees),
      cds: cents(row.cds_fees),
      clearing: cents(row.clearing_fees),
      sec: cents(row.sec),
      stl: cents(row.stl),
    },
    foreignBrokerage: cents(row.foreign_brokerage),
    net: cents(row.net),
    contractNumber: row.contract_number,
    clientAccount: row.client_account,
    clientName: row.client_name,
    settlementDate: row.settlement_date,
    orderId: row.order_id,
    cancelled: row.is_cancelled,
    rest: row.rest as Record<string, string>,
  }
}
