/** Planned trades of a document as rows of a submission, and which of them can be recorded. */

import { refusalMessage } from '@em/contract'
import type { BatchRow } from '@em/contract/books/batches'
import { byField } from '@em/contract/books/fees'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { Faults, type NumberedRow } from '../../batches/rows/read-rows.ts'
import { loadRowWorld, resolveRow } from '../../batches/rows/resolve-row.ts'
import type { NewTrade } from '../../trades/bulk/record-trades.commands.ts'
import type { PlannedTrade } from './plan.ts'

/** The trade of a row is known by the line that its contract begins with. */
export const rowOf = ({ contract }: PlannedTrade): number => contract.lines[0]?.line ?? 0

export interface RowTerms {
  readonly brokerName: string | null
  readonly costOfFunds: bigint | null
  readonly description: string
}

/** A planned trade as the row of a submission. */
export function batchRowOf(planned: PlannedTrade, terms: RowTerms): BatchRow {
  const { contract, quantity, gross, fees } = planned
  return {
    side: contract.side,
    symbol: contract.symbol,
    companyName: null,
    portfolio: null,
    portfolioId: planned.portfolio,
    quantity,
    price: null,
    grossValue: gross,
    contractNumber: contract.contractNumber,
    description: terms.description,
    brokerName: terms.brokerName,
    tradeDate: contract.tradeDate,
    tradeTime: contract.tradeTime,
    settlementDate: contract.settlementDate,
    settlementAccount: planned.settlementAccount,
    cashFlowOnSettlement: null,
    costOfFunds: terms.costOfFunds,
    generatePayment: null,
    feeSource: 'contract',
    ...byField(({ component }) => fees[component]),
    buyContract: null,
    duplicate: 'keep',
  }
}

export interface ResolvedTrade {
  readonly planned: PlannedTrade
  readonly trade: NewTrade
}

/** The planned trades whose names, dates and fees can be resolved; what cannot is told by line. */
export async function resolvePlanned(
  tx: Transaction,
  clock: Clock,
  planned: readonly PlannedTrade[],
  terms: RowTerms,
  faults: Faults,
): Promise<ResolvedTrade[]> {
  const whole = planned.filter((one) => isWhole(one, faults))
  const rows: NumberedRow[] = whole.map((one) => ({ row: rowOf(one), trade: batchRowOf(one, terms) }))
  const symbolOf = new Map(rows.map(({ row, trade }) => [row, trade.symbol]))
  const world = await loadRowWorld(
    tx,
    rows.map(({ trade }) => trade),
    { sentOf: (row) => ({ symbol: symbolOf.get(row) }), today: clock.today(), sellsByGross: true },
  )
  return rows.flatMap((row, at) =>
    resolveRow(row, world, faults).map(({ trade }) => ({ planned: whole[at] as PlannedTrade, trade })),
  )
}

/** Whether somebody said whose a contract is and where it settles. */
function isWhole(one: PlannedTrade, faults: Faults): boolean {
  const row = rowOf(one)
  if (one.portfolio === null) {
    const client = one.contract.clientAccount ?? 'of the document'
    faults.add(
      row,
      'portfolioId',
      refusalMessage('document.portfolio', { client }),
      one.contract.clientAccount,
    )
  }
  if (one.settlementAccount === null) {
    faults.add(row, 'settlementAccount', 'Please choose a settlement account.')
  }
  return one.portfolio !== null && one.settlementAccount !== null
}
