/**
 * Makes a batch: waits until postings in progress have ended, numbers it under the lock of its target's row, and takes every entry that is in
 * none yet. Entries and balances are read at one moment; no one waits while the file is made.
 */
import { createHash } from 'node:crypto'
import type { accountingExports } from '@em/contract/accounting-exports/accounting-exports'
import type { Reply } from '@em/contract/kit/route'
import {
  batchNumber,
  headingsOf,
  inFiles,
  journalNumber,
  journalsOf,
  QUICKBOOKS_CODE_MAX,
  QUICKBOOKS_NUMBER_MAX,
} from '@em/core/accounting-exports/file'
import { layoutOf, linesOfFile } from '@em/core/accounting-exports/layout'
import type { Unmapped } from '@em/core/accounting-exports/vouchers'
import { dayInWords } from '@em/core/values/date-texts'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { zipOf } from '../book/format/zip-writer.ts'
import { BE_PATIENT } from '../exports/keep.commands.ts'
import { holdInputs } from '../valuation/into-force.commands.ts'
import { type AccountSum, type BatchContent, csvText, readBatch } from './batch-content.ts'
import { findBatch } from './batches.queries.ts'
import { accountMap } from './mapping.ts'
import { findTarget, holdTarget, openDay, type Target } from './targets.queries.ts'

type Making = typeof accountingExports.create

// Who makes a batch of the same target at the same time waits for this one, however large it is. A statement that waits for a lock is ended by the
// time that a statement may take as well.
const PATIENCE = statement(
  'accounting.patience',
  "SELECT set_config('lock_timeout', '300s', true), set_config('statement_timeout', '330s', true)",
)
const ADD = statement(
  'accounting.add-batch',
  `INSERT INTO em.accounting_batches (target_id, sequence, number, to_date, entries, vouchers, lines, amount, file_name, media_type, bytes, sha256, tie,
                                      recorded_by)
   VALUES (:target, :sequence, :number, :to::date, :entries, :vouchers, :lines, :amount::numeric, :fileName, :mediaType, :bytes, :sha256, :tie::jsonb, :by)
   RETURNING id`,
)
const ADD_PART = statement(
  'accounting.add-part',
  'INSERT INTO em.accounting_batch_parts (batch_id, part, content) VALUES (:id, :part, :content)',
)
const ADD_STEP = statement(
  'accounting.add-made',
  `INSERT INTO em.accounting_batch_steps (batch_id, what, by_user) VALUES (:id, 'made', :by)`,
)
const NUMBERED = statement(
  'accounting.numbered',
  'UPDATE accounting_targets SET last_number = :sequence WHERE id = :id',
)

interface ExportedRow {
  readonly target: number
  readonly batch: number
  readonly entry: number
  readonly portfolio: number
  readonly voucher: number
}
const EXPORTED = tableOf<ExportedRow>('accounting_exported', [
  { name: 'target_id', type: 'bigint', of: ({ target }) => target },
  { name: 'batch_id', type: 'bigint', of: ({ batch }) => batch },
  { name: 'entry_id', type: 'bigint', of: ({ entry }) => entry },
  { name: 'portfolio_id', type: 'bigint', of: ({ portfolio }) => portfolio },
  { name: 'voucher', type: 'integer', of: ({ voucher }) => voucher },
])
interface SumRow {
  readonly target: number
  readonly batch: number
  readonly sum: AccountSum
}
const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
/** As a sentence says it. */
const shown = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })
const SUMS = tableOf<SumRow>('accounting_sums', [
  { name: 'target_id', type: 'bigint', of: ({ target }) => target },
  { name: 'batch_id', type: 'bigint', of: ({ batch }) => batch },
  { name: 'account_id', type: 'bigint', of: ({ sum }) => sum.accountId },
  { name: 'outside', type: 'text', of: ({ sum }) => sum.outside },
  { name: 'debit', type: 'numeric', of: ({ sum }) => money(sum.debit) },
  { name: 'credit', type: 'numeric', of: ({ sum }) => money(sum.credit) },
])

/**
 * Waits for what was posted, but not committed yet, when a batch was asked for: it belongs to the batch. The lock is let go at once; what
 * is posted later and not seen by the batch is in the next one, which goes by identity.
 * @throws Refusal `valuation.busy` (503) where a long posting does not end.
 */
export const waitForPostings = ({ database }: Pick<Server, 'database'>): Promise<void> =>
  database.transaction(holdInputs, 'accounting-exports.wait')

/**
 * @throws Refusal `export.unmapped` with the accounts, `accounting.future`, `.before`, `.before-start`, `.closed`, `.nothing`, `.too-many`,
 *   `.long-number` (422), 404 for the target.
 */
export async function makeBatch(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  { body, user, dryRun, progress }: WriteInput<Making>,
): Promise<Outcome<Reply<Making>>> {
  tx.send(BE_PATIENT, {})
  if (!dryRun) await tx.query(PATIENCE)
  const target = await (dryRun ? findTarget : holdTarget)(tx, body.target)
  refuseDay(target, body.to, clock.today())
  const sequence = target.batches + 1
  const number = batchNumber({ code: target.code, sequence })
  const map = await accountMap(tx, target.id)
  const content = await database.snapshot((db) =>
    readBatch(db, target, { number, sequence, to: body.to, map, progress }),
  )
  const audit = { action: 'accounting-exports.create', entity: 'accounting-batch' } as const
  refuseLongNumber(target, sequence, content.vouchers.length)
  if (dryRun) return { answer: previewOf(number, content), audit: { ...audit, entityId: 0 }, status: 200 }
  if (content.unmapped.length > 0) throw refuseUnmapped(content.unmapped)
  progress(0, 0, 'Writing the file')
  const id = await keepBatch(tx, { target, sequence, number, to: body.to, by: user.id }, content)
  const answer = await findBatch(tx, id)
  const { entries, vouchers, lines, amount, fileName } = answer
  const after = {
    number,
    target: target.name,
    to: body.to,
    entries,
    vouchers,
    lines,
    amount,
    file_name: fileName,
  }
  return { answer, audit: { ...audit, entityId: id, after } }
}

function refuseDay(target: Target, to: string, today: string): void {
  const { startDate, exportedTo } = target
  if (to > today) throw refuseField('accounting.future', 'to', { date: dayInWords(to) })
  if (to < startDate) throw refuseField('accounting.before-start', 'to', { date: dayInWords(startDate) })
  if (to < openDay(target))
    throw refuseField('accounting.closed', 'to', { date: dayInWords(openDay(target)) })
  if (exportedTo !== null && to < exportedTo)
    throw refuseField('accounting.before', 'to', { date: dayInWords(exportedTo) })
}

/** A number that QuickBooks would cut off is in no file. */
function refuseLongNumber({ format, code }: Target, sequence: number, vouchers: number): void {
  if (format !== 'quickbooks') return
  if (journalNumber(journalsOf(format, { code, sequence }), vouchers).length > QUICKBOOKS_NUMBER_MAX)
    throw new Refusal('accounting.long-number', { code, limit: QUICKBOOKS_CODE_MAX })
}

function refuseUnmapped(unmapped: readonly Unmapped[]): Refusal {
  const accounts = [...new Set(unmapped.map(({ accountCode }) => accountCode))]
  return new Refusal(
    'export.unmapped',
    { accounts: accounts.join(', ') },
    unmapped.map((one) => ({
      field: one.accountCode,
      message: `${one.accountCode} ${one.accountName}${one.portfolio === null ? '' : ` of ${one.portfolio}`}: debits ${shown(one.debit)}, credits ${shown(one.credit)} from ${dayInWords(one.from)} on.`,
    })),
  )
}

function previewOf(number: string, { sums, ...content }: BatchContent): Reply<Making> {
  const byOutside = Map.groupBy(
    sums.filter(({ outside }) => outside !== null),
    ({ outside }) => outside ?? '',
  )
  const total = (of: readonly AccountSum[], side: 'debit' | 'credit') =>
    rupees(of.reduce((all, sum) => all + sum[side], 0n))
  return {
    dryRun: true,
    number,
    entries: content.entries.length,
    vouchers: content.vouchers.length,
    lines: content.lines,
    sums: [...byOutside]
      .map(([outside, of]) => ({ outside, debit: total(of, 'debit'), credit: total(of, 'credit') }))
      .toSorted((a, b) => (a.outside < b.outside ? -1 : 1)),
    unmapped: content.unmapped.map((one) => ({
      account_code: one.accountCode,
      account_name: one.accountName,
      portfolio: one.portfolio,
      entries: one.entries,
      debit: rupees(one.debit),
      credit: rupees(one.credit),
      from: one.from,
    })),
  }
}

interface Numbered {
  readonly target: Target
  readonly sequence: number
  readonly number: string
  readonly to: string
  readonly by: number
}

async function keepBatch(
  tx: Transaction,
  { target, sequence, number, to, by }: Numbered,
  content: BatchContent,
): Promise<number> {
  const file = await fileOf(target, number, content)
  const [added] = await tx.query(ADD, {
    target: target.id,
    sequence,
    number,
    to,
    entries: content.entries.length,
    vouchers: content.vouchers.length,
    lines: content.lines,
    amount: money(content.amount),
    fileName: file.name,
    mediaType: file.mediaType,
    bytes: file.content.length,
    sha256: createHash('sha256').update(file.content).digest(),
    tie: JSON.stringify(
      content.tie.map(({ accountId, before, debit, credit, balance }) => ({
        account: accountId,
        before: money(before),
        debit: money(debit),
        credit: money(credit),
        balance: money(balance),
      })),
    ),
    by,
  })
  const id = added?.id ?? 0
  for (let part = 0; part * PART_BYTES < file.content.length; part += 1)
    await tx.query(ADD_PART, {
      id,
      part,
      content: file.content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    })
  const of = { target: target.id, batch: id }
  const rows = new Rows(EXPORTED)
  for (const { id: entry, voucher, portfolios } of content.entries)
    for (const portfolio of portfolios) rows.add({ ...of, entry, portfolio, voucher })
  const sums = new Rows(
    SUMS,
    content.sums.map((sum) => ({ ...of, sum })),
  )
  await addRows(tx, [rows, sums])
  await tx.query(ADD_STEP, { id, by })
  await tx.query(NUMBERED, { id: target.id, sequence })
  return id
}

const PART_BYTES = 1024 * 1024

interface MadeFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
}

/** The file; where its format takes fewer lines a file, a zip of several. */
async function fileOf(target: Target, number: string, { vouchers }: BatchContent): Promise<MadeFile> {
  const header = csvText(target, [headingsOf(layoutOf(target.format, target.layout))])
  const files = inFiles(vouchers, linesOfFile(target.format)).map(
    (some) => header + some.map(({ text }) => text).join(''),
  )
  const [only, ...more] = files
  if (only !== undefined && more.length === 0)
    return { name: `${number}.csv`, mediaType: MEDIA_TYPES.csv, content: Buffer.from(only) }
  async function* named() {
    for (const [index, text] of files.entries())
      yield { name: `${number}-${index + 1}.csv`, content: pieces(text) }
  }
  const parts: Uint8Array[] = []
  for await (const part of zipOf(named())) parts.push(part)
  return { name: `${number}.zip`, mediaType: 'application/zip', content: Buffer.concat(parts) }
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text
}
