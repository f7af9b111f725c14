/** Batches as they were made, their entries, their files, and what became of them. */
import { Readable } from 'node:stream'
import type {
  AccountingBatch,
  AccountingBatchWithTie,
  BatchState,
} from '@em/contract/accounting-exports/accounting-exports'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'

const NAME = "u.first_name || ' ' || u.last_name"
const BATCHES = statement(
  'accounting.batches',
  `SELECT b.id, b.number, b.target_id, t.code, t.name, b.to_date, b.state, b.reference, b.entries, b.vouchers, b.lines, b.amount, b.file_name, b.bytes,
          b.sha256, ${NAME} AS recorded_by!, b.recorded_at, (SELECT count(*) FROM accounting_batches n WHERE :target?::bigint IS NULL OR n.target_id = :target) AS total!,
          (SELECT s.reason FROM accounting_batch_steps s WHERE s.batch_id = b.id AND s.what = 'refused' ORDER BY s.id DESC LIMIT 1) AS reason
     FROM accounting_batches b JOIN accounting_targets t ON t.id = b.target_id JOIN users u ON u.id = b.recorded_by
    WHERE (:id?::bigint IS NULL OR b.id = :id) AND (:target?::bigint IS NULL OR b.target_id = :target) AND (:below?::bigint IS NULL OR b.id < :below)
    ORDER BY b.id DESC LIMIT :most`,
)
const TIE = statement(
  'accounting.tie',
  `SELECT c.account_code, c.account_name, r.before, r.debit, r.credit, r.balance
     FROM accounting_batches b
    CROSS JOIN LATERAL jsonb_to_recordset(b.tie) AS r (account bigint, before text, debit text, credit text, balance text)
     JOIN chart_of_accounts c ON c.id = r.account
    WHERE b.id = :id ORDER BY c.account_code`,
)
const STEPS = statement(
  'accounting.steps',
  `SELECT s.what, s.at, ${NAME} AS by!, s.reference, s.reason FROM accounting_batch_steps s JOIN users u ON u.id = s.by_user
    WHERE s.batch_id = :id ORDER BY s.id`,
)
const ENTRIES = statement(
  'accounting.entries-of-batch',
  `SELECT DISTINCT x.voucher AS voucher!, x.entry_id, e.entry_date, e.reference, e.description
     FROM accounting_exported x JOIN journal_entries e ON e.id = x.entry_id
    WHERE x.batch_id = :id AND (x.voucher, x.entry_id) > (:voucher, :entry) ORDER BY x.voucher, x.entry_id LIMIT :most`,
)
const FILE = statement(
  'accounting.file',
  'SELECT file_name, media_type, bytes FROM accounting_batches WHERE id = :id',
)
const PART = statement(
  'accounting.part',
  'SELECT content FROM accounting_batch_parts WHERE batch_id = :id AND part = :part',
)

const PAGE = 200

const toBatch = (row: RowOf<typeof BATCHES>): AccountingBatch => ({
  id: row.id,
  number: row.number,
  target: { id: row.target_id, code: row.code, name: row.name },
  to: row.to_date,
  state: row.state as BatchState,
  reference: row.reference,
  reason: row.reason,
  entries: row.entries,
  vouchers: row.vouchers,
  lines: row.lines,
  amount: jsonNumber(row.amount),
  fileName: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256.toString('hex'),
  recordedBy: row.recorded_by,
  recordedAt: row.recorded_at,
})

interface Asked {
  readonly target?: number | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** @throws Refusal `request.invalid` for a cursor of another list. */
export async function listBatches(db: Queryable, { target, limit = PAGE, cursor }: Asked) {
  const rows = await db.query(BATCHES, {
    id: null,
    target: target ?? null,
    below: cursor === undefined ? null : idOf(cursor),
    most: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    rows: page.map(toBatch),
    total: rows[0]?.total ?? 0,
    nextCursor: rows.length > limit ? String(page.at(-1)?.id ?? 0) : null,
  }
}

const CURSOR = /^\d{1,15}$/
function idOf(cursor: string): number {
  if (CURSOR.test(cursor)) return +cursor
  throw new Refusal('request.invalid', {}, [
    { field: 'cursor', message: 'This is not a cursor of this list.' },
  ])
}

/** @throws Refusal `record.missing` (404). */
export async function findBatch(db: Queryable, id: number): Promise<AccountingBatch> {
  const [row] = await db.query(BATCHES, { id, target: null, below: null, most: 1 })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The batch' })
  return toBatch(row)
}

/** @throws Refusal `record.missing` (404). */
export async function batchWithTie(db: Queryable, id: number): Promise<AccountingBatchWithTie> {
  const batch = await findBatch(db, id)
  const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
  const lines = (await db.query(TIE, { id })).map((row) => {
    const [before, debit, credit, balance] = [row.before, row.debit, row.credit, row.balance].map(cents) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    return { ...row, before, debit, credit, balance, difference: before + debit - credit - balance }
  })
  const steps = await db.query(STEPS, { id })
  return {
    ...batch,
    tie: lines.map(({ account_code, account_name, before, debit, credit, balance, difference }) => ({
      account_code,
      account_name,
      before: rupees(before),
      debit: rupees(debit),
      credit: rupees(credit),
      balance: rupees(balance),
      difference: rupees(difference),
    })),
    difference: rupees(
      lines.reduce((all, { difference }) => all + (difference < 0n ? -difference : difference), 0n),
    ),
    steps: steps.map((row) => ({ ...row, what: row.what as BatchState })),
  }
}

/** The entries of a batch by voucher. @throws Refusal `record.missing` (404), `request.invalid` for a cursor of another list. */
export async function entriesOfBatch(db: Queryable, id: number, { limit = PAGE, cursor }: Asked) {
  const { entries: total } = await findBatch(db, id)
  const [voucher = 0, entry = 0] = (cursor ?? '0_0').split('_').map(idOf)
  const rows = await db.query(ENTRIES, { id, voucher, entry, most: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map((row) => ({
      entry_id: row.entry_id,
      voucher: row.voucher,
      date: row.entry_date,
      reference: row.reference,
      description: row.description,
    })),
    total,
    nextCursor: rows.length > limit && last !== undefined ? `${last.voucher}_${last.entry_id}` : null,
  }
}

/** @param parts what the file is read by while it is sent. @throws Refusal `record.missing` (404). */
export async function fileOfBatch(db: Queryable, parts: Queryable, id: number): Promise<FileAnswer> {
  const [file] = await db.query(FILE, { id })
  if (file === undefined) throw new Refusal('record.missing', { what: 'The batch' })
  const { file_name: fileName, media_type: mediaType, bytes } = file
  return { fileName, mediaType, content: Readable.from(partsOf(parts, id, bytes)) }
}

async function* partsOf(db: Queryable, id: number, bytes: number): AsyncGenerator<Buffer> {
  let given = 0
  for (let part = 0; given < bytes; part += 1) {
    const [row] = await db.query(PART, { id, part })
    if (row === undefined) throw new Error(`part ${part} of batch ${id} is missing`)
    given += row.content.length
    yield row.content
  }
}
