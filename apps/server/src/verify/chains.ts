/** Replays chains from their facts and compares what is stored: history, lots, results, tails. */

import type { HistoryRow, Lot, SaleResult } from '@em/core/chains/chain-event'
import { weightsOf } from '@em/core/chains/change'
import { type ChainReplay, replayChain } from '@em/core/chains/replay'
import { moneyGenerationCost } from '@em/core/cost-of-funds/rates'
import { totalFees } from '@em/core/fee-tariffs/charge'
import { isRejection } from '@em/core/rejections'
import { decimalOf, formatDecimal, MONEY_SCALE, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { actionEventOf } from '../features/chains/action-events.queries.ts'
import { eventOf } from '../features/chains/events.queries.ts'
import { feesOfRow } from '../features/fee-tariffs/fee-columns.ts'
import type { ChainRow, EventResultRow, Facts, TradeRow } from './facts.ts'
import type { Figures, Findings } from './report.ts'

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const money = (units: bigint) => formatDecimal(units, MONEY_SCALE)
const rateOf = (text: string | null) => (text === null ? null : decimalOf(text, RATE_SCALE))

/** Sum of the six fees of a trade, or the charges that an opening lot carries, in cents. */
export function feesOf(trade: TradeRow): bigint {
  return totalFees(feesOfRow(trade)) + cents(trade.carried_charges ?? '0')
}

/** The results of one chain by its facts, under the trades' ids. */
export interface Rebuilt {
  readonly chain: ChainRow
  readonly replay: ChainReplay
}

/** Replays each chain of the facts; one that the rules refuse is a difference of its own. */
export function rebuildChains(facts: Facts, findings: Findings): Rebuilt[] {
  const trades = Map.groupBy(facts.trades, (trade) => trade.chain_id)
  const allocations = Map.groupBy(facts.allocations, (part) => part.trade_id)
  const actionEvents = Map.groupBy(facts.actionEvents, (row) => row.chain_id)
  const rebuilt: Rebuilt[] = []
  for (const chain of facts.chains) {
    // A sale dealt before the opening date moves no shares.
    const moving = (trades.get(chain.id) ?? []).filter(
      ({ side, opening_date }) => side !== 'sell' || opening_date === null,
    )
    const traded = moving.map((trade) =>
      eventOf({
        ...trade,
        fees: money(feesOf(trade)),
        allocations:
          allocations.get(trade.id)?.map((part) => ({ buy: part.buy_trade_id, quantity: part.quantity })) ??
          null,
      }),
    )
    const events = [...traded, ...(actionEvents.get(chain.id) ?? []).map(actionEventOf)]
    const replay = replayChain(chain.costing_method, events)
    if (isRejection(replay)) {
      findings.add({
        check: 'chains',
        place: chainLabel(chain),
        what: 'replay',
        stored: 'trades',
        expected: `refused: ${replay.code} ${JSON.stringify(replay.facts)}`,
      })
    } else {
      rebuilt.push({ chain, replay })
    }
  }
  return rebuilt
}

export const chainLabel = (chain: ChainRow) => `${chain.portfolio} ${chain.symbol}`

/** Compares tails, history rows, lots and results of the chains with what is stored. */
export function compareChains(facts: Facts, rebuilt: readonly Rebuilt[], findings: Findings): void {
  const events = Map.groupBy(facts.events, (event) => event.chain_id)
  const lots = Map.groupBy(facts.lots, (lot) => lot.chain_id)
  const trades = new Map(facts.trades.map((trade) => [trade.id, trade]))
  for (const { chain, replay } of rebuilt) {
    findings.compare('chain tails', chainLabel(chain), tailOf(chain), expectedTail(replay))
    compareRows(
      findings,
      'history rows',
      chain,
      new Map((events.get(chain.id) ?? []).map((row) => [row.id, { ...row }])),
      new Map(replay.history.map((row) => [row.sequence, historyFigures(row)])),
    )
    compareRows(
      findings,
      'lots',
      chain,
      new Map((lots.get(chain.id) ?? []).map((lot) => [lot.event_id, { ...lot }])),
      new Map(replay.state.lots.map((lot) => [lot.sequence, lotFigures(lot)])),
    )
    findings.count('chains', 1)
  }
  compareResults(facts, rebuilt, trades, findings)
}

function compareRows(
  findings: Findings,
  check: string,
  chain: ChainRow,
  stored: ReadonlyMap<number, Figures>,
  expected: ReadonlyMap<number, Figures>,
): void {
  for (const key of new Set([...stored.keys(), ...expected.keys()])) {
    findings.compare(check, `${chainLabel(chain)}, event ${key}`, stored.get(key), expected.get(key))
  }
  findings.count(check, expected.size)
}

function tailOf(chain: ChainRow): Figures {
  const { quantity, cost, charges, last_event_date, last_event_rank, last_event_id } = chain
  const { age_rate, age_rate_days, lot_rate, lot_rate_days, unlisted_until } = chain
  const { disposed_proceeds, disposed_cost, disposed_charges, disposed_fees, disposed_financing } = chain
  return {
    quantity,
    cost,
    charges,
    last_event_date,
    last_event_rank,
    last_event_id,
    age_rate,
    age_rate_days,
    lot_rate,
    lot_rate_days,
    unlisted_until,
    disposed_proceeds,
    disposed_cost,
    disposed_charges,
    disposed_fees,
    disposed_financing,
  }
}

function expectedTail({ state, sales }: ChainReplay): Figures {
  const sold = (of: (sale: SaleResult) => bigint) => money(sales.reduce((sum, sale) => sum + of(sale), 0n))
  return {
    quantity: state.holding.quantity,
    cost: money(state.holding.cost),
    charges: money(state.holding.charges),
    last_event_date: state.last?.tradeDate ?? null,
    last_event_rank: state.last?.rank ?? null,
    last_event_id: state.last?.sequence ?? null,
    unlisted_until: state.unlistedUntil,
    disposed_proceeds: sold((sale) => sale.proceeds),
    disposed_cost: sold((sale) => sale.costOut),
    disposed_charges: sold((sale) => sale.chargesOut),
    disposed_fees: sold((sale) => sale.fees),
    disposed_financing: sold((sale) => sale.moneyGenerationCost),
    ...weights(state.lots),
  }
}

/** The sums over open lots from which a position's cost of funds is computed. */
function weights(lots: readonly Lot[]): Figures {
  const { ageRate, ageRateDays, lotRate, lotRateDays } = weightsOf(lots)
  return {
    age_rate: formatDecimal(ageRate, RATE_SCALE),
    age_rate_days: formatDecimal(ageRateDays, RATE_SCALE),
    lot_rate: formatDecimal(lotRate, MONEY_SCALE + RATE_SCALE),
    lot_rate_days: formatDecimal(lotRateDays, MONEY_SCALE + RATE_SCALE),
  }
}

function historyFigures(row: HistoryRow): Figures {
  return {
    id: row.eventId,
    source: row.source,
    event_date: row.tradeDate,
    rank: row.rank,
    kind: row.kind,
    quantity_change: row.change.quantity,
    cost_change: money(row.change.cost),
    charges_change: money(row.change.charges),
    quantity: row.after.quantity,
    cost: money(row.after.cost),
    charges: money(row.after.charges),
  }
}

function lotFigures(lot: Lot): Figures {
  return {
    event_id: lot.id,
    trade_date: lot.tradeDate,
    settlement_date: lot.settlementDate,
    price: formatDecimal(lot.price, PRICE_SCALE),
    opened_on: lot.openedOn,
    quantity: lot.quantity,
    cost: money(lot.cost),
    charges: money(lot.charges),
    remaining_quantity: lot.remainingQuantity,
    remaining_cost: money(lot.remainingCost),
    remaining_charges: money(lot.remainingCharges),
    cost_of_funds: formatDecimal(lot.costOfFundsRate ?? 0n, RATE_SCALE),
  }
}

function compareResults(
  facts: Facts,
  rebuilt: readonly Rebuilt[],
  trades: ReadonlyMap<number, TradeRow>,
  findings: Findings,
): void {
  const changed = Map.groupBy(facts.lotChanges, (part) => part.event_id)
  const events = new Map(facts.actionEvents.map((row) => [row.id, row]))
  for (const { chain, replay } of rebuilt) {
    const sales = new Map(replay.sales.map((sale) => [Number(sale.eventId), sale]))
    const changes = new Map(replay.changes.map((one) => [Number(one.eventId), one.lots]))
    for (const { sequence } of replay.history) {
      const trade = trades.get(sequence)
      const event = events.get(sequence)
      const row = trade ?? event
      if (row === undefined) continue
      const place = `${chainLabel(chain)}, ${trade?.deal_number ?? `event ${sequence}`}`
      const sale = sales.get(sequence)
      const expected = sale ? saleFigures(sale, chain) : trade && buyFigures(trade, chain)
      findings.compare('results', place, resultOf(row), expected)
      findings.count('results', 1)
      const lots =
        changes.get(sequence) ??
        sale?.consumed.map(({ lotId, quantity, lotCost, lotCharges }) => ({
          lotId,
          quantity: -quantity,
          cost: -lotCost,
          charges: -lotCharges,
        }))
      if (lots === undefined && !changed.has(sequence)) continue
      const listed = (parts: readonly string[]) => parts.toSorted().join('; ') || null
      findings.compare(
        'changes of lots',
        place,
        {
          lots: listed(
            (changed.get(sequence) ?? []).map(
              (part) =>
                `${part.quantity_change} of ${part.lot_event_id} for ${part.cost_change} + ${part.charges_change}`,
            ),
          ),
        },
        {
          lots: listed(
            (lots ?? []).map(
              (part) => `${part.quantity} of ${part.lotId} for ${money(part.cost)} + ${money(part.charges)}`,
            ),
          ),
        },
      )
    }
  }
}

function resultOf(trade: EventResultRow): Figures | undefined {
  if (trade.money_generation_cost === null) return undefined
  const {
    money_generation_cost,
    cost_out,
    charges_out,
    capital_gain,
    holding_days,
    bought_price,
    profit_loss,
    result_portfolio,
    result_equity,
    disposed_on,
    proceeds,
    fees,
  } = trade
  return {
    money_generation_cost,
    cost_out,
    charges_out,
    capital_gain,
    holding_days,
    bought_price,
    profit_loss,
    result_portfolio,
    result_equity,
    disposed_on,
    proceeds,
    fees,
  }
}

function buyFigures(trade: TradeRow, chain: ChainRow): Figures {
  // The funds of an opening lot were tied up before the books began: its first day is not counted here.
  const days = trade.opening_date !== null ? 0 : 1
  return {
    money_generation_cost: money(moneyGenerationCost(cents(trade.net), rateOf(trade.cost_of_funds), days)),
    cost_out: null,
    charges_out: null,
    capital_gain: null,
    holding_days: null,
    bought_price: null,
    profit_loss: null,
    result_portfolio: chain.portfolio_id,
    result_equity: null,
    disposed_on: null,
    proceeds: null,
    fees: null,
  }
}

function saleFigures(sale: SaleResult, chain: ChainRow): Figures {
  return {
    money_generation_cost: money(sale.moneyGenerationCost),
    cost_out: money(sale.costOut),
    charges_out: money(sale.chargesOut),
    capital_gain: money(sale.capitalGain),
    holding_days: sale.holdingDays,
    bought_price: formatDecimal(sale.boughtPrice, PRICE_SCALE),
    profit_loss: money(sale.profitLoss),
    result_portfolio: chain.portfolio_id,
    result_equity: chain.equity_id,
    disposed_on: sale.tradeDate,
    proceeds: money(sale.proceeds),
    fees: money(sale.fees),
  }
}
