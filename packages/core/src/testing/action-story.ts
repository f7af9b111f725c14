/** A model test of corporate actions: random commands for the rules and for the naive model. */
import fc from 'fast-check'
import type { ChainEvent } from '../chains/chain-event.ts'
import { addDays } from '../values/dates.ts'
import { sumOf } from '../values/money.ts'
import { actionOf } from './action-terms.ts'
import { ActionWorld, Refused } from './action-world.ts'
import { naiveWorldOf } from './naive-actions.ts'
import type {
  NaiveAction,
  NaiveFacts,
  NaivePortfolio,
  NaiveSecurity,
  NaiveTerms,
  NaiveTrade,
  NaiveWorld,
} from './naive-facts.ts'
import { halfUp, Impossible, total } from './naive-holding.ts'

export const KINDS = [
  'dividend',
  'recovery',
  'scrip',
  'scrip at a price',
  'bonus',
  'split',
  'consolidation',
  'rights',
  'merger',
  'spin-off',
  'identity',
  'delisting',
  'buyback',
  'tender',
  'election',
  'ipo',
  'transfer',
] as const

/** Days on which something is recorded. */
const DAYS = 64
/** The days of a story; the last of them is over. */
export const STORY_DAYS: readonly string[] = Array.from({ length: DAYS + 21 }, (_, at) =>
  addDays('2026-01-01', at),
)

export interface Command {
  readonly what:
    | 'buy'
    | 'sell'
    | 'change'
    | 'delete'
    | 'process'
    | 'restate'
    | 'choose'
    | 'allot'
    | 'receive'
    | 'reverse'
  readonly kind: (typeof KINDS)[number]
  readonly at: number
  readonly portfolio: number
  readonly security: NaiveSecurity
  readonly day: number
  readonly quantity: bigint
  readonly price: bigint
  readonly part: number
  readonly from: bigint
  readonly to: bigint
  readonly tax: bigint
  readonly everyHolder: boolean
  readonly flag: boolean
  readonly paid: boolean
}

const anyCommand: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom(
    ...(['buy', 'buy', 'buy', 'buy', 'sell', 'sell', 'change', 'delete'] as const),
    ...([
      'process',
      'process',
      'process',
      'process',
      'restate',
      'choose',
      'choose',
      'allot',
      'allot',
    ] as const),
    ...(['receive', 'reverse'] as const),
  ),
  kind: fc.constantFrom(...KINDS, 'transfer', 'transfer'),
  at: fc.nat({ max: 60 }),
  portfolio: fc.constantFrom(0, 0, 0, 1, 2),
  security: fc.constantFrom<NaiveSecurity>('A', 'A', 'A', 'B', 'R'),
  day: fc.nat({ max: DAYS - 1 }),
  // Small ones lose all their shares in a consolidation.
  quantity: fc.oneof(fc.bigInt({ min: 1n, max: 2_000n }), fc.bigInt({ min: 1n, max: 12n })),
  price: fc.bigInt({ min: 1_000n, max: 1_500_000n }),
  part: fc.constantFrom(1, 10, 33, 50, 99, 100, 101),
  from: fc.bigInt({ min: 1n, max: 12n }),
  to: fc.bigInt({ min: 1n, max: 12n }),
  tax: fc.constantFrom(0n, 140_000n, 150_000n),
  everyHolder: fc.boolean(),
  flag: fc.boolean(),
  paid: fc.boolean(),
})

export const anyCommands: fc.Arbitrary<Command[]> = fc.array(anyCommand, {
  minLength: 8,
  maxLength: 24,
  size: 'max',
})

export const anyPortfolios: fc.Arbitrary<NaivePortfolio[]> = fc
  .record({
    treatment: fc.constantFrom('FVTPL' as const, 'FVOCI' as const),
    methods: fc.array(fc.constantFrom('WAP' as const, 'FIFO' as const, 'CHERRY' as const), {
      minLength: 3,
      maxLength: 3,
    }),
  })
  .map(({ treatment, methods }) =>
    methods.map((method, at) => ({ method, treatment, entity: at === 2 ? 1 : 0 })),
  )

type Facts = Pick<NaiveFacts, 'trades' | 'actions'>

/** The books of some portfolios by the rules (`world`) and by the naive model (`expected`). */
export class ActionStory {
  readonly portfolios: readonly NaivePortfolio[]
  readonly world: ActionWorld
  facts: Facts = { trades: [], actions: [] }
  expected: NaiveWorld
  refused = 0
  accepted = 0
  readonly kinds = new Set<string>()
  #count = 0

  readonly days: readonly string[]
  readonly today: string

  constructor(portfolios: readonly NaivePortfolio[], days = STORY_DAYS) {
    this.portfolios = portfolios
    this.days = days
    this.today = days.at(-1) as string
    this.world = new ActionWorld(portfolios, this.today)
    this.expected = naiveWorldOf({ ...this.facts, portfolios, today: this.today })
  }

  /** So many days of the story after one of them. */
  #after(day: string, count: number): string {
    return this.days[this.days.indexOf(day) + count] as string
  }

  naiveOf(facts: Facts = this.facts, until?: string): NaiveWorld {
    const more = until === undefined ? {} : { until }
    return naiveWorldOf({
      ...facts,
      portfolios: this.portfolios,
      today: this.today,
      sequences: this.#sequences(),
      ...more,
    })
  }

  /** Does what the command says; answers what both made of it, or null where there is nothing to do. */
  play(command: Command): { readonly naive: string; readonly rules: string } | null {
    const next = this.next(command)
    return next === null ? null : this.take(next)
  }

  /** Makes the books those of other facts. */
  take(next: Facts): { readonly naive: string; readonly rules: string } {
    let rules = 'accepted'
    try {
      this.#applyFacts(next)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      rules = 'refused'
    }
    let naive = 'accepted'
    try {
      const expected = this.naiveOf(next)
      if (rules === 'accepted') {
        this.facts = next
        this.expected = expected
      }
    } catch (error) {
      if (!(error instanceof Impossible)) throw error
      naive = 'refused'
    }
    if (rules === 'accepted') this.accepted += 1
    else this.refused += 1
    return { naive, rules }
  }

  #applyFacts(next: Facts): void {
    const { world } = this
    const before = new Map(world.actions)
    try {
      world.change(() => {
        const trades = new Map(next.trades.map((trade) => [trade.key, trade]))
        for (const was of this.facts.trades)
          if (trades.get(was.key) !== was) world.drop(`${was.portfolio} ${was.security}`, was.key)
        for (const trade of next.trades)
          if (!this.facts.trades.includes(trade))
            world.put(`${trade.portfolio} ${trade.security}`, this.#eventOf(trade))
        world.actions.clear()
        for (const action of next.actions) world.actions.set(action.key, actionOf(action, this.portfolios))
      })
    } catch (error) {
      world.actions.clear()
      for (const [key, action] of before) world.actions.set(key, action)
      throw error
    }
  }

  #eventOf(trade: NaiveTrade): ChainEvent {
    const { key: id, sequence, date: tradeDate, quantity, gross, fees, picks } = trade
    const head = { id, sequence, tradeDate, settlementDate: tradeDate, quantity, costOfFundsRate: null }
    if (trade.side === 'buy') return { ...head, kind: 'buy', price: 0n, cost: gross, charges: fees }
    const named =
      picks === null ? {} : { allocations: picks.map(([lotId, part]) => ({ lotId, quantity: part })) }
    return { ...head, kind: 'sell', gross, net: gross - fees, ...named }
  }
  /** Cost and charges that trades added to a chain, less what they took out. */
  traded(portfolio: number, security: NaiveSecurity): { readonly cost: bigint; readonly charges: bigint } {
    const own = this.facts.trades.filter((one) => one.portfolio === portfolio && one.security === security)
    const sold = this.world
      .replay(`${portfolio} ${security}`)
      .sales.filter(({ eventId }) => own.some(({ key }) => key === eventId))
    const bought = own.filter(({ side }) => side === 'buy')
    return {
      cost: sumOf(bought.map(({ gross }) => gross)) - sumOf(sold.map(({ costOut }) => costOut)),
      charges: sumOf(bought.map(({ fees }) => fees)) - sumOf(sold.map(({ chargesOut }) => chargesOut)),
    }
  }

  /** The order of recording, which the naive model cannot know: of lots that one write opened. */
  #sequences(): Map<string, number> {
    const events = this.world.chains.flatMap((chain) => this.world.events(chain))
    return new Map(events.map(({ id, sequence }) => [id, sequence]))
  }

  /** The facts after a command; null where it has nothing to act on. */
  next(command: Command): Facts | null {
    const { trades, actions } = this.facts
    const some = <T>(list: readonly T[]): T | undefined => list[command.at % Math.max(1, list.length)]
    const replaced = (was: NaiveAction, now: NaiveAction): Facts => ({
      trades,
      actions: actions.map((one) => (one === was ? now : one)),
    })
    switch (command.what) {
      case 'buy':
      case 'sell': {
        const trade = this.#trade(command)
        return trade === null ? null : { trades: [...trades, trade], actions }
      }
      case 'change': {
        const was = some(trades)
        if (was === undefined) return null
        const quantity = was.picks === null ? command.quantity : was.quantity
        const { price } = command
        const gross = halfUp(quantity * price, 100n)
        const now = { ...was, quantity, price, gross, fees: gross / 90n }
        return { trades: trades.map((one) => (one === was ? now : one)), actions }
      }
      case 'delete': {
        const was = some(trades)
        return was === undefined ? null : { trades: trades.filter((one) => one !== was), actions }
      }
      case 'process': {
        const action = this.#action(command)
        if (action === null) return null
        this.kinds.add(command.kind)
        return { trades, actions: [...actions, action] }
      }
      case 'restate': {
        const was = some(actions)
        if (was === undefined) return null
        const terms = restated(was.terms, command)
        return terms === null ? null : replaced(was, { ...was, terms })
      }
      case 'choose': {
        const was = actions.findLast(({ terms }) => CHOOSES.includes(terms.kind))
        const portfolio = was?.portfolio ?? command.portfolio
        if (was === undefined) return null
        const { held, entitled } = this.expected.entitled.get(`${was.key} ${portfolio}`) ?? {
          held: 0n,
          entitled: 0n,
        }
        const most = was.terms.kind === 'tender' ? held : entitled
        const wanted = (most * BigInt(command.part)) / 100n
        const choice = {
          subscribe: was.terms.kind === 'rights' || was.terms.kind === 'election' ? wanted : 0n,
          sell: was.terms.kind === 'tender' || was.terms.kind === 'buyback' ? wanted : 0n,
          additional: was.terms.kind === 'rights' && command.flag && wanted > 0n ? command.quantity : 0n,
          date: this.#after(was.terms.ex, 3),
        }
        return replaced(was, { ...was, choices: new Map([...was.choices, [portfolio, choice]]) })
      }
      case 'allot': {
        const was = actions.findLast(({ terms }) => terms.kind === 'rights' || terms.kind === 'ipo')
        const portfolio = was?.portfolio ?? command.portfolio
        if (was === undefined) return null
        const choice = was.choices.get(portfolio)
        const applied =
          was.terms.kind === 'ipo'
            ? (was.terms.invested * 100n) / was.terms.price
            : (choice?.subscribe ?? 0n) + (choice?.additional ?? 0n)
        if (was.terms.kind === 'rights' && (choice?.subscribe ?? 0n) === 0n) return null
        const allotment = {
          allotted: (applied * BigInt(command.part % 101)) / 100n,
          date: this.#after(was.terms.ex, 10),
          refundDate: command.flag ? this.#after(was.terms.ex, 14) : null,
        }
        return replaced(was, { ...was, allotments: new Map([...was.allotments, [portfolio, allotment]]) })
      }
      case 'receive': {
        const was = some(actions)
        const portfolio = was?.portfolio ?? command.portfolio
        if (was === undefined) return null
        const before = was.money.get(portfolio) ?? []
        const owed = this.expected.owed.get(`${was.key} ${portfolio}`) ?? 0n
        const left = owed - total(before.map(({ amount }) => amount))
        if (left <= 0n) return null
        // Money that is only assumed to be paid is not written off.
        const kind = command.flag || before.length === 0 ? ('received' as const) : ('written-off' as const)
        const amount = command.quantity < left ? command.quantity : left
        const one = { kind, date: this.#after(was.terms.ex, 15), amount }
        const money = new Map([...was.money, [portfolio, [...before, one]]])
        return replaced(was, { ...was, money })
      }
      case 'reverse': {
        const was = some(actions)
        return was === undefined ? null : { trades, actions: actions.filter((one) => one !== was) }
      }
    }
  }

  #trade(command: Command): NaiveTrade | null {
    const { what, portfolio, security, quantity: some, price } = command
    // Transfers have days of their own.
    const date = this.days[command.day % 4 === 1 ? command.day + 1 : command.day] as string
    const sequence = this.world.nextSequence()
    this.#count += 1
    const common = { key: `t${this.#count}`, sequence, portfolio, security, date }
    if (what === 'buy') {
      const gross = halfUp(some * price, 100n)
      return { ...common, side: 'buy', quantity: some, price, gross, fees: gross / 90n, picks: null }
    }
    const then = this.#naiveUntil(date).holdings.get(`${portfolio} ${security}`)
    if (then === undefined || then.quantity === 0n) return null
    const quantity = (then.quantity * BigInt(command.part)) / 100n || 1n
    const gross = halfUp(quantity * price, 100n)
    const picks = then.method === 'CHERRY' ? picked(then.open, quantity, command.at) : null
    return { ...common, side: 'sell', quantity, price, gross, fees: gross / 90n, picks }
  }

  #naiveUntil = (date: string) => this.naiveOf(this.facts, date)

  #action(command: Command): NaiveAction | null {
    const { kind, everyHolder, portfolio } = command
    const onlyA = kind === 'rights' || kind === 'merger' || kind === 'spin-off'
    const security = onlyA || command.security !== 'B' ? 'A' : 'B'
    const slot = 4 * (1 + (command.day % 12)) + (kind === 'transfer' ? 1 : 0)
    const ex = this.days[slot] as string
    if (this.facts.actions.some(({ terms }) => terms.ex === ex)) return null
    const isNear = (one: NaiveAction) =>
      one.terms.kind === 'rights' && one.terms.ex < this.#after(ex, 14) && ex < this.#after(one.terms.ex, 14)
    if (kind === 'rights' && this.facts.actions.some(isNear)) return null
    const single = !everyHolder || ['ipo', 'transfer', 'tender', 'buyback'].includes(kind)
    const key = `a${this.#count + 1}`
    const terms = this.#terms(command, ex, security)
    if (terms === null) return null
    this.#count += 1
    const none = { choices: new Map(), allotments: new Map(), money: new Map() }
    return { key, security, portfolio: single ? portfolio : null, terms, ...none }
  }

  #terms(command: Command, ex: string, security: 'A' | 'B'): NaiveTerms | null {
    const { kind, from, to, price, flag, tax, portfolio } = command
    const payment = command.paid ? this.#after(ex, 9) : null
    const dated = { ex, payment }
    const ratio = { from, to }
    const fractionPrice = flag ? price : null
    const rate = price * 10n ** 5n + 1_234_567n
    switch (kind) {
      case 'dividend':
        return { kind, rate, exempt: flag ? rate / 3n : 0n, tax, recovery: false, ...dated }
      case 'recovery':
        return { kind: 'dividend', rate, exempt: 0n, tax, recovery: true, ...dated }
      case 'scrip':
        return { kind, percent: price / 10n, ...dated }
      case 'scrip at a price':
        return {
          kind,
          rate,
          price: price + 90_000n,
          tax,
          asIncome: flag,
          residual: command.everyHolder,
          ...dated,
        }
      case 'bonus':
        // Where no day of payment is named it is that of the allotment.
        return { kind, ...ratio, ex, payment: this.#after(ex, 9), fractionPrice }
      case 'split':
        return { kind, from: 1n + (from % 3n), to: 2n + to, ...dated, fractionPrice }
      case 'consolidation':
        return { kind, from: from * 10n, to, ...dated, fractionPrice }
      case 'rights':
        return { kind, ...ratio, price, last: this.#after(ex, 5), ...dated }
      case 'merger':
        return { kind, ...ratio, cash: flag ? rate : 0n, firstDay: price, ...dated }
      case 'spin-off':
        return { kind, ...ratio, parent: price, firstDay: 400_000n, ...dated, fractionPrice }
      case 'identity':
        return { kind, ...dated }
      case 'delisting':
        return { kind, cash: flag ? rate : 0n, ...dated }
      case 'buyback':
        return { kind, from: 1n, to: 1n + to, price, fees: flag ? 1_234n : 0n, ...dated }
      case 'tender':
        return { kind, price, fees: flag ? 1_234n : 0n, ...dated }
      case 'election':
        return {
          kind,
          rate,
          price: price + 90_000n,
          tax,
          last: this.#after(ex, 5),
          allotment: this.#after(ex, 10),
          ex,
          payment: this.#after(ex, 13),
        }
      case 'ipo':
        return { kind, price, invested: price * (1n + command.quantity), ...dated }
      case 'transfer': {
        const then = this.#naiveUntil(ex).holdings.get(`${portfolio} ${security}`)
        if (then === undefined || then.quantity === 0n) return null
        const quantity = (then.quantity * BigInt(command.part)) / 100n || 1n
        const picks = then.method === 'CHERRY' ? picked(then.open, quantity, command.at) : null
        const across = portfolio === 2 || flag
        return {
          kind,
          quantity,
          to: across ? (portfolio === 2 ? 0 : 2) : 1 - portfolio,
          price: across ? price : null,
          picks,
          ...dated,
        }
      }
    }
  }
}

const CHOOSES: readonly string[] = ['rights', 'election', 'tender', 'buyback']

/** Other figures for the same action. */
function restated(terms: NaiveTerms, { from, to, price }: Command): NaiveTerms | null {
  if (terms.kind === 'dividend') return { ...terms, rate: price * 10n ** 5n, exempt: price }
  if ('rate' in terms) return { ...terms, rate: price * 10n ** 5n }
  if (terms.kind === 'transfer' || terms.kind === 'ipo') return null
  if ('from' in terms && terms.kind !== 'buyback') return { ...terms, from, to }
  if ('price' in terms) return { ...terms, price }
  return null
}

/** So many shares of some lots, beginning at one of them. */
function picked(
  open: readonly { readonly key: string; readonly quantity: bigint }[],
  quantity: bigint,
  at: number,
): (readonly [string, bigint])[] {
  const rotated = [...open.slice(at % open.length), ...open.slice(0, at % open.length)]
  let left = quantity
  const picks: (readonly [string, bigint])[] = []
  for (const lot of rotated) {
    const taken = lot.quantity < left ? lot.quantity : left
    if (taken > 0n) picks.push([lot.key, taken])
    left -= taken
  }
  const [first, ...others] = picks
  return left > 0n && first !== undefined ? [[first[0], first[1] + left], ...others] : picks
}
