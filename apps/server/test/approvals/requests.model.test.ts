/** Random acts on requests in any order: each request ends exactly once, and the records are those that were approved. */
import type { ApprovalFacts } from '@em/contract/approvals/approvals'
import { sells } from '@em/contract/trades/sells'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approver, decide, requestOf, rule, waits } from '../support/approvals.ts'
import { type Books, startBooks } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
const numRuns = Number(process.env['MODEL_RUNS'] ?? 12)
const seed = Number(process.env['MODEL_SEED'] ?? 20_261_127)
const ENDS = new Set(['carried-out', 'rejected', 'withdrawn', 'expired', 'returned'])

let api: Api
let books: Books
let rewind: () => Promise<void>
let people: { token: string }[]
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  await books.bought({ quantity: 1_000, price: 20, tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
  people = [await approver(api), await approver(api)]
  rewind = await rewindable(api)
})

const who = fc.nat({ max: 1 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('approve' as const), who, looks: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reject' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ what: 'withdraw' as const }) },
  // The cost of the sale that waits becomes another one.
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('buy' as const), quantity: fc.integer({ min: 1, max: 500 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'days-pass' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'again' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const sell = () =>
  api.call(sells.save, {
    body: {
      symbol: 'JKH.N0000',
      companyName: 'John Keells Holdings PLC',
      portfolioId: 'GROW',
      contractNumber: '80011',
      quantity: 400,
      price: 28,
      tradeDate: '2026-06-16',
      settlementDate: '2026-06-18',
      settlementAccount: books.bank,
      brokerName: 'Asia Securities (Pvt) Ltd',
    },
    headers: { 'idempotency-key': 'one sale' },
  })

/** The figures of the sale as the books have them. */
const recorded = () =>
  api.database.query<{ gross: string; cost_out: string; capital_gain: string }>(
    `SELECT v.gross, r.cost_out, r.capital_gain FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
       JOIN event_results r ON r.event_id = t.id WHERE t.side = 'sell'`,
  )

/** The trade that each preview showed at the approval, by the hash of the preview. */
type Shown = Map<string, ApprovalFacts['trades'][number] | undefined>

async function act(one: Step, id: number, shown: Shown, at: { place: number; day: number }): Promise<void> {
  const seen = async () => {
    const { body } = await requestOf(api, id, people[0]?.token)
    const now = body.now ?? body.submitted
    shown.set(now.hash, now.facts.trades[0])
    return now.hash
  }
  const statuses: number[] = []
  const said = async (answer: Promise<{ status: number }>) => statuses.push((await answer).status)
  switch (one.what) {
    case 'approve': {
      const hash = one.looks ? await seen() : ([...shown.keys()].at(-1) ?? '')
      const { status, body } = await decide(api, 'approve', id, { seen: hash }, people[one.who]?.token)
      statuses.push(status)
      if (status !== 200 || body.state !== 'done') break
      const { gross, cost_out, capital_gain } = shown.get(hash) ?? {}
      expect(await recorded()).toEqual([{ gross, cost_out, capital_gain }])
      break
    }
    case 'reject':
      await said(decide(api, 'reject', id, { reason: 'Not this one' }, people[one.who]?.token))
      break
    case 'withdraw':
      await said(decide(api, 'withdraw', id))
      break
    case 'buy':
      await books.bought({
        quantity: one.quantity,
        price: 21,
        contractNumber: `M-${at.place}`,
        tradeDate: '2026-06-11',
        settlementDate: '2026-06-15',
      })
      break
    case 'days-pass':
      at.day += 4
      api.clock.set(`2026-06-${18 + Math.min(at.day, 8)}`)
      break
    case 'again':
      await said(sell())
  }
  // Refused in words, or done: never broken.
  for (const status of statuses) expect(status).toBeLessThan(500)
}

test('each ends exactly once, and what was approved is what was carried out', {
  timeout: 600_000,
}, async () => {
  const run = async (needed: number, steps: readonly Step[]) => {
    await rewind()
    api.settings.signup = 'open'
    api.clock.set(`${TODAY}T05:00:00Z`)
    await rule(api, ['sells.save'], { approvals: needed })
    const { approvalId: id } = waits(await sell())
    const shown: Shown = new Map()
    const { submitted } = (await requestOf(api, id, people[0]?.token)).body
    shown.set(submitted.hash, submitted.facts.trades[0])
    const at = { place: 0, day: 0 }
    for (const one of steps) {
      at.place += 1
      await act(one, id, shown, at)
    }
    const { body } = await requestOf(api, id)
    const ends = body.steps.filter(({ what }) => ENDS.has(what))
    expect(await recorded()).toHaveLength(body.state === 'done' ? 1 : 0)
    // A request that expired by its day gets its step at the next run of the clock.
    expect(ends).toHaveLength(body.state === 'waiting' || body.state === 'expired' ? 0 : 1)
    if (body.state === 'done') {
      const lapsed = body.steps.findLastIndex(({ what }) => what === 'lapsed')
      const words = body.steps.slice(lapsed + 1).filter(({ what }) => what === 'approved')
      expect(words).toHaveLength(needed)
      expect(new Set(words.map(({ hash }) => hash))).toEqual(new Set([ends[0]?.hash]))
    }
    expect(await verifyBooks(api.database)).toEqual([])
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 }), fc.array(step, { minLength: 1, maxLength: 7 }), run),
    { numRuns, seed },
  )
})
