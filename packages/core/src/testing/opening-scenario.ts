/**
 * The opening of the books of a golden scenario: its tables `given opening lots` and `given opening
 * balances`.
 */
import type { ChainEvent, HistoryRow } from '../chains/chain-event.ts'
import { replayChain } from '../chains/replay.ts'
import type { EntryLine } from '../ledger/lines.ts'
import { capitalSides, decideOpeningBalances } from '../ledger/opening-balances.ts'
import type { OpeningEntry } from '../ledger/opening-entry.ts'
import { DEFAULT_CHART, type PostingRole } from '../ledger/roles.ts'
import { isRejection } from '../rejections.ts'
import { decideOpening, type OpeningContext, openingEvent } from '../trades/decide-opening.ts'
import { parseTyped, RATE_SCALE } from '../values/decimal.ts'
import type { Row, ScenarioText } from './scenario-text.ts'

export interface Opened {
  readonly trade: string
  readonly entries: readonly OpeningEntry[]
  /** The effect of a lot on the holding; null for the balances. */
  readonly row: HistoryRow | null
}

export interface Opening {
  readonly openingDate: string | null
  readonly events: readonly ChainEvent[]
  readonly opened: readonly Opened[]
}

function units(text: string | undefined, scale: number): bigint {
  const parsed = parseTyped(text === undefined || text === '-' ? '0' : text, scale)
  if (!parsed.ok) throw new Error(`${text} is ${parsed.problem}`)
  return parsed.units
}

/** The lots in the order given, then the balances; what the rules refuse is a mistake of the scenario. */
export function openBooks(scenario: ScenarioText, state: Omit<OpeningContext, 'openingDate'>): Opening {
  const rowsOf = (name: string) =>
    scenario.tables.find((one) => one.section === 'given' && one.name === name)?.rows ?? []
  const [lots, balances] = [rowsOf('opening lots'), rowsOf('opening balances')]
  const openingDate = lots[0]?.['opens'] ?? balances[0]?.['opens'] ?? null
  if (openingDate === null) return { openingDate, events: [], opened: [] }
  const begun = lots.map((row, index) => openLot(row, index + 1, { ...state, openingDate }))
  const events = begun.map((one) => one.event)
  const replay = replayChain('FIFO', events)
  if (isRejection(replay)) throw new Error(replay.code)
  const opened = begun.map(({ event, entry }): Opened => {
    const row = replay.history.find((one) => one.eventId === event.id) ?? null
    return { trade: event.id, entries: [entry], row }
  })
  if (balances.length === 0) return { openingDate, events, opened }
  return { openingDate, events, opened: [...opened, openBalances(balances, { ...state, openingDate })] }
}

function openLot(row: Row, sequence: number, state: OpeningContext) {
  const rate = row['cost of funds %']
  const facts = {
    quantity: units(row['quantity'], 0),
    cost: units(row['cost'], 2),
    charges: units(row['charges'], 2),
    boughtOn: row['bought'] ?? '',
    settlementDate: row['settled'] ?? '',
    costOfFundsRate: rate === undefined || rate === '-' ? null : units(rate, RATE_SCALE),
    brokerId: null,
  }
  const decision = decideOpening(facts, state)
  if (isRejection(decision)) throw new Error(`${row['lot']}: ${decision.code}`)
  const identity = { id: row['lot'] ?? '', sequence }
  return {
    entry: decision.entry,
    event: openingEvent(facts, decision.figures, state.openingDate, identity),
  }
}

function openBalances(rows: readonly Row[], { portfolio, openingDate }: OpeningContext): Opened {
  const sent = rows.map((row) => ({
    accountCode: row['account'] ?? '',
    portfolioId: portfolio.id,
    debit: units(row['debit'], 2),
    credit: units(row['credit'], 2),
  }))
  const decided = decideOpeningBalances(sent, new Set(), true)
  if (isRejection(decided)) throw new Error(decided.code)
  const description = `Opening balances of ${portfolio.name}`
  const lineOf = (role: PostingRole, { debit, credit }: { debit: bigint; credit: bigint }): EntryLine => ({
    role,
    portfolioId: portfolio.id,
    equityId: null,
    brokerId: null,
    settlementAccountId: null,
    debit,
    credit,
    transactionType: 'Opening',
    description,
  })
  const capital = capitalSides(decided.difference)
  const lines = [
    ...sent.map((line) => lineOf(roleOf(line.accountCode), line)),
    ...(capital === null ? [] : [lineOf('capital', capital)]),
  ]
  const entry: OpeningEntry = {
    kind: 'opening',
    entryDate: openingDate,
    transactionType: 'Opening',
    description,
    lines,
  }
  return { trade: 'balances', entries: [entry], row: null }
}

function roleOf(code: string): PostingRole {
  const account = DEFAULT_CHART.find((one) => one.code === code)
  if (account === undefined) throw new Error(`there is no account ${code}`)
  return account.role
}
