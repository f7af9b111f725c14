/**
 * Late, corrected and deleted trades: what `changeBetween` says must be written is exactly what makes the chain as it
 * was into the chain as it is. PROPERTY_RUNS sets the number of stories for each property (200 when left
 * out).
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reverseLines } from '../ledger/lines.ts'
import { recostEntry, sellEntries, type TradeEntry } from '../ledger/trade-entries.ts'
import type { Treatment } from '../ledger/treatment.ts'
import { isRejection } from '../rejections.ts'
import { anyChain, type TradedEvent } from '../testing/chain-arbitraries.ts'
import { addDays } from '../values/dates.ts'
import { sumOf } from '../values/money.ts'
import {
  type AcquisitionEvent,
  type ChainEvent,
  type CostingMethod,
  EMPTY_CHAIN,
  inChainOrder,
  type SaleEvent,
} from './chain-event.ts'
import { type ChainChange, changeBetween, changeChain, lotsNeeded, weightsOf } from './change.ts'
import { type ChainReplay, replayChain } from './replay.ts'

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 200)

type Story = { readonly method: CostingMethod; readonly events: readonly TradedEvent[] }

interface Edit {
  readonly kind: 'insert-buy' | 'insert-sell' | 'edit' | 'touch' | 'delete'
  /** The only field that a touch changes. */
  readonly facet: 'settlementDate' | 'costOfFundsRate' | 'quantity' | 'price' | 'money' | 'fees'
  readonly at: number
  readonly days: number
  readonly settle: number
  readonly quantity: bigint
  readonly money: bigint
  readonly rate: bigint | null
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert-buy', 'insert-sell', 'edit', 'touch', 'touch', 'delete'),
  facet: fc.constantFrom('settlementDate', 'costOfFundsRate', 'quantity', 'price', 'money', 'fees'),
  at: fc.nat({ max: 40 }),
  days: fc.integer({ min: -40, max: 40 }),
  settle: fc.nat({ max: 10 }),
  quantity: fc.bigInt({ min: 1n, max: 400n }),
  money: fc.bigInt({ min: 1n, max: 5_000_000n }),
  rate: fc.option(fc.bigInt({ min: 0n, max: 300_000n })),
})

/** The trade with one of its terms changed, as most corrections are. */
function touched(event: TradedEvent, { facet, settle, rate, quantity, money }: Edit): TradedEvent {
  const fees = money / 90n
  if (facet === 'settlementDate') return { ...event, settlementDate: addDays(event.tradeDate, settle) }
  if (facet === 'costOfFundsRate') return { ...event, costOfFundsRate: rate }
  if (facet === 'quantity') return { ...event, quantity }
  if (facet === 'price') return event.kind === 'sell' ? event : { ...event, price: money }
  if (event.kind !== 'sell') return { ...event, ...(facet === 'money' ? { cost: money } : { charges: fees }) }
  return { ...event, ...(facet === 'money' ? { gross: money } : { net: event.gross - fees }) }
}

/** The events after an edit; the edited trade keeps its number in the order of recording. */
function edited(method: CostingMethod, events: readonly TradedEvent[], edit: Edit): TradedEvent[] {
  const target = events[edit.at % events.length] as TradedEvent
  const tradeDate = addDays(target.tradeDate, edit.days)
  const dates = { tradeDate, settlementDate: addDays(tradeDate, edit.settle) }
  const terms = { quantity: edit.quantity, costOfFundsRate: edit.rate }
  const others = events.filter((event) => event !== target)
  if (edit.kind === 'delete') return others
  if (edit.kind === 'touch') return [...others, touched(target, edit)]
  const priced = { price: edit.money, cost: edit.money, charges: edit.money / 90n }
  const bought = { ...dates, ...terms, ...priced, kind: 'buy' as const }
  const sold = {
    ...dates,
    ...terms,
    kind: 'sell' as const,
    gross: edit.money,
    net: edit.money - edit.money / 90n,
  }
  // Cherry picking takes from one lot, so that enough of the stories are possible ones.
  const lot = events.find((event) => event.kind === 'buy' && event.tradeDate <= tradeDate)
  const picked =
    method === 'CHERRY' && lot ? { allocations: [{ lotId: lot.id, quantity: edit.quantity }] } : {}
  const added = { id: 'new', sequence: 1 + Math.max(...events.map((event) => event.sequence)) }
  if (edit.kind === 'insert-buy') return [...events, { ...bought, ...added }]
  if (edit.kind === 'insert-sell') return [...events, { ...sold, ...picked, ...added }]
  const { id, sequence } = target
  return [
    ...others,
    target.kind === 'sell' ? { ...sold, ...picked, id, sequence } : { ...bought, id, sequence },
  ]
}

const anyStory = anyChain.chain(({ method, events }) =>
  anyEdit.map((edit) => ({ method, events, changed: edited(method, events, edit) })),
)

function replayed({ method, events }: Story): ChainReplay {
  const outcome = replayChain(method, events)
  if (isRejection(outcome)) throw new Error(`rejected: ${outcome.code}`)
  return outcome
}

/** Stored rows as the database keeps them: history by position, lots and sales by trade. */
interface Stored {
  readonly history: ReadonlyMap<string, ChainReplay['history'][number]>
  readonly lots: ReadonlyMap<string, ChainReplay['state']['lots'][number]>
  readonly sales: ReadonlyMap<string, ChainReplay['sales'][number]>
}

function stored(replay: ChainReplay): Stored {
  return {
    history: new Map(replay.history.map((row) => [`${row.tradeDate} ${row.rank} ${row.sequence}`, row])),
    lots: new Map(replay.state.lots.map((lot) => [lot.id, lot])),
    sales: new Map(replay.sales.map((sale) => [sale.eventId, sale])),
  }
}

/** Writes a change over what is stored: what is gone first, then what is new or different. */
function applied(to: Stored, change: ChainChange): Stored {
  const history = new Map(to.history)
  for (const [key, row] of to.history) {
    if (change.from !== null && row.tradeDate >= change.from) history.delete(key)
  }
  for (const row of change.rows) {
    const key = `${row.tradeDate} ${row.rank} ${row.sequence}`
    if (history.has(key)) throw new Error(`history ${key} is written twice`)
    history.set(key, row)
  }
  const [lots, sales] = [new Map(to.lots), new Map(to.sales)]
  for (const id of change.goneLots) lots.delete(id)
  for (const lot of change.lots) lots.set(lot.id, lot)
  for (const id of change.goneSales) sales.delete(id)
  for (const sale of change.sales) sales.set(sale.eventId, sale)
  return { history, lots, sales }
}

const salesOf = (events: readonly TradedEvent[]) =>
  events.filter((event): event is Extract<TradedEvent, { readonly kind: 'sell' }> => event.kind === 'sell')
const buysOf = (events: readonly ChainEvent[]) =>
  events.filter((event): event is AcquisitionEvent => event.kind !== 'sell')

describe('what a changed trade changes', () => {
  it('makes the chain as it was into the chain as it is, to the last figure, and back', () => {
    let accepted = 0
    fc.assert(
      fc.property(anyStory, ({ method, events, changed }) => {
        const before = replayed({ method, events })
        const after = replayChain(method, changed)
        if (isRejection(after)) return
        accepted += 1
        const change = changeBetween(before, after)
        expect(applied(stored(before), change)).toEqual(stored(after))
        expect(change.state).toEqual(after.state)
        expect(change.weights).toEqual(weightsOf([...applied(stored(before), change).lots.values()]))
        expect(applied(stored(after), changeBetween(after, before))).toEqual(stored(before))
      }),
      { numRuns },
    )
    expect(accepted).toBeGreaterThan(numRuns / 4)
  })

  it('lists the gain of each month that changes, before and after', () => {
    const monthly = ({ history, sales }: ChainReplay) => {
      const dates = new Map(history.map((row) => [row.eventId, row.tradeDate.slice(0, 7)]))
      const gains = new Map<string, bigint>()
      for (const { eventId, capitalGain } of sales) {
        const month = dates.get(eventId) ?? ''
        gains.set(month, (gains.get(month) ?? 0n) + capitalGain)
      }
      return gains
    }
    fc.assert(
      fc.property(anyStory, ({ method, events, changed }) => {
        const before = replayed({ method, events })
        const after = replayChain(method, changed)
        if (isRejection(after)) return
        const [was, is] = [monthly(before), monthly(after)]
        const moved = changeBetween(before, after).gainsByMonth
        expect(moved.map(({ month }) => month)).toEqual(moved.map(({ month }) => month).toSorted())
        for (const { month, before: from, after: to } of moved) {
          expect([from, to]).toEqual([was.get(month) ?? 0n, is.get(month) ?? 0n])
        }
        const differing = [...new Set([...was.keys(), ...is.keys()])].filter(
          (month) => (was.get(month) ?? 0n) !== (is.get(month) ?? 0n),
        )
        expect(new Set(moved.map(({ month }) => month))).toEqual(new Set(differing))
      }),
      { numRuns },
    )
  })

  it('is nothing where nothing changed', () => {
    fc.assert(
      fc.property(anyChain, (story) => {
        const { state, weights, ...rest } = changeBetween(replayed(story), replayed(story))
        expect(rest).toEqual({
          from: null,
          rows: [],
          lots: [],
          goneLots: [],
          sales: [],
          goneSales: [],
          changes: [],
          goneChanges: [],
          recosted: [],
          isRewalk: true,
          gainsByMonth: [],
        })
        expect(state).toEqual(replayed(story).state)
        expect(weights).toEqual(weightsOf(state.lots))
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })

  it('of events at the end is the same, from the lots alone that they need, as the difference of two walks', () => {
    fc.assert(
      fc.property(anyChain, fc.nat({ max: 8 }), ({ method, events }, some) => {
        const from = Math.max(0, events.length - 1 - some)
        const [known, come] = [events.slice(0, from), events.slice(from)]
        const before = replayed({ method, events: known })
        const after = replayed({ method, events })
        const order = { come, go: [] }
        const { holding, last, lots, unlistedUntil } = before.state
        const tail = { method, holding, last, weights: weightsOf(lots), unlistedUntil }
        const needed = lotsNeeded(tail, order)
        const change = changeChain(tail, { lots: lotsFor(lots, needed) }, order)
        if (isRejection(change)) throw new Error(change.code)
        const whole = changeBetween(before, after)
        expect(applied(stored(before), change)).toEqual(stored(after))
        const { sales, goneLots, goneSales, recosted, weights } = whole
        expect(change).toMatchObject({ sales, goneLots, goneSales, recosted, weights })
        expect(change.state.holding).toEqual(whole.state.holding)
        expect(change.state.last).toEqual(whole.state.last)
        expect(new Set(change.lots)).toEqual(new Set(whole.lots))
      }),
      { numRuns },
    )
  })

  it('from all events is the same as the difference of two walks', () => {
    fc.assert(
      fc.property(anyStory, ({ method, events, changed }) => {
        const before = replayed({ method, events })
        const after = replayChain(method, changed)
        const same = new Set(changed.filter((event) => events.includes(event)))
        const order = {
          come: changed.filter((event) => !same.has(event)),
          go: events.filter((event) => !same.has(event)).map((event) => event.id),
        }
        const { holding, last, lots, unlistedUntil } = before.state
        const tail = { method, holding, last, weights: weightsOf(lots), unlistedUntil }
        const change = changeChain(tail, { events }, order)
        expect(change).toEqual(isRejection(after) ? after : changeBetween(before, after, new Set(order.go)))
        if (isRejection(change)) return
        const recosted = new Set(change.sales.map((sale) => sale.eventId))
        expect(order.come.every((event) => event.kind !== 'sell' || recosted.has(event.id))).toBe(true)
      }),
      { numRuns },
    )
  })
})

/** The lots as the server loads them: the named ones, or the oldest open ones that hold enough and no more. */
function lotsFor(lots: ChainReplay['state']['lots'], needed: ReturnType<typeof lotsNeeded>) {
  if ('named' in needed) return lots.filter((lot) => needed.named.includes(lot.id))
  let held = 0n
  return lots.filter((lot) => {
    if (lot.remainingQuantity === 0n || held >= needed.oldest) return false
    held += lot.remainingQuantity
    return true
  })
}

describe('after any change', () => {
  it('cost and charges in are those out and left, flat is exactly nothing, and no quantity is below it', () => {
    fc.assert(
      fc.property(anyStory, ({ method, changed }) => {
        const after = replayChain(method, changed)
        if (isRejection(after)) return
        const { state, sales, history } = after
        const buys = buysOf(changed)
        expect(sumOf(buys.map((buy) => buy.cost))).toBe(
          state.holding.cost + sumOf(sales.map((sale) => sale.costOut)),
        )
        expect(sumOf(buys.map((buy) => buy.charges))).toBe(
          state.holding.charges + sumOf(sales.map((sale) => sale.chargesOut)),
        )
        for (const { after: held } of history) {
          expect(held.quantity >= 0n && held.cost >= 0n && held.charges >= 0n).toBe(true)
          if (held.quantity === 0n) expect(held).toEqual({ quantity: 0n, cost: 0n, charges: 0n })
        }
        for (const lot of state.lots) {
          if (lot.remainingQuantity === 0n)
            expect([lot.remainingCost, lot.remainingCharges]).toEqual([0n, 0n])
        }
      }),
      { numRuns },
    )
  })

  it('a change that would sell more than there is on any date is refused, naming that date', () => {
    fc.assert(
      fc.property(anyStory, ({ method, changed }) => {
        const outcome = replayChain(method, changed)
        let held = 0n
        const short = inChainOrder(changed).find((event) => {
          held += event.kind === 'sell' ? -event.quantity : event.quantity
          return held < 0n
        })
        if (!isRejection(outcome)) expect(short).toBeUndefined()
        else if (method !== 'CHERRY') {
          expect(outcome).toMatchObject({ code: 'lots.insufficient', facts: { date: short?.tradeDate } })
        }
      }),
      { numRuns },
    )
  })
})

describe('trades on distinct dates', () => {
  it('give the same chain in any order of entry, each entered by its change', () => {
    const shuffled = anyChain.chain(({ method, events }) => {
      const dated = events.map((event, index) => {
        const tradeDate = addDays('2024-01-02', index * 3)
        return { ...event, tradeDate, settlementDate: addDays(tradeDate, index % 4) }
      })
      return fc
        .shuffledSubarray(dated, { minLength: dated.length, maxLength: dated.length })
        .map((entered) => ({ method, dated, entered }))
    })
    fc.assert(
      fc.property(shuffled, ({ method, dated, entered }) => {
        const whole = stored(replayed({ method, events: dated }))
        let now: ChainReplay = {
          state: EMPTY_CHAIN,
          history: [],
          sales: [],
          changes: [],
          beyond: [],
          unlisted: [],
        }
        let rows = stored(now)
        const events: ChainEvent[] = []
        // A sale that is entered before its shares is refused and entered again later.
        let waiting = entered
        while (waiting.length > 0) {
          const refused: typeof waiting = []
          for (const event of waiting) {
            const next = replayChain(method, [...events, event])
            if (isRejection(next)) {
              refused.push(event)
              continue
            }
            rows = applied(rows, changeBetween(now, next))
            events.push(event)
            now = next
          }
          expect(refused.length).toBeLessThan(waiting.length)
          waiting = refused
        }
        expect(rows).toEqual(whole)
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })
})

/** The sums of entries, by role. */
function effect(entries: readonly TradeEntry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const line of entries.flatMap((entry) => entry.lines)) {
    const sum = (sums.get(line.role) ?? 0n) + line.debit - line.credit
    if (sum === 0n) sums.delete(line.role)
    else sums.set(line.role, sum)
  }
  return sums
}

function entriesOf(sale: SaleEvent, result: { costOut: bigint; chargesOut: bigint }, treatment: Treatment) {
  const fee = sale.gross - sale.net
  const fees = { brokerage: fee, cse: 0n, cds: 0n, clearing: 0n, sec: 0n, stl: 0n }
  const { costOut, chargesOut } = result
  return sellEntries(
    { ...keysOf(sale), gross: sale.gross, net: sale.net, fees, costOut, chargesOut },
    treatment,
  )
}

const keysOf = (sale: SaleEvent) => ({
  portfolioId: 1,
  equityId: 2,
  brokerId: null,
  settlementAccountId: null,
  companyName: 'A',
  tradeDate: sale.tradeDate,
  settlementDate: sale.settlementDate,
})

describe('the entries of a change', () => {
  it.each<Treatment>(['FVTPL', 'FVOCI'])(
    '%s: differences give each re-costed sale the cost of its rule',
    (treatment) => {
      let moved = 0
      fc.assert(
        fc.property(anyStory, ({ method, events, changed }) => {
          const before = replayed({ method, events })
          const after = replayChain(method, changed)
          if (isRejection(after)) return
          const sales = new Map(salesOf(events).map((sale) => [sale.id, sale]))
          for (const one of changeBetween(before, after).recosted) {
            const sale = sales.get(one.eventId)
            // A sale that was itself edited is reversed and posted whole.
            if (!sale || !changed.includes(sale)) continue
            moved += 1
            const difference = recostEntry(keysOf(sale), one, treatment)
            const posted = [...entriesOf(sale, one.before, treatment), ...(difference ? [difference] : [])]
            expect(effect(posted)).toEqual(effect(entriesOf(sale, one.after, treatment)))
          }
        }),
        { numRuns },
      )
      expect(moved).toBeGreaterThan(numRuns / 20)
    },
  )

  it('a reversal takes back everything; the reversal of a reversal is what was there', () => {
    fc.assert(
      fc.property(anyChain, fc.constantFrom<Treatment>('FVTPL', 'FVOCI'), (story, treatment) => {
        const { sales } = replayed(story)
        for (const sale of salesOf(story.events)) {
          const result = sales.find((one) => one.eventId === sale.id)
          if (result === undefined) throw new Error('a sale without a result')
          for (const entry of entriesOf(sale, result, treatment)) {
            const back = { ...entry, lines: reverseLines(entry.lines) }
            expect(effect([entry, back])).toEqual(new Map())
            expect(reverseLines(back.lines)).toEqual(entry.lines)
          }
        }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })
})
