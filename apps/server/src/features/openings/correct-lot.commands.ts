/** An opening lot is corrected or deleted: it gets another version, and its chain is walked again. */
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { ChainChange } from '@em/core/chains/change'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import { decideOpening, type OpeningDecision, openingEvent } from '@em/core/trades/decide-opening'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Clock } from '../../platform/clock.ts'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { orRefuse } from '../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeChain } from '../chains/change.queries.ts'
import { type LockedChain, lockChain } from '../chains/lock.queries.ts'
import { moveAlong } from '../gl-mappings/moved-lines.commands.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { OWN_TRADE, postEntries } from '../ledger/posting/post-entries.commands.ts'
import { consequencesOf, type Followed, followChange } from '../trades/follow/consequences.ts'
import { reverseLiveEntries } from '../trades/keep/reversals.ts'
import { sendRemoval } from '../trades/keep/trade-rows.ts'
import { keepWriteSet } from '../trades/keep/write-set.commands.ts'
import type { TradeContext } from '../trades/terms/context.queries.ts'
import { holdingForAnswer, NO_FIGURES } from '../trades/terms/figures.ts'
import { forgetOpeningDate, lockOpening } from './opening-date.commands.ts'
import { type NewOpening, ownResult, versionOf } from './record-lots.commands.ts'

export interface OpeningCorrection extends RecordedBy {
  readonly id: number
  /** The new content of the lot; null deletes it. */
  readonly lot: Pick<NewOpening, 'request' | 'reference' | 'brokerId' | 'brokerName'> | null
  /** The version that was edited; undefined takes the one in force. */
  readonly version: number | undefined
  readonly reason: string | null
  readonly dryRun: boolean
}

type LotRow = RowOf<typeof LOT>

const LOT = statement(
  'openings.lot',
  `SELECT t.id, t.version, t.is_deleted, t.deal_number, t.portfolio_id, p.portfolio_id AS portfolio_code, p.portfolio_name,
          p.accounting_treatment, t.equity_id, e.symbol, e.name AS company_name, v.opening_date AS opening_date!
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id
    WHERE t.id = :id AND t.side = 'opening'`,
)
const ALLOCATED = statement(
  'openings.allocated',
  `SELECT s.deal_number FROM trade_allocations a JOIN trades s ON s.id = a.trade_id AND s.version = a.version
    WHERE a.buy_trade_id = :lotId AND NOT s.is_deleted ORDER BY s.id LIMIT 20`,
)

async function findLot(tx: Transaction, id: number): Promise<LotRow> {
  const [lot] = await tx.query(LOT, { id })
  if (lot === undefined || lot.is_deleted) throw new Refusal('record.missing', { what: 'The opening lot' })
  return lot
}

/**
 * Corrects or deletes an opening lot inside the door's transaction; answers its new version and, asked for one, the preview.
 * @throws Refusal 404, `record.stale`, `trade.allocated` for a deletion where cherry-picked sales use the lot, and whatever
 *   the rules say of the chain as it would be: a holding that would be negative is refused with the date.
 */
export async function correctOpening(
  tx: Transaction,
  clock: Clock,
  correction: OpeningCorrection,
): Promise<{ version: number; preview: TradeDryRun | undefined }> {
  const { id, lot, reason, recordedBy } = correction
  const by = recorder(correction)
  const seen = await findLot(tx, id)
  const chain = await lockChain(tx, seen.portfolio_id, seen.equity_id)
  const found = await findLot(tx, id)
  if (correction.version !== undefined && correction.version !== found.version) {
    throw new Refusal('record.stale', { what: 'The opening lot' })
  }
  if (lot === null) await refuseAllocated(tx, found)
  const context = contextOf(found, chain)
  const decision =
    lot === null
      ? undefined
      : orRefuse(
          decideOpening(lot.request, { ...context, today: clock.today(), openingDate: found.opening_date }),
        )
  const own = { id: String(id), sequence: id }
  const corrected =
    lot === null || decision === undefined
      ? undefined
      : {
          event: openingEvent(lot.request, decision.figures, found.opening_date, own),
          says: versionOf(lot, decision, found.opening_date, reason),
        }
  const come = corrected === undefined ? [] : [corrected.event]
  const change = orRefuse(await changeChain(tx, chain, { come, go: [own.id] }))
  const version = found.version + 1
  if (corrected === undefined) sendRemoval(tx, { tradeIds: [id], recordedBy, reason, audited: false })
  await keepWriteSet(tx, {
    ...by,
    ...(corrected && { trades: [{ version: { tradeId: id, version, recordedBy, says: corrected.says } }] }),
    chains: [
      { chain, change, gone: [own.id], bought: corrected === undefined ? [] : [ownResult(corrected)] },
    ],
  })
  const entryIds = await reverseLiveEntries(tx, [id], by)
  if (decision !== undefined) {
    const entries = [decision.entry, ...decision.broughtForward].map((entry) => ({
      ...entry,
      reference: found.deal_number,
      tradeId: id,
      tradeVersion: version,
    }))
    entryIds.push(...(await postEntries(tx, entries, OWN_TRADE, by)))
  }
  const what = `${lot === null ? 'the deletion' : 'a correction'} of ${found.deal_number}`
  const mover = { tradeId: id, what }
  const followed = await followChange(tx, { change, context, mover, ...by, today: clock.today() })
  entryIds.push(...followed.entryIds)
  entryIds.push(...(await moveAlong(tx, [id], by)))
  if (lot === null) {
    await lockOpening(tx, found.portfolio_id)
    await forgetOpeningDate(tx, [found.portfolio_id])
  }
  const outcome = { decision, chain, change, entryIds, followed }
  return { version, preview: correction.dryRun ? await previewOf(tx, outcome) : undefined }
}

/** A correction is no new position: the portfolio need not be active for it. */
function contextOf(lot: LotRow, chain: LockedChain): Pick<TradeContext, 'portfolio' | 'equity'> {
  return {
    portfolio: {
      id: lot.portfolio_id,
      code: lot.portfolio_code,
      name: lot.portfolio_name,
      status: ACTIVE_STATUS,
      accountingTreatment: chain.portfolio.accountingTreatment,
    },
    equity: { id: lot.equity_id, symbol: lot.symbol, companyName: lot.company_name, isActive: true },
  }
}

async function refuseAllocated(tx: Transaction, lot: LotRow): Promise<void> {
  const sells = await tx.query(ALLOCATED, { lotId: lot.id })
  if (sells.length === 0) return
  throw new Refusal('trade.allocated', {
    what: `Opening lot ${lot.deal_number}`,
    sells: sells.map((sell) => sell.deal_number).join(', '),
  })
}

async function previewOf(
  tx: Transaction,
  at: {
    readonly decision: OpeningDecision | undefined
    readonly chain: LockedChain
    readonly change: ChainChange
    readonly entryIds: readonly number[]
    readonly followed: Followed
  },
): Promise<TradeDryRun> {
  const figures = at.decision?.figures
  const cost = rupees(figures?.cost ?? 0n)
  return {
    dryRun: true,
    figures: { ...NO_FIGURES, grossValue: cost, netValue: cost },
    ...(figures !== undefined && { price: toJsonNumber(figures.price, PRICE_SCALE) }),
    sale: null,
    position: {
      before: holdingForAnswer(at.chain.holding),
      after: holdingForAnswer(at.change.state.holding),
    },
    postings: await postedLines(tx, at.entryIds),
    consequences: await consequencesOf(tx, at.change, at.followed),
    warnings: [],
  }
}
