/** A submission of many trades: read, resolve, ask about repeats, record; all or nothing, with a report by row. */
import { refusalMessage } from '@em/contract'
import {
  type BatchInput,
  type BatchRecord,
  type BatchReport,
  type DuplicateRow,
  type UndoReport,
  undoTicket,
} from '@em/contract/books/batches'
import { settlementDateFor } from '@em/core/calendar/market-calendar'
import { formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import { breather } from '../../platform/breather.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'
import {
  chargedFees,
  lockChainsOf,
  type ManySums,
  type NewTrade,
  recordMany,
} from '../trades/many.commands.ts'
import { removeBatch } from '../trades/many-undo.commands.ts'
import { forgetOpeningDate } from '../trades/openings.state.ts'
import { loadTariffs } from '../trades/trades.state.ts'
import { resolveNames } from './batch-names.queries.ts'
import { ERRORS_MAX, Faults, type NumberedRow, ROWS_AT_ONCE, type RowsRead, readRows } from './batch-rows.ts'
import { findBatch } from './batches.queries.ts'
import { findDuplicates, lockImports } from './duplicates.queries.ts'
import { noteProgress, type Stage } from './progress.ts'

export interface Submission {
  readonly input: BatchInput
  readonly recordedBy: number
  readonly dryRun: boolean
}

interface Checked {
  readonly trades: NewTrade[]
  readonly chains: Awaited<ReturnType<typeof lockChainsOf>>
  readonly faults: Faults
  readonly duplicates: DuplicateRow[]
  readonly skipped: number
}

/**
 * Records a submission inside the door's transaction, or reports what it would do.
 * @throws Refusal `batch.rows` with the rows at fault, `batch.undecided` for repeats nobody decided about; both are
 *   kept in the import history once this transaction is rolled back.
 */
export async function recordBatch(
  tx: Transaction,
  clock: Clock,
  submission: Submission,
): Promise<Outcome<BatchRecord | BatchReport>> {
  const { input, recordedBy, dryRun } = submission
  const total = input.rows.length
  const note = (stage: Stage, done = 0) => noteProgress(recordedBy, input.ticket, { stage, done, total })
  note('checking')
  const checked = await check(tx, clock, input)
  const { trades, chains, faults, duplicates } = checked
  const undecided = duplicates.filter((row) => row.decision === null).length
  const stops = () => faults.rows.size > 0 || undecided > 0
  const batchId =
    dryRun || stops() || trades.length === 0 ? null : await openBatch(tx, submission, checked, clock.now())
  const sums = await recordMany(tx, clock, trades, {
    chains,
    batchId,
    recordedBy,
    world: { today: clock.today(), calendar: await loadCalendar(tx) },
    onFault: (row, field, message) => faults.add(row, field, message),
    onProgress: (done) => note('recording', done),
  })
  const audit = {
    action: 'batches.record',
    entity: 'batch',
    entityId: batchId ?? 0,
    after: { rows: total, recorded: trades.length },
  }
  if (dryRun) {
    note('done', total)
    return { answer: report(input, checked, sums, undecided), audit }
  }
  if (stops() || batchId === null) {
    note('failed')
    throw refused(clock, submission, checked, undecided)
  }
  note('saving', total)
  await tx.query('UPDATE batches SET total_value = $2 WHERE id = $1', [
    batchId,
    formatDecimal(sums.bought + sums.sold, MONEY_SCALE),
  ])
  return { answer: await findBatch(tx, batchId), audit }
}

async function check(tx: Transaction, clock: Clock, input: BatchInput): Promise<Checked> {
  const faults = new Faults()
  const { rows, sentOf } = await readRows(input, faults)
  const names = await resolveNames(
    tx,
    rows.map((one) => one.trade),
  )
  const [calendar, tariffOf] = [await loadCalendar(tx), await loadTariffs(tx)]
  const settlements = new Map<string, string>()
  const settlementOf = (tradeDate: string) => {
    const known = settlements.get(tradeDate) ?? settlementDateFor(calendar, tradeDate)
    settlements.set(tradeDate, known)
    return known
  }
  const world: World = { names, tariffOf, settlementOf, sentOf, portfolios: new Map() }
  const resolved: { trade: NewTrade; row: NumberedRow }[] = []
  const breathe = breather()
  for (const [place, one] of rows.entries()) {
    resolved.push(...resolve(one, world, faults))
    const pause = place % ROWS_AT_ONCE === 0 ? breathe() : undefined
    if (pause !== undefined) await pause
  }
  // The locks come before the look: of two people with the same file the second sees what the first has recorded.
  await lockImports(
    tx,
    resolved.map(({ trade }) => trade.state.portfolio.id),
  )
  const chains = await lockChainsOf(
    tx,
    resolved.map(({ trade }) => trade),
  )
  const duplicates = await findDuplicates(
    tx,
    resolved.map(({ trade, row }) => ({
      row: row.row,
      portfolioId: trade.state.portfolio.id,
      side: trade.side,
      tradeDate: trade.stated.tradeDate,
      contractNumber: row.trade.contractNumber,
      duplicate: row.trade.duplicate,
    })),
    input.duplicates,
  )
  const skip = new Set(duplicates.filter((row) => row.decision === 'skip').map((row) => row.row))
  return {
    trades: resolved.filter(({ row }) => !skip.has(row.row)).map(({ trade }) => trade),
    chains,
    faults,
    duplicates,
    skipped: skip.size,
  }
}

/** What rows are resolved by. */
interface World {
  readonly names: Awaited<ReturnType<typeof resolveNames>>
  readonly tariffOf: Awaited<ReturnType<typeof loadTariffs>>
  readonly settlementOf: (tradeDate: string) => string
  readonly sentOf: RowsRead['sentOf']
  /** Of those met so far: rows of one portfolio share it. */
  readonly portfolios: Map<number, NewTrade['state']['portfolio']>
}

function resolve(row: NumberedRow, world: World, faults: Faults): { trade: NewTrade; row: NumberedRow }[] {
  const { trade } = row
  const { names, tariffOf, settlementOf, sentOf } = world
  const equity = names.equityOf(trade)
  const portfolio = names.portfolioOf(trade)
  const account = names.accountOf(trade)
  const missing = [equity, portfolio, account].filter((found) => 'message' in found)
  for (const fault of missing) {
    faults.add(row.row, fault.field, fault.message, sentOf(row.row)[fault.field])
  }
  if ('message' in equity || 'message' in portfolio || 'message' in account) return []
  const tariff = tariffOf(equity.symbol, trade.tradeDate)
  const charged = feesOf(trade, row.row, faults)
  if (charged === undefined) return []
  if (tariff === null && charged.feesAsCharged === undefined) {
    const message = refusalMessage('tariff.missing', { date: trade.tradeDate })
    faults.add(row.row, 'tradeDate', message, trade.tradeDate)
    return []
  }
  const { price, grossValue, quantity } = trade
  if (price !== null && grossValue !== null) {
    const product = grossOf(quantity, price)
    const apart = product > grossValue ? product - grossValue : grossValue - product
    // Prices in sheets are rounded; a hundredth apart is another trade.
    if (apart * 100n > grossValue) {
      const shown = formatDecimal(product, MONEY_SCALE, { grouping: true })
      faults.add(row.row, 'grossValue', `Quantity x price is ${shown}.`, sentOf(row.row)['grossValue'])
      return []
    }
  }
  return [
    {
      row,
      trade: {
        row: row.row,
        side: trade.side,
        stated: {
          tradeDate: trade.tradeDate,
          settlementDate: trade.settlementDate ?? settlementOf(trade.tradeDate),
          costOfFunds: trade.costOfFunds,
          contractNumber: trade.contractNumber ?? '',
          description: trade.description,
          brokerName: trade.brokerName ?? '',
          cashFlowOnSettlement: trade.cashFlowOnSettlement,
          generatePayment: trade.generatePayment,
        },
        facts: {
          quantity,
          // A buy's gross value is the fact where it is stated, as in a bulk buy; the price then only describes it.
          ...(price !== null && { price }),
          ...(grossValue !== null && trade.side === 'buy' && { gross: grossValue }),
          ...charged,
        },
        state: {
          portfolio: stateOf(portfolio, world.portfolios),
          equity,
          settlementAccount: account,
          brokerId: names.brokerOf(trade.brokerName),
          tariff,
        },
        buyContract: trade.buyContract,
      },
    },
  ]
}

function stateOf(portfolio: Portfolio, known: World['portfolios']): NewTrade['state']['portfolio'] {
  const state = known.get(portfolio.id) ?? {
    id: portfolio.id,
    code: portfolio.portfolioId,
    name: portfolio.portfolioName,
    status: portfolio.status,
    accountingTreatment: portfolio.accountingTreatment,
  }
  known.set(portfolio.id, state)
  return state
}

function feesOf(trade: NumberedRow['trade'], row: number, faults: Faults) {
  try {
    return chargedFees(trade)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const { field, message } of error.details) faults.add(row, field, message)
    return undefined
  }
}

const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)

function report(
  input: BatchInput,
  { trades, faults, duplicates, skipped }: Checked,
  sums: ManySums,
  undecided: number,
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
    errors: faults.sorted(),
    duplicates: duplicates.slice(0, ERRORS_MAX),
    undecided,
  }
}

const OPEN = `INSERT INTO batches (kind, type, file_name, portfolio, total, recorded, skipped, failed, status, errors, recorded_by, recorded_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`

async function openBatch(
  on: Transaction,
  { input, recordedBy }: Submission,
  { trades, faults, skipped }: Checked,
  at: Date,
  failed?: number,
): Promise<number> {
  const [row] = await on.query<{ id: number }>(OPEN, [
    input.source,
    typeOf(input, trades),
    input.fileName,
    portfolioText(trades),
    input.rows.length,
    failed === undefined ? trades.length : 0,
    skipped,
    failed ?? 0,
    failed === undefined ? 'success' : 'failed',
    JSON.stringify(faults.sorted()),
    recordedBy,
    at.toISOString(),
  ])
  return (row as { id: number }).id
}

/** Undoes a submission, or reports what that would take back; the row stays in the history. */
export async function undoBatch(
  tx: Transaction,
  clock: Clock,
  order: { readonly id: number; readonly recordedBy: number; readonly dryRun: boolean },
): Promise<Outcome<BatchRecord | UndoReport>> {
  const { id, recordedBy } = order
  const [batch] = await tx.query<{ status: string; type: string }>(
    'SELECT status, type FROM batches WHERE id = $1 FOR UPDATE',
    [id],
  )
  if (batch === undefined) throw new Refusal('record.missing', { what: 'The import' })
  if (batch.status === 'undone') throw new Refusal('batch.undone')
  const report = await removeBatch(tx, {
    batchId: id,
    recordedBy,
    today: clock.today(),
    onProgress: (done, total) =>
      noteProgress(recordedBy, undoTicket(id), { stage: 'recording', done, total }),
  })
  if (batch.type === 'opening') await forgetOpeningDate(tx, await portfoliosOf(tx, id))
  const audit = {
    action: 'batches.undo',
    entity: 'batch',
    entityId: id,
    before: { status: batch.status },
    after: { status: 'undone', trades: report.trades },
  }
  if (order.dryRun) return { answer: report, audit }
  await tx.query("UPDATE batches SET status = 'undone', undone_at = $3, undone_by = $2 WHERE id = $1", [
    id,
    recordedBy,
    clock.now().toISOString(),
  ])
  return { answer: await findBatch(tx, id), audit }
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
  const names = new Set(trades.map((trade) => trade.state.portfolio.name))
  if (names.size > 3) return `${names.size} portfolios`
  return [...names].join(', ') || null
}

/** The refusal of a submission; the history keeps it, written when this transaction is rolled back. */
function refused(clock: Clock, submission: Submission, checked: Checked, undecided: number): Refusal {
  const { faults } = checked
  const failed = faults.rows.size
  for (const row of failed > 0 ? [] : checked.duplicates) {
    if (row.decision === null) {
      faults.add(row.row, 'contractNumber', repeatSentence(row), row.contractNumber)
    }
  }
  const details = faults.sorted().map(({ row, field, error }) => ({
    field: `rows.${row}.${field}`,
    message: error,
  }))
  const refusal =
    failed > 0
      ? new Refusal('batch.rows', { failed, rows: submission.input.rows.length }, details)
      : undecided > 0
        ? new Refusal('batch.undecided', { count: undecided }, details)
        : new Refusal('batch.all-skipped')
  return refusal.notedBy((tx) => openBatch(tx, submission, checked, clock.now(), faults.rows.size))
}

function repeatSentence({ dealNumber, earlierRow }: DuplicateRow): string {
  return dealNumber === null
    ? `Row ${earlierRow} has the same contract number.`
    : `Trade ${dealNumber} of this portfolio and date has the same contract number.`
}
