/** The rows of a submission checked together: read, names resolved, repeats and locked periods found; every fault is reported. */
import type { BatchInput } from '@em/contract/batches/batches'
import type { DuplicateRow } from '@em/contract/batches/row-faults'
import { inOrderOfDealing, isNewestFirst } from '@em/core/trades/order-of-dealing'
import { grossOf } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import { dealtOf, lockChainsOf } from '../../trades/bulk/record-trades.commands.ts'
import { findDuplicates, lockImports } from './duplicates.queries.ts'
import { type LockedRow, lockedRows } from './locked-rows.queries.ts'
import { Faults, type NumberedRow, type RowNeeds, readRows } from './read-rows.ts'
import { addDateFaults, loadRowWorld, type RowWorld, resolveRow } from './resolve-row.ts'

export interface Checked {
  /** In the order in which they are recorded, which is not always that of the rows. */
  readonly trades: NewTrade[]
  readonly chains: Awaited<ReturnType<typeof lockChainsOf>>
  /** Whether that order is another than that of the rows. */
  readonly reordered: boolean
  readonly faults: Faults
  readonly duplicates: DuplicateRow[]
  readonly skipped: number
  readonly locked: readonly LockedRow[]
  /** The fields of a row. */
  readonly sentOf: RowWorld['sentOf']
  /** The first contract number. */
  readonly reference: string | null
}

/** Checks the rows, under the locks of their portfolios and chains. */
export async function checkRows(
  tx: Transaction,
  clock: Clock,
  input: BatchInput,
  needs: RowNeeds = {},
): Promise<Checked> {
  const faults = new Faults()
  const { rows, broken, sentOf } = readRows(input, faults, needs)
  const world = await loadRowWorld(
    tx,
    [...rows, ...broken].map((one) => one.trade),
    { sentOf, today: clock.today(), sellsByGross: false },
  )
  for (const one of broken) addOtherFaults(one, world, faults)
  const resolved: { trade: NewTrade; row: NumberedRow }[] = []
  for (const one of rows) resolved.push(...resolveRow(one, world, faults))
  // The locks come before the reading: of two people with the same file the second sees what the first has recorded.
  await lockImports(
    tx,
    resolved.map(({ trade }) => trade.context.portfolio.id),
  )
  const chains = await lockChainsOf(
    tx,
    resolved.map(({ trade }) => trade),
  )
  const duplicates = await findDuplicates(
    tx,
    resolved.map(({ trade, row }) => ({
      row: row.row,
      portfolioId: trade.context.portfolio.id,
      equityId: trade.context.equity.id,
      side: trade.side,
      tradeDate: trade.details.tradeDate,
      quantity: trade.amounts.quantity,
      gross: trade.amounts.gross ?? grossOf(trade.amounts.quantity, trade.amounts.price ?? 0n),
      contractNumber: row.trade.contractNumber,
      duplicate: row.trade.duplicate,
    })),
    input.duplicates,
  )
  const skip = new Set(duplicates.filter((row) => row.decision === 'skip').map((row) => row.row))
  const trades = resolved.filter(({ row }) => !skip.has(row.row)).map(({ trade }) => trade)
  const first = input.rows.length > 0 ? sentOf(1)['contractNumber'] : null
  // By all rows: those that are skipped show the direction of the list, too.
  const newestFirst = isNewestFirst(rows.map(({ trade }) => trade.tradeDate))
  const ordered = inOrderOfDealing(trades, newestFirst, dealtOf)
  return {
    trades: ordered,
    reordered: ordered.some((trade, index) => trade !== trades[index]),
    chains,
    faults,
    duplicates,
    skipped: skip.size,
    locked: await lockedRows(tx, trades),
    sentOf,
    reference: typeof first === 'string' ? first.slice(0, 60) : null,
  }
}

/** Adds the faults of a row that could not be read whole: unknown names, impossible dates. */
function addOtherFaults({ row, trade }: NumberedRow, world: RowWorld, faults: Faults): void {
  const { names, sentOf } = world
  const asked = [
    ...(trade.symbol === null && trade.companyName === null ? [] : [names.equityOf(trade)]),
    ...(trade.portfolio === null && trade.portfolioId === null ? [] : [names.portfolioOf(trade)]),
    ...(trade.settlementAccount === null ? [] : [names.accountOf(trade)]),
  ]
  for (const found of asked) {
    if ('message' in found)
      faults.add(row, found.field, found.message, sentOf(row)[found.field], found.proposals)
  }
  addDateFaults({ row, trade }, world, faults)
}
