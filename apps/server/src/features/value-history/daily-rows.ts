/** Puts daily values together: from what was held, moved and priced, a row for each market day. No SQL, no clock. */
import {
  columnPrice,
  dayIndexOf,
  type EntriesOfAction,
  type Flow,
  flowOf,
  flowsOfEntries,
  type HoldingOnDay,
  HoldingsByDay,
} from '@em/core/performance/daily-values'
import type { Cents } from '@em/core/values/decimal'
import type { HeldChain } from './holdings-facts.queries.ts'
import { FUND_ROLES, type FundFacts, type FundRole } from './ledger-facts.queries.ts'
import type { Market } from './price-columns.queries.ts'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The value of a sector at the end of a day. */
export interface HeldSector {
  readonly sector: string
  readonly value: Cents
}

/** The amounts that trades, openings and transfers added to a sector and took out of it on a day. */
export interface MovedSector {
  readonly sector: string
  readonly paidIn: Cents
  readonly takenOut: Cents
}

/** One row of `daily_values`, with its sectors; amounts in cents. */
export interface DailyRow {
  readonly portfolioId: number
  readonly day: string
  readonly sharesValue: Cents
  readonly staleValue: Cents
  readonly cost: Cents
  readonly paidIn: Cents
  readonly takenOut: Cents
  readonly cash: Cents
  readonly lowestCash: Cents
  readonly receivable: Cents
  readonly dividends: Cents
  readonly applications: Cents
  readonly payable: Cents
  readonly fundIn: Cents
  readonly fundOut: Cents
  readonly hasPrices: boolean
  /** In the order of their names. */
  readonly held: readonly HeldSector[]
  readonly moved: readonly MovedSector[]
}

/** Everything that the rows of one portfolio follow from, known at the end of the day before `first`. */
export interface PortfolioFacts {
  readonly portfolioId: number
  readonly chains: readonly HeldChain[]
  /** Undefined where its accounts never moved. */
  readonly fund: FundFacts | undefined
}

/**
 * The rows of a portfolio on the market days from the index `first` on until the last. The facts are those at the end of the
 * market day before that index, and everything after it.
 */
export function dailyRows(
  { portfolioId, chains, fund }: PortfolioFacts,
  market: Market,
  first: number,
): DailyRow[] {
  const { days, dates } = market.days
  const flows = new Flows(days.length)
  const sectors = sectorsOf(chains, market, { first, onFlow: (index, flow) => flows.add(index, flow) })
  const sum = (of: 'value' | 'stale' | 'cost', index: number) =>
    sectors.reduce((total, { holdings }) => total + holdings[of].of(index), 0n)
  const balances = new Balances(fund, days, first)
  for (const { day, came, went } of fund?.owners ?? []) flows.ofOwners(dayIndexOf(days, day), came, went)
  for (const entries of fund?.actions ?? []) flows.ofAction(dayIndexOf(days, entries.day), entries)
  const rows: DailyRow[] = []
  for (let index = first; index < days.length; index += 1) {
    const { lowestCash, now } = balances.until(index)
    const { paidIn, takenOut, fundIn, fundOut, appliedByActions } = flows.of(index)
    // Money for shares that are applied for is invested. An amount without an action is of an opening balance.
    const applied = now['ipo-application'] - balances.appliedBefore - appliedByActions
    rows.push({
      portfolioId,
      day: dates[index] ?? '',
      sharesValue: sum('value', index),
      staleValue: sum('stale', index),
      cost: sum('cost', index),
      paidIn: paidIn + (applied > 0n ? applied : 0n),
      takenOut: takenOut - (applied < 0n ? applied : 0n),
      cash: now.cash,
      lowestCash,
      receivable: now.receivable,
      dividends: now['dividend-receivable'],
      applications: now['ipo-application'],
      payable: now.payable,
      fundIn,
      fundOut,
      hasPrices: market.withPrices.has(days[index] ?? 0),
      held: sectors.flatMap(({ sector, holdings }) =>
        holdings.held[index] === 1 ? [{ sector, value: holdings.value.of(index) }] : [],
      ),
      moved: sectors.flatMap(({ sector, moved }) => {
        const flow = moved.get(index)
        return flow === undefined ? [] : [{ sector, ...flow }]
      }),
    })
  }
  return rows
}

interface SectorByDay {
  readonly sector: string
  readonly holdings: HoldingsByDay
  /** By the index of the day. */
  readonly moved: ReadonlyMap<number, Pick<Flow, 'paidIn' | 'takenOut'>>
}

/** The chains of a portfolio by sector, in the order of their names. */
function sectorsOf(
  chains: readonly HeldChain[],
  market: Market,
  { first, onFlow }: { readonly first: number; readonly onFlow: (index: number, flow: Flow) => void },
): SectorByDay[] {
  const named = [...Map.groupBy(chains, ({ sector }) => sector)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return named.map(([sector, some]) => {
    const holdings = new HoldingsByDay(market.days.days)
    const moved = new Map<number, Writable<Pick<Flow, 'paidIn' | 'takenOut'>>>()
    const add = (index: number, flow: Flow) => {
      const known = moved.get(index)
      if (known === undefined) moved.set(index, { paidIn: flow.paidIn, takenOut: flow.takenOut })
      else {
        known.paidIn += flow.paidIn
        known.takenOut += flow.takenOut
      }
      onFlow(index, flow)
    }
    for (const chain of some) walkChain(chain, market, { first, holdings, onFlow: add })
    return { sector, holdings, moved }
  })
}

/**
 * Adds a chain to the holdings of its days, and returns its flows with the indices of the days that they count on. What it held before is
 * known at the end of the market day before the index `first`.
 */
export function walkChain(
  { equityId, byClose, before, events }: HeldChain,
  market: Market,
  {
    first,
    holdings,
    onFlow,
  }: {
    readonly first: number
    readonly holdings: HoldingsByDay
    readonly onFlow: (index: number, flow: Flow) => void
  },
): void {
  const { days } = market.days
  // A chain that began after the prices were read is at cost here, and has a mark of its own: it is made anew.
  const column = market.columnOf(equityId, byClose)
  const standings: HoldingOnDay[] = before === null ? [] : [{ day: days[first - 1] ?? 0, ...before }]
  for (const event of events) {
    // Of several events of a day the state after the last one counts.
    if (standings.at(-1)?.day === event.day) standings.pop()
    standings.push({ day: event.day, ...event.after })
    const index = dayIndexOf(days, event.day)
    // The price of the day itself, or of the market day before it.
    const price = columnPrice(column, days[index] === event.day ? index : index - 1)
    onFlow(index, flowOf(event, price))
  }
  holdings.add(standings, column)
}

/** The flows of a market day, and the amounts that actions added to the money for shares that are applied for. */
interface DayFlows extends Flow {
  readonly appliedByActions: Cents
}
const NO_FLOWS: DayFlows = Object.freeze({
  paidIn: 0n,
  takenOut: 0n,
  fundIn: 0n,
  fundOut: 0n,
  appliedByActions: 0n,
})

/** Flows in and out, by the index of the market day that they count on. */
class Flows {
  readonly #days: (Writable<DayFlows> | undefined)[]

  constructor(days: number) {
    this.#days = Array.from({ length: days })
  }

  #at(index: number): Writable<DayFlows> {
    const found = this.#days[index] ?? { ...NO_FLOWS }
    if (index < this.#days.length) this.#days[index] = found
    return found
  }

  add(index: number, flow: Flow): void {
    const day = this.#at(index)
    day.paidIn += flow.paidIn
    day.takenOut += flow.takenOut
    this.ofOwners(index, flow.fundIn, flow.fundOut)
  }

  ofOwners(index: number, came: Cents, went: Cents): void {
    const day = this.#at(index)
    day.fundIn += came
    day.fundOut += went
  }

  ofAction(index: number, entries: EntriesOfAction): void {
    const day = this.#at(index)
    const { paidIn, takenOut } = flowsOfEntries(entries)
    day.paidIn += paidIn
    day.takenOut += takenOut
    day.appliedByActions += entries.applied
  }

  of(index: number): DayFlows {
    return this.#days[index] ?? NO_FLOWS
  }
}

/** The fund's balances as the days go by. */
class Balances {
  readonly #fund: FundFacts | undefined
  readonly #days: readonly number[]
  readonly #now: Record<FundRole, Cents>
  #at = 0
  /** Of money for shares that are applied for: the balance of the market day before. */
  appliedBefore = 0n

  constructor(fund: FundFacts | undefined, days: readonly number[], first: number) {
    this.#fund = fund
    this.#days = days
    this.#now = Object.fromEntries(FUND_ROLES.map((role) => [role, fund?.before[role] ?? 0n])) as Record<
      FundRole,
      Cents
    >
    if (first < 1) throw new Error('daily values need a market day before their first')
  }

  /** The balances at the end of a market day, and the lowest of the bank accounts since the one before. */
  until(index: number): { lowestCash: Cents; now: Readonly<Record<FundRole, Cents>> } {
    const now = this.#now
    const movements = this.#fund?.movements ?? []
    this.appliedBefore = now['ipo-application']
    let lowest: Cents | undefined
    for (let next = movements[this.#at]; next !== undefined && next.day <= (this.#days[index] ?? 0); ) {
      const { day } = next
      for (; next !== undefined && next.day === day; next = movements[this.#at]) {
        now[next.role] += next.amount
        this.#at += 1
      }
      if (lowest === undefined || now.cash < lowest) lowest = now.cash
    }
    return { lowestCash: lowest ?? now.cash, now }
  }
}
