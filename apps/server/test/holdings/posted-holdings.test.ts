/**
 * Holdings by posting date, in books where periods are locked and opened while trades are recorded late, corrected and deleted:
 * as a person would write it down, day by day, and as the ledger's accounts have it.
 */
import { type Entity, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { addDays } from '@em/core/values/dates'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { postedHoldings } from '../../src/features/holdings/posted.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

let made = 0
async function apart(treatment: string): Promise<{ of: OneHolding; entity: Entity }> {
  const of = await oneHolding(books, 'WAP', treatment)
  made += 1
  const name = `Posted ${made}`
  const [row] = await api.database.query<{ version: number }>(
    'SELECT version FROM portfolios WHERE id = $1',
    [of.id],
  )
  await ask(api, portfolios.routes.update, {
    params: { id: of.id },
    body: { entity: name, version: row?.version },
  })
  const entity = (await api.ask(periods.list)).find((one) => one.name === name)
  if (entity === undefined) throw new Error('no entity was made')
  return { of, entity }
}

async function lock(entity: Entity, through: string | null) {
  const answer = await lockBooks(api, entity.id, through, 'A test')
  expect([answer.status, through]).toEqual([201, through])
}

/** The balances of the ledger's accounts of shares on a day, in rupees. */
async function inLedger(of: OneHolding, date: string) {
  const [row] = await api.database.query<{ cost: string; capitalised: string }>(
    `SELECT coalesce(sum(debit - credit) FILTER (WHERE role = 'investment'), 0)::numeric(20, 2) AS cost,
            coalesce(sum(debit - credit) FILTER (WHERE role = 'transaction-costs'), 0)::numeric(20, 2) AS capitalised
       FROM journal_lines WHERE portfolio_id = $1 AND entry_date <= $2`,
    [of.id, date],
  )
  return row
}

async function read(of: OneHolding, date: string) {
  const found = await postedHoldings(api.database, [of.id], date)
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0] ?? { quantity: 0n, cost: 0n, capitalised: 0n }
}

const rupees = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

describe('by posting date', () => {
  test('a late buy in a locked period counts from the day it was posted on', async () => {
    const { of, entity } = await apart('FVOCI')
    await of.buy('2026-05-04', 1000, 20)
    await lock(entity, '2026-05-31')
    await of.buy('2026-05-20', 200, 21, {}, '?openPeriod=1')
    expect(await read(of, '2026-05-31')).toMatchObject({
      quantity: 1000n,
      cost: 20_000_00n,
      capitalised: 224_00n,
    })
    expect(await read(of, '2026-06-01')).toMatchObject({
      quantity: 1200n,
      cost: 24_200_00n,
      capitalised: 271_03n,
    })
  })

  test('a deletion in a locked period leaves the shares there until it was posted', async () => {
    const { of, entity } = await apart('FVTPL')
    const { id } = await of.buy('2026-05-04', 1000, 20)
    await lock(entity, '2026-05-31')
    await of.remove('buy', id, '?openPeriod=1')
    expect(await read(of, '2026-05-31')).toMatchObject({ quantity: 1000n, cost: 20_000_00n, capitalised: 0n })
    expect(await read(of, '2026-06-01')).toMatchObject({ quantity: 0n, cost: 0n })
  })
})

const DAYS = [
  '2026-04-27',
  '2026-05-04',
  '2026-05-12',
  '2026-05-20',
  '2026-05-26',
  '2026-06-03',
  '2026-06-10',
]
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('buy' as const),
      day: fc.nat(6),
      size: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('sell' as const),
      day: fc.nat(6),
      size: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      day: fc.nat(6),
      size: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('remove' as const), day: fc.nat(6), size: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('lock' as const), day: fc.nat(6), size: fc.nat() }) },
)

/** The current version of a trade, with the day on which its shares were posted. */
interface Standing {
  readonly id: number
  readonly side: 'buy' | 'sell'
  readonly posted: string
  readonly shares: number
}

test('whatever is recorded, locked and taken back, it is what a person wrote down and what the accounts hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 4, maxLength: 10 }),
      fc.constantFrom('FVTPL', 'FVOCI'),
      async (acts, treatment) => {
        const { of, entity } = await apart(treatment)
        let through = ''
        let standing: Standing[] = []
        const written: { day: string; shares: number }[] = []
        const openDay = (day: string) => (day > through ? day : addDays(through, 1))
        const note = (day: string, shares: number) => written.push({ day, shares })
        for (const { what, day: where, size } of acts) {
          const day = DAYS[where] ?? ''
          if (what === 'lock') {
            const next = size % 3 === 0 ? null : day
            if ((next ?? '') === through) continue
            await lock(entity, next)
            through = next ?? ''
          } else if (what === 'buy' || what === 'sell') {
            const price = 10 + (size % 7)
            const done = await (what === 'buy' ? of.buy : of.sell)(day, size, price, {}, '?openPeriod=1')
            if (done.status_ !== 201) continue
            const shares = what === 'buy' ? size : -size
            const posted = openDay(day)
            standing.push({ id: done.id, side: what, posted, shares })
            note(posted, shares)
          } else {
            const one = standing[size % Math.max(standing.length, 1)]
            if (one === undefined) continue
            const shares = one.side === 'buy' ? size : -size
            const body = {
              tradeDate: day,
              settlementDate: day,
              quantity: size,
              ...(one.side === 'buy' ? { price: 11 } : { soldPrice: 11 }),
            }
            const done =
              what === 'remove'
                ? await of.remove(one.side, one.id, '?openPeriod=1')
                : await of.change(one.side, one.id, body, '?openPeriod=1')
            if (done.status_ !== 200) continue
            note(openDay(one.posted), -one.shares)
            standing = standing.filter((other) => other !== one)
            if (what === 'remove') continue
            const posted = openDay(day)
            standing.push({ ...one, posted, shares })
            note(posted, shares)
          }
        }
        for (const day of ['2026-04-26', ...DAYS.flatMap((one) => [one, addDays(one, 1)])]) {
          const { quantity, cost, capitalised } = await read(of, day)
          const shares = written.reduce((sum, one) => (one.day <= day ? sum + one.shares : sum), 0)
          expect([day, Number(quantity)]).toEqual([day, shares])
          expect([day, { cost: rupees(cost), capitalised: rupees(capitalised) }]).toEqual([
            day,
            await inLedger(of, day),
          ])
        }
        expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 6) },
  )
})

test('verify reports a holding that the ledger does not have', async () => {
  const { of, entity } = await apart('FVTPL')
  await of.buy('2026-05-04', 1000, 20)
  await lock(entity, '2026-05-31')
  const late = await of.buy('2026-05-20', 200, 21, {}, '?openPeriod=1')
  const report = await reportAfter(
    api,
    `UPDATE journal_entries SET moved_from = NULL WHERE trade_id = ${late.id} AND kind = 'trade'`,
    { portfolioId: of.id },
  )
  expect(report.differences.filter(({ check }) => check === 'holdings by posting date')).toMatchObject([
    {
      place: `${of.portfolioId} JKH.N0000 on 2026-05-31`,
      what: 'quantity',
      stored: '1200',
      expected: '1000',
    },
    { what: 'cost', stored: '24200.00', expected: '20000.00' },
  ])
})
