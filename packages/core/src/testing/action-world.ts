/**
 * Books in memory: chains, corporate actions and their entries, which follow the plans as on the server
 * (features/corporate-actions/apply). For model tests of the plans and the walk of chains.
 */
import type { ChainEvent, CostingMethod, Holding } from '../chains/chain-event.ts'
import { chainPositionOf } from '../chains/chain-event.ts'
import { type ChainReplay, replayChain } from '../chains/replay.ts'
import type {
  Allotment,
  ConfirmedMoney,
  Election,
  EventOutcome,
  EventSecurity,
  HeldLot,
  Plan,
} from '../corporate-actions/plan.ts'
import type { ActionTerms } from '../corporate-actions/plan-of.ts'
import { planOf } from '../corporate-actions/plan-of.ts'
import type { Treatment } from '../ledger/treatment.ts'
import { isRejection, type Rejection } from '../rejections.ts'

export interface WorldPortfolio {
  readonly method: CostingMethod
  readonly treatment: Treatment
  readonly entity: number
}

export interface WorldAction {
  readonly key: string
  readonly terms: ActionTerms
  readonly exDate: string
  readonly lastDate: string | null
  /** Null: every holder. */
  readonly portfolio: number | null
  readonly securities: Readonly<Record<EventSecurity, string>>
  readonly elections: Map<number, Election>
  readonly allotments: Map<number, Allotment>
  readonly money: Map<number, ConfirmedMoney[]>
  inBooks: boolean
}

interface RecordedEvent {
  readonly chain: string
  readonly event: ChainEvent
}

/** Refused by the rules; the books stay as they were. */
export class Refused extends Error {
  readonly code: string
  constructor({ code }: Pick<Rejection, 'code'>) {
    super(code)
    this.code = code
  }
}

const NOTHING: Holding = { quantity: 0n, cost: 0n, charges: 0n }
const ROUNDS_MOST = 60

export class ActionWorld {
  readonly portfolios: readonly WorldPortfolio[]
  readonly today: string
  readonly actions = new Map<string, WorldAction>()
  /** By portfolio and security, "0 A": events by their identity. */
  #chains = new Map<string, ReadonlyMap<string, ChainEvent>>()
  /** By action and portfolio: what is recorded, by part. */
  #recorded = new Map<string, ReadonlyMap<string, RecordedEvent>>()
  #replays = new Map<string, ChainReplay>()
  #sequence = 0

  constructor(portfolios: readonly WorldPortfolio[], today: string) {
    this.portfolios = portfolios
    this.today = today
  }

  nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  /** The replay of a chain. */
  replay(chain: string): ChainReplay {
    const known = this.#replays.get(chain)
    if (known !== undefined) return known
    const done = replayChain(this.#methodOf(chain), this.events(chain))
    if (isRejection(done)) throw new Refused(done)
    this.#replays.set(chain, done)
    return done
  }

  events(chain: string): ChainEvent[] {
    return [...(this.#chains.get(chain)?.values() ?? [])]
  }

  get chains(): string[] {
    return [...this.#chains.keys()].filter((chain) => this.events(chain).length > 0).toSorted()
  }

  #methodOf(chain: string): CostingMethod | null {
    return this.portfolios[Number(chain.split(' ')[0])]?.method ?? null
  }

  /** Changes something and applies the plans of all actions; if that is refused, nothing has changed. */
  change(what: () => void): void {
    const before = { chains: this.#chains, recorded: this.#recorded, sequence: this.#sequence }
    this.#chains = new Map(before.chains)
    this.#recorded = new Map(before.recorded)
    try {
      what()
      for (const chain of this.chains) this.replay(chain)
      this.#applyPlans()
    } catch (error) {
      this.#chains = before.chains
      this.#recorded = before.recorded
      this.#replays.clear()
      throw error
    }
  }

  put(chain: string, event: ChainEvent): void {
    this.#chains.set(chain, new Map([...(this.#chains.get(chain) ?? []), [event.id, event]]))
    this.#replays.delete(chain)
  }

  drop(chain: string, id: string): void {
    this.#chains.set(chain, new Map([...(this.#chains.get(chain) ?? [])].filter(([one]) => one !== id)))
    this.#replays.delete(chain)
  }

  /** Every current plan, of the portfolios that an action concerns. */
  plans(): { readonly action: WorldAction; readonly portfolio: number; readonly plan: Plan }[] {
    return [...this.actions.values()]
      .filter(({ inBooks }) => inBooks)
      .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))
      .flatMap((action) =>
        this.portfolios.flatMap((_, portfolio) =>
          action.portfolio === null || action.portfolio === portfolio || takes(action, portfolio)
            ? [{ action, portfolio, plan: this.#planOf(action, portfolio) }]
            : [],
        ),
      )
  }

  /** Plans are made and written until none asks for more. */
  #applyPlans(): void {
    for (let round = 0; ; round += 1) {
      if (round === ROUNDS_MOST) throw new Error('the actions do not come to rest')
      if (!this.#applyRound()) return
    }
  }

  #applyRound(): boolean {
    let changed = false
    const wanted = new Set<string>()
    const due = this.plans()
    for (const { action, portfolio, plan } of due) {
      const key = `${action.key}/${portfolio}`
      wanted.add(key)
      if (this.#applyPlan(key, action, portfolio, plan)) changed = true
    }
    for (const [key, recorded] of this.#recorded) {
      if (wanted.has(key) || recorded.size === 0) continue
      for (const { chain, event } of recorded.values()) this.drop(chain, event.id)
      this.#recorded.delete(key)
      changed = true
    }
    if (changed) for (const chain of this.chains) this.replay(chain)
    return changed
  }

  #applyPlan(key: string, action: WorldAction, portfolio: number, plan: Plan): boolean {
    let changed = false
    const recorded = new Map(this.#recorded.get(key))
    const left = new Set(recorded.keys())
    for (const { part, security, portfolioId, event } of plan.events) {
      const chain = `${Number(portfolioId ?? portfolio)} ${action.securities[security]}`
      const there = recorded.get(part)
      left.delete(part)
      if (there !== undefined && there.chain === chain && same(there.event, event)) continue
      const head = there ?? { event: { id: `${key}/${part}`, sequence: this.nextSequence() } }
      const fresh: ChainEvent = { ...event, id: head.event.id, sequence: head.event.sequence }
      if (there !== undefined && there.chain !== chain) this.drop(there.chain, there.event.id)
      this.put(chain, fresh)
      recorded.set(part, { chain, event: fresh })
      changed = true
    }
    for (const part of left) {
      const { chain, event } = recorded.get(part) as RecordedEvent
      this.drop(chain, event.id)
      recorded.delete(part)
      changed = true
    }
    this.#recorded.set(key, recorded)
    return changed
  }

  #planOf(action: WorldAction, portfolio: number): Plan {
    const treatment = this.portfolios[portfolio]?.treatment ?? 'FVTPL'
    const recorded = this.#recorded.get(`${action.key}/${portfolio}`) ?? new Map<string, RecordedEvent>()
    const outcomes = new Map<string, EventOutcome>()
    const lots = new Map<string, HeldLot>()
    const lotShares = new Map<string, bigint>()
    for (const [part, { chain, event }] of recorded) {
      const replay = this.replay(chain)
      const row = replay.history.find(({ eventId }) => eventId === event.id)
      if (row === undefined) continue
      const changes = replay.changes.find(({ eventId }) => eventId === event.id)?.lots ?? []
      outcomes.set(part, { change: row.change, lots: changes })
      if (changes.length === 0) continue
      const before = this.#before(chain, event)
      for (const { lotId } of changes) {
        const lot = replay.state.lots.find(({ id }) => id === lotId)
        if (lot !== undefined) lots.set(lotId, lot)
        const was = before.state.lots.find(({ id }) => id === lotId)
        lotShares.set(lotId, was?.remainingQuantity ?? 0n)
      }
    }
    const { held: security, rights } = action.securities
    return planOf(action.terms, {
      treatment,
      isTaking: takes(action, portfolio),
      held: this.heldBefore(`${portfolio} ${security}`, action.exDate),
      accounts: [],
      taxRate: 0n,
      election: action.elections.get(portfolio) ?? null,
      allotment: action.allotments.get(portfolio) ?? null,
      money: action.money.get(portfolio) ?? [],
      rightsLeft:
        action.lastDate === null ? 0n : this.heldAt(`${portfolio} ${rights}`, action.lastDate).quantity,
      today: this.today,
      outcomes,
      lots,
      lotShares,
    })
  }

  #before(chain: string, event: ChainEvent): ChainReplay {
    const own = chainPositionOf(event)
    const done = replayChain(
      this.#methodOf(chain),
      this.events(chain).filter((one) => {
        const position = chainPositionOf(one)
        if (position.tradeDate !== own.tradeDate) return position.tradeDate < own.tradeDate
        return position.rank < own.rank || (position.rank === own.rank && position.sequence < own.sequence)
      }),
    )
    if (isRejection(done)) throw new Refused(done)
    return done
  }

  /** The holding just before the corporate actions of a day. */
  heldBefore(chain: string, day: string): Holding {
    const rows = this.replay(chain).history
    return (
      rows.findLast((row) => row.tradeDate < day || (row.tradeDate === day && row.rank < 0))?.after ?? NOTHING
    )
  }

  /** The holding at the end of a day, from the stored history. */
  heldAt(chain: string, day: string): Holding {
    return this.replay(chain).history.findLast((row) => row.tradeDate <= day)?.after ?? NOTHING
  }
}

/** Whether a portfolio takes what another entity's gives: its side is a plan of its own. */
const takes = ({ terms }: WorldAction, portfolio: number) =>
  terms.kind === 'transfer' && terms.price !== null && Number(terms.to) === portfolio

/** Whether an event says the same, whatever it is called. */
function same(stored: ChainEvent, planned: object): boolean {
  const { id: _id, sequence: _sequence, ...facts } = stored
  const spelled = (value: object) =>
    JSON.stringify(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one),
    )
  return spelled(facts) === spelled(planned)
}
