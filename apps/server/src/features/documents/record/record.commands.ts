/**
 * Records a document: its contracts become trades, by the one writer of many trades, in one submission. What the books have already
 * is skipped; what cannot be recorded is reported line by line and left out, so that the same document can be recorded again
 * once that is mended.
 */

import { BATCH_WORDS } from '@em/contract/batches/batches'
import type { RowError } from '@em/contract/batches/row-faults'
import type { DocumentRecorded, RecordDocumentBody } from '@em/contract/documents/trade-documents'
import type { Contract, ControlDifference } from '@em/core/documents/contracts'
import { inOrderOfDealing, isNewestFirst } from '@em/core/trades/order-of-dealing'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Portfolios } from '../../../platform/authorize.ts'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { keepBatch, refusalForHistory } from '../../batches/history/keep-batch.commands.ts'
import { lockImports } from '../../batches/rows/duplicates.queries.ts'
import { type LockedRow, lockedRows } from '../../batches/rows/locked-rows.queries.ts'
import { Faults } from '../../batches/rows/read-rows.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { limitWarnings } from '../../trades/bulk/limit-warnings.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import { priceWarnings } from '../../trades/bulk/price-warnings.queries.ts'
import {
  type BulkSums,
  dealtOf,
  lockChainsOf,
  recordTrades,
} from '../../trades/bulk/record-trades.commands.ts'
import { findDocument, type StoredDocument, takeToRecord } from '../facts/documents.queries.ts'
import { nameOf } from '../facts/keep.commands.ts'
import { brokersByCode } from '../facts/session-day.queries.ts'
import { rememberClients } from '../match/clients.ts'
import { loadContracts, matchDocument } from '../match/matched.ts'
import { keepMatches } from '../match/stored-matches.commands.ts'
import { type Changes, changeTrades } from './changes.commands.ts'
import { controlForAnswer, controlsOf, controlsText, refusedBy } from './controls.ts'
import { orderToKeep } from './order.ts'
import { ordersOfContracts } from './orders-of-contracts.ts'
import {
  type DocumentPlan,
  type PlannedTrade,
  planDocument,
  type ResolvedTrade,
  resolvePlanned,
  rowOf,
} from './plan.ts'
import { refuseOtherThanTradeFile } from './trade-file-block.ts'

const SET_VALUE = statement(
  'documents.set-value',
  'UPDATE batches SET total_value = :value::numeric WHERE id = :batchId',
)
// Trades that could not be changed to what the document says are known after the others are recorded.
const SET_FAILED = statement(
  'documents.set-failed',
  `UPDATE batches SET failed = :failed, total = :total, errors = :errors, document_order = :order::json WHERE id = :batchId`,
)
const ADD_BATCH = statement(
  'documents.add-batch',
  `INSERT INTO trade_document_batches (batch_id, document_id, controls, control_reason)
   VALUES (:batchId, :documentId, :controls?, :reason?) RETURNING batch_id`,
)
interface RecordedLine {
  readonly documentId: number
  readonly line: number
  readonly tradeId: number
}
const RECORDED_LINES = tableOf<RecordedLine>('trade_document_trades', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'line', type: 'integer', of: ({ line }) => line },
  { name: 'trade_id', type: 'bigint', of: ({ tradeId }) => tradeId },
])

export interface DocumentOrder extends RecordedBy {
  readonly id: number
  readonly body: RecordDocumentBody
  /** Whether the person may correct and delete trades. */
  readonly mayCorrect: boolean
  /** Whether orders are shown to the person. */
  readonly seesOrders: boolean
  /** The portfolios whose limits a preview shows; null: none. */
  readonly showsLimitsOf: Portfolios | null
  readonly dryRun: boolean
  readonly progress: Progress
}

/**
 * Records a document inside the door's transaction, or answers what would become of it.
 * @throws Refusal `document.controls` where control totals do not agree and no reason is given, `document.rows` where no contract can be
 *   recorded; whatever it is, the import history keeps it with what was asked for.
 */
export async function recordDocument(
  tx: Transaction,
  clock: Clock,
  order: DocumentOrder,
): Promise<Outcome<DocumentRecorded>> {
  const document = await findDocument(tx, order.id)
  await takeToRecord(tx, document)
  try {
    return await recordContracts(tx, clock, order, document)
  } catch (error) {
    const { body, recordedBy } = order
    throw refusalForHistory(error, clock, {
      source: 'document',
      type: 'bulk-mixed',
      fileName: nameOf(document),
      portfolio: null,
      reference: null,
      total: body.lines?.length ?? document.lines,
      document: { id: document.id, order: orderToKeep(body, body.lines) },
      recordedBy,
    })
  }
}

async function recordContracts(
  tx: Transaction,
  clock: Clock,
  order: DocumentOrder,
  document: StoredDocument,
): Promise<Outcome<DocumentRecorded>> {
  const { id, body, dryRun, progress } = order
  const read = await loadContracts(tx, document)
  progress(0, read.lines.length, BATCH_WORDS.checking)
  const controls = controlsOf(document, body, read.contracts)
  if (controls.length > 0 && body.controlReason === null && !dryRun) throw refusedBy(controls)
  const brokerName = body.brokerName ?? document.header.brokerName ?? brokerOf(read.clients)
  const description = `From ${nameOf(document)}`.slice(0, 1_000)
  const codes = read.contracts.flatMap(({ brokerCode }) => brokerCode ?? [])
  const registered = await brokersByCode(tx, [...new Set(codes)])
  // Which broker dealt a contract of a drop copy its messages say, where the code is registered.
  const nameOfBroker = ({ brokerCode }: Contract) =>
    body.brokerName ?? registered.get((brokerCode ?? '').toUpperCase()) ?? brokerName
  const terms = { brokerOf: nameOfBroker, costOfFunds: body.costOfFunds, description }
  const plan = await planDocument(tx, body, read, terms)
  const faults = new Faults()
  const resolved = await resolvePlanned(
    tx,
    clock,
    plan.contracts.filter(({ cancelled }) => !cancelled).flatMap(plan.tradesOf),
    faults,
  )
  // The locks come before the books are read: of two people with one document the second sees what the first has recorded.
  await lockImports(
    tx,
    resolved.map(({ trade }) => trade.context.portfolio.id),
  )
  const chains = await lockChainsOf(
    tx,
    resolved.map(({ trade }) => trade),
  )
  const matched = await matchDocument(tx, document, read.contracts, read.clients, plan.chosen)
  const stateOf = (planned: Pick<PlannedTrade, 'contract'>) =>
    matched.matches.get(planned.contract.key)?.state
  const wanted = ({ planned }: ResolvedTrade) =>
    stateOf(planned) === 'new' || (stateOf(planned) === 'undecided' && plan.isNamed(planned.contract))
  const known = plan.contracts.filter(
    (contract) => stateOf({ contract }) === 'recorded' || stateOf({ contract }) === 'differs',
  )
  forgetFaults(faults, known)
  for (const { planned } of resolved.filter(wanted)) {
    if (planned.row.brokerName === null) faults.add(rowOf(planned), 'brokerName', 'Please choose the broker.')
  }
  // A contract that is cancelled whole takes its trade with it.
  const forms = plan.contracts.some((contract) => {
    const state = stateOf({ contract })
    return isFormedNow(state, plan.isNamed(contract), body) && (state === 'differs' || !contract.cancelled)
  })
  if (document.kind === 'drop-copy' && forms) await refuseOtherThanTradeFile(tx, document, plan.contracts)
  const locked = order.openPeriod
    ? []
    : await lockedRows(
        tx,
        resolved.filter(wanted).map(({ trade }) => trade),
      )
  const isLocked = new Set(locked.map(({ row }) => row))
  // By all lines, whichever are recorded now.
  const newestFirst = isNewestFirst(read.lines.map(({ tradeDate }) => tradeDate))
  const candidates = inOrderOfDealing(
    resolved.filter((one) => wanted(one) && !isLocked.has(rowOf(one.planned))),
    newestFirst,
    ({ trade }) => dealtOf(trade),
  )
  const bulk = {
    ...recorder(order),
    chains,
    world: { today: clock.today(), calendar: await loadCalendar(tx) },
  }
  const recordable = await onlyRecordable(tx, clock, candidates, bulk, faults, (done) =>
    progress(done, read.lines.length, BATCH_WORDS.previewing),
  )
  const skipped = plan.contracts.filter((contract) =>
    isSkipped(stateOf({ contract }), plan.isNamed(contract), body),
  ).length
  const counts = { recorded: contractsIn(recordable.trades), skipped, failed: faults.rows.size }
  if (!dryRun && counts.recorded === 0 && counts.failed > 0 && body.changes === 'skip')
    throw refusedRows(clock, order, document, counts, faults)
  let batchId: number | null = null
  if (!dryRun && recordable.trades.length > 0) {
    batchId = await write(tx, clock, order, document, { recordable, counts, faults, bulk, controls })
    await remember(tx, order, recordable.trades, plan, brokerName)
  }
  const changes: Changes =
    body.changes === 'apply'
      ? await changeTrades(
          tx,
          clock,
          { ...order, document, contracts: plan.contracts, matches: matched.matches },
          faults,
        )
      : { changed: 0, deleted: 0 }
  if (batchId !== null && faults.rows.size > counts.failed) {
    await tx.query(SET_FAILED, {
      batchId,
      failed: faults.rows.size,
      total: counts.recorded + counts.skipped + faults.rows.size,
      errors: JSON.stringify(faults.sorted()),
      order: JSON.stringify(leftOf(order, faults)),
    })
  }
  if (!dryRun) await keepMatches(tx, id, read.contracts)
  // Lines of a locked period can be recorded with the others after they are ticked in the preview.
  const shown = [
    ...recordable.trades,
    ...(dryRun ? resolved.filter((one) => wanted(one) && isLocked.has(rowOf(one.planned))) : []),
  ].map(({ trade }) => trade)
  const answer: DocumentRecorded = {
    dryRun,
    documentId: id,
    batchId,
    ...counts,
    failed: faults.rows.size,
    ...changes,
    bought: rupees(recordable.sums.bought),
    sold: rupees(recordable.sums.sold),
    fees: rupees(recordable.sums.fees),
    gain: rupees(recordable.sums.gain),
    affectedSales: recordable.sums.affectedSales,
    errors: faults.sorted(),
    warnings: await priceWarnings(tx, shown, bulk.world.calendar),
    ...(await ordersOfContracts(tx, shown, order)),
    ...(await limitWarnings(tx, shown, {
      today: bulk.world.today,
      see: dryRun ? order.showsLimitsOf : null,
    })),
    locked: locked.slice(0, 1_000).map(lockedForAnswer),
    controls: controls.map(controlForAnswer),
  }
  return {
    answer,
    status: batchId === null ? 200 : 201,
    audit: {
      action: 'trade-documents.record',
      entity: 'trade-document',
      entityId: id,
      after: {
        recorded: answer.recorded,
        changed: answer.changed,
        deleted: answer.deleted,
        reason: body.controlReason,
      },
    },
  }
}

/** Whether a trade is made or changed of a contract. */
const isFormedNow = (
  state: string | undefined,
  isNamed: boolean,
  body: Pick<RecordDocumentBody, 'changes'>,
): boolean => state !== undefined && !isSkipped(state, isNamed, body)

/** Contracts that stay as they are: recorded already, other than the books and not to be changed, or undecided and not named. */
function isSkipped(
  state: string | undefined,
  isNamed: boolean,
  { changes }: Pick<RecordDocumentBody, 'changes'>,
): boolean {
  if (state === 'recorded') return true
  if (state === 'differs') return changes === 'skip'
  return state === 'undecided' && !isNamed
}

/** Contracts that are already recorded report no errors. */
function forgetFaults(faults: Faults, contracts: readonly PlannedTrade['contract'][]): void {
  for (const { lines } of contracts) faults.forget(lines[0]?.line ?? 0)
}

const contractsIn = (trades: readonly ResolvedTrade[]) =>
  new Set(trades.map(({ planned }) => planned.contract)).size
const brokerOf = (clients: Awaited<ReturnType<typeof loadContracts>>['clients']) =>
  [...clients.values()].find(({ brokerName }) => brokerName !== null)?.brokerName ?? null

type Bulk = RecordedBy & Pick<Parameters<typeof recordTrades>[3], 'chains' | 'world'>
interface Recordable {
  readonly trades: readonly ResolvedTrade[]
  readonly sums: BulkSums
}
const NOTHING: BulkSums = {
  chains: 0,
  bought: 0n,
  sold: 0n,
  fees: 0n,
  gain: 0n,
  affectedSales: 0,
  entitlements: [],
  cash: new Map(),
}
/** Leaving out a buy can make a later sale fail: so often the rest is tried again. */
const ATTEMPTS_MAX = 20

/** The trades that the rules accept: a refused one is reported and left out, until the rest goes through. */
async function onlyRecordable(
  tx: Transaction,
  clock: Clock,
  candidates: readonly ResolvedTrade[],
  bulk: Bulk,
  faults: Faults,
  onProgress: (done: number) => void,
): Promise<Recordable> {
  let trades = candidates.filter(({ planned }) => !faults.rows.has(rowOf(planned)))
  for (let attempt = 0; attempt < ATTEMPTS_MAX && trades.length > 0; attempt += 1) {
    const before = faults.rows.size
    const sums = await recordTrades(
      tx,
      clock,
      trades.map(({ trade }) => trade),
      {
        ...bulk,
        batchId: null,
        onFault: (row, field, message) => faults.add(row, field, message),
        onProgress,
      },
    )
    if (faults.rows.size === before) return { trades, sums }
    trades = trades.filter(({ planned }) => !faults.rows.has(rowOf(planned)))
  }
  for (const { planned } of trades) {
    faults.add(
      rowOf(planned),
      'row',
      'It rests on lines that cannot be recorded. Record it after they are mended.',
    )
  }
  return { trades: [], sums: NOTHING }
}

/** The rest of an order: its terms, and the contracts that failed by their first lines. */
const leftOf = ({ body }: Pick<DocumentOrder, 'body'>, faults: Faults) =>
  orderToKeep(
    body,
    [...faults.rows].toSorted((a, b) => a - b),
  )

async function write(
  tx: Transaction,
  clock: Clock,
  { id, body, recordedBy, progress }: DocumentOrder,
  document: StoredDocument,
  {
    recordable,
    counts,
    faults,
    bulk,
    controls,
  }: {
    readonly recordable: Recordable
    readonly counts: Pick<DocumentRecorded, 'recorded' | 'skipped' | 'failed'>
    readonly faults: Faults
    readonly bulk: Bulk
    readonly controls: readonly ControlDifference[]
  },
): Promise<number> {
  const { trades } = recordable
  const { recorded, skipped, failed } = counts
  const batchId = await keepBatch(tx, clock, {
    source: 'document',
    type: typeOf(trades.map(({ trade }) => trade)),
    fileName: nameOf(document),
    portfolio: portfoliosText(trades),
    reference: null,
    total: recorded + skipped + failed,
    recorded,
    skipped,
    failed,
    errors: faults.sorted(),
    document: { id, order: failed === 0 ? null : leftOf({ body }, faults) },
    recordedBy,
  })
  await tx.query(ADD_BATCH, {
    batchId,
    documentId: id,
    controls: controls.length === 0 && body.controlTotals === null ? null : controlsText(body, controls),
    reason: body.controlReason,
  })
  const contractOf = new Map(trades.map(({ trade, planned }) => [trade, planned.contract]))
  const recordedLines: RecordedLine[] = []
  const sums = await recordTrades(
    tx,
    clock,
    trades.map(({ trade }) => trade),
    {
      ...bulk,
      batchId,
      onFault: (row, _field, message) => {
        throw new Error(`line ${row} was let in and is refused: ${message}`)
      },
      onProgress: (done) => progress(done, trades.length, BATCH_WORDS.recording),
      onRecorded: (trade, tradeId) => {
        for (const { line } of contractOf.get(trade)?.lines ?? [])
          recordedLines.push({ documentId: id, line, tradeId })
      },
    },
  )
  progress(trades.length, trades.length, BATCH_WORDS.saving)
  await addRows(tx, [new Rows(RECORDED_LINES, recordedLines)])
  await tx.query(SET_VALUE, { batchId, value: formatDecimal(sums.bought + sums.sold, MONEY_SCALE) })
  return batchId
}

/** The client accounts that were given a portfolio and whose trades went there are known from now on. */
async function remember(
  tx: Transaction,
  { recordedBy }: DocumentOrder,
  trades: readonly ResolvedTrade[],
  plan: DocumentPlan,
  brokerName: string | null,
): Promise<void> {
  const settledIn = new Map(
    trades.map(({ planned, trade }) => [
      planned.contract.clientAccount ?? '',
      trade.context.settlementAccount.id,
    ]),
  )
  const clients = [...plan.given].flatMap(([clientAccount, { portfolioId }]) => {
    const settlementAccountId = settledIn.get(clientAccount)
    return settlementAccountId === undefined ? [] : [{ clientAccount, portfolioId, settlementAccountId }]
  })
  await rememberClients(tx, clients, { brokerName, updatedBy: recordedBy })
}

function typeOf(trades: readonly NewTrade[]): string {
  const sides = new Set(trades.map(({ side }) => side))
  if (sides.size === 2) return 'bulk-mixed'
  return sides.has('sell') ? 'bulk-sell' : 'bulk-buy'
}

function portfoliosText(trades: readonly ResolvedTrade[]): string | null {
  const names = new Set(trades.map(({ trade }) => trade.context.portfolio.name))
  return names.size > 3 ? `${names.size} portfolios` : [...names].join(', ') || null
}

const lockedForAnswer = ({ row, message, date }: LockedRow): RowError => ({
  row,
  field: 'tradeDate',
  error: message,
  value: date,
})

/** Nothing can be recorded: the refusal that says so; the history keeps it. */
function refusedRows(
  clock: Clock,
  { body, recordedBy }: DocumentOrder,
  document: StoredDocument,
  { skipped, failed }: Pick<DocumentRecorded, 'skipped' | 'failed'>,
  faults: Faults,
): Refusal {
  const errors = faults.sorted()
  const details = errors.map(({ row, field, error }) => ({ field: `lines.${row}.${field}`, message: error }))
  return new Refusal('document.rows', { rows: failed }, details).notedBy((tx) =>
    keepBatch(tx, clock, {
      source: 'document',
      type: 'bulk-mixed',
      fileName: nameOf(document),
      portfolio: null,
      reference: null,
      total: skipped + failed,
      recorded: 0,
      skipped,
      failed,
      errors,
      document: { id: document.id, order: leftOf({ body }, faults) },
      recordedBy,
    }),
  )
}
