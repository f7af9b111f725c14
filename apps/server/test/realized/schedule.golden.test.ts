/**
 * The schedule of realized gains with its tie-out, complete: apps/server/test/golden/realized-schedule.txt, for an accountant to
 * read. GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { journal } from '@em/contract/journal/journal'
import { periods } from '@em/contract/periods/periods'
import {
  type RealizedSchedule,
  realizedSchedule,
  SCHEDULE_KINDS,
} from '@em/contract/realized/realized-schedule'
import { taxSchedule } from '@em/contract/realized/realized-tax'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'

const FILE = new URL('../golden/realized-schedule.txt', import.meta.url)
const PROSE = `The schedule of realized gains: one row for each disposal and one for each later difference of its cost, by posting date, closings
left out. It ends with its tie-out: what the rows come to, what people entered by hand, what the account moved, the difference.

Charges of the purchases, financing and days stand once, with the sale, as they are now. An entry of a locked day is posted on the
first open day. Each story has a portfolio of its own in one security; amounts in LKR.
`
const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-20' })
  books = await startBooks(api)
})

const text: string[] = []
const scheduleOf = (of: OneHolding, startDate: string, endDate: string): Promise<RealizedSchedule> =>
  ask(api, realizedSchedule, { query: { portfolioId: of.portfolioId, startDate, endDate } })

const COLUMNS = ['proceeds', 'fees', 'cost', 'gain', 'buyCharges', 'afterFees', 'financing', 'days'] as const

/** Writes the schedule of some days; the check of the books finds nothing and the tie-out differs by nothing. */
async function write(
  of: OneHolding,
  what: string,
  startDate: string,
  endDate: string,
): Promise<RealizedSchedule> {
  const schedule = await scheduleOf(of, startDate, endDate)
  const head = ['posted', 'belongs to', 'row', 'shares', ...COLUMNS]
  const widths = [10, 10, 38, 7, ...COLUMNS.map(() => 12)]
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, index) => (index < 3 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')}`.trimEnd()
  text.push('', `${what}, ${startDate} to ${endDate}`, line(head))
  for (const row of schedule.rows) {
    const cost = row.costBefore === null ? '' : ` ${money(row.costBefore)} to ${money(row.costAfter ?? 0)}`
    text.push(
      line([
        row.posted_on,
        row.belongs_to === row.posted_on ? '' : row.belongs_to,
        SCHEDULE_KINDS[row.kind] + cost + (row.isDeleted && row.kind === 'sale' ? ', deleted later' : ''),
        row.quantity === null ? '' : String(row.quantity),
        ...COLUMNS.map((column) =>
          column === 'days' ? (row.days === null ? '' : String(row.days)) : money(row[column]),
        ),
      ]),
    )
  }
  for (const tied of schedule.tieOuts) {
    const sums = [
      ['schedule', tied.schedule],
      ...tied.others.map(({ label, amount }) => [label.toLowerCase(), amount]),
      [`movement of ${tied.accounts.join(', ')}`, tied.movement],
      ['difference', tied.difference],
    ] as const
    if (tied.treatment === 'FVTPL' && schedule.tieOuts.length > 1) continue
    text.push(
      `  ${tied.treatment}: ${sums.map(([label, amount]) => `${label} ${money(Number(amount))}`).join('; ')}`,
    )
  }
  expect(schedule.tieOuts.map(({ difference }) => difference)).toEqual(schedule.tieOuts.map(() => 0))
  const tax = await ask(api, taxSchedule, { query: { portfolioId: of.portfolioId, startDate, endDate } })
  expect(tax.tieOuts.map(({ difference }) => difference)).toEqual(tax.tieOuts.map(() => 0))
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
  return schedule
}
const story = (title: string) => text.push('', `== ${title}`)
const free = { brokerage: 0, cseFees: 0, cdsFees: 0, clearingFees: 0, sec: 0, stl: 0, feeSource: 'manual' }

test('the vectors, and what happens to sales of locked days', async () => {
  story('Gain before and after costs (vector 2.1), FVTPL and FVOCI')
  for (const treatment of ['FVTPL', 'FVOCI']) {
    const { of } = await apart(books, 'WAP', treatment)
    await of.buy('2026-01-05', 1000, 20, { settlementDate: '2026-01-07', costOfFunds: 9.5 })
    await of.sell('2026-02-05', 400, 25, { settlementDate: '2026-02-09', costOfFunds: 9.5 })
    const { rows } = await write(of, treatment, '2026-01-01', '2026-03-20')
    expect(rows).toMatchObject([
      {
        posted_on: '2026-02-05',
        kind: 'sale',
        proceeds: 10_000,
        fees: 112,
        cost: 8000,
        gain: 2000,
        buyCharges: 89.6,
        afterFees: 1798.4,
        financing: 84.93,
        days: 33,
        posted: treatment === 'FVTPL' ? 2000 : 1910.4,
      },
    ])
  }

  story('Tie-out with a late purchase of a locked month (vector 2.2)')
  {
    const { of, entity } = await apart(books)
    await of.buy('2026-01-05', 100, 10, free)
    await of.sell('2026-02-05', 50, 14, free)
    expect((await lock(api, entity, '2026-02-28')).status).toBe(201)
    await of.buy('2026-01-20', 100, 12, free, '?openPeriod=1')
    await of.sell('2026-03-10', 30, 15, free)
    const march = await write(of, 'March', '2026-03-01', '2026-03-20')
    expect(march.rows).toMatchObject([
      {
        posted_on: '2026-03-01',
        belongs_to: '2026-02-05',
        kind: 'cost',
        gain: -50,
        costBefore: 500,
        costAfter: 550,
      },
      { posted_on: '2026-03-10', kind: 'sale', cost: 330, gain: 120 },
    ])
    expect(march.tieOuts).toMatchObject([{ schedule: 70, movement: 70, difference: 0, accounts: ['4100'] }])
    const february = await write(of, 'February', '2026-02-01', '2026-02-28')
    expect(february.rows).toMatchObject([{ posted_on: '2026-02-05', kind: 'sale', cost: 500, gain: 200 }])
    await write(of, 'Both', '2026-02-01', '2026-03-20')
    expect(await of.position()).toMatchObject({ quantity: 120, costValue: 1320 })
  }

  story(
    'The same purchase while January is open, FVTPL and FVOCI: the difference is posted on the day of the sale',
  )
  for (const treatment of ['FVTPL', 'FVOCI']) {
    const { of } = await apart(books, 'WAP', treatment)
    await of.buy('2026-01-05', 100, 10)
    await of.sell('2026-02-05', 50, 14)
    await of.buy('2026-01-20', 100, 12)
    const { rows } = await write(of, treatment, '2026-02-01', '2026-03-20')
    expect(rows).toMatchObject([
      { posted_on: '2026-02-05', kind: 'sale', cost: 500, gain: 200 },
      { posted_on: '2026-02-05', kind: 'cost', cost: 50, gain: -50, costBefore: 500, costAfter: 550 },
    ])
  }

  story('A sale that is recorded after its month was locked')
  {
    const { of, entity } = await apart(books)
    await of.buy('2026-01-05', 100, 10, { costOfFunds: 12 })
    await lock(api, entity, '2026-02-28')
    await of.sell('2026-02-10', 40, 15, { costOfFunds: 12 }, '?openPeriod=1')
    const { rows } = await write(of, 'March', '2026-03-01', '2026-03-20')
    expect(rows).toMatchObject([
      { posted_on: '2026-03-01', belongs_to: '2026-02-10', kind: 'sale', gain: 200, days: 36 },
    ])
    expect((await write(of, 'February', '2026-02-01', '2026-02-28')).rows).toEqual([])
  }

  story('A sale that is corrected after its month was locked, then again while the open day is open')
  {
    const { of, entity } = await apart(books, 'FIFO')
    await of.buy('2026-01-05', 100, 10)
    const { id } = await of.sell('2026-02-10', 40, 15)
    await lock(api, entity, '2026-02-28')
    const sale = { quantity: 50, soldPrice: 16, tradeDate: '2026-02-10', settlementDate: '2026-02-10' }
    await of.change('sell', id, { ...sale, version: 1 }, '?openPeriod=1')
    const { rows } = await write(of, 'corrected to 50 shares at 16.00', '2026-02-01', '2026-03-20')
    expect(rows).toMatchObject([
      { posted_on: '2026-02-10', kind: 'sale', quantity: 40, proceeds: 600, cost: 400, gain: 200 },
      { posted_on: '2026-03-01', kind: 'correction', quantity: null, proceeds: 200, cost: 100, gain: 100 },
    ])
    await of.change('sell', id, { ...sale, quantity: 45, version: 2 }, '?openPeriod=1')
    await write(of, 'corrected to 45 shares', '2026-02-01', '2026-03-20')
  }

  story('A sale that is deleted after its month was locked; one deleted in an open month leaves nothing')
  {
    const { of, entity } = await apart(books)
    await of.buy('2026-01-05', 100, 10)
    const { id } = await of.sell('2026-02-10', 40, 15)
    await of.buy('2026-01-06', 100, 12)
    await lock(api, entity, '2026-02-28')
    const open = await of.sell('2026-03-09', 10, 15)
    await of.remove('sell', open.id)
    await of.remove('sell', id, '?openPeriod=1')
    const { rows } = await write(of, 'both months', '2026-02-01', '2026-03-20')
    expect(rows).toMatchObject([
      { posted_on: '2026-02-10', kind: 'sale', gain: 200, isDeleted: true, days: null },
      { posted_on: '2026-02-10', kind: 'cost', gain: -40 },
      { posted_on: '2026-03-01', kind: 'correction', gain: -160, isDeleted: true },
    ])
    await write(of, 'March', '2026-03-01', '2026-03-20')
  }

  story('A year that is closed, an entry by hand on the account, a late purchase after the closing')
  {
    const { of, entity } = await apart(books)
    await ask(api, periods.update, {
      params: { id: entity.id },
      body: { year_end_month: 12, version: entity.version },
    })
    await of.buy('2025-11-03', 100, 10)
    await of.sell('2025-12-10', 40, 15)
    await ask(api, journal.create, {
      body: {
        date: '2025-12-15',
        description: 'Gain of an earlier administrator',
        lines: [
          { account_code: '1010', debit: 25, portfolioId: of.portfolioId },
          { account_code: '4100', credit: 25, portfolioId: of.portfolioId },
        ],
      },
    })
    await ask(api, periods.close, { params: { id: entity.id }, body: { year_end: '2025-12-31' } })
    await of.buy('2025-11-04', 100, 11)
    const { tieOuts } = await write(of, 'the year', '2025-01-01', '2025-12-31')
    expect(tieOuts[0]).toMatchObject({
      schedule: 180,
      others: [{ label: 'Manual entries', amount: 25 }],
      movement: 205,
      difference: 0,
    })
  }

  const whole = `${PROSE}${text.join('\n')}\n`
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, whole)
  expect(whole).toBe(readFileSync(FILE, 'utf8'))
})
