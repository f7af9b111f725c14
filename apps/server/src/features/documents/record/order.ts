/**
 * What a recording of a document asked for, kept in the import history where it did not go through, or not whole, so that exactly what is left
 * can be asked for again.
 */
import type { BatchRecord } from '@em/contract/batches/batches'
import { type RowsToMend, SENT_ROWS_MAX } from '@em/contract/batches/rows-to-mend'
import type { DocumentOrder } from '@em/contract/documents/document-orders'
import { type RecordDocumentBody, recordDocumentBody } from '@em/contract/documents/trade-documents'
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { Contract } from '@em/core/documents/contracts'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadContracts } from '../match/matched.ts'
import { planDocument, rowOf } from './plan.ts'

type ControlSide = NonNullable<NonNullable<RecordDocumentBody['controlTotals']>['purchases']>
const money = (cents: bigint | null) => (cents === null ? null : formatDecimal(cents, MONEY_SCALE))
const typed = ({ count, gross, fees, net }: ControlSide) => ({
  count: count === null ? null : String(count),
  gross: money(gross),
  fees: money(fees),
  net: money(net),
})
const controlsTyped = ({ controlTotals }: RecordDocumentBody) =>
  controlTotals && {
    purchases: controlTotals.purchases && typed(controlTotals.purchases),
    sales: controlTotals.sales && typed(controlTotals.sales),
  }

/** The order as a request sends it, about these lines; null: all that are new. */
export const orderToKeep = (body: RecordDocumentBody, lines: readonly number[] | null): object => ({
  brokerName: body.brokerName,
  portfolioId: body.portfolioId ?? body.portfolio,
  settlementAccount: body.settlementAccount,
  clients: body.clients,
  lines,
  splits: body.splits.map(({ line, parts }) => ({
    line,
    parts: parts.map(({ portfolioId, quantity }) => ({ portfolioId, quantity: String(quantity) })),
  })),
  changes: body.changes,
  controlTotals: controlsTyped(body),
  controlReason: body.controlReason,
})

const STORED = statement(
  'documents.order',
  `SELECT b.document_order, b.errors, d.id AS document_id, d.header ->> 'brokerName' AS broker_name
     FROM batches b LEFT JOIN trade_documents d ON d.id = b.document_id WHERE b.id = :id`,
)
const PORTFOLIOS = statement(
  'documents.portfolios-in-sight',
  `SELECT n.name AS "name!", p.portfolio_id AS code FROM unnest(:names::text[]) AS n (name)
     JOIN portfolios p ON lower(p.portfolio_id) = lower(n.name) OR p.id::text = n.name OR lower(p.portfolio_name) = lower(n.name)`,
)
const ACCOUNTS = statement(
  'documents.accounts-there',
  `SELECT n.name AS "name!", a.id FROM unnest(:names::text[]) AS n (name)
     JOIN settlement_accounts a ON a.id::text = n.name OR a.account_number = n.name OR a.account_name = n.name`,
)

/**
 * The order of a recorded submission; null where everything went through, or the document is gone. Portfolios out of sight, and
 * records that are gone, are left out. @throws Refusal `record.missing`.
 */
export async function orderOf(db: Queryable, id: number): Promise<DocumentOrder | null> {
  const [stored] = await db.query(STORED, { id })
  if (stored === undefined) throw new Refusal('record.missing', { what: 'The import' })
  const sent = recordDocumentBody.safeParse(stored.document_order)
  if (stored.document_id === null || !sent.success) return null
  const body = await inSight(db, sent.data)
  const read = await loadContracts(db, { id: stored.document_id })
  const contractOf = new Map(
    read.contracts.flatMap((contract) =>
      [...contract.lines, ...contract.repeated].map(({ line }) => [line, contract] as const),
    ),
  )
  const { brokerName, portfolioId, settlementAccount, clients, splits, changes, controlReason } = body
  return {
    documentId: stored.document_id,
    brokerName,
    portfolioId,
    settlementAccount,
    clients,
    splits: splits.flatMap(({ line, parts }) => {
      const contract = contractOf.get(line)
      const asTexts = parts.map((part) => ({
        portfolioId: part.portfolioId,
        quantity: String(part.quantity),
      }))
      return contract === undefined ? [] : [{ contract: contract.key, parts: asTexts }]
    }),
    changes,
    controlTotals: controlsTyped(body),
    controlReason,
    lines: body.lines,
    rows: await rowsOf(db, body, read, {
      brokerName: brokerName ?? stored.broker_name,
      errors: stored.errors as BatchRecord['errors'],
    }),
  }
}

/** The same, with codes of portfolios that are in sight and ids of accounts that are there. */
async function inSight(db: Queryable, body: RecordDocumentBody): Promise<RecordDocumentBody> {
  const { settlementAccount, clients, splits } = body
  const portfolioId = body.portfolioId ?? body.portfolio
  const named = [
    portfolioId,
    ...clients.map((one) => one.portfolioId),
    ...splits.flatMap(({ parts }) => parts.map((one) => one.portfolioId)),
  ]
  const portfolios = await db.query(PORTFOLIOS, {
    names: [...new Set(named.filter((name) => name !== null))],
  })
  const accountsNamed = [settlementAccount, ...clients.map((one) => one.settlementAccount)]
  const accounts = await db.query(ACCOUNTS, {
    names: [...new Set(accountsNamed.filter((name) => name !== null))],
  })
  const codes = new Map(portfolios.map(({ name, code }) => [name, code]))
  const ids = new Map(accounts.map((one) => [one.name, String(one.id)]))
  const codeOf = (name: string | null) => codes.get(name ?? '') ?? null
  const accountOf = (name: string | null) => ids.get(name ?? '') ?? null
  return {
    ...body,
    portfolio: null,
    portfolioId: codeOf(portfolioId),
    settlementAccount: accountOf(settlementAccount),
    clients: clients.flatMap((one) => {
      const code = codeOf(one.portfolioId)
      return code === null
        ? []
        : [{ ...one, portfolioId: code, settlementAccount: accountOf(one.settlementAccount) }]
    }),
    splits: splits.flatMap(({ line, parts }) => {
      const known = parts.flatMap((part) => {
        const code = codeOf(part.portfolioId)
        return code === null ? [] : [{ ...part, portfolioId: code }]
      })
      return known.length < parts.length ? [] : [{ line, parts: known }]
    }),
  }
}

const ROW_FIELDS = [
  'side',
  'symbol',
  'tradeDate',
  'tradeTime',
  'settlementDate',
  'quantity',
  'grossValue',
  'contractNumber',
  'brokerName',
  'portfolioId',
  'settlementAccount',
  // No document says it: a sale from named lots is mended there.
  'buyContract',
  'feeSource',
  ...FEES.map(({ field }) => field),
] as const

/** The contracts of the order as rows of an import, where a user can correct and load them. */
async function rowsOf(
  db: Queryable,
  body: RecordDocumentBody,
  read: Awaited<ReturnType<typeof loadContracts>>,
  { brokerName, errors }: { readonly brokerName: string | null; readonly errors: BatchRecord['errors'] },
): Promise<RowsToMend> {
  const none = { kept: false, fields: [], rows: [] }
  if (body.lines === null || body.lines.length > SENT_ROWS_MAX) return none
  const known = new Set(read.contracts.flatMap(({ lines }: Contract) => lines.map(({ line }) => line)))
  const lines = body.lines.filter((line) => known.has(line))
  const terms = { brokerOf: () => brokerName, costOfFunds: null, description: '' }
  const plan = await planDocument(db, { ...body, lines }, read, terms)
  const wrong = Map.groupBy(errors, ({ row }) => row)
  const planned = plan.contracts.flatMap(plan.tradesOf)
  const codes = await codesOf(
    db,
    planned.map(({ row }) => row.portfolioId),
  )
  return {
    kept: true,
    fields: [...ROW_FIELDS],
    rows: planned.map((one) => {
      const row = { ...one.row, portfolioId: codes.get(one.row.portfolioId ?? '') ?? null }
      return {
        row: rowOf(one),
        values: ROW_FIELDS.map((field) => textOf(field, row[field])),
        errors: (wrong.get(rowOf(one)) ?? []).map(({ field, error }) => `${field}: ${error}`),
      }
    }),
  }
}

async function codesOf(db: Queryable, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const rows = await db.query(PORTFOLIOS, { names: [...new Set(ids.filter((id) => id !== null))] })
  return new Map(rows.map(({ name, code }) => [name, code]))
}

/** A figure as a sheet holds it: rupees with two decimals, whole shares. */
function textOf(field: (typeof ROW_FIELDS)[number], value: string | bigint | boolean | null): string | null {
  if (typeof value !== 'bigint') return value === null ? null : String(value)
  return field === 'quantity' ? String(value) : formatDecimal(value, MONEY_SCALE)
}
