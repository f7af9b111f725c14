/** Runs a golden scenario through the rules and prints their answers in tables that an accountant reads. */

import {
  type Allocation,
  type ChainEvent,
  type ChainState,
  type CostingMethod,
  EMPTY_CHAIN,
  type HistoryRow,
  type SaleEvent,
  type SaleResult,
} from '../chains/chain-event.ts'
import { changeChain, goesOnFromEnd, weightsOf } from '../chains/change.ts'
import { replayChain } from '../chains/replay.ts'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { type MarketCalendar, marketCalendar } from '../holidays/market-calendar.ts'
import type { OpeningEntry } from '../ledger/opening-entry.ts'
import { accountOfRole, DEFAULT_CHART, type PostingRole } from '../ledger/roles.ts'
import { recostEntry, type TradeEntry } from '../ledger/trade-entries.ts'
import { treatmentOf } from '../ledger/treatment.ts'
import { isRejection, type Rejection } from '../rejections.ts'
import { securityClassOf } from '../securities/symbol.ts'
import { type BuyContext, buyEvent, decideBuy } from '../trades/decide-buy.ts'
import { decideSell, saleEvent, sellEntriesOf } from '../trades/decide-sell.ts'
import type { BuyFigures, SellFigures } from '../trades/figures.ts'
import { formatDecimal, parseTyped, RATE_SCALE } from '../values/decimal.ts'
import { perShare } from '../values/money.ts'
import { closeYears } from './closing-scenario.ts'
import { type Opened, type Opening, openBooks } from './opening-scenario.ts'
import type { Row, ScenarioText, Table } from './scenario-text.ts'
import { type SettledAct, settle } from './settlement-scenario.ts'

interface Recorded {
  readonly trade: string
  readonly figures: BuyFigures | SellFigures
  readonly entries: readonly TradeEntry[]
  /** The effect of the trade on the holding. */
  readonly row: HistoryRow
  /** The sale's own result, and those that a late trade moved. */
  readonly results: readonly SaleResult[]
}

/** The chain after the trades so far. */
interface Walked {
  readonly events: readonly ChainEvent[]
  readonly state: ChainState
}

interface Story {
  readonly state: BuyContext & { readonly calendar: MarketCalendar }
  readonly method: CostingMethod | null
  readonly opening: Opening
}

const money = (cents: bigint) => formatDecimal(cents, 2, { grouping: true })
/** Blank means zero. */
const side = (cents: bigint) => (cents === 0n ? '' : money(cents))
const whole = (shares: bigint) => formatDecimal(shares, 0, { grouping: true })
const price = (units: bigint) => formatDecimal(units, 4, { grouping: true })

function typed(text: string, scale: number): bigint {
  const parsed = parseTyped(text, scale)
  if (!parsed.ok) throw new Error(`${text} is ${parsed.problem}`)
  return parsed.units
}

function only(scenario: ScenarioText, name: string): Row {
  const row = scenario.tables.find((table) => table.name === name)?.rows[0]
  if (row === undefined) throw new Error(`the scenario has no table "${name}"`)
  return row
}

function cell(row: Row, column: string): string {
  const value = row[column]
  if (value === undefined) throw new Error(`there is no column "${column}"`)
  return value
}

function storyOf(scenario: ScenarioText): Story {
  const [portfolio, security] = [only(scenario, 'portfolio'), only(scenario, 'security')]
  const symbol = cell(security, 'symbol')
  const today = cell(portfolio, 'today')
  const method = cell(portfolio, 'costing method')
  const securityClass = securityClassOf(symbol)
  const tariff = DEFAULT_TARIFFS.find((one) => one.securityClass === securityClass)
  if (tariff === undefined) throw new Error(`no tariff of the class ${securityClass}`)
  const state = {
    today,
    calendar: marketCalendar(CSE_HOLIDAYS),
    portfolio: {
      id: cell(portfolio, 'portfolio'),
      name: cell(portfolio, 'portfolio'),
      status: cell(portfolio, 'status'),
      accountingTreatment: cell(portfolio, 'treatment'),
    },
    equity: { id: symbol, symbol, companyName: cell(security, 'company'), isActive: true },
    tariff,
    contractNumberRepeated: false,
  }
  return {
    method: method === '-' ? null : (method as CostingMethod),
    state,
    opening: openBooks(scenario, state),
  }
}

function termsOf(row: Row) {
  const rate = cell(row, 'cost of funds %')
  return {
    quantity: typed(cell(row, 'quantity'), 0),
    price: typed(cell(row, 'price'), 4),
    tradeDate: cell(row, 'trade date'),
    settlementDate: cell(row, 'settlement'),
    costOfFundsRate: rate === '-' ? null : typed(rate, RATE_SCALE),
    brokerId: null,
    settlementAccountId: null,
  }
}

/** "T1 50, T2 30": which lots a cherry-picked sale takes. */
function takes(row: Row): { allocations: Allocation[] } | object {
  const text = row['takes'] ?? '-'
  if (text === '-') return {}
  const allocations = text.split(', ').map((part) => {
    const [lotId = '', quantity = ''] = part.split(' ')
    return { lotId, quantity: typed(quantity, 0) }
  })
  return { allocations }
}

/** Applies an event to the chain, at its end or before it. */
function takeStep({ method }: Story, walked: Walked, event: ChainEvent) {
  const { holding, last, lots, unlistedUntil } = walked.state
  const order = { come: [event], go: [] }
  const known = goesOnFromEnd(walked.state, order) ? { lots } : { events: walked.events }
  const tail = { method, holding, last, weights: weightsOf(lots), unlistedUntil }
  const change = changeChain(tail, known, order)
  if (isRejection(change)) return change
  return {
    walked: { events: [...walked.events, event], state: change.state },
    row: change.rows.find((one) => one.eventId === event.id) as HistoryRow,
    result: change.sales.find((sale) => sale.eventId === event.id) ?? null,
    moved: change.recosted,
  }
}

function record(row: Row, sequence: number, story: Story, walked: Walked) {
  const facts = { ...termsOf(row), ...takes(row) }
  const identity = { id: cell(row, 'trade'), sequence }
  const isBuy = cell(row, 'side') === 'buy'
  const decision = isBuy
    ? decideBuy(facts, story.state)
    : decideSell(facts, { ...story.state, method: story.method, portfolio: portfolioOf(story) })
  if (isRejection(decision)) return decision
  const event =
    decision.kind === 'buy'
      ? buyEvent(facts, decision.figures, identity)
      : saleEvent(facts, decision.figures, identity)
  const step = takeStep(story, walked, event)
  if (isRejection(step)) return step
  const { result, moved } = step
  const own =
    decision.kind === 'buy' || result === null
      ? (decision as { entries: readonly TradeEntry[] }).entries
      : sellEntriesOf(decision, facts, story.state, result)
  const figures = { ...decision.figures, ...(result && { moneyGenerationCost: result.moneyGenerationCost }) }
  const recorded: Recorded = {
    trade: identity.id,
    figures,
    entries: [...own, ...moved.flatMap((one) => differenceOf(one, story, walked))],
    row: step.row,
    results: [...(result ? [result] : []), ...moved.map((one) => one.after)],
  }
  return { recorded, walked: step.walked }
}

function portfolioOf({ state, opening }: Story) {
  return { ...state.portfolio, openingDate: opening.openingDate }
}

/** The entry that adjusts a sale to the cost that a late trade gives it. */
function differenceOf(
  moved: { readonly eventId: string; readonly costOut: bigint; readonly chargesOut: bigint },
  { state }: Story,
  walked: Walked,
): TradeEntry[] {
  const sale = walked.events.find((event) => event.id === moved.eventId) as SaleEvent
  const keys = {
    portfolioId: state.portfolio.id,
    equityId: state.equity.id,
    companyName: state.equity.companyName,
    brokerId: null,
    settlementAccountId: null,
    tradeDate: sale.tradeDate,
    settlementDate: sale.settlementDate,
  }
  const entry = recostEntry(keys, moved, treatmentOf(state.portfolio.accountingTreatment).treatment)
  if (entry === null) return []
  const description = `Cost of sale ${sale.id} changed`
  return [{ ...entry, description, lines: entry.lines.map((line) => ({ ...line, description })) }]
}

/** The rules' answers to the scenario's trades, as its `then` tables. */
export function runScenario(scenario: ScenarioText): Table[] {
  const story = storyOf(scenario)
  const trades = scenario.tables.find((table) => table.section === 'when' && table.name === 'trades')
  const recorded: Recorded[] = []
  let refused: (Rejection & { trade: string }) | null = null
  const { events, opened } = story.opening
  const begun = replayChain(story.method, events)
  if (isRejection(begun)) throw new Error(begun.code)
  let walked: Walked = { events, state: events.length === 0 ? EMPTY_CHAIN : begun.state }
  for (const [index, row] of (trades?.rows ?? []).entries()) {
    const outcome = record(row, events.length + index + 1, story, walked)
    if (isRejection(outcome)) {
      refused = { ...outcome, trade: cell(row, 'trade') }
      break
    }
    recorded.push(outcome.recorded)
    walked = outcome.walked
  }
  const settled = settledBy(scenario, story, recorded)
  const entries = [...recorded, ...settled].flatMap((one) => one.entries)
  const yearEnds =
    scenario.tables.find((one) => one.section === 'when' && one.name === 'year-ends')?.rows ?? []
  const closed = closeYears(yearEnds, entries, story.state.portfolio.id)
  const tables =
    recorded.length + opened.length === 0 ? [] : tablesOf(recorded, walked.state, { opened, settled, closed })
  return refused === null ? tables : [...tables, refusalTable(refused)]
}

/** The acts on the settlements of the trades. */
function settledBy(scenario: ScenarioText, { state }: Story, recorded: readonly Recorded[]): SettledAct[] {
  const table = (name: string) =>
    scenario.tables.find((one) => one.section === 'when' && one.name === name)?.rows ?? []
  const trades = table('trades').flatMap((row) => {
    const net = recorded.find((one) => one.trade === cell(row, 'trade'))?.figures.net
    if (net === undefined) return []
    const side: 'buy' | 'sell' = cell(row, 'side') === 'buy' ? 'buy' : 'sell'
    return {
      trade: cell(row, 'trade'),
      side,
      net,
      tradeDate: cell(row, 'trade date'),
      settlementDate: cell(row, 'settlement'),
      portfolioId: String(state.portfolio.id),
      equityId: String(state.equity.id),
      companyName: state.equity.companyName,
    }
  })
  return settle(table('settlements'), trades, state)
}

function then(name: string, rows: readonly Row[]): Table {
  return { section: 'then', name, columns: Object.keys(rows[0] ?? {}), rows }
}

function refusalTable({ trade, code, facts }: Rejection & { readonly trade: string }): Table {
  return then('refused', [{ trade, code, ...facts }])
}

function tablesOf(
  recorded: readonly Recorded[],
  chain: ChainState,
  others: {
    readonly opened: readonly Opened[]
    readonly settled: readonly SettledAct[]
    readonly closed: ReturnType<typeof closeYears>
  },
): Table[] {
  const { opened, settled, closed } = others
  const posted = [...opened, ...recorded, ...settled, ...closed]
  const results = recorded.flatMap(({ trade, results }) =>
    results.map((result) => ({
      ...resultRow(result),
      ...(result.eventId !== trade && { trade: `${result.eventId} after ${trade}` }),
    })),
  )
  const stepUps = recorded.flatMap(({ trade, figures }) =>
    figures.stepUp ? [{ trade, ...figures.stepUp }] : [],
  )
  return [
    then('fees', recorded.map(feeRow)),
    then(
      'step-up fees',
      stepUps.map((stepUp) => ({
        trade: stepUp.trade,
        'first 100m': money(stepUp.first100M),
        'first 100m fees': money(stepUp.first100MFees),
        excess: money(stepUp.excess),
        'excess fees': money(stepUp.excessFees),
        'total fees': money(stepUp.totalStepUpFees),
        'gross + fees': money(stepUp.total),
      })),
    ),
    then('results of sales', results),
    then(
      'settlements',
      settled.map((act) => act.row),
    ),
    then('entries', posted.flatMap(entryRows).slice(0, -1)),
    then('holding', [...opened, ...recorded].flatMap(holdingRow)),
    then('lots', chain.lots.map(lotRow)),
    then('balances once settled', balanceRows(posted)),
  ].filter((table) => table.rows.length > 0)
}

function feeRow({ trade, figures }: Recorded): Row {
  const { fees } = figures
  return {
    trade,
    gross: money(figures.gross),
    brokerage: money(fees.brokerage),
    CSE: money(fees.cse),
    CDS: money(fees.cds),
    clearing: money(fees.clearing),
    SEC: money(fees.sec),
    STL: money(fees.stl),
    'total fees': money(figures.totalFees),
    net: money(figures.net),
    'money generation cost': money(figures.moneyGenerationCost),
  }
}

function resultRow(result: SaleResult): Row {
  return {
    trade: result.eventId,
    'cost taken out': money(result.costOut),
    'charges taken out': money(result.chargesOut),
    'bought price': price(result.boughtPrice),
    'holding days': String(result.holdingDays),
    'capital gain': money(result.capitalGain),
    'profit or loss': money(result.profitLoss),
    'after all costs': money(result.afterCostResult),
  }
}

function accountCells(role: PostingRole): { account: string; name: string } {
  const code = accountOfRole(role)
  return { account: code, name: DEFAULT_CHART.find((account) => account.code === code)?.name ?? '' }
}

interface Posted {
  readonly trade: string
  readonly entries: readonly (TradeEntry | OpeningEntry)[]
}

function entryRows({ trade, entries }: Posted): Row[] {
  return entries.flatMap((entry) => [
    ...entry.lines.map((line, index) => ({
      trade: index === 0 ? trade : '',
      date: index === 0 ? entry.entryDate : '',
      ...accountCells(line.role),
      debit: side(line.debit),
      credit: side(line.credit),
      type: line.transactionType,
      description: index === 0 ? line.description : '',
    })),
    {},
  ])
}

function holdingRow({ trade, row }: { trade: string; row: HistoryRow | null }): Row[] {
  if (row === null) return []
  const { after, tradeDate } = row
  const held = {
    'after trade': trade,
    date: tradeDate,
    quantity: whole(after.quantity),
    cost: money(after.cost),
    charges: money(after.charges),
    'average price': price(perShare(after.cost, after.quantity)),
  }
  return [held]
}

function lotRow(lot: ChainState['lots'][number]): Row {
  return {
    lot: lot.id,
    bought: lot.tradeDate,
    settled: lot.settlementDate,
    quantity: whole(lot.quantity),
    left: whole(lot.remainingQuantity),
    'cost left': money(lot.remainingCost),
    'charges left': money(lot.remainingCharges),
  }
}

function balanceRows(recorded: readonly Posted[]): Row[] {
  const balances = new Map<PostingRole, bigint>()
  for (const { role, debit, credit } of recorded.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.lines),
  )) {
    balances.set(role, (balances.get(role) ?? 0n) + debit - credit)
  }
  const sorted = [...balances].toSorted(([a], [b]) => (accountOfRole(a) < accountOfRole(b) ? -1 : 1))
  const rows = sorted.map(([role, balance]) => ({
    ...accountCells(role),
    debit: balance > 0n ? money(balance) : '',
    credit: balance < 0n ? money(-balance) : '',
  }))
  const debits = sorted.reduce((sum, [, balance]) => (balance > 0n ? sum + balance : sum), 0n)
  const credits = sorted.reduce((sum, [, balance]) => (balance < 0n ? sum - balance : sum), 0n)
  return [...rows, { account: '', name: 'Total', debit: money(debits), credit: money(credits) }]
}
