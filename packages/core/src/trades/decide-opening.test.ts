import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AcquisitionEvent } from '../chains/chain-event.ts'
import { EMPTY_CHAIN } from '../chains/chain-event.ts'
import { replayChain } from '../chains/replay.ts'
import { capitalSides, decideOpeningBalances } from '../ledger/opening-balances.ts'
import { isRejection } from '../rejections.ts'
import { anyChain, type TradedEvent } from '../testing/chain-arbitraries.ts'
import { goOn } from '../testing/grow.ts'
import { addDays } from '../values/dates.ts'
import { sumOf } from '../values/money.ts'
import { decideOpening, type OpeningContext, type OpeningRequest, openingEvent } from './decide-opening.ts'

const request: OpeningRequest = {
  quantity: 1_000n,
  cost: 5_000_000n,
  charges: 56_000n,
  boughtOn: '2019-05-06',
  settlementDate: '2019-05-09',
  costOfFundsRate: 100_000n,
  brokerId: null,
}
const context: OpeningContext = {
  today: '2026-11-20',
  openingDate: '2026-04-01',
  portfolio: { id: 1, name: 'Growth', status: 'Active', accountingTreatment: 'FVTPL' },
  equity: { id: 2, symbol: 'JKH.N0000', companyName: 'John Keells Holdings PLC', isActive: true },
}
const ociContext = { ...context, portfolio: { ...context.portfolio, accountingTreatment: 'FVOCI' } }
const codeOf = (outcome: unknown) => (isRejection(outcome) ? outcome.code : null)
const linesOf = (outcome: ReturnType<typeof decideOpening>) =>
  isRejection(outcome)
    ? outcome.code
    : outcome.entry.lines.map(({ role, debit, credit }) => [role, debit, credit])

describe('an opening lot', () => {
  it('posts its cost against capital; charges only where they are capitalised', () => {
    expect(linesOf(decideOpening(request, context))).toEqual([
      ['investment', 5_000_000n, 0n],
      ['capital', 0n, 5_000_000n],
    ])
    expect(linesOf(decideOpening(request, ociContext))).toEqual([
      ['investment', 5_000_000n, 0n],
      ['transaction-costs', 56_000n, 0n],
      ['capital', 0n, 5_056_000n],
    ])
    expect(linesOf(decideOpening({ ...request, charges: 0n }, ociContext))).toHaveLength(2)
  })

  it('posts the opening fair value, no gain of a period, and takes it back on the next day', () => {
    const forward = (outcome: ReturnType<typeof decideOpening>) =>
      isRejection(outcome)
        ? outcome.code
        : outcome.broughtForward.map(({ entryDate, transactionType, lines }) => [
            entryDate,
            transactionType,
            ...lines.map(({ role, debit, credit }) => [role, debit, credit]),
          ])
    const worth = { ...request, cost: 20_000_00n, charges: 224_00n, fairValue: 26_000_00n }
    expect(forward(decideOpening(worth, context))).toEqual([
      [
        '2026-04-01',
        'Opening',
        ['fair-value-adjustment', 6_000_00n, 0n],
        ['retained-earnings', 0n, 6_000_00n],
      ],
      [
        '2026-04-02',
        'Valuation',
        ['unrealized-gain', 6_000_00n, 0n],
        ['fair-value-adjustment', 0n, 6_000_00n],
      ],
    ])
    expect(forward(decideOpening(worth, ociContext))).toEqual([
      [
        '2026-04-01',
        'Opening',
        ['fair-value-adjustment', 5_776_00n, 0n],
        ['fair-value-reserve', 0n, 5_776_00n],
      ],
      [
        '2026-04-02',
        'Valuation',
        ['fair-value-reserve', 5_776_00n, 0n],
        ['fair-value-adjustment', 0n, 5_776_00n],
      ],
    ])
    // Worth less than it cost; worth what it is carried at; nothing said.
    expect(forward(decideOpening({ ...worth, fairValue: 19_000_00n }, context))).toMatchObject([
      [
        '2026-04-01',
        'Opening',
        ['fair-value-adjustment', 0n, 1_000_00n],
        ['retained-earnings', 1_000_00n, 0n],
      ],
      {},
    ])
    expect(forward(decideOpening({ ...worth, fairValue: 20_000_00n }, context))).toEqual([])
    expect(forward(decideOpening({ ...worth, fairValue: null }, context))).toEqual([])
  })

  it('takes cost or price, each from the other', () => {
    const { cost: _, ...rest } = request
    const priced = decideOpening({ ...rest, price: 123_400n }, context)
    expect(priced).toMatchObject({ figures: { cost: 1_234_000n, price: 123_400n } })
    expect(decideOpening(request, context)).toMatchObject({ figures: { cost: 5_000_000n, price: 500_000n } })
  })

  it('is refused in the documented order', () => {
    const check = (more: Partial<OpeningRequest>, world: OpeningContext = context) =>
      codeOf(decideOpening({ ...request, ...more }, world))
    const closed = { ...context, portfolio: { ...context.portfolio, status: 'Closed' } }
    expect(check({ quantity: 0n }, closed)).toBe('portfolio.not-active')
    expect(check({ quantity: 0n })).toBe('trade.quantity-not-positive')
    expect(check({ cost: 0n })).toBe('trade.price-too-small')
    expect(check({}, { ...context, openingDate: '2026-11-21' })).toBe('trade.date-in-future')
    expect(check({ boughtOn: '2026-04-01' })).toBe('opening.bought-after')
    expect(check({ settlementDate: '2019-05-05' })).toBe('trade.settlement-before-trade')
    expect(check({ boughtOn: '2026-03-31', settlementDate: '2026-04-02' })).toBe('opening.not-settled')
    expect(check({ boughtOn: '2026-03-30', settlementDate: '2026-04-01' })).toBeNull()
  })
})

/** The first acquisitions of a chain (those before its first sale) as openings at a later date that none of the rest precedes. */
function asOpenings(events: readonly TradedEvent[]): TradedEvent[] {
  const firstSale = events.findIndex((event) => event.kind === 'sell')
  const count = firstSale < 0 ? events.length : firstSale
  const last = events[count - 1] as TradedEvent
  const openingDate = events[count]?.tradeDate ?? addDays(last.tradeDate, 1)
  return events.map((event, index) =>
    index < count && event.kind !== 'sell'
      ? { ...event, kind: 'opening' as const, boughtOn: event.tradeDate, tradeDate: openingDate }
      : event,
  )
}

describe('openings in a chain', () => {
  it('equal buys without fees for everything that comes after', () => {
    fc.assert(
      fc.property(anyChain, ({ method, events }) => {
        const bought = replayChain(method, events)
        const opened = replayChain(method, asOpenings(events))
        if (isRejection(bought) || isRejection(opened)) throw new Error('a good chain was refused')
        expect(opened.sales).toEqual(bought.sales)
        // A lot also says since when it is there.
        expect(opened.state.lots.some((lot) => lot.openedOn !== null)).toBe(true)
        expect(opened.state.lots.map((lot) => ({ ...lot, openedOn: null }))).toEqual(bought.state.lots)
        expect(opened.state.holding).toEqual(bought.state.holding)
      }),
    )
  })

  it('may be recorded in any order, after the trades that follow them too, and conserve the cost', () => {
    fc.assert(
      fc.property(anyChain, fc.nat(), ({ method, events }, rotation) => {
        const openings = asOpenings(events)
        const rotated = [
          ...openings.slice(rotation % openings.length),
          ...openings.slice(0, rotation % openings.length),
        ]
        const one = replayChain(method, openings)
        expect(replayChain(method, rotated)).toEqual(one)
        if (isRejection(one)) throw new Error('a good chain was refused')
        const cameIn = sumOf(openings.map((event) => (event.kind === 'sell' ? 0n : event.cost)))
        expect(one.state.holding.cost + sumOf(one.sales.map((sale) => sale.costOut))).toBe(cameIn)
      }),
    )
  })

  const opening = (id: string, sequence: number, boughtOn: string, cost: bigint): AcquisitionEvent =>
    openingEvent(
      { boughtOn, settlementDate: boughtOn, costOfFundsRate: null },
      { quantity: 10n, price: 1n, cost, charges: 0n, fairValue: null },
      '2026-04-01',
      { id, sequence },
    )
  const buy = (id: string, sequence: number, tradeDate: string, cost: bigint): AcquisitionEvent => ({
    kind: 'buy',
    id,
    sequence,
    tradeDate,
    settlementDate: tradeDate,
    quantity: 10n,
    price: 1n,
    cost,
    charges: 0n,
    costOfFundsRate: null,
  })
  const sale = {
    kind: 'sell' as const,
    id: 's',
    sequence: 1,
    tradeDate: '2026-04-01',
    settlementDate: '2026-04-06',
    quantity: 15n,
    gross: 900n,
    net: 900n,
    costOfFundsRate: null,
  }

  it('are there on the opening date before anything that was traded on it', () => {
    const replay = replayChain('FIFO', [
      sale,
      opening('o', 9, '2020-01-01', 100n),
      buy('b', 8, '2026-03-30', 200n),
    ])
    if (isRejection(replay)) throw new Error(replay.code)
    expect(replay.history.map((row) => [row.eventId, row.tradeDate, row.rank])).toEqual([
      ['b', '2026-03-30', 1],
      ['o', '2026-04-01', -1],
      ['s', '2026-04-01', 1],
    ])
  })

  it('are sold before an unsettled buy of the days before, by their original dates', () => {
    const replay = replayChain('FIFO', [
      sale,
      opening('o', 9, '2020-01-01', 100n),
      buy('b', 8, '2026-03-30', 200n),
    ])
    if (isRejection(replay)) throw new Error(replay.code)
    expect(replay.sales[0]?.consumed.map((part) => [part.lotId, part.quantity])).toEqual([
      ['o', 10n],
      ['b', 5n],
    ])
    expect(replay.sales[0]?.costOut).toBe(200n)
  })

  it('are sold where everything older than the opening date is gone already', () => {
    const early = { ...sale, id: 's0', tradeDate: '2026-03-31', quantity: 10n }
    const later = { ...sale, sequence: 10, quantity: 10n }
    const events = [buy('b', 0, '2026-03-30', 200n), early, opening('o', 9, '2020-01-01', 100n), later]
    expect(replayChain('FIFO', events)).toMatchObject({ sales: [{ costOut: 200n }, { costOut: 100n }] })
  })

  it('are not there the day before', () => {
    const early = { ...sale, tradeDate: '2026-03-31' }
    expect(replayChain('FIFO', [early, opening('o', 9, '2020-01-01', 100n)])).toMatchObject({
      code: 'lots.insufficient',
    })
  })

  it('appended to a chain they name their own lot, wherever it is', () => {
    const first = goOn('FIFO', EMPTY_CHAIN, buy('b', 1, '2026-03-30', 200n))
    if (isRejection(first)) throw new Error(first.code)
    const second = goOn('FIFO', first.state, opening('o', 2, '2020-01-01', 100n))
    if (isRejection(second)) throw new Error(second.code)
    expect(second.lots).toMatchObject([{ id: 'o', tradeDate: '2020-01-01', openedOn: '2026-04-01' }])
    expect(second.state.lots.map((lot) => lot.id)).toEqual(['o', 'b'])
  })
})

describe('opening balances', () => {
  const line = (accountCode: string, debit: bigint, credit: bigint) => ({
    accountCode,
    portfolioId: 1,
    debit,
    credit,
  })

  it('put a difference to capital only when it is confirmed', () => {
    const lines = [line('1010', 500n, 0n), line('2110', 0n, 120n)]
    expect(decideOpeningBalances(lines, new Set(), false)).toMatchObject({
      code: 'opening.difference',
      facts: { difference: '3.80' },
    })
    expect(decideOpeningBalances(lines, new Set(), true)).toEqual({ difference: 380n })
    expect(capitalSides(380n)).toEqual({ debit: 0n, credit: 380n })
    expect(capitalSides(-380n)).toEqual({ debit: 380n, credit: 0n })
    expect(capitalSides(0n)).toBeNull()
  })

  it('leave alone what follows from positions and trades', () => {
    expect(codeOf(decideOpeningBalances([line('1100', 5n, 0n)], new Set(['1100']), true))).toBe(
      'journal.derived-account',
    )
    expect(codeOf(decideOpeningBalances([], new Set(), true))).toBe('journal.no-lines')
    expect(codeOf(decideOpeningBalances([line('1010', 5n, 5n)], new Set(), true))).toBe('journal.line-sides')
  })
})
