import { setImmediate as nextLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../refusal.ts'
import { type GiveBack, MEASURES, type Measure, workSlotsOf } from './work-slots.ts'

const here = new AbortController().signal
const with1 = (measure: Partial<Measure>) =>
  workSlotsOf({ ...MEASURES, heavy: { ...MEASURES.heavy, slotMs: 1_000, ...measure } })

/** Asks for slots in the order given and keeps who got one, with how to give it back. */
function asking(slots: ReturnType<typeof with1>) {
  const got: string[] = []
  const held: GiveBack[] = []
  const ask = (person: string, name = person, signal = here, what = '') =>
    slots.take('heavy', person, signal, what).then((giveBack) => {
      got.push(name)
      held.push(giveBack)
    })
  return { got, held, ask }
}

describe('turns', () => {
  test('a person has so many places and waits for more, while others have theirs', async () => {
    const slots = with1({ perPerson: 2, together: 10 })
    const { got, held, ask } = asking(slots)
    const all = Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')])
    await nextLoop()
    expect(got).toEqual(['a1', 'a2', 'b1'])
    expect(slots.count('heavy')).toEqual({ taken: 3, waiting: 1 })
    held[0]?.()
    await all
    expect(got).toEqual(['a1', 'a2', 'b1', 'a3'])
    for (const giveBack of held) giveBack()
    expect(slots.count('heavy')).toEqual({ taken: 0, waiting: 0 })
  })

  test('the next place goes to the next person, however many requests of another wait before', async () => {
    const slots = with1({ perPerson: 2, together: 2 })
    const { got, held, ask } = asking(slots)
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']
    const all = Promise.all(names.map((name) => ask(name.slice(0, 1), name)))
    await nextLoop()
    for (let round = 0; round < names.length; round += 1) {
      held[round]?.()
      await nextLoop()
    }
    await all
    expect(got).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
  })

  test('a place given back twice is one place', async () => {
    const { got, held, ask } = asking(with1({ perPerson: 1, together: 1 }))
    const waiting = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')]
    await nextLoop()
    held[0]?.()
    held[0]?.()
    await nextLoop()
    expect(got).toEqual(['a1', 'a2'])
    held[1]?.()
    await Promise.all(waiting)
  })

  test('a request that waited too long is refused and blocks no other', async () => {
    vi.useFakeTimers()
    try {
      const slots = with1({ perPerson: 1, together: 9, waitMs: 10_000 })
      const { held, ask } = asking(slots)
      await ask('a')
      const late = ask('a').catch((error: Refusal) => error)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(slots.count('heavy').waiting).toBe(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await late).toMatchObject({
        status: 429,
        code: 'request.too-many',
        message: 'Several of your reads are still running. Please try again in 5 seconds.',
        facts: { seconds: 5 },
      })
      expect(slots.count('heavy')).toEqual({ taken: 1, waiting: 0 })
      held[0]?.()
      await ask('a')
    } finally {
      vi.useRealTimers()
    }
  })

  test('the refusal of a request that waited for other people says so', async () => {
    const { ask } = asking(with1({ perPerson: 6, together: 1, waitMs: 1 }))
    await ask('a')
    await expect(ask('b')).rejects.toThrow('The server is busy with requests of other people. Please')
  })

  test('the refusal of a save that waited too long says that nothing was saved', async () => {
    const slots = workSlotsOf({ ...MEASURES, save: { perPerson: 1, together: 1, waitMs: 1, waitingMax: 5 } })
    await slots.take('save', 'a', here)
    await expect(slots.take('save', 'a', here)).rejects.toMatchObject({ code: 'server.busy' })
  })

  test('one more than may wait is refused at once', async () => {
    const slots = with1({ perPerson: 1, together: 9, waitingMax: 2, waitMs: 60_000 })
    const { held, ask } = asking(slots)
    const standing = [ask('a'), ask('a'), ask('a')]
    await expect(ask('a')).rejects.toMatchObject({ code: 'request.too-many' })
    await ask('b')
    for (let n = 0; n < 4; n += 1) {
      held[n]?.()
      await nextLoop()
    }
    await Promise.all(standing)
  })

  test('a client that leaves gives up its place in the line, and one that has left gets none', async () => {
    const slots = with1({ perPerson: 1, together: 1 })
    const { got, held, ask } = asking(slots)
    await ask('a', 'first')
    const leaver = new AbortController()
    const left = ask('a', 'leaver', leaver.signal).catch((error: Refusal) => error.code)
    const last = ask('a', 'last')
    leaver.abort()
    expect(await left).toBe('request.too-many')
    await expect(ask('a', 'gone', leaver.signal)).rejects.toThrow()
    held[0]?.()
    await last
    expect(got).toEqual(['first', 'last'])
    held[1]?.()
    expect(slots.count('heavy')).toEqual({ taken: 0, waiting: 0 })
  })

  describe('a read takes places by what it took lately', () => {
    const byWork = () => with1({ perPerson: 6, together: 12, slotMs: 100 })
    let leaving = new AbortController()
    beforeEach(() => {
      leaving = new AbortController()
    })
    // Requests that still wait when a test has ended are aborted.
    afterEach(() => leaving.abort())
    /** Asks without waiting for the slot. */
    const asks = (ask: ReturnType<typeof asking>['ask'], person: string, what: string) =>
      void ask(person, person, leaving.signal, what).catch(() => undefined)

    test('one that takes long takes all of the person, and another person has as much', async () => {
      const slots = byWork()
      for (const person of ['a', 'b', 'c']) slots.took('gains', person, 4_000)
      const { got, held, ask } = asking(slots)
      const names = ['a1', 'a2', 'b1', 'c1']
      const all = Promise.all(names.map((name) => ask(name.slice(0, 1), name, here, 'gains')))
      await nextLoop()
      expect(got).toEqual(['a1', 'b1'])
      expect(slots.count('heavy')).toEqual({ taken: 12, waiting: 2 })
      held[0]?.()
      await nextLoop()
      expect(got).toEqual(['a1', 'b1', 'c1'])
      held[1]?.()
      await all
      expect(got).toEqual(['a1', 'b1', 'c1', 'a2'])
    })

    test('short ones are as many as there are places; the same read of a large book takes more', async () => {
      const slots = byWork()
      for (let n = 0; n < 5; n += 1) slots.took('gains', 'small', 10)
      slots.took('gains', 'large', 250)
      const { got, ask } = asking(slots)
      for (let n = 0; n < 8; n += 1) {
        asks(ask, 'small', 'gains')
        asks(ask, 'large', 'gains')
      }
      await nextLoop()
      expect(got.filter((name) => name === 'small')).toHaveLength(6)
      expect(got.filter((name) => name === 'large')).toHaveLength(2)
    })

    test('a read that was never measured counts as two; one that became quick again counts as quick', async () => {
      const slots = byWork()
      const { got, held, ask } = asking(slots)
      for (let n = 0; n < 4; n += 1) asks(ask, 'a', 'gains')
      await nextLoop()
      expect(got).toHaveLength(3)
      slots.took('gains', 'a', 3_000)
      for (let n = 0; n < 6; n += 1) slots.took('gains', 'a', 20)
      for (const giveBack of held) giveBack()
      await nextLoop()
      expect(got).toHaveLength(4)
      for (let n = 0; n < 5; n += 1) asks(ask, 'a', 'gains')
      await nextLoop()
      expect(got).toHaveLength(7 + 1)
    })

    test('a large read that is aborted lets in those that wait behind it', async () => {
      const slots = byWork()
      slots.took('gains', 'b', 4_000)
      slots.took('small', 'c', 10)
      const { got, ask } = asking(slots)
      slots.took('gains', 'a', 4_000)
      slots.took('middle', 'd', 150)
      asks(ask, 'a', 'gains')
      asks(ask, 'd', 'middle')
      const leaver = new AbortController()
      const left = ask('b', 'b', leaver.signal, 'gains').catch((error: Refusal) => error.code)
      asks(ask, 'c', 'small')
      await nextLoop()
      expect(got).toEqual(['a', 'd'])
      leaver.abort()
      expect(await left).toBe('request.too-many')
      await nextLoop()
      expect(got).toEqual(['a', 'd', 'c'])
    })
  })
})
