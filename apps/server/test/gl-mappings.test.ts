/** Which account a role goes to: postings use it from then on, balances move by entries, and what must stay apart does. */
import { glMappings } from '@em/contract/books/gl-mappings'
import { ledger } from '@em/contract/books/ledger'
import { trialBalance } from '@em/contract/books/trial-balance'
import { chartOfAccounts } from '@em/contract/registers/chart-of-accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { postEntries } from '../src/features/ledger/ledger.posting.ts'
import { verifyBooks } from '../src/verify/verify.ts'
import { type Api, startApi } from './support/api.ts'
import { ask, type Books, type Refused, startBooks } from './support/books.ts'
import { type OneHolding, oneHolding } from './support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  for (const [account_code, account_name] of [
    ['1101', 'Investment, growth'],
    ['1102', 'Investment, other'],
    ['1011', 'Current account'],
    ['6011', 'Brokerage, growth'],
    ['2999', 'A liability'],
    ['1103', 'Touched by hand'],
  ]) {
    await ask(api, chartOfAccounts.routes.create, { body: { account_code, account_name } })
  }
})

const set = (body: object, query = '') => api.call<Refused>(`PUT /gl-mappings${query}`, { body })
const balance = async (of: OneHolding, code: string) => {
  const { data } = await ask(api, trialBalance.get, { query: { portfolioId: of.portfolioId } })
  return (
    Object.values(data.accountsByType)
      .flat()
      .find((one) => one.account_code === code)?.net_balance ?? 0
  )
}
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

describe('a mapping', () => {
  test('of a portfolio: postings go there from then on, and the balance moves along where asked', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const told = await set({
      role: 'investment',
      portfolioId: of.portfolioId,
      account_code: '1101',
      move_balance: true,
    })
    expect(told).toMatchObject({
      status: 200,
      body: {
        data: { role: 'investment', portfolioId: of.portfolioId, account_code: '1101' },
        moved: [{ from_account: '1100', to_account: '1101', amount: 1000, date: '2026-06-30' }],
      },
    })
    await of.buy('2026-06-02', 100, 20)
    await of.sell('2026-06-03', 50, 30)
    expect(await balance(of, '1100')).toBe(0)
    expect(await balance(of, '1101')).toBe(2250)
    await clean(of)
    const listed = (await api.ask(glMappings.list)).find((one) => one.role === 'investment')
    expect(listed).toMatchObject({ account_code: '1100', is_control: true, account_type: 'Asset' })
    expect(listed?.exceptions).toContainEqual(
      expect.objectContaining({ portfolioId: of.portfolioId, account_code: '1101' }),
    )

    // Back again: the exception goes, and its balance with it.
    const back = await ask(api, glMappings.remove, {
      body: { role: 'investment', portfolioId: of.portfolioId, move_balance: true },
    })
    expect(back.moved).toMatchObject([{ from_account: '1101', to_account: '1100', amount: 2250 }])
    expect(await balance(of, '1100')).toBe(2250)
    await clean(of)
  })

  test('of cash by settlement account: settlements of that bank go there, and those dated later move on their day', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    await of.buy('2026-06-30', 100, 10, { settlementDate: '2026-07-02' })
    const told = await set({
      role: 'cash',
      portfolioId: of.portfolioId,
      settlementAccount: books.bank,
      account_code: '1011',
      move_balance: true,
    })
    expect(told.body).toMatchObject({
      moved: [
        { date: '2026-06-30', amount: -1011.2 },
        { date: '2026-07-02', amount: -1011.2 },
      ],
    })
    await of.sell('2026-06-03', 50, 30)
    const lines = await ask(api, ledger.list, {
      query: { portfolioId: of.portfolioId, account_code: '1011' },
    })
    expect(lines.map((line) => [line.date, line.debit, line.credit])).toEqual([
      ['2026-07-02', 0, 1011.2],
      ['2026-06-30', 0, 1011.2],
      ['2026-06-03', 1483.2, 0],
    ])
    expect(await balance(of, '1010')).toBe(0)
    await clean(of)
  })

  test('a correction of a trade from before leaves something behind, which is shown and moves along', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await set({ role: 'investment', portfolioId: of.portfolioId, account_code: '1101', move_balance: true })
    await of.change('buy', id, { quantity: 100, price: 20, tradeDate: '2026-06-01' })
    expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([-1000, 3000])
    const left = (await api.ask(glMappings.left)).filter((one) => one.portfolioId === of.portfolioId)
    expect(left).toMatchObject([
      { role: 'investment', from_account: '1100', to_account: '1101', balance: -1000 },
    ])
    const body = { role: 'investment', portfolioId: of.portfolioId, from_account_code: '1100' }
    expect((await ask(api, glMappings.moveLeft, { body })).moved).toMatchObject([{ amount: -1000 }])
    expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([0, 2000])
    expect((await api.ask(glMappings.left)).filter((one) => one.portfolioId === of.portfolioId)).toEqual([])
    expect(await api.call<Refused>(glMappings.moveLeft, { body })).toMatchObject({
      status: 409,
      body: { code: 'mapping.nothing-left' },
    })
    await clean(of)
  })

  test('without moving leaves what was posted where it is; corrections reverse it there', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await of.buy('2026-06-01', 100, 10)
    await set({ role: 'fee.brokerage', portfolioId: of.portfolioId, account_code: '6011' })
    await of.change('buy', id, { quantity: 100, price: 20, tradeDate: '2026-06-01' })
    expect(await balance(of, '6010')).toBe(0)
    expect(await balance(of, '6011')).toBe(12.8)
    await clean(of)
  })

  test('a preview changes nothing', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const told = await set(
      { role: 'investment', portfolioId: of.portfolioId, account_code: '1102', move_balance: true },
      '?dryRun=1',
    )
    expect(told).toMatchObject({ status: 200, body: { moved: [{ amount: 1000 }] } })
    expect(await balance(of, '1102')).toBe(0)
  })

  test.each([
    ['an account that is not there', { role: 'investment', account_code: '9999' }, 404, 'record.missing'],
    ['another type', { role: 'investment', account_code: '2999' }, 422, 'mapping.type'],
    [
      'an account of another control role',
      { role: 'receivable', account_code: '1210' },
      422,
      'mapping.taken',
    ],
    ['cash on a control account', { role: 'cash', account_code: '1100' }, 422, 'mapping.taken'],
    [
      'a settlement account for no cash',
      { role: 'payable', settlementAccount: 1, account_code: '2100' },
      422,
      'mapping.cash-only',
    ],
    [
      'an unknown portfolio',
      { role: 'cash', portfolioId: 'NOPE', account_code: '1010' },
      404,
      'record.missing',
    ],
    ['an unknown role', { role: 'treasure', account_code: '1010' }, 400, 'request.invalid'],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await set(body)).toMatchObject({ status, body: { code } })
  })

  test('a control role takes no account with manual entries, and its account takes none from then on', async () => {
    const entry = (account_code: string) =>
      api.call<Refused>('POST /journal-entries', {
        body: {
          date: '2026-06-01',
          description: 'By hand',
          lines: [
            { account_code, debit: 5 },
            { account_code: '3000', credit: 5 },
          ],
        },
      })
    expect((await entry('1103')).status).toBe(201)
    expect(await set({ role: 'investment', account_code: '1103' })).toMatchObject({
      status: 422,
      body: { code: 'mapping.manual-lines' },
    })
    const of = await oneHolding(books, 'WAP')
    await set({ role: 'investment', portfolioId: of.portfolioId, account_code: '1102' })
    expect(await entry('1102')).toMatchObject({ status: 422, body: { code: 'journal.derived-account' } })
  })

  test('the general mapping stays', async () => {
    expect(await api.call<Refused>(glMappings.remove, { body: { role: 'cash' } })).toMatchObject({
      status: 422,
      body: { code: 'mapping.general' },
    })
  })
})

test('changed while others post: what they posted by it moves along, and who comes later posts by the new one', async () => {
  const of = await oneHolding(books, 'WAP')
  const body = { role: 'investment', portfolioId: of.portfolioId, account_code: '1101', move_balance: true }
  await of.buy('2026-06-01', 100, 10)
  const soon = () => new Promise((done) => setTimeout(done, 300))
  let changed: ReturnType<typeof set> | undefined
  await api.database.transaction(async (tx) => {
    const lines = [1, -1].map((sign) => ({
      role: sign > 0 ? 'investment' : 'capital',
      portfolioId: of.id,
      equityId: null,
      brokerId: null,
      settlementAccountId: null,
      debit: sign > 0 ? 500n : 0n,
      credit: sign > 0 ? 0n : 500n,
      transactionType: 'Journal Entry',
      description: 'Under way',
    }))
    const entry = { kind: 'event', entryDate: '2026-06-01', transactionType: 'Dividend', lines } as const
    await postEntries(tx, [{ ...entry, description: 'Under way', reference: null }], {}, api.user.id)
    changed = set(body)
    await soon()
  })
  expect(await changed).toMatchObject({ status: 200, body: { moved: [{ amount: 1005 }] } })
  expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([0, 1005])

  let bought: Promise<unknown> | undefined
  await api.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE gl_mappings IN ACCESS EXCLUSIVE MODE')
    await tx.query(
      `UPDATE gl_mappings SET account_id = (SELECT id FROM chart_of_accounts WHERE account_code = '1102')
        WHERE role = 'investment' AND portfolio_id = $1`,
      [of.id],
    )
    bought = of.buy('2026-06-02', 100, 20)
    await soon()
  })
  await bought
  expect([await balance(of, '1101'), await balance(of, '1102')]).toEqual([1005, 2000])
})
