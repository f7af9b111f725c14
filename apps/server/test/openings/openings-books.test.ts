/** Openings and the rest of the books: locked periods, the journal, and what `verify` finds in openings tampered with. */
import { periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let books: Books
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  of = await oneHolding(books, 'FIFO')
})

type Answered = { status: number; body: { code?: string; id: number; balances: { entryId: number } } }
const call = (where: string, body?: object) =>
  api.call<Answered['body']>(where, body === undefined ? {} : { body }) as Promise<Answered>
const row = { symbol: 'JKH.N0000', quantity: 100, cost: 1_000, tradeDate: '2020-03-02' }
const lots = (query = '', code = of.portfolioId) =>
  call(`POST /openings/${code}/lots${query}`, {
    openingDate: '2026-05-04',
    rows: [row, { ...row, cost: 3_000 }],
  })
const balances = (query = '', replaces: number | null = null) =>
  call(`PUT /openings/${of.portfolioId}/balances${query}`, {
    openingDate: '2026-05-04',
    lines: [{ account: '1010', debit: 500 }],
    differenceToCapital: true,
    replaces,
  })
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

test('in a locked period they are refused, or posted on the first open day where that is accepted', async () => {
  const [portfolio] = await api.database.query<{ version: number }>(
    'SELECT version FROM portfolios WHERE id = $1',
    [of.id],
  )
  await ask(api, portfolios.routes.update, {
    params: { id: of.id },
    body: { entity: 'Old Trust', version: portfolio?.version },
  })
  const entity = (await api.ask(periods.list)).find((one) => one.name === 'Old Trust')
  await lockBooks(api, entity?.id, '2026-05-31', 'Test')
  expect(await lots()).toMatchObject({ status: 409, body: { code: 'period.locked' } })
  expect(await balances()).toMatchObject({ status: 409, body: { code: 'period.locked' } })
  const batch = await lots('?openPeriod=1')
  expect(batch.status).toBe(201)
  const first = await balances('?openPeriod=1')
  expect(first.status).toBe(200)
  await clean()
  const second = await balances('?openPeriod=1', first.body.balances.entryId)
  expect(second.status).toBe(200)
  await of.sell('2026-06-08', 150, 40)
  await clean()
  const dated = await api.database.query<{ day: string; moved: string }>(
    `SELECT DISTINCT entry_date AS day, moved_from AS moved FROM journal_entries WHERE kind = 'opening'`,
  )
  expect(dated).toEqual([{ day: '2026-06-01', moved: '2026-05-04' }])
  // The journal leaves the entry to its source.
  const entry = second.body.balances.entryId
  expect(await call(`POST /journal-entries/${entry}/reverse`, { date: null, reason: null })).toMatchObject({
    status: 409,
    body: { code: 'journal.system-entry' },
  })
  expect(await call(`DELETE /trade-batches/${batch.body.id}?openPeriod=1`)).toMatchObject({ status: 422 })
})

test('two writers of openings and sales at once leave books that agree', async () => {
  const racing = await oneHolding(books, 'WAP')
  await racing.buy('2026-05-06', 500, 10)
  const outcomes = await Promise.all([
    lots('', racing.portfolioId),
    racing.sell('2026-05-05', 10, 30),
    racing.sell('2026-05-20', 10, 30),
    call(`POST /openings/${racing.portfolioId}/lots`, { openingDate: '2026-05-05', rows: [row] }),
    racing.buy('2026-05-07', 10, 10),
  ])
  const statuses = outcomes.map((one) => ('status_' in one ? one.status_ : one.status))
  expect(Math.max(...statuses)).toBeLessThan(500)
  await clean()
})

describe('verify finds', () => {
  const LOT = `(SELECT min(id) FROM trades WHERE side = 'opening')`
  const ENTRY = `(SELECT opening_balances_entry_id FROM portfolios WHERE opening_balances_entry_id IS NOT NULL)`
  test.each([
    [
      'another opening date',
      `UPDATE portfolios SET opening_date = '2026-05-05' WHERE opening_date IS NOT NULL`,
      'opening dates of portfolios',
    ],
    [
      'an opening date without openings',
      `UPDATE portfolios SET opening_date = '2026-05-05' WHERE opening_date IS NULL`,
      'opening dates of portfolios',
    ],
    [
      'a lot with another opening date',
      `UPDATE trade_versions SET opening_date = '2026-05-06' WHERE trade_id = ${LOT}`,
      'history rows',
    ],
    ['a lot that is there too early', `UPDATE lots SET opened_on = NULL WHERE event_id = ${LOT}`, 'lots'],
    [
      'a lot with other charges',
      `UPDATE trade_versions SET carried_charges = 7 WHERE trade_id = ${LOT}`,
      'lots',
    ],
    [
      'a lot with another cost in the ledger',
      `UPDATE journal_lines SET debit = debit * 2, credit = credit * 2 WHERE entry_id IN (SELECT id FROM journal_entries WHERE trade_id = ${LOT})`,
      'ledger effects of trades',
    ],
    [
      'a lot whose entry is of another kind',
      `UPDATE journal_entries SET kind = 'trade' WHERE trade_id = ${LOT}`,
      'entries of opening lots',
    ],
    [
      'balances that no portfolio points at',
      `UPDATE portfolios SET opening_balances_entry_id = NULL WHERE id = ${'$id'}`,
      'opening balances',
    ],
    [
      'balances of another day',
      `UPDATE journal_entries SET moved_from = '2026-05-03' WHERE id = ${ENTRY}`,
      'opening balances',
    ],
    [
      'a buy with an opening date',
      `UPDATE trade_versions SET opening_date = '2026-06-20' WHERE trade_id = (SELECT min(id) FROM trades WHERE side = 'buy')`,
      'opening dates of portfolios',
    ],
  ])('%s', async (_, statement, check) => {
    const { differences } = await reportAfter(api, statement.replace('$id', String(of.id)))
    expect(differences.map((difference) => difference.check)).toContain(check)
  })
})
