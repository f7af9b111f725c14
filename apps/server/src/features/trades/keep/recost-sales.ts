/** Difference entries of sales whose cost or charges taken out moved. */
import type { ChainChange } from '@em/core/chains/change'
import { recostEntry } from '@em/core/ledger/trade-entries'
import { treatmentOf } from '@em/core/ledger/treatment'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { moveAlong } from '../../gl-mappings/moved-lines.commands.ts'
import {
  type Cause,
  type EntryToPost,
  OWN_TRADE,
  postEntries,
} from '../../ledger/posting/post-entries.commands.ts'

const KEYS = statement(
  'trades.sale-keys',
  `SELECT t.id, t.version, t.deal_number, v.trade_date, v.settlement_date, v.broker_id, v.settlement_account_id, e.name AS company_name, e.symbol
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN equities e ON e.id = t.equity_id
    WHERE t.id = ANY (:ids::bigint[])`,
)

/** The cause that moved the sales, as their entries name it. */
export interface Mover {
  readonly cause: Cause
  readonly what: string
}

export interface RecostOrder extends RecordedBy {
  readonly change: ChainChange
  readonly position: { readonly portfolioId: number; readonly equityId: number }
  readonly accountingTreatment: string | null
  readonly mover: Mover
}

/** The sales of a change that moved, by the identity of their events; disposals of corporate actions are none. */
export async function movedSales(tx: Transaction, change: ChainChange) {
  if (change.recosted.length === 0) return new Map<string, never>()
  const rows = await tx.query(KEYS, { ids: change.recosted.map((moved) => Number(moved.eventId)) })
  return new Map(rows.map((row) => [String(row.id), row]))
}

/**
 * Posts one difference entry for each sale whose cost or charges taken out moved, dated as the sale; answers the ids.
 * Each belongs to its sale (trade and version) and names what moved it.
 */
export async function recostSales(tx: Transaction, order: RecostOrder): Promise<number[]> {
  const { change, position, accountingTreatment, mover } = order
  const keys = await movedSales(tx, change)
  const entries: EntryToPost[] = []
  for (const moved of change.recosted) {
    const sale = keys.get(moved.eventId)
    if (sale === undefined) continue
    const { treatment } = treatmentOf(accountingTreatment, sale.symbol)
    const entry = recostEntry(
      {
        portfolioId: position.portfolioId,
        equityId: position.equityId,
        companyName: sale.company_name,
        tradeDate: sale.trade_date,
        settlementDate: sale.settlement_date,
        brokerId: sale.broker_id,
        settlementAccountId: sale.settlement_account_id,
      },
      moved,
      treatment,
    )
    if (entry === null) continue
    const description = `Cost of sale ${sale.deal_number} changed by ${mover.what}`
    entries.push({
      ...entry,
      description,
      reference: sale.deal_number,
      tradeId: sale.id,
      tradeVersion: sale.version,
      cause: mover.cause,
      lines: entry.lines.map((line) => ({ ...line, description })),
    })
  }
  const ids = await postEntries(tx, entries, OWN_TRADE, order)
  const sales = entries.flatMap((entry) => entry.tradeId ?? [])
  return sales.length === 0 ? ids : [...ids, ...(await moveAlong(tx, sales, order))]
}
