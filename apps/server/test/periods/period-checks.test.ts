/** The checklist of a lock: each point open or clear as at the day, and a reason for locking with open points. */

import { notifications } from '@em/contract/dashboard/notifications'
import { journal } from '@em/contract/journal/journal'
import { type Entity, type LockPoint, periods } from '@em/contract/periods/periods'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, settleManually, startBooks } from '../support/books.ts'
import { type CheckedEntity, checkedEntity, THROUGH } from '../support/checked-entity.ts'
import { lockBooks } from '../support/own-entity.ts'
import { forgetPrices, recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let made = 0
let entity: Entity
let portfolio: string

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-18' })
  books = await startBooks(api)
  await settleManually(books, [books.cheque])
})
let of: CheckedEntity
beforeEach(async () => {
  made += 1
  of = await checkedEntity(books, made)
  ;({ entity, portfolio } = of)
})

const checks = (through = THROUGH, id = entity.id) =>
  api.ask(periods.checks, { params: { id }, query: { through } })
const point = (what: LockPoint, through = THROUGH) => of.point(what, through)
const lock = (
  { locked_through: through, reason }: { locked_through: string | null; reason?: string },
  id = entity.id,
) => lockBooks(api, id, through, reason ?? null)
const entry = async (date: string, debit: string, credit: string, amount: number, more: object = {}) =>
  (
    await ask(api, journal.create, {
      body: {
        date,
        description: 'Entry',
        lines: [
          { account_code: debit, debit: amount, portfolioId: portfolio, ...more },
          { account_code: credit, credit: amount, portfolioId: portfolio, ...more },
        ],
      },
    })
  ).data.id
const bank = async (name: string) => {
  const answer = await api.call<{ id: number }>('POST /accounts', {
    body: {
      payment_method: 'Bank Transfer',
      account_number: `${made}-${name}`,
      account_name: name,
      bank_name: 'Sampath Bank',
      branch_name: 'Fort',
    },
  })
  return answer.body.id
}
/** Pays capital in through a bank account and back out. */
/** The other side is a portfolio of another entity, so that the entity is left with it. */
const clearing = (date: string, amount: number) => {
  const side = (account_code: string, portfolioId: string, of: number) =>
    of > 0 ? { account_code, portfolioId, debit: of } : { account_code, portfolioId, credit: -of }
  return ask(api, journal.create, {
    body: {
      date,
      description: 'Clearing',
      lines: [
        side('1300', portfolio, amount),
        side('3000', portfolio, -amount),
        side('1300', 'GROW', -amount),
        side('3000', 'GROW', amount),
      ],
    },
  })
}
const pay = (date: string, amount: number, settlementAccount: number) => {
  const lines = [
    { account_code: '1010', [amount > 0 ? 'debit' : 'credit']: Math.abs(amount), settlementAccount },
    { account_code: '3000', [amount > 0 ? 'credit' : 'debit']: Math.abs(amount) },
  ].map((line) => ({ ...line, portfolioId: portfolio }))
  return ask(api, journal.create, { body: { date, description: 'Capital', lines } })
}
const buy = (changes: object) => of.buy(changes)

test('books in which nothing happened are clear but for General and the missing check of the books', async () => {
  expect((await checks()).map(({ what, state }) => [what, state])).toEqual([
    ['settlements-failed', 'clear'],
    ['settlements-overdue', 'clear'],
    ['reconciliation', 'clear'],
    ['drafts', 'clear'],
    ['approvals', 'clear'],
    ['suspense', 'clear'],
    ['unpriced', 'clear'],
    ['valuation', 'clear'],
    ['stale-runs', 'clear'],
    ['events', 'clear'],
    ['receivables', 'clear'],
    ['certificates', 'clear'],
    ['cds', 'clear'],
    ['broker-statements', 'clear'],
    ['price-sheet', 'clear'],
    ['breaches', 'clear'],
    ['overdrawn', 'clear'],
    ['inter-portfolio', 'clear'],
    ['year-end', 'clear'],
    ['books-check', 'open'],
    ['general', 'open'],
  ])
})

describe('the point', () => {
  test('failed and overdue settlements: of what was due by the day, until it is confirmed', async () => {
    const late = await buy({ settlementAccount: books.cheque, contractNumber: 'L-1' })
    const failed = await buy({ settlementAccount: books.bank, contractNumber: 'L-2' })
    await buy({
      settlementAccount: books.cheque,
      tradeDate: '2026-05-27',
      settlementDate: '2026-06-01',
      contractNumber: 'L-3',
    })
    const act = async (path: string, item: object) => {
      const answer = await api.call(`POST /settlements/${path}`, { body: { items: [item] } })
      expect(answer.body).not.toHaveProperty('code')
    }
    await act('fail', { tradeId: failed.id })
    expect(await point('settlements-overdue')).toMatchObject({
      state: 'open',
      count: 1,
      amount: late.net_value,
      message: expect.stringMatching(/^1 settlement due by 29 May 2026 not confirmed: LKR 10,/),
    })
    expect(await point('settlements-failed')).toMatchObject({
      state: 'open',
      count: 1,
      amount: failed.net_value,
    })
    expect(await point('settlements-overdue', '2026-05-21')).toMatchObject({ state: 'clear' })
    expect(await point('settlements-failed', '2026-05-21')).toMatchObject({ state: 'clear' })
    expect(await point('settlements-overdue', '2026-06-01')).toMatchObject({ count: 2 })
    await act('confirm', { tradeId: late.id, date: '2026-05-22' })
    expect(await point('settlements-overdue')).toMatchObject({ state: 'clear' })
  })

  test('stale runs: of days before, until a run of the day finds the same', async () => {
    await recordPrices(api, '2026-04-30', { 'JKH.N0000': 26 })
    await buy({ tradeDate: '2026-04-02', settlementDate: '2026-04-06' })
    const run = () => api.call(valuations.run, { body: { date: '2026-04-30', portfolioId: portfolio } })
    await run()
    expect(await point('stale-runs')).toMatchObject({ state: 'clear' })
    await buy({ tradeDate: '2026-04-08', settlementDate: '2026-04-10', contractNumber: 'S-2' })
    expect(await point('stale-runs')).toMatchObject({
      state: 'open',
      count: 1,
      message: 'A trade or price changed after the mark-to-market runs of 30 Apr 2026.',
    })
    // The day itself is another point's.
    expect(await point('stale-runs', '2026-04-30')).toMatchObject({ state: 'clear' })
    const bell = async () => (await api.ask(notifications)).find(({ id }) => id === 'runs-stale')
    expect(await bell()).toMatchObject({ title: 'Mark-to-market of 1 day is stale', tab: 'Mark To Market' })
    await run()
    expect(await point('stale-runs')).toMatchObject({ state: 'clear' })
    expect(await bell()).toBeUndefined()
    await forgetPrices(api, '2026-04-30')
  })

  test('a closed year that moved: entries of it since, or a year-end that would be valued otherwise', async () => {
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
    await buy({ tradeDate: '2026-03-05', settlementDate: '2026-03-09' })
    const run = () => api.call(valuations.run, { body: { date: '2026-03-31', portfolioId: portfolio } })
    await run()
    const close = () =>
      ask(api, periods.close, { params: { id: entity.id }, body: { year_end: '2026-03-31' } })
    await close()
    expect(await point('year-end')).toMatchObject({ state: 'clear' })
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 27 })
    expect(await point('year-end')).toMatchObject({
      state: 'open',
      count: 1,
      message: 'The mark-to-market run of a closed year-end is stale: 31 Mar 2026.',
    })
    // 100 shares, one rupee more each: what the new run posted moved the year.
    await run()
    expect(await point('year-end')).toMatchObject({
      state: 'open',
      count: 1,
      message: 'Changed since it was closed: the year to 31 Mar 2026 by LKR 100.00. Close it again.',
    })
    expect((await api.ask(notifications)).find(({ id }) => id === 'years-moved')).toMatchObject({
      title: '1 closed year has moved',
      detail: `${entity.name}, the year to 31 Mar 2026: entries were posted since it was closed.`,
      tab: 'Period Close',
    })
    await close()
    expect(await point('year-end')).toMatchObject({ state: 'clear' })
    expect((await api.ask(notifications)).find(({ id }) => id === 'years-moved')).toBeUndefined()
    await forgetPrices(api, '2026-03-31')
  })

  test('the check of the books: never made, old, or with differences', async () => {
    const ended = (found: number, day: string) =>
      api.database.query(
        `INSERT INTO jobs (kind, owner_id, body_hash, dry_run, status, result_status, result, ended_at)
         VALUES ('verify.check', 1, '\\x00', false, 'done', 200, $1, $2::timestamptz)`,
        [JSON.stringify({ found }), `${day} 12:00+05:30`],
      )
    const bell = async () => (await api.ask(notifications)).find(({ id }) => id === 'books-check')?.title
    expect(await point('books-check')).toMatchObject({ message: 'The books have not been checked yet.' })
    expect(await bell()).toBe('The books have not been checked yet')
    // Today is 18 June: a check of 31 days ago counts, one of 32 days is old.
    await ended(0, '2026-05-17')
    expect(await point('books-check')).toMatchObject({
      state: 'open',
      message: 'The last check of the books is of 17 May 2026, more than 31 days ago.',
    })
    expect(await bell()).toBe('The last check of the books is old')
    await ended(0, '2026-05-18')
    expect(await point('books-check')).toMatchObject({
      state: 'clear',
      message: 'The check of the books of 18 May 2026 found no difference.',
    })
    expect(await bell()).toBeUndefined()
    await ended(3, '2026-06-17')
    expect(await point('books-check')).toMatchObject({
      state: 'open',
      count: 3,
      message: 'The check of the books of 17 Jun 2026 found 3 differences.',
    })
    expect(await bell()).toBe('The check of the books found 3 differences')
    await ended(0, '2026-06-17')
    expect(await point('books-check')).toMatchObject({ state: 'clear' })
  })

  test('bank reconciliations: no sign-off reaches the day', async () => {
    const account = await bank('Current')
    await pay('2026-05-04', 500, account)
    expect(await point('reconciliation', '2026-05-03')).toMatchObject({ state: 'clear' })
    expect(await point('reconciliation', '2026-05-31')).toMatchObject({
      state: 'open',
      count: 1,
      message: `1 bank account is not reconciled through 31 May 2026: Current ${made}-Current.`,
    })
    const { reconciliation: one } = await ask(api, reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: account, period: '2026-05' },
    })
    await ask(api, reconciliation.importStatement, {
      params: { id: one.id },
      body: { lines: [{ date: '2026-05-04', debit: 500 }], openingBalance: 0, closingBalance: 480 },
    })
    expect((await point('reconciliation', '2026-05-31'))?.message).toMatch(
      /not reconciled through .* 1 reconciliation has an unexplained difference: 1010 Cash at Bank, Current .* LKR 20\.00\.$/,
    )
  })

  test('drafts: dated by the day, of this entity', async () => {
    await ask(api, journal.create, {
      body: {
        date: '2026-05-29',
        description: 'To be posted',
        status: 'Draft',
        lines: [{ account_code: '6300', debit: 5, portfolioId: portfolio }],
      },
    })
    expect(await point('drafts', '2026-05-28')).toMatchObject({ state: 'clear' })
    expect(await point('drafts')).toMatchObject({
      state: 'open',
      count: 1,
      message: '1 draft is dated on or before 29 May 2026.',
    })
  })

  test('suspense: amounts that cancel are open all the same, on the day and not before', async () => {
    await entry('2026-05-12', '2900', '1010', 30)
    await entry('2026-05-14', '1010', '2900', 30)
    expect(await point('suspense', '2026-05-11')).toMatchObject({ state: 'clear' })
    expect(await point('suspense')).toMatchObject({
      state: 'open',
      count: 2,
      message:
        '2 items are open on 29 May 2026: debits LKR 30.00, credits LKR 30.00, the oldest 17 days old.',
    })
  })

  test('holdings without a price: what was held on the day, by the prices until then', async () => {
    await buy({ settlementAccount: books.bank, contractNumber: 'P-1' })
    expect(await point('unpriced', '2026-05-19')).toMatchObject({ state: 'clear' })
    expect(await point('unpriced')).toMatchObject({
      state: 'open',
      count: 1,
      message: 'Not valued: 1 holding has no price on or before 29 May 2026: JKH.N0000.',
    })
    await recordPrices(api, '2026-05-29', { 'JKH.N0000': 101 })
    expect(await point('unpriced')).toMatchObject({ state: 'clear' })
    expect(await point('unpriced', '2026-05-28')).toMatchObject({ state: 'open' })
    await forgetPrices(api, '2026-05-29')
  })

  test('overdrawn bank accounts: each separately, at the end of the day', async () => {
    const [rich, poor] = [await bank('Rich'), await bank('Poor')]
    await pay('2026-05-04', 900, rich)
    await pay('2026-05-29', -400.5, poor)
    expect(await point('overdrawn', '2026-05-28')).toMatchObject({ state: 'clear' })
    expect(await point('overdrawn')).toMatchObject({
      state: 'open',
      count: 1,
      amount: 400.5,
      message: `1 bank account is overdrawn on 29 May 2026: Poor ${made}-Poor LKR 400.50.`,
    })
    await pay('2026-05-30', 400.5, poor)
    expect(await point('overdrawn', '2026-05-30')).toMatchObject({ state: 'clear' })
  })

  test('Inter-portfolio Clearing: not zero in the entity', async () => {
    await clearing('2026-05-29', 12)
    expect(await point('inter-portfolio', '2026-05-28')).toMatchObject({ state: 'clear' })
    expect(await point('inter-portfolio')).toMatchObject({
      state: 'open',
      count: null,
      amount: 12,
      message: 'Inter-portfolio Clearing has a balance of LKR 12.00 DR on 29 May 2026.',
    })
    await clearing('2026-05-30', -12)
    expect(await point('inter-portfolio', '2026-05-30')).toMatchObject({ state: 'clear' })
  })

  test('General: locked as far, or open', async () => {
    const general = (await api.ask(periods.list)).find((one) => one.is_general)
    expect((await checks(THROUGH, general?.id)).map(({ what }) => what)).not.toContain('general')
    await lock({ locked_through: '2026-05-28', reason: 'Test' }, general?.id)
    expect(await point('general')).toMatchObject({
      state: 'open',
      message: 'General, to which entries without a portfolio belong, is locked only through 28 May 2026.',
    })
    expect(await point('general', '2026-05-28')).toMatchObject({ state: 'clear' })
    await lock({ locked_through: null, reason: 'Test' }, general?.id)
  })
})

test('a lock with open points needs a reason, which is kept with them', async () => {
  const general = (await api.ask(periods.list)).find((one) => one.is_general)
  await lock({ locked_through: THROUGH, reason: 'Test' }, general?.id)
  expect((await checks()).filter(({ state }) => state === 'open')).toEqual([])
  // The earlier answer of the checks does not count: the point was opened since.
  await entry('2026-05-14', '2900', '6300', 30)
  const refused = await lock({ locked_through: THROUGH })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'period.open-points',
      message: 'Please enter why the books are locked with open points: Suspense items.',
      details: [{ field: 'reason' }],
    },
  })
  const blank = await lock({ locked_through: THROUGH, reason: '  ' })
  expect(blank.body.code).toBe('period.open-points')
  expect(await api.ask(periods.locks, { params: { id: entity.id } })).toEqual([])

  expect((await lock({ locked_through: THROUGH, reason: 'Bank answers in June' })).status).toBe(201)
  const [stored] = await api.ask(periods.locks, { params: { id: entity.id } })
  expect(stored).toMatchObject({
    reason: 'Bank answers in June',
    open_points: [{ what: 'suspense', title: 'Suspense items', state: 'open', count: 1 }],
  })
  const [audit] = await api.database.query<{ after: object }>(
    "SELECT after FROM audit WHERE action = 'periods.lock' AND entity_id = $1 ORDER BY id DESC LIMIT 1",
    [String(entity.id)],
  )
  expect(audit?.after).toMatchObject({
    reason: 'Bank answers in June',
    open_points: [expect.stringMatching(/^Suspense items: 1 item is open .* LKR 30\.00/)],
  })
  // Moving the lock back opens days: the checklist is not asked.
  await lock({ locked_through: '2026-05-01', reason: 'A late note' })
  expect((await api.ask(periods.locks, { params: { id: entity.id } }))[0]).toMatchObject({
    open_points: null,
  })
  await lock({ locked_through: null, reason: 'Test' }, general?.id)
})

test('books without an open point are locked without a reason', async () => {
  const general = (await api.ask(periods.list)).find((one) => one.is_general)
  await lock({ locked_through: THROUGH, reason: 'Test' }, general?.id)
  expect((await lock({ locked_through: THROUGH })).status).toBe(201)
  expect((await api.ask(periods.locks, { params: { id: entity.id } }))[0]).toMatchObject({
    reason: null,
    open_points: [],
  })
  await lock({ locked_through: null, reason: 'Test' }, general?.id)
})
