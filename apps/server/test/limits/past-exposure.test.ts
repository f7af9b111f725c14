/** Broker exposure of past days: the same as was measured on the day itself, and what was dated on it later counts for it. */
import { limits, type UtilisationRow } from '@em/contract/limits/limits'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
import { ask, type Books, settleManually, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

/** Market days; 19 and 20 June are a weekend. */
const DAYS = [
  '2026-06-15',
  '2026-06-16',
  '2026-06-17',
  '2026-06-18',
  '2026-06-19',
  '2026-06-22',
  '2026-06-23',
]
const FIRST = '2026-06-15'
const BROKERS = ['Asia Securities (Pvt) Ltd', 'NDB Securities']
const MEASURES = ['exposure-gross', 'exposure-net', 'exposure-overdue']
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: FIRST })
  books = await startBooks(api)
  await settleManually(books, [books.cheque])
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await books.bought({ tradeDate: '2026-06-01', settlementDate: '2026-06-03', contractNumber: 'C-0' })
  for (const measure of MEASURES)
    await ask(api, limits.create, {
      body: {
        code: measure,
        name: measure,
        kind: 'exposure',
        measure,
        subject: { type: 'broker', id: 'each' },
        scope: { type: 'portfolio', id: 'each' },
        bound: 1_000_000,
        unit: 'LKR',
        hardness: 'inform',
        effectiveFrom: '2026-06-01',
      },
    })
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.clock.set(`${FIRST}T05:00:00Z`)
})

/** Each broker's exposure, by measure; without those where nothing is outstanding. */
async function exposure(asOf?: string): Promise<Record<string, number | null>> {
  const { rows } = await ask(api, limits.utilisation, { query: asOf === undefined ? {} : { asOf } })
  const used = (rows as UtilisationRow[]).filter(({ value }) => value !== 0)
  return Object.fromEntries(used.map(({ limit, subject, value }) => [`${limit.code} ${subject.id}`, value]))
}
const act = (word: string, item: object) =>
  api.call<object>(`POST /settlements/${word}`, { body: { items: [item] } })

/** The database stamps what is recorded by its own clock: here the clock of the test goes. */
const recordedOn = (day: string) =>
  asOwner(
    api,
    `ALTER TABLE settlement_confirmations DISABLE TRIGGER settlement_confirmations_append_only;
     UPDATE settlement_confirmations SET recorded_at = '${day}T05:00:00Z' WHERE recorded_at > '2026-06-30';
     ALTER TABLE settlement_confirmations ENABLE TRIGGER settlement_confirmations_append_only`,
  )

const index = fc.nat({ max: 100 })
const done = fc.oneof(
  fc.record({
    what: fc.constant('trade' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    broker: fc.constantFrom(...BROKERS),
    byHand: fc.boolean(),
    after: fc.constantFrom(0, 1, 2, 4),
    quantity: fc.integer({ min: 100, max: 2_000 }),
  }),
  fc.record({ what: fc.constant('confirm' as const), of: index, part: fc.boolean() }),
  fc.record({ what: fc.constant('fail' as const), of: index }),
  fc.record({ what: fc.constant('reschedule' as const), of: index }),
)

test('the utilisation of every past day equals what was measured on that day', async () => {
  let contracts = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(done, { maxLength: 4 }), { minLength: DAYS.length - 2, maxLength: DAYS.length - 2 }),
      async (story) => {
        await rewind()
        const trades: number[] = []
        const measured = new Map<string, object>()
        for (const [at, acts] of story.entries()) {
          const today = DAYS[at] ?? FIRST
          api.clock.set(`${today}T05:00:00Z`)
          for (const one of acts) {
            if (one.what === 'trade') {
              contracts += 1
              const later = DAYS[Math.min(at + one.after, DAYS.length - 1)] ?? today
              const body = {
                ...books.usual,
                quantity: one.quantity,
                [one.side === 'buy' ? 'price' : 'soldPrice']: 10,
                brokerName: one.broker,
                contractNumber: `T-${contracts}`,
                settlementAccount: one.byHand ? books.cheque : books.bank,
                tradeDate: today,
                settlementDate: later,
              }
              const { status, body: saved } = await api.call<{ id: number }>(
                `POST /transaction-entries/${one.side}`,
                {
                  body,
                },
              )
              expect(status, JSON.stringify(saved)).toBe(201)
              trades.push(saved.id)
            } else if (trades.length > 0) {
              const tradeId = trades[one.of % trades.length] ?? 0
              // Dated today: what is dated back is the other test's.
              if (one.what === 'confirm')
                await act('confirm', { tradeId, date: today, ...(one.part && { amount: 10 }) })
              else if (one.what === 'fail') await act('fail', { tradeId, date: today })
              else await act('reschedule', { tradeId, date: DAYS[at + 2] ?? today })
            }
          }
          await recordedOn(today)
          measured.set(today, await exposure())
        }
        for (const [day, then] of measured) expect([day, await exposure(day)]).toEqual([day, then])
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 4) },
  )
})

test('a payment counts from its own day, whenever it was recorded, and not where it was taken back', async () => {
  const [asia] = BROKERS
  const { id } = await books.bought({
    quantity: 1_000,
    settlementAccount: books.cheque,
    settlementDate: '2026-06-16',
  })
  const net = 10_112
  api.clock.set('2026-06-19T05:00:00Z')
  const of = async (day: string) => {
    const all = await exposure(day)
    return MEASURES.map((measure) => all[`${measure} ${asia}`] ?? 0)
  }
  expect(await of('2026-06-12')).toEqual([0, 0, 0])
  expect(await of('2026-06-16')).toEqual([net, 0, 0])
  expect(await of('2026-06-17')).toEqual([net, 0, net])
  expect((await act('confirm', { tradeId: id, date: '2026-06-17', amount: 112 })).status).toBe(201)
  expect([await of('2026-06-16'), (await of('2026-06-17'))[0]]).toEqual([[net, 0, 0], 10_000])
  expect((await act('confirm', { tradeId: id, date: '2026-06-18' })).status).toBe(201)
  expect([(await of('2026-06-17'))[0], await of('2026-06-18'), await of('2026-06-19')]).toEqual([
    10_000,
    [0, 0, 0],
    [0, 0, 0],
  ])
  expect((await act('reopen', { tradeId: id })).status).toBe(201)
  expect(await of('2026-06-18')).toEqual([net, 0, net])
})

test('of a day that is to come it is not known', async () => {
  await ask(api, limits.create, {
    body: {
      code: 'ASIA',
      name: 'Asia',
      kind: 'exposure',
      measure: 'exposure-gross',
      subject: { type: 'broker', id: 'Asia Securities (Pvt) Ltd' },
      scope: { type: 'portfolio', id: 'GROW' },
      bound: 1_000_000,
      unit: 'LKR',
      hardness: 'inform',
      effectiveFrom: '2026-06-01',
    },
  })
  const { rows } = await ask(api, limits.utilisation, { query: { asOf: '2026-06-18', code: 'ASIA' } })
  expect(rows).toMatchObject([
    { state: 'unknown', value: null, text: expect.stringContaining('on a later day') },
  ])
})
