/** What a late, corrected or deleted trade changes in sales after it: difference entries, and a summary of them. */
import type { Consequences } from '@em/contract/books/sells'
import type { ChainChange } from '@em/core/chains/change'
import { recostEntry } from '@em/core/postings/trade-entries'
import { treatmentOf } from '@em/core/postings/treatment'
import { rupees } from '@em/core/values/money'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { moveAlong } from '../../gl-mappings/moved-lines.commands.ts'
import { type EntryToPost, OWN_TRADE, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import type { TradeContext } from '../terms/context.queries.ts'

export const NO_CONSEQUENCES: Consequences = {
  affectedSales: 0,
  sales: [],
  gainsByMonth: [],
  lotsRematched: 0,
}

interface SaleKeys {
  id: number
  version: number
  deal_number: string
  trade_date: string
  settlement_date: string
  broker_id: number | null
  settlement_account_id: number | null
}

const KEYS = statement(
  'trades.sale-keys',
  `SELECT t.id, t.version, t.deal_number, v.trade_date, v.settlement_date, v.broker_id, v.settlement_account_id
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version WHERE t.id = ANY (:ids::bigint[])`,
)

/** The trade that moved the others, as its entries name it. */
export interface Mover {
  readonly tradeId: number
  readonly what: string
}

/** A change of a chain that is kept, and what it is of. */
export interface KeptChange {
  readonly change: ChainChange
  readonly context: Pick<TradeContext, 'portfolio' | 'equity'>
  readonly mover: Mover
  readonly recordedBy: number
}

/** Who acts on a change of a chain, in this order; each answers the entries that it posted. */
const FOLLOWERS: readonly ((tx: Transaction, kept: KeptChange) => Promise<number[]>)[] = [recostSales]

/** Everything that follows from a change of a chain once it is kept; answers the entries posted for it. */
export async function followChange(tx: Transaction, kept: KeptChange): Promise<number[]> {
  const ids: number[] = []
  for (const follow of FOLLOWERS) ids.push(...(await follow(tx, kept)))
  return ids
}

/**
 * Posts one difference entry for each sale whose cost or charges taken out moved, dated as the sale; answers the ids.
 * Each belongs to its sale (trade and version) and names the trade that moved it.
 */
async function recostSales(
  tx: Transaction,
  { change, context, mover, recordedBy }: KeptChange,
): Promise<number[]> {
  if (change.recosted.length === 0) return []
  const keys = await saleKeys(tx, change)
  const { treatment } = treatmentOf(context.portfolio.accountingTreatment)
  const entries: EntryToPost[] = []
  for (const moved of change.recosted) {
    const sale = keys.get(moved.eventId)
    if (sale === undefined) throw new Error(`sale ${moved.eventId} of the chain is not stored`)
    const entry = recostEntry(
      {
        portfolioId: context.portfolio.id,
        equityId: context.equity.id,
        companyName: context.equity.companyName,
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
      cause: { kind: 'trade', id: mover.tradeId },
      lines: entry.lines.map((line) => ({ ...line, description })),
    })
  }
  const ids = await postEntries(tx, entries, OWN_TRADE, recordedBy)
  const sales = entries.flatMap((entry) => entry.tradeId ?? [])
  return sales.length === 0 ? ids : [...ids, ...(await moveAlong(tx, sales, recordedBy))]
}

async function saleKeys(tx: Transaction, change: ChainChange): Promise<Map<string, SaleKeys>> {
  const rows = await tx.query(KEYS, { ids: change.recosted.map((moved) => Number(moved.eventId)) })
  return new Map(rows.map((row) => [String(row.id), row]))
}

const LISTED = 200

/** The change in words and figures: sales with their cost and gain before and after, gains by month. */
export async function consequencesOf(tx: Transaction, change: ChainChange): Promise<Consequences> {
  if (!change.isRewalk) return NO_CONSEQUENCES
  const keys = change.recosted.length === 0 ? new Map<string, SaleKeys>() : await saleKeys(tx, change)
  return {
    affectedSales: change.recosted.length,
    sales: change.recosted.slice(0, LISTED).map((moved) => {
      const sale = keys.get(moved.eventId)
      return {
        id: Number(moved.eventId),
        deal_number: sale?.deal_number ?? '',
        trade_date: sale?.trade_date ?? '',
        costBefore: rupees(moved.before.costOut),
        costAfter: rupees(moved.after.costOut),
        gainBefore: rupees(moved.before.capitalGain),
        gainAfter: rupees(moved.after.capitalGain),
      }
    }),
    gainsByMonth: change.gainsByMonth.map(({ month, before, after }) => ({
      month,
      before: rupees(before),
      after: rupees(after),
      difference: rupees(after - before),
    })),
    lotsRematched: change.sales.length,
  }
}
