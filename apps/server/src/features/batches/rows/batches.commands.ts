/** A submission of many trades: read, resolve, ask about repeats, record; all or nothing, with a report by row. */
import type { UndoReport } from '@em/contract/batches/batch-undo'
import {
  BATCH_WORDS,
  type BatchInput,
  type BatchRecord,
  type BatchReport,
} from '@em/contract/batches/batches'
import type { DuplicateRow, RowError } from '@em/contract/batches/row-faults'
import { cashNeeded } from '@em/core/settlements/cash-needed'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Portfolios } from '../../../platform/authorize.ts'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { removeBalances } from '../../openings/opening-balances.commands.ts'
import { forgetOpeningDate } from '../../openings/opening-date.commands.ts'
import { removeBatch } from '../../trades/bulk/delete-batch.commands.ts'
import { limitWarnings } from '../../trades/bulk/limit-warnings.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import { priceWarnings } from '../../trades/bulk/price-warnings.queries.ts'
import { type BulkSums, recordTrades } from '../../trades/bulk/record-trades.commands.ts'
import { triedEntitlements } from '../../trades/bulk/tried-rows.commands.ts'
import { findBatch } from '../history/batches.queries.ts'
import { keepBatch, refusalForHistory } from '../history/keep-batch.commands.ts'
import { type Checked, checkRows } from './checked-rows.ts'
import { ERRORS_MAX, type RowNeeds } from './read-rows.ts'
import { sentRows } from './sent-rows.ts'

export interface Submission extends RecordedBy {
  readonly input: BatchInput
  readonly dryRun: boolean
  readonly progress: Progress
  readonly needs?: RowNeeds
  /** The portfolios whose limits a preview shows; left out: none. */
  readonly showsLimitsOf?: Portfolios | null
}

/**
 * Records a submission inside the door's transaction, or reports what it would do.
 * @throws Refusal `batch.rows` with the rows at fault, `batch.undecided` (repeated contract numbers) and `batch.repeated` (rows without
 *   a contract number that are recorded already) for undecided repeats, `period.locked` with the rows dated in a locked period; the import history keeps each of these refusals, after this transaction is rolled back.
 */
export async function recordBatch(
  tx: Transaction,
  clock: Clock,
  submission: Submission,
): Promise<Outcome<BatchRecord | BatchReport>> {
  try {
    return await recordRows(tx, clock, submission)
  } catch (error) {
    const { input, recordedBy } = submission
    throw refusalForHistory(error, clock, {
      source: input.source,
      type: typeOf(input, []),
      fileName: input.fileName,
      portfolio: null,
      reference: null,
      total: input.rows.length,
      recordedBy,
    })
  }
}

async function recordRows(
  tx: Transaction,
  clock: Clock,
  submission: Submission,
): Promise<Outcome<BatchRecord | BatchReport>> {
  const { input, dryRun, progress } = submission
  const by = recorder(submission)
  const total = input.rows.length
  progress(0, total, BATCH_WORDS.checking)
  const checked = await checkRows(tx, clock, input, submission.needs)
  const { trades, chains, faults, duplicates } = checked
  const undecided = duplicates.filter((row) => row.decision === null).length
  const asks = undecided > 0 || (checked.locked.length > 0 && !by.openPeriod)
  const stops = () => faults.rows.size > 0 || asks
  const batchId =
    dryRun || stops() || trades.length === 0 ? null : await openBatch(tx, clock, submission, checked)
  const world = { today: clock.today(), calendar: await loadCalendar(tx) }
  const sums = await recordTrades(tx, clock, trades, {
    chains,
    ...by,
    batchId,
    world,
    onFault: (row, field, message) => faults.add(row, field, message),
    onProgress: (done) => progress(done, total, dryRun ? BATCH_WORDS.previewing : BATCH_WORDS.recording),
  })
  const warnings = await priceWarnings(tx, trades, world.calendar)
  const audit = {
    action: 'batches.record',
    entity: 'batch',
    entityId: batchId ?? 0,
    after: { rows: total, recorded: trades.length },
  }
  if (dryRun) {
    const see = stops() ? null : (submission.showsLimitsOf ?? null)
    const limited = await limitWarnings(tx, trades, { today: world.today, see })
    const entitled = stops()
      ? undefined
      : await triedEntitlements(tx, clock, trades, {
          chains,
          openBatch: () => openBatch(tx, clock, submission, checked),
          ...by,
          world,
        })
    const preview = report(input, checked, { sums, undecided, warnings })
    return { answer: { ...preview, ...limited, ...entitled }, audit }
  }
  if (stops() || batchId === null) throw refused(clock, submission, checked, undecided)
  progress(total, total, BATCH_WORDS.saving)
  await tx.query('UPDATE batches SET total_value = $2 WHERE id = $1', [
    batchId,
    formatDecimal(sums.bought + sums.sold, MONEY_SCALE),
  ])
  const record = await findBatch(tx, batchId)
  return { answer: warnings.length === 0 ? record : { ...record, warnings }, audit }
}

function report(
  input: BatchInput,
  { trades, reordered, faults, duplicates, skipped, locked }: Checked,
  {
    sums,
    undecided,
    warnings,
  }: { readonly sums: BulkSums; readonly undecided: number; readonly warnings: RowError[] },
): BatchReport {
  const buys = trades.filter((trade) => trade.side === 'buy').length
  return {
    dryRun: true,
    ok: faults.rows.size === 0 && undecided === 0 && trades.length > 0,
    rows: input.rows.length,
    buys,
    sells: trades.length - buys,
    skipped,
    failed: faults.rows.size,
    chains: sums.chains,
    bought: rupees(sums.bought),
    sold: rupees(sums.sold),
    fees: rupees(sums.fees),
    gain: rupees(sums.gain),
    affectedSales: sums.affectedSales,
    reordered,
    affectedEntitlements: 0,
    entitlements: [],
    entitlementsUntold: false,
    cashNeeded: rupees(cashNeeded(sums.cash)),
    errors: faults.sorted(),
    locked: locked.slice(0, ERRORS_MAX).map(({ row, message, date }) => ({
      row,
      field: 'tradeDate',
      error: message,
      value: date,
    })),
    duplicates: duplicates.slice(0, ERRORS_MAX),
    undecided,
    warnings,
    limits: [],
    limitsUntold: false,
  }
}

function openBatch(
  on: Transaction,
  clock: Clock,
  { input, recordedBy }: Submission,
  { trades, faults, skipped, reference, sentOf }: Checked,
  failed?: number,
): Promise<number> {
  return keepBatch(on, clock, {
    source: input.source,
    type: typeOf(input, trades),
    fileName: input.fileName,
    portfolio: portfolioText(trades),
    reference,
    total: input.rows.length,
    recorded: failed === undefined ? trades.length : 0,
    skipped,
    failed: failed ?? 0,
    errors: faults.sorted(),
    sent: failed === undefined ? null : sentRows(input.rows.length, sentOf),
    recordedBy,
  })
}

// The opening balances that came with it, as long as they are in force and nothing replaced them.
const TO_UNDO = statement(
  'batches.to-undo',
  `SELECT b.status, b.type, b.balances_entry_id,
          (SELECT p.portfolio_id FROM portfolios p WHERE p.opening_balances_entry_id = b.balances_entry_id) AS balances_of
     FROM batches b WHERE b.id = :id FOR UPDATE OF b`,
)

/** An order to take a submission back. */
export type UndoOrder = RecordedBy & Pick<Submission, 'dryRun' | 'progress'> & { readonly id: number }

/** Undoes a submission, or reports what that would take back; the row stays in the history. */
export async function undoBatch(
  tx: Transaction,
  clock: Clock,
  order: UndoOrder,
): Promise<Outcome<BatchRecord | UndoReport>> {
  const { id, dryRun } = order
  const { before, report } = await takeBackBatch(tx, clock, order)
  const audit = {
    action: 'batches.undo',
    entity: 'batch',
    entityId: id,
    before: { status: before },
    after: { status: 'undone', trades: report.trades },
  }
  return { answer: dryRun ? report : await findBatch(tx, id), audit }
}

/**
 * Takes the trades of a submission back and, where that is no preview, marks it as undone. Answers what it took back, and
 * the state before. @throws Refusal `record.missing`, `batch.undone` and what `removeBatch` refuses.
 */
export async function takeBackBatch(
  tx: Transaction,
  clock: Clock,
  order: UndoOrder,
): Promise<{ readonly before: string; readonly report: UndoReport }> {
  const { id, dryRun, progress } = order
  const words = dryRun ? BATCH_WORDS.previewing : BATCH_WORDS.undoing
  const [batch] = await tx.query(TO_UNDO, { id })
  if (batch === undefined) throw new Refusal('record.missing', { what: 'The import' })
  if (batch.status === 'undone') throw new Refusal('batch.undone')
  const report = await removeBatch(tx, {
    ...recorder(order),
    batchId: id,
    today: clock.today(),
    onProgress: (done, total) => progress(done, total, words),
  })
  if (batch.balances_of !== null && batch.balances_entry_id !== null) {
    await removeBalances(tx, {
      portfolio: batch.balances_of,
      ...recorder(order),
      entry: batch.balances_entry_id,
      dryRun: false,
    })
  }
  if (batch.type === 'opening') await forgetOpeningDate(tx, await portfoliosOf(tx, id))
  if (!dryRun) {
    await tx.query("UPDATE batches SET status = 'undone', undone_at = $3, undone_by = $2 WHERE id = $1", [
      id,
      order.recordedBy,
      clock.now().toISOString(),
    ])
  }
  return { before: batch.status, report }
}

async function portfoliosOf(tx: Transaction, batchId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'SELECT DISTINCT portfolio_id AS id FROM trades WHERE batch_id = $1',
    [batchId],
  )
  return rows.map((row) => row.id)
}

function typeOf(input: BatchInput, trades: readonly NewTrade[]): string {
  if (input.source !== 'import') return input.source
  const sides = new Set(trades.map((trade) => trade.side))
  if (sides.size === 2) return 'bulk-mixed'
  return sides.has('sell') ? 'bulk-sell' : 'bulk-buy'
}

/** The portfolio's name, or how many there are. */
function portfolioText(trades: readonly NewTrade[]): string | null {
  const names = new Set(trades.map((trade) => trade.context.portfolio.name))
  if (names.size > 3) return `${names.size} portfolios`
  return [...names].join(', ') || null
}

/** The refusal of a submission; the history keeps it, written when this transaction is rolled back. */
function refused(clock: Clock, submission: Submission, checked: Checked, undecided: number): Refusal {
  const { faults, locked } = checked
  const failed = faults.rows.size
  for (const row of failed > 0 ? [] : checked.duplicates) {
    if (row.decision !== null) continue
    const field = row.contractNumber === null ? 'row' : 'contractNumber'
    faults.add(row.row, field, repeatSentence(row), row.contractNumber)
  }
  const [period] = failed === 0 && undecided === 0 ? locked : []
  if (period !== undefined)
    for (const { row, message, date } of locked) faults.add(row, 'tradeDate', message, date)
  const details = faults.sorted().map(({ row, field, error }) => ({
    field: `rows.${row}.${field}`,
    message: error,
  }))
  const refusal =
    failed > 0
      ? new Refusal('batch.rows', { failed, rows: submission.input.rows.length }, details)
      : undecided > 0
        ? new Refusal(codeOfRepeats(checked.duplicates), { count: undecided }, details)
        : period !== undefined
          ? new Refusal('period.locked', period.facts, details)
          : new Refusal('batch.all-skipped')
  return refusal.notedBy((tx) => openBatch(tx, clock, submission, checked, faults.rows.size))
}

/** `batch.undecided` where every open repeat names its contract number. */
const codeOfRepeats = (duplicates: readonly DuplicateRow[]) =>
  duplicates.some(({ decision, contractNumber }) => decision === null && contractNumber === null)
    ? 'batch.repeated'
    : 'batch.undecided'

function repeatSentence({ contractNumber, dealNumber, earlierRow }: DuplicateRow): string {
  if (contractNumber === null) {
    return `Trade ${dealNumber} has the same portfolio, security, side, date, quantity and gross value.`
  }
  return dealNumber === null
    ? `Row ${earlierRow} has the same contract number.`
    : `Trade ${dealNumber} of this portfolio and date has the same contract number.`
}
