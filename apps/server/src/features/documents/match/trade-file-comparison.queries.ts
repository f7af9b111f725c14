/** The fills of a drop copy and those of the trade file of the day, as far as they are of its client accounts or its executions. */
import type { TradeFileComparison } from '@em/contract/documents/trade-file-comparison'
import { type ComparedFill, comparedSums, compareFills, FILL_FIELDS } from '@em/core/documents/day-comparison'
import type { DocumentLine } from '@em/core/documents/line'
import { isInForce } from '@em/core/documents/session-day'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { mustBeThere } from '../facts/documents.queries.ts'
import { LINE_COLUMNS, lineOf, linesOf } from '../facts/lines.ts'

// Of several trade files of a day the newest counts that has the client account; repeated and cancelled lines count nothing.
const THERE = statement(
  'documents.fills-of-trade-files',
  `WITH own AS MATERIALIZED (
     SELECT DISTINCT l.trade_date, l.client_account, l.execution_id, l.side, l.symbol FROM trade_document_lines l WHERE l.document_id = :id),
   told AS MATERIALIZED (
     SELECT d.id, d.file_name, l.line, max(d.id) OVER (PARTITION BY l.trade_date, l.client_account) AS newest
       FROM trade_documents d JOIN trade_document_lines l ON l.document_id = d.id
       JOIN trade_document_proofs p ON p.document_id = l.document_id AND p.line = l.line
      WHERE d.kind = 'trade-file' AND d.replaced_at IS NULL AND d.last_date >= :first::date AND d.first_date <= :last::date
        AND p.state NOT IN ('repeated', 'taken-back', 'cancelled')
        AND (EXISTS (SELECT FROM own o WHERE o.trade_date = l.trade_date AND o.client_account IS NOT DISTINCT FROM l.client_account)
          OR EXISTS (SELECT FROM own o WHERE o.trade_date = l.trade_date AND o.execution_id = l.execution_id
                     AND o.side = l.side AND o.symbol = l.symbol)))
   SELECT t.id AS document_id, t.file_name, ${LINE_COLUMNS}
     FROM told t JOIN trade_document_lines l ON l.document_id = t.id AND l.line = t.line
    WHERE t.id = t.newest ORDER BY t.id, l.line`,
)
const DAYS = statement(
  'documents.days-of',
  `SELECT min(trade_date) AS "first!", max(trade_date) AS "last!" FROM trade_document_lines WHERE document_id = :id HAVING count(*) > 0`,
)

/** Rows of one answer; those that differ come first. */
const ROWS_MOST = 10_000

export interface FoundComparison {
  readonly documents: readonly { readonly id: number; readonly fileName: string }[]
  readonly fills: readonly ComparedFill[]
  readonly here: readonly DocumentLine[]
  readonly there: readonly DocumentLine[]
}

/** Nothing where no trade file of its days has its client accounts or executions. */
export async function compareWithTradeFile(db: Queryable, id: number): Promise<FoundComparison> {
  const [days] = await db.query(DAYS, { id })
  const rows = days === undefined ? [] : await db.query(THERE, { id, ...days })
  const documents = new Map(rows.map((row) => [row.document_id, row.file_name]))
  if (documents.size === 0) return { documents: [], fills: [], here: [], there: [] }
  const there = rows.map(lineOf)
  // A day of which no trade file is there is not compared.
  const dates = new Set(there.map(({ tradeDate }) => tradeDate))
  const here = (await linesOf(db, id)).filter((line) => isInForce(line) && dates.has(line.tradeDate))
  return {
    documents: [...documents].map(([document, fileName]) => ({ id: document, fileName })),
    fills: compareFills(here, there),
    here,
    there,
  }
}

/** @throws Refusal `record.missing`. */
export async function tradeFileComparison(db: Queryable, id: number): Promise<TradeFileComparison> {
  await mustBeThere(db, id)
  const { documents, fills, here, there } = await compareWithTradeFile(db, id)
  const count = (state: ComparedFill['state']) => fills.filter((fill) => fill.state === state).length
  return {
    documents: [...documents],
    equal: count('equal'),
    differs: count('differs'),
    onlyHere: count('only-here'),
    onlyThere: count('only-there'),
    rows: fills.slice(0, ROWS_MOST).map((fill) => {
      const shown = fill.here ?? fill.there
      return {
        state: fill.state,
        line: fill.here?.line ?? null,
        executionId: shown?.executionId ?? '',
        here: fill.here && fillForAnswer(fill.here),
        there: fill.there && fillForAnswer(fill.there),
        fields: [...fill.fields],
      }
    }),
    sums: comparedSums(here, there).map((sum) => ({
      symbol: sum.symbol,
      side: sum.side,
      here: { shares: Number(sum.here.shares), gross: rupees(sum.here.gross) },
      there: { shares: Number(sum.there.shares), gross: rupees(sum.there.gross) },
    })),
  }
}

const fillForAnswer = (line: DocumentLine) => ({
  tradeDate: line.tradeDate,
  clientAccount: line.clientAccount ?? '',
  symbol: line.symbol,
  side: line.side,
  quantity: Number(line.quantity),
  price: toJsonNumber(line.price, PRICE_SCALE),
})

const FIELD_WORDS: Readonly<Record<(typeof FILL_FIELDS)[number], string>> = {
  tradeDate: 'trade date',
  clientAccount: 'client account',
  symbol: 'security',
  side: 'side',
  quantity: 'quantity',
  price: 'price',
}

/** A difference as a part of a sentence: `price of E-503: 10.3 here, 10.2 in the trade file`. */
export function differenceInWords({ state, here, there, fields }: ComparedFill): string {
  const name = here?.executionId ?? there?.executionId ?? 'an execution'
  if (state === 'only-here') return `${name} is not in the trade file`
  if (state === 'only-there') return `${name} is only in the trade file`
  const [mine, other] = [here, there].map((line) => line && fillForAnswer(line))
  const said = fields.map(
    (field) => `${FIELD_WORDS[field]} of ${name}: ${mine?.[field]} here, ${other?.[field]} in the trade file`,
  )
  return said.join('; ')
}
