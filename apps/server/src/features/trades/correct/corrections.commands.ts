/**
 * Correcting what was recorded. A trade gets another version (or one that says it is deleted), keeps its place in the
 * chain, and the chain is walked again; its entries are reversed and posted anew, sales that moved get a difference.
 */
import type { BulkBuyInput, BuyChange } from '@em/contract/batches/batches'
import { byField, type FEES } from '@em/contract/fee-tariffs/fees'
import { laidOver } from '@em/contract/kit/fields'
import type { SellChange, SellInput } from '@em/contract/trades/sells'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { ChainEvent } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import type { TradeEntry } from '@em/core/ledger/trade-entries'
import { type BuyAmount, correctedAmount } from '@em/core/trades/corrected-amount'
import { ACTIVE_STATUS, buyEvent } from '@em/core/trades/decide-buy'
import { decideSell, saleEvent, sellEntriesOf } from '@em/core/trades/decide-sell'
import type { FeeSource } from '@em/core/trades/figures'
import {
  decimalOf,
  formatDecimal,
  MONEY_SCALE,
  PRICE_SCALE,
  RATE_SCALE,
  toJsonNumber,
} from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { orRefuse } from '../../../platform/or-refuse.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { changeChain } from '../../chains/change.queries.ts'
import { type LockedChain, lockChain } from '../../chains/lock.queries.ts'
import { moveAlong } from '../../gl-mappings/moved-lines.commands.ts'
import { postedLines } from '../../ledger/ledger.queries.ts'
import { OWN_TRADE, postEntries } from '../../ledger/posting/post-entries.commands.ts'
import {
  afterCorrection,
  type BeforeCorrection,
  beforeCorrection,
} from '../../settlements/confirm/settlement-corrections.commands.ts'
import { consequencesOf, type Followed, followChange } from '../follow/consequences.ts'
import { reverseLiveEntries } from '../keep/reversals.ts'
import { sendRemoval, type Version } from '../keep/trade-rows.ts'
import { keepWriteSet } from '../keep/write-set.commands.ts'
import { decide } from '../record/buy.commands.ts'
import {
  refuseOtherMethod,
  refuseUnknownLots,
  requestOf,
  resultOf,
  saleForAnswer,
  sellContextOf,
  versionOf,
} from '../record/sell.commands.ts'
import { loadTradeContext } from '../terms/context.queries.ts'
import { figuresForAnswer, holdingForAnswer, NO_FIGURES, refuseStalePreview } from '../terms/figures.ts'
import { type WarningsOfTrade, warningsOfTrade } from '../terms/price-warnings.ts'

export interface Correction<Input> extends RecordedBy {
  readonly id: number
  readonly side: 'buy' | 'sell'
  /** The new content of the trade, where undefined stays as it is recorded; null deletes it. */
  readonly input: Input | null
  /** The version that was edited; undefined takes the one in force. */
  readonly version: number | undefined
  readonly reason: string | null
  readonly dryRun: boolean
  /** Its fees stay as they are given, also those by the schedule: other books charged them. */
  readonly feesFixed?: boolean
  /** The gross value as a fact, in cents, where the price is an average: of a contract of several fills. */
  readonly gross?: bigint
}

type FeeColumn = (typeof FEES)[number]['column']

interface TradeRow extends Record<FeeColumn, string> {
  id: number
  side: 'buy' | 'sell'
  version: number
  is_deleted: boolean
  deal_number: string
  portfolio_id: number
  portfolio_code: string
  portfolio_name: string
  accounting_treatment: string | null
  equity_id: number
  symbol: string
  company_name: string
  trade_date: string
  trade_time: string | null
  opening_date: string | null
  quantity: number
  price: string
  gross: string
  contract_number: string | null
  broker_name: string | null
  description: string | null
  cash_flow_on_settlement: string | null
  cost_of_funds: string | null
  generate_payment: 'Yes' | 'No'
  fee_source: FeeSource
}

const TRADE = statement(
  'corrections.trade',
  `SELECT t.id, t.side, t.version, t.is_deleted, t.deal_number, t.portfolio_id, p.portfolio_id AS portfolio_code,
          p.portfolio_name, p.accounting_treatment, t.equity_id, e.symbol, e.name AS company_name, v.trade_date, v.trade_time, v.opening_date,
          v.quantity, v.price, v.gross, v.contract_number, v.broker_name, v.description, v.cash_flow_on_settlement, v.cost_of_funds,
          v.generate_payment, v.fee_source, v.brokerage, v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN portfolios p ON p.id = t.portfolio_id JOIN equities e ON e.id = t.equity_id WHERE t.id = :id`,
)
const ALLOCATED = statement(
  'corrections.allocated',
  `SELECT s.deal_number FROM trade_allocations a JOIN trades s ON s.id = a.trade_id AND s.version = a.version
    WHERE a.buy_trade_id = :tradeId AND NOT s.is_deleted ORDER BY s.id LIMIT 20`,
)

/** The result of a correction: the version now in force, or the preview of it. */
export interface Corrected {
  readonly version: number
  readonly preview: TradeDryRun | undefined
}

/**
 * Corrects or deletes a trade inside the door's transaction. What was paid for it stays paid; the difference is open.
 * @throws Refusal 404 for a trade that is not there (or is deleted, or of the other side), `record.stale`,
 *   `trade.place-fixed`, `trade.allocated` for a buy that cherry-picked sales use, and whatever the rules say of the
 *   chain as it would be: a holding that would be negative is refused with the date.
 */
export async function correctTrade(
  tx: Transaction,
  clock: Clock,
  correction: Correction<BuyChange | SellChange>,
): Promise<Corrected> {
  const seen = await findTrade(tx, correction)
  const chain = await lockChain(tx, seen.portfolio_id, seen.equity_id)
  const trade = await findTrade(tx, correction)
  if (correction.version !== undefined && correction.version !== trade.version) {
    throw new Refusal('record.stale', { what: 'The trade' })
  }
  if (correction.input === null && correction.side === 'buy') await refuseAllocated(tx, trade)
  const planned = correction.input === null ? undefined : await plan(tx, clock, correction, trade, chain)
  const { recordedBy } = correction
  const settlement = await beforeCorrection(tx, [trade.id], { recordedBy, today: clock.today() })
  const own = String(trade.id)
  const come = planned === undefined ? [] : [planned.event]
  const change = orRefuse(await changeChain(tx, chain, { come, go: [own] }))
  const version = trade.version + 1
  if (planned === undefined) {
    sendRemoval(tx, { tradeIds: [trade.id], recordedBy, reason: correction.reason, audited: false })
  }
  await keepWriteSet(tx, {
    ...recorder(correction),
    ...(planned && {
      trades: [{ version: { tradeId: trade.id, version, recordedBy, says: planned.version } }],
    }),
    chains: [{ chain, change, gone: [own], bought: planned === undefined ? [] : boughtOf(planned) }],
  })
  const { entryIds, followed } = await repost(tx, correction, trade, change, {
    entries: planned?.entries(change) ?? [],
    version,
    settlement,
    today: clock.today(),
  })
  const preview = correction.dryRun
    ? await previewOf(tx, { planned, chain, change, entryIds, followed })
    : undefined
  return { version, preview }
}

/** A corrected buy's own result; that of a sale is the chain's to say. */
function boughtOf({ event, version }: Planned) {
  if (event.kind === 'sell') return []
  return [{ eventId: event.id, moneyGenerationCost: version.figures.moneyGenerationCost }]
}

async function findTrade(
  tx: Transaction,
  { id, side }: Pick<Correction<unknown>, 'id' | 'side'>,
): Promise<TradeRow> {
  const [trade] = await tx.query(TRADE, { id })
  if (!trade || trade.is_deleted || trade.side !== side) {
    throw new Refusal('record.missing', { what: side === 'buy' ? 'The buy' : 'The sale' })
  }
  if (trade.opening_date !== null) throw new Refusal('trade.open-item', { deal: trade.deal_number })
  return { ...trade, side }
}

async function refuseAllocated(tx: Transaction, trade: TradeRow): Promise<void> {
  const sells = await tx.query(ALLOCATED, { tradeId: trade.id })
  if (sells.length === 0) return
  throw new Refusal('trade.allocated', {
    what: `Buy ${trade.deal_number}`,
    sells: sells.map((sell) => sell.deal_number).join(', '),
  })
}

interface Planned {
  readonly event: ChainEvent
  readonly version: Version
  readonly figures: ReturnType<typeof figuresForAnswer>
  /** Price per share as a JSON number. */
  readonly price: number
  readonly warned: WarningsOfTrade
  entries(change: ChainChange): readonly TradeEntry[]
}

/** The corrected trade as its rules see it. A correction is no new trade: the portfolio need not be active for it. */
async function plan(
  tx: Transaction,
  clock: Clock,
  correction: Correction<BuyChange | SellChange>,
  trade: TradeRow,
  chain: LockedChain,
): Promise<Planned> {
  const sent = wholeInput(trade, correction.input as BuyChange | SellChange)
  const input = correction.feesFixed === true ? { ...sent, feesFixed: true } : sent
  const found = await loadTradeContext(tx, { ...input, side: trade.side }, clock.today(), trade.id)
  if (found.portfolio.id !== trade.portfolio_id || found.equity.id !== trade.equity_id) {
    throw new Refusal('trade.place-fixed')
  }
  const open = {
    ...found,
    // A day that was declared a holiday later does not keep its trades from being corrected.
    calendar: input.tradeDate === trade.trade_date ? null : found.calendar,
    portfolio: { ...found.portfolio, ...chain.portfolio, status: ACTIVE_STATUS },
    equity: { ...found.equity, isActive: true },
  }
  const position = { id: String(trade.id), sequence: trade.id }
  const { reason } = correction
  refuseEmptied(input, trade)
  if ('price' in input) {
    const amount = correction.gross === undefined ? amountOf(input, trade) : { gross: correction.gross }
    const price = 'price' in amount ? amount.price : 0n
    const decision = decide({ ...input, price }, open, 'gross' in amount ? amount.gross : undefined)
    refuseStalePreview(input, decision.figures)
    return {
      event: buyEvent({ ...input, costOfFundsRate: input.costOfFunds }, decision.figures, position),
      version: { details: input, figures: decision.figures, context: open, reason, allocations: [] },
      figures: figuresForAnswer(decision.figures),
      price: toJsonNumber(decision.figures.price, PRICE_SCALE),
      warned: warningsOfTrade(decision, found, input.tradeDate),
      entries: () => decision.entries,
    }
  }
  const context = sellContextOf(open, { ...chain, portfolio: open.portfolio })
  refuseOtherMethod(input, context)
  const request = {
    ...requestOf(input, context),
    ...(correction.gross !== undefined && { gross: correction.gross }),
  }
  const decision = orRefuse(decideSell(request, context))
  refuseStalePreview(input, decision.figures)
  await refuseUnknownLots(tx, chain, input)
  return {
    event: saleEvent(request, decision.figures, position),
    version: versionOf(input, decision, context, reason),
    figures: figuresForAnswer(decision.figures),
    price: toJsonNumber(decision.figures.price, PRICE_SCALE),
    warned: warningsOfTrade(decision, found, input.tradeDate),
    entries: (change) => sellEntriesOf(decision, request, context, resultOf(change, position.id)),
  }
}

/**
 * What a correction says in full: what it leaves out stays. Fees as charged stay with their source, unless the schedule's are asked
 * for; what describes the request alone (preview, method, lots taken) does not stay.
 */
function wholeInput(trade: TradeRow, sent: BuyChange | SellChange): BulkBuyInput | SellInput {
  const isCharged = trade.fee_source !== 'schedule'
  const namesPortfolio = sent.portfolio !== undefined || sent.portfolioId !== undefined
  const recorded = {
    portfolio: null,
    portfolioId: namesPortfolio ? null : trade.portfolio_code,
    dealNumber: null,
    tradeTime: trade.trade_time,
    description: trade.description,
    paymentMethod: null,
    cashFlowOnSettlement: trade.cash_flow_on_settlement,
    costOfFunds: trade.cost_of_funds === null ? null : decimalOf(trade.cost_of_funds, RATE_SCALE),
    generatePayment: trade.generate_payment,
    feeSource: trade.fee_source,
    ...byField(({ column }) => (isCharged ? decimalOf(trade[column], MONEY_SCALE) : null)),
    preview: null,
    ...('soldPrice' in sent
      ? { valuationMethod: null, allocations: null }
      : { price: null, grossValue: null }),
  }
  return laidOver(recorded as unknown as BulkBuyInput | SellInput, sent as object)
}

/** A sale of the bulk form, or a trade of a start from a sheet, may have neither contract nor broker and stay so; one that has them keeps some. */
function refuseEmptied(input: BulkBuyInput | SellInput, trade: TradeRow): void {
  const details = [
    ...(input.contractNumber === '' && trade.contract_number !== null
      ? [{ field: 'contractNumber', message: 'Contract number is required' }]
      : []),
    ...(input.brokerName === '' && trade.broker_name !== null
      ? [{ field: 'brokerName', message: 'Broker name is required' }]
      : []),
  ]
  if (details.length > 0) throw new Refusal('request.invalid', {}, details)
}

/** The basis of the corrected buy. @throws Refusal 400 where price and gross value contradict each other. */
function amountOf(input: BulkBuyInput, trade: TradeRow): BuyAmount {
  const { quantity, price, grossValue } = input
  const amount = correctedAmount(
    { quantity, price, gross: grossValue },
    {
      dealNumber: trade.deal_number,
      quantity: BigInt(trade.quantity),
      price: decimalOf(trade.price, PRICE_SCALE),
      gross: decimalOf(trade.gross, MONEY_SCALE),
    },
  )
  if (amount !== null) return amount
  const product = formatDecimal(grossOf(quantity, price ?? 0n), MONEY_SCALE, { grouping: true })
  const message = `Quantity x price is ${product}. Send the gross value or the price, not both.`
  throw new Refusal('request.invalid', {}, [{ field: 'grossValue', message }])
}

/** Reverses what the trade had posted but its payments, posts what it posts now, and the differences of other sales. */
async function repost(
  tx: Transaction,
  correction: Correction<unknown>,
  trade: TradeRow,
  change: ChainChange,
  at: {
    readonly entries: readonly TradeEntry[]
    readonly version: number
    readonly settlement: BeforeCorrection
    readonly today: string
  },
): Promise<{ readonly entryIds: number[]; readonly followed: Followed }> {
  const by = recorder(correction)
  const { version, settlement } = at
  const reference = trade.deal_number
  // Where something happened to the settlement, its entries follow from that.
  const entries =
    settlement.size === 0 ? at.entries : at.entries.filter((entry) => entry.kind !== 'settlement')
  const ids = await reverseLiveEntries(tx, [trade.id], by)
  const own = { reference, tradeId: trade.id, tradeVersion: version }
  ids.push(
    ...(await postEntries(
      tx,
      entries.map((entry) => ({ ...entry, ...own })),
      OWN_TRADE,
      by,
    )),
  )
  ids.push(...(await afterCorrection(tx, settlement, by)))
  const context = {
    portfolio: {
      id: trade.portfolio_id,
      code: trade.portfolio_code,
      name: trade.portfolio_name,
      status: ACTIVE_STATUS,
      accountingTreatment: trade.accounting_treatment,
    },
    equity: { id: trade.equity_id, symbol: trade.symbol, companyName: trade.company_name, isActive: true },
  }
  // The corrected sale itself was posted whole; only the others get a difference.
  const others = {
    ...change,
    recosted: change.recosted.filter((moved) => moved.eventId !== String(trade.id)),
  }
  const mover = {
    tradeId: trade.id,
    what: `${correction.input === null ? 'the deletion' : 'a correction'} of ${trade.deal_number}`,
  }
  const followed = await followChange(tx, { change: others, context, mover, ...by, today: at.today })
  ids.push(...followed.entryIds)
  ids.push(...(await moveAlong(tx, [trade.id], by)))
  return { entryIds: ids, followed }
}

async function previewOf(
  tx: Transaction,
  at: {
    planned: Planned | undefined
    chain: LockedChain
    change: ChainChange
    entryIds: readonly number[]
    followed: Followed
  },
): Promise<TradeDryRun> {
  const { planned, chain, change } = at
  const sale = planned?.event.kind === 'sell' ? resultOf(change, planned.event.id) : undefined
  return {
    dryRun: true,
    figures: planned?.figures ?? NO_FIGURES,
    ...(planned !== undefined && { price: planned.price }),
    sale: sale === undefined ? null : await saleForAnswer(tx, sale, chain.holding.quantity),
    position: { before: holdingForAnswer(chain.holding), after: holdingForAnswer(change.state.holding) },
    postings: await postedLines(tx, at.entryIds),
    consequences: await consequencesOf(tx, change, at.followed),
    ...(planned?.warned ?? { warnings: [] }),
  }
}
