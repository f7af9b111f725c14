/** A guided entry of opening lots: read, decided, recorded as one batch; or a report by row of what it would do. */
import { BATCH_WORDS, type BatchRecord } from '@em/contract/batches/batches'
import type { OpeningLotsInput, OpeningLotsReport } from '@em/contract/openings/openings'
import { formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findBatch } from '../batches/history/batches.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { NO_CONSEQUENCES } from '../trades/follow/consequences.ts'
import { readLots } from './opening-rows.ts'
import { type OpenedLots, recordOpenings } from './record-lots.commands.ts'

const OPEN = `INSERT INTO batches (kind, type, file_name, portfolio, total, recorded, recorded_by, recorded_at)
  VALUES ('opening', 'opening', $1, $2, $3, $3, $4, $5) RETURNING id`
const SUMS = statement(
  'openings.sums',
  `SELECT a.account_code, a.account_name, sum(l.debit)::numeric(20, 2) AS debit, sum(l.credit)::numeric(20, 2) AS credit
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id WHERE l.entry_id = ANY (:entryIds::bigint[])
    GROUP BY a.id ORDER BY a.account_code`,
)
const ERRORS_MAX = 1_000
const LOTS_RECORDING = 'Recording the lots'

export interface LotsSubmission extends RecordedBy {
  readonly portfolio: string
  readonly input: OpeningLotsInput
  readonly dryRun: boolean
  readonly progress: Progress
}

/**
 * Records the lots inside the door's transaction, all or nothing, or reports what that would do.
 * @throws Refusal 404 for the portfolio, `batch.rows` with the rows at fault, `opening.date-fixed`, `opening.sold-before`.
 */
export async function recordLots(
  tx: Transaction,
  clock: Clock,
  submission: LotsSubmission,
): Promise<Outcome<BatchRecord | OpeningLotsReport>> {
  const { input, recordedBy, dryRun, progress } = submission
  const rows = input.rows.length
  progress(0, rows, BATCH_WORDS.checking)
  const portfolio = await portfolioInPath(tx, submission.portfolio)
  const { lots, errors, warnings } = await readLots(tx, input, await loadCalendar(tx))
  const unread = errors.length > 0
  const opened = await recordOpenings(tx, clock, lots, {
    portfolio,
    openingDate: input.openingDate,
    ...recorder(submission),
    openBatch: () =>
      openLotsBatch(tx, {
        fileName: input.fileName,
        portfolio: portfolio.portfolioName,
        lots: lots.length,
        recordedBy,
        at: clock.now(),
      }),
    onFault: (fault) => void errors.push(fault),
    onProgress: (done) => progress(done, rows, dryRun ? BATCH_WORDS.previewing : LOTS_RECORDING),
  })
  const failed = new Set(errors.map((error) => error.row)).size
  const sorted = errors.toSorted((a, b) => a.row - b.row).slice(0, ERRORS_MAX)
  const audit = (batchId: number) => ({
    action: 'openings.record',
    entity: 'batch',
    entityId: batchId,
    after: { portfolio: portfolio.portfolioId, openingDate: input.openingDate, lots: lots.length },
  })
  if (dryRun) {
    const report = { rows, failed, errors: sorted, warnings }
    return { answer: await reportOf(tx, report, unread ? undefined : opened), audit: audit(0) }
  }
  if (unread || opened === undefined) {
    const details = sorted.map(({ row, field, error }) => ({ field: `rows.${row}.${field}`, message: error }))
    throw new Refusal('batch.rows', { failed, rows }, details)
  }
  const { batchId, cost } = opened
  progress(rows, rows, BATCH_WORDS.saving)
  await tx.query('UPDATE batches SET total_value = $2 WHERE id = $1', [
    batchId,
    formatDecimal(cost, MONEY_SCALE),
  ])
  return { answer: await findBatch(tx, batchId), audit: audit(batchId) }
}

/** The batch that opening lots belong to. */
export async function openLotsBatch(
  tx: Transaction,
  batch: {
    readonly fileName: string | null
    readonly portfolio: string
    readonly lots: number
    readonly recordedBy: number
    readonly at: Date
  },
): Promise<number> {
  const values = [batch.fileName, batch.portfolio, batch.lots, batch.recordedBy, batch.at.toISOString()]
  const [row] = await tx.query<{ id: number }>(OPEN, values)
  return (row as { id: number }).id
}

async function reportOf(
  tx: Transaction,
  checked: Pick<OpeningLotsReport, 'rows' | 'failed' | 'errors' | 'warnings'>,
  opened: OpenedLots | undefined,
): Promise<OpeningLotsReport> {
  if (opened === undefined) {
    return {
      dryRun: true,
      ok: false,
      ...checked,
      cost: 0,
      charges: 0,
      entries: 0,
      postings: [],
      positions: [],
      consequences: NO_CONSEQUENCES,
    }
  }
  const sums = await tx.query(SUMS, { entryIds: opened.entryIds })
  return {
    dryRun: true,
    ok: true,
    ...checked,
    cost: toJsonNumber(opened.cost, MONEY_SCALE),
    charges: toJsonNumber(opened.charges, MONEY_SCALE),
    entries: opened.entryIds.length,
    postings: sums.map((row) => ({ ...row, debit: jsonNumber(row.debit), credit: jsonNumber(row.credit) })),
    positions: opened.positions.map(({ equity, ...position }) => ({
      symbol: equity.symbol,
      company_name: equity.companyName,
      ...position,
    })),
    consequences: opened.consequences,
  }
}
