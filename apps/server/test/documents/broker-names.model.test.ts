/** Names that are adopted, taken back and registered at random: the figures of a broker are the sums of his trades, one by one. */

import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { brokerNames } from '@em/contract/brokers/broker-names'
import { settlements } from '@em/contract/settlements/settlements'
import { corrections } from '@em/contract/trades/corrections'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { READ } from '../../src/features/settlements/list/monthly-sums.queries.ts'
import { startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'

const NAMES = ['Alpha Sec', 'ALPHA  sec', 'alphasec', 'Alpha Securities', 'Beta', 'be ta', 'Gamma Stock']
const key = (name: string) => name.toLowerCase().replaceAll(' ', '')
const name = fc.nat(NAMES.length - 1).map((at) => NAMES[at] as string)
const nth = fc.nat(20)
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      name,
      quantity: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('register' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), nth, name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('adopt' as const), nth, name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take back' as const), nth, name }) },
)

interface Trade {
  readonly id: number
  readonly name: string
  readonly net: number
  /** The broker that it was recorded with. */
  readonly with: number | null
}

test('the figures of a broker are the sums of his trades, whichever names were adopted when', {
  timeout: 120_000,
}, async () => {
  const usual = { ...READ }
  const api = await startApi({ today: '2026-06-30' })
  const books = await startBooks(api)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), fc.boolean(), async (acts, byMonths) => {
      // Brokers of one run must not meet those of another.
      const run = `Run${++runs}`
      const named = (text: string) => `${text} ${run}`
      const of = await oneHolding(books, 'WAP')
      const registered: { id: number; name: string }[] = []
      const adoptedBy = new Map<string, number>()
      let trades: Trade[] = []
      const ownerOf = (text: string) =>
        adoptedBy.get(key(text)) ?? registered.find((one) => key(one.name) === key(text))?.id ?? null
      const call = async (path: string, body: object) => await api.call<{ id: number }>(path, { body })
      for (const one of acts) {
        if (one.kind === 'buy') {
          const text = named(one.name)
          const bought = await of.buy('2026-06-15', one.quantity, 10, {
            brokerName: text,
            settlementDate: '2026-06-17',
          })
          const recorded =
            registered.find((broker) => broker.name.toLowerCase() === text.toLowerCase())?.id ?? null
          trades.push({ id: Number(bought.id), name: text, net: Number(bought.net_value), with: recorded })
        } else if (one.kind === 'delete') {
          const gone = trades[one.nth % Math.max(trades.length, 1)]
          if (gone === undefined) continue
          await ask(api, corrections.removeBuy, { params: { id: gone.id }, query: { reason: 'Not ours' } })
          trades = trades.filter((trade) => trade !== gone)
        } else if (one.kind === 'register') {
          const text = named(one.name)
          const { status, body } = await call('POST /brokers', { name: text })
          expect([one, status]).toEqual([one, ownerOf(text) === null ? 201 : 409])
          if (status === 201) registered.push({ id: body.id, name: text })
        } else {
          const broker = registered[one.nth % Math.max(registered.length, 1)]
          if (broker === undefined) continue
          const text = named(one.name)
          const owner = ownerOf(text)
          if (one.kind === 'rename') {
            const { status } = await call(`PUT /brokers/${broker.id}`, { name: text })
            expect([one, status]).toEqual([one, owner === null || owner === broker.id ? 200 : 409])
            if (status !== 200) continue
            const former = broker.name
            broker.name = text
            const [row] = await api.database.query<{ id: number | null }>(
              'SELECT broker_id AS id FROM broker_names WHERE key = broker_key($1) ORDER BY version DESC LIMIT 1',
              [former],
            )
            const stored = row?.id ?? null
            // Where trades were ever recorded under it, it stays his.
            if (trades.some((trade) => key(trade.name) === key(former)))
              expect(ownerOf(former) ?? stored).toBe(broker.id)
            if (stored !== null) adoptedBy.set(key(former), stored)
          } else if (one.kind === 'adopt') {
            const { status } = await call(`POST /brokers/${broker.id}/names`, { name: text })
            expect([one, status]).toEqual([one, owner === null ? 201 : 409])
            if (status === 201) adoptedBy.set(key(text), broker.id)
          } else {
            const { status } = await call(`POST /brokers/${broker.id}/names/take-back`, { name: text })
            const isHis = adoptedBy.get(key(text)) === broker.id
            const isRecorded = trades.some(
              (trade) => key(trade.name) === key(text) && trade.with === broker.id,
            )
            if (!isHis || isRecorded) expect([one, status]).toEqual([one, 409])
            if (status === 200) adoptedBy.delete(key(text))
          }
        }
      }
      Object.assign(READ, byMonths ? { open: 0, netted: 1 } : usual)
      const { portfolioId } = of
      const sum = (some: readonly Trade[]) =>
        Math.round(some.reduce((all, { net }) => all + net, 0) * 100) / 100
      const groups = Map.groupBy(trades, (trade) => ownerOf(trade.name) ?? key(trade.name))
      for (const [owner, his] of groups) {
        const broker =
          typeof owner === 'number'
            ? (registered.find(({ id }) => id === owner)?.name ?? '')
            : (his[0]?.name ?? '')
        const query = { startDate: '2026-06-15', endDate: '2026-06-16', broker, portfolioId }
        const statement = await ask(api, brokerReports.statement, { query })
        expect([broker, statement.closing]).toEqual([broker, sum(his)])
        const all = { status: 'all', broker, portfolioId }
        expect(await ask(api, settlements.summary, { query: all })).toMatchObject({
          count: his.length,
          pay: { amount: sum(his) },
        })
        expect(await ask(api, settlements.netted, { query: all })).toMatchObject([
          { count: his.length, payable: sum(his) },
        ])
      }
      const commission = await ask(api, brokerReports.commission, {
        query: { startDate: '2026-06-01', endDate: '2026-06-30', portfolioId },
      })
      expect(commission.rows.map(({ trades: count }) => count).toSorted()).toEqual(
        [...groups.values()].map((his) => his.length).toSorted(),
      )
      const open = (await ask(api, brokerNames.open, {})).names.filter((row) =>
        key(row.name).endsWith(key(run)),
      )
      const none = [...groups].filter(([owner]) => typeof owner === 'string')
      expect(open.map(({ bought }) => bought).toSorted()).toEqual(none.map(([, his]) => sum(his)).toSorted())
      Object.assign(READ, usual)
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 4) },
  )
})
