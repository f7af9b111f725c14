/** A sheet of what is held: each row becomes an opening lot of the portfolio, at its cost, on the first day of the books. */
import type { BatchInput, BatchRecord, BatchReport } from '@em/contract/batches/batches'
import type { RowError } from '@em/contract/batches/row-faults'
import type { OpeningLotsReport } from '@em/contract/openings/openings'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recordLots } from '../../openings/submit-lots.commands.ts'
import { ERRORS_MAX, type Faults, type NumberedRow } from '../rows/read-rows.ts'

export interface HoldingsOrder {
  readonly input: Pick<BatchInput, 'fileName' | 'rows'>
  readonly by: RecordedBy
  readonly dryRun: boolean
  readonly progress: Progress
  readonly portfolio: string
  readonly openingDate: string
  /** The day of rows that say none. */
  readonly boughtOn: string
  readonly rows: readonly NumberedRow[]
  readonly faults: Faults
  readonly symbolOf: ReadonlyMap<string, string>
}

/** The lot readers' names of fields that a sheet of trades names otherwise. */
const FIELD_OF: Readonly<Record<string, string>> = { symbol: 'companyName', cost: 'price' }

/** @throws Refusal `batch.rows` with the rows at fault, and those of `recordLots`. */
export async function recordHoldings(
  tx: Transaction,
  clock: Clock,
  order: HoldingsOrder,
): Promise<Outcome<BatchRecord | BatchReport>> {
  const { input, by, dryRun, progress, faults, portfolio, openingDate } = order
  const lots = order.rows.flatMap((one) => lotOf(one, order))
  if (faults.rows.size > 0 || lots.length === 0) {
    const errors = faults.sorted()
    if (!dryRun) throw refused(errors, faults.rows.size, input.rows.length)
    return { answer: reportOf(input.rows.length, { failed: faults.rows.size, errors }), audit: PREVIEW_ACT }
  }
  const { answer, audit } = await recordLots(tx, clock, {
    portfolio,
    input: { openingDate, fileName: input.fileName, rows: lots.map(({ lot }) => lot) },
    ...by,
    dryRun,
    progress,
  })
  if (!('dryRun' in answer)) return { answer, audit }
  const numberOf = (number: number) => lots[number - 1]?.row ?? number
  const errors = answer.errors.map((one) => ({
    ...one,
    row: numberOf(one.row),
    field: FIELD_OF[one.field] ?? one.field,
  }))
  const warnings = answer.warnings.map(({ row, message }) => ({
    row: numberOf(row),
    field: 'quantity',
    error: message,
    value: null,
  }))
  return {
    answer: reportOf(input.rows.length, { failed: answer.failed, errors, lots: answer, warnings }),
    audit,
  }
}

function lotOf({ row, trade }: NumberedRow, { boughtOn, symbolOf, faults }: HoldingsOrder) {
  const text = (trade.symbol ?? trade.companyName ?? '').trim()
  const symbol = symbolOf.get(text)
  if (symbol === undefined) {
    faults.add(row, 'companyName', `The security ${text} was not found.`, text)
    return []
  }
  const { tradeDate, quantity, price, grossValue, brokerName, costOfFunds } = trade
  const lot: Record<string, unknown> = {
    symbol,
    quantity: String(quantity),
    tradeDate,
    // Shares of which no purchase is known are settled by the first day of the books.
    settlementDate: trade.settlementDate ?? (tradeDate === boughtOn ? boughtOn : null),
    ...(grossValue !== null && { cost: formatDecimal(grossValue, MONEY_SCALE) }),
    ...(price !== null && { price: formatDecimal(price, PRICE_SCALE) }),
    ...(costOfFunds !== null && { costOfFunds: formatDecimal(costOfFunds, 4) }),
    brokerName,
  }
  return [{ row, lot }]
}

const PREVIEW_ACT = { action: 'openings.record', entity: 'batch', entityId: 0, after: {} }

function refused(errors: readonly RowError[], failed: number, rows: number): Refusal {
  const details = errors.map(({ row, field, error }) => ({ field: `rows.${row}.${field}`, message: error }))
  return new Refusal('batch.rows', { failed, rows }, details)
}

interface HoldingsPreview {
  readonly failed: number
  readonly errors: readonly RowError[]
  readonly lots?: OpeningLotsReport
  readonly warnings?: readonly RowError[]
}

/** The same report as of trades, without buys and sales. */
function reportOf(rows: number, { failed, errors, lots, warnings = [] }: HoldingsPreview): BatchReport {
  return {
    dryRun: true,
    ok: lots?.ok ?? false,
    rows,
    buys: 0,
    sells: 0,
    skipped: 0,
    failed,
    chains: lots?.positions.length ?? 0,
    bought: lots?.cost ?? 0,
    sold: 0,
    fees: lots?.charges ?? 0,
    gain: 0,
    affectedSales: 0,
    reordered: false,
    affectedEntitlements: 0,
    entitlements: [],
    entitlementsUntold: false,
    cashNeeded: 0,
    errors: errors.slice(0, ERRORS_MAX),
    locked: [],
    duplicates: [],
    undecided: 0,
    warnings: warnings.slice(0, ERRORS_MAX),
    limits: [],
    limitsUntold: false,
  }
}
