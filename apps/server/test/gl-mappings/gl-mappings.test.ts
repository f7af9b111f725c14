/** The account that a role is mapped to: postings use it from its day on, and entries move the balances that belong to it. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { ledger } from '@em/contract/ledger/ledger'
import { periods } from '@em/contract/periods/periods'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountOfRole, loadAccounts } from '../../src/features/ledger/posting/accounts-of-roles.queries.ts'
import { postEntries } from '../../src/features/ledger/posting/post-entries.commands.ts'
import { acceptsNothing } from '../../src/platform/recorded-by.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { rewindable } from '../support/rewind.ts'
import { untilWaiting } from '../support/waits.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
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
    ['4101', 'Realized gains, growth'],
    ['6012', 'Brokerage, later'],
  ]) {
    await ask(api, chartOfAccounts.routes.create, { body: { account_code, account_name } })
  }
  rewind = await rewindable(api)
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
  test('of a portfolio: postings go there from its day on, and the balance moves along where asked', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const answer = await set({
      role: 'investment',
      portfolioId: of.portfolioId,
      account_code: '1101',
      move_balance: true,
      effective_from: '2026-06-02',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { role: 'investment', portfolioId: of.portfolioId, account_code: '1101' },
        moved: [{ from_account: '1100', to_account: '1101', amount: 1000, date: '2026-06-02' }],
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
    const answer = await set({
      role: 'cash',
      portfolioId: of.portfolioId,
      settlementAccount: books.bank,
      account_code: '1011',
      move_balance: true,
      effective_from: '2026-06-02',
    })
    expect(answer.body).toMatchObject({
      moved: [
        { date: '2026-06-02', amount: -1011.2 },
        { date: '2026-07-02', amount: -1011.2 },
      ],
    })
    await of.sell('2026-06-03', 50, 30)
    const lines = await ask(api, ledger.list, {
      query: { portfolioId: of.portfolioId, account_code: '1011' },
    })
    expect(lines.map((line) => [line.date, line.debit, line.credit])).toEqual([
      ['2026-07-02', 0, 1011.2],
      ['2026-06-03', 1483.2, 0],
      ['2026-06-02', 0, 1011.2],
    ])
    expect(await balance(of, '1010')).toBe(0)
    await clean(of)
  })

  test('a late trade of a day before leaves something behind, which is shown and moves along', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    await set({ role: 'investment', portfolioId: of.portfolioId, account_code: '1101', move_balance: true })
    await of.buy('2026-06-01', 100, 10)
    expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([1000, 1000])
    const left = (await api.ask(glMappings.left)).filter((one) => one.portfolioId === of.portfolioId)
    expect(left).toMatchObject([
      { role: 'investment', from_account: '1100', to_account: '1101', balance: 1000 },
    ])
    const body = { role: 'investment', portfolioId: of.portfolioId, from_account_code: '1100' }
    expect((await ask(api, glMappings.moveLeft, { body })).moved).toMatchObject([{ amount: 1000 }])
    expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([0, 2000])
    expect((await api.ask(glMappings.left)).filter((one) => one.portfolioId === of.portfolioId)).toEqual([])
    expect(await api.call<Refused>(glMappings.moveLeft, { body })).toMatchObject({
      status: 409,
      body: { code: 'mapping.nothing-left' },
    })
    await clean(of)
  })

  test('without moving: entries of earlier days stay on their account, also when they are corrected', async () => {
    const of = await oneHolding(books, 'WAP')
    const { id } = await of.buy('2026-06-01', 100, 10)
    const later = await of.buy('2026-06-16', 100, 10)
    const body = { role: 'fee.brokerage', portfolioId: of.portfolioId, account_code: '6011' }
    expect(await set({ ...body, effective_from: '2026-06-15' })).toMatchObject({
      status: 422,
      body: { code: 'mapping.entries-stay', message: expect.stringContaining('16 Jun 2026') },
    })
    await of.remove('buy', later.id)
    expect((await set({ ...body, effective_from: '2026-06-17' })).status).toBe(200)
    await of.change('buy', id, { quantity: 100, price: 20, tradeDate: '2026-06-01' })
    await of.buy('2026-06-18', 100, 10)
    expect([await balance(of, '6010'), await balance(of, '6011')]).toEqual([12.8, 6.4])
    await clean(of)
  })

  test('of an asset or liability moves with its balance, so that what settles finds it', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const body = { role: 'investment', portfolioId: of.portfolioId, account_code: '1101' }
    expect(await set(body)).toMatchObject({
      status: 422,
      body: {
        code: 'mapping.balance-stays',
        message:
          'Account 1100 has a balance of Investment in equity securities. Move the balance, or it would be divided between two accounts.',
      },
    })
  })

  test('from a day on: an entry belongs to the account of its own day, also when it is corrected or costed anew', async () => {
    const of = await oneHolding(books, 'WAP')
    const before = await of.buy('2026-03-10', 100, 10)
    const [early, late] = ['2026-03-11', '2026-05-12']
    await of.sell(early, 10, 15)
    expect(
      await set({
        role: 'investment',
        portfolioId: of.portfolioId,
        account_code: '1101',
        move_balance: true,
        effective_from: '2026-04-01',
      }),
    ).toMatchObject({ status: 200, body: { moved: [{ date: '2026-04-01', amount: 900 }] } })
    const gains = { role: 'realized-gain', portfolioId: of.portfolioId, account_code: '4101' }
    expect((await set({ ...gains, effective_from: '2026-04-01' })).status).toBe(200)
    const after = await of.buy('2026-05-11', 100, 10)
    const sold = await of.sell(late, 10, 15)

    // Both sides corrected; the first correction also moves the cost of both sales.
    await of.change('buy', before.id, { quantity: 100, price: 12, tradeDate: '2026-03-10' })
    await of.change('buy', after.id, { quantity: 100, price: 14, tradeDate: '2026-05-11' })
    await of.change('sell', sold.id, { quantity: 10, soldPrice: 16, tradeDate: late })

    const lines = await ask(api, ledger.list, { query: { portfolioId: of.portfolioId } })
    const days = (code: string) =>
      new Set(lines.filter((one) => one.account_code === code).map(({ date }) => date))
    expect(days('1100')).toEqual(new Set(['2026-03-10', early, '2026-04-01']))
    expect(days('1101')).toEqual(new Set(['2026-04-01', '2026-05-11', late]))
    expect(days('4100')).toEqual(new Set([early]))
    expect(days('4101')).toEqual(new Set([late]))
    expect([await balance(of, '4100'), await balance(of, '4101')]).toEqual([-30, -29.47])
    await clean(of)

    // Verify reports an entry on the account that is mapped on another day.
    const row = (date: string) =>
      api.database.transaction(
        async (tx) => {
          const at = (role: string, accountId: number, debit: bigint, credit: bigint) => ({
            role,
            accountId,
            portfolioId: of.id,
            equityId: null,
            brokerId: null,
            settlementAccountId: null,
            debit,
            credit,
            transactionType: 'Journal Entry',
            description: 'Wrong account',
          })
          const [account] = await tx.query<{ id: number }>(
            "SELECT id FROM chart_of_accounts WHERE account_code = '4100'",
          )
          const id = account?.id as number
          const entry = {
            kind: 'event',
            entryDate: date,
            transactionType: 'Dividend',
            description: 'Wrong account',
            reference: null,
          } as const
          await postEntries(
            tx,
            [{ ...entry, lines: [at('realized-gain', id, 5n, 0n), at('realized-gain', id, 0n, 5n)] }],
            { kind: 'person', id: api.user.id },
            acceptsNothing(api.user.id),
          )
        },
        'test',
        [1],
      )
    await row(early)
    await clean(of)
    await row(late)
    expect(await verifyBooks(api.database, { portfolioId: of.id })).toMatchObject([
      { what: 'account of realized-gain', stored: '4100', expected: '4101' },
    ])
  })

  test('of many trades at once and of one moved out of a locked period: each by its own day', async () => {
    const of = await oneHolding(books, 'WAP')
    const change = { role: 'fee.brokerage', portfolioId: of.portfolioId, account_code: '6011' }
    expect((await set({ ...change, effective_from: '2026-05-01' })).status).toBe(200)
    const row = (tradeDate: string, contractNumber: string) => ({
      side: 'buy',
      symbol: 'JKH.N0000',
      tradeDate,
      settlementDate: tradeDate,
      quantity: 100,
      price: 10,
      contractNumber,
    })
    const defaults = { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank }
    const rows = [row('2026-04-30', 'M1'), row('2026-05-04', 'M2'), row('2026-05-05', 'M3')]
    const { status } = await api.call('POST /trade-batches', { body: { source: 'import', defaults, rows } })
    expect(status).toBe(201)
    expect([await balance(of, '6010'), await balance(of, '6011')]).toEqual([6.4, 12.8])

    const entity = (await api.ask(periods.list)).find((one) => one.name === PORTFOLIO.entity)
    await lockBooks(api, entity?.id, '2026-05-31', 'Test')
    const query = '?openPeriod=1'
    const first = await of.buy('2026-04-29', 100, 10, {}, query)
    expect(first.status_).toBe(201)
    expect([await balance(of, '6010'), await balance(of, '6011')]).toEqual([12.8, 12.8])
    await clean(of)
    await lockBooks(api, entity?.id, null, 'Test')
  })

  test('keeps what held before and shows what will hold later', async () => {
    const of = await oneHolding(books, 'WAP')
    const body = { role: 'fee.brokerage', portfolioId: of.portfolioId }
    await set({ ...body, account_code: '6011', effective_from: '2026-05-01' })
    await set({ ...body, account_code: '6012', effective_from: '2026-07-01' })
    const listed = async () => {
      const role = (await api.ask(glMappings.list)).find((one) => one.role === 'fee.brokerage')
      const own = (rows: readonly { portfolioId: string | null }[]) =>
        rows.filter((one) => one.portfolioId === of.portfolioId)
      return [role?.effective_from, own(role?.exceptions ?? []), own(role?.others ?? [])]
    }
    expect(await listed()).toMatchObject([
      '1900-01-01',
      [{ account_code: '6011', effective_from: '2026-05-01', effective_until: '2026-06-30' }],
      [{ account_code: '6012', effective_from: '2026-07-01', effective_until: null }],
    ])
    expect(await set({ ...body, account_code: '6010', effective_from: '2026-06-01' })).toMatchObject({
      status: 409,
      body: { code: 'mapping.later-change', message: expect.stringContaining('01 Jul 2026') },
    })
    // The planned one is taken away again on its day; the one in force holds until then.
    await ask(api, glMappings.remove, { body })
    expect(await listed()).toMatchObject([
      '1900-01-01',
      [{ account_code: '6011', effective_until: '2026-06-30' }],
      [],
    ])
  })

  test('to come is withdrawn: its moves are reversed, what was posted ahead goes back, and an earlier change is free', async () => {
    const of = await oneHolding(books, 'WAP')
    const mapped = { role: 'cash', portfolioId: of.portfolioId, settlementAccount: null }
    await of.buy('2026-06-26', 100, 10)
    await set({ ...mapped, account_code: '1011', move_balance: true, effective_from: '2026-07-01' })
    await of.buy('2026-06-30', 100, 10, { settlementDate: '2026-07-02' })
    const lines = async () => {
      const found = await ask(api, ledger.list, { query: { portfolioId: of.portfolioId } })
      const at = (code: string) => found.filter((one) => one.account_code === code)
      const sum = (code: string) => at(code).reduce((total, one) => total + one.debit - one.credit, 0)
      return [sum('1010').toFixed(2), sum('1011').toFixed(2)]
    }
    expect(await lines()).toEqual(['0.00', '-2022.40'])
    const withdraw = (effective_from: string) =>
      api.call<Refused>(glMappings.withdraw, { body: { ...mapped, effective_from } })
    expect(await withdraw('2026-07-02')).toMatchObject({ status: 404, body: { code: 'record.missing' } })
    expect(await withdraw('2026-07-01')).toMatchObject({
      status: 200,
      body: {
        reversed: 1,
        moved: [{ date: '2026-07-02', from_account: '1011', to_account: '1010', amount: -1011.2 }],
      },
    })
    expect(await lines()).toEqual(['-2022.40', '0.00'])
    await clean(of)
    expect(await withdraw('2026-07-01')).toMatchObject({ status: 404, body: { code: 'record.missing' } })
    expect((await api.ask(glMappings.left)).filter((one) => one.portfolioId === of.portfolioId)).toEqual([])

    // No other mapping prevents an earlier day now; it applies beyond the day that was withdrawn.
    const answer = await set({
      ...mapped,
      account_code: '1011',
      move_balance: true,
      effective_from: '2026-06-30',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { effective_from: '2026-06-30', effective_until: null } },
    })
    expect(await lines()).toEqual(['0.00', '-2022.40'])
    expect(await withdraw('2026-06-30')).toMatchObject({ status: 409, body: { code: 'mapping.in-force' } })
    await clean(of)
  })

  test('to come that was changed on its day is withdrawn whole; of two, the last one first; an exception stays', async () => {
    const of = await oneHolding(books, 'WAP')
    const other = await oneHolding(books, 'WAP')
    for (const one of [of, other]) await one.buy('2026-06-01', 100, 10)
    const to = (more: object) => set({ role: 'investment', portfolioId: null, move_balance: true, ...more })
    const withdraw = (more: object) =>
      api.call<Refused>(glMappings.withdraw, {
        body: { role: 'investment', portfolioId: null, ...more } as never,
      })
    const ahead = async (one: OneHolding) => {
      const found = await ask(api, ledger.list, { query: { portfolioId: one.portfolioId } })
      return ['1100', '1101', '1102'].map((code) =>
        found
          .filter((line) => line.account_code === code)
          .reduce((total, line) => total + line.debit - line.credit, 0),
      )
    }
    const day = '2026-08-01'
    await to({ portfolioId: other.portfolioId, account_code: '1101', effective_from: day })
    await to({ account_code: '1102', effective_from: day })
    await to({ account_code: '1101', effective_from: day })
    await to({ account_code: '1102', effective_from: '2026-08-02' })
    expect([await ahead(of), await ahead(other)]).toEqual([
      [0, 0, 1000],
      [0, 1000, 0],
    ])
    expect(await withdraw({ effective_from: day })).toMatchObject({
      status: 409,
      body: { code: 'mapping.later-change' },
    })
    expect((await withdraw({ effective_from: '2026-08-02' })).status).toBe(200)
    expect(await ahead(of)).toEqual([0, 1000, 0])
    expect((await withdraw({ effective_from: day })).status).toBe(200)
    expect([await ahead(of), await ahead(other)]).toEqual([
      [1000, 0, 0],
      [0, 1000, 0],
    ])
    const listed = (await api.ask(glMappings.list)).find((one) => one.role === 'investment')
    expect(listed).toMatchObject({ account_code: '1100', effective_until: null })
    expect(listed?.others.filter((one) => one.portfolioId === null)).toEqual([])
    await withdraw({ portfolioId: other.portfolioId, effective_from: day })
    expect(await ahead(other)).toEqual([1000, 0, 0])
    await clean(of)
    await clean(other)
  })

  test.each([
    ['2027-06-30', 200],
    ['2027-07-01', 422],
  ])('from %s on answers %i: a year ahead at most', async (effective_from, status) => {
    const of = await oneHolding(books, 'WAP')
    const answer = await set({
      role: 'fee.sec',
      portfolioId: of.portfolioId,
      account_code: '6012',
      effective_from,
    })
    expect(answer.status).toBe(status)
    if (status === 422)
      expect(answer.body).toMatchObject({
        code: 'mapping.too-far',
        message: expect.stringContaining('30 Jun 2027'),
      })
  })

  test('a preview changes nothing', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-06-01', 100, 10)
    const answer = await set(
      { role: 'investment', portfolioId: of.portfolioId, account_code: '1102', move_balance: true },
      '?dryRun=1',
    )
    expect(answer).toMatchObject({ status: 200, body: { moved: [{ amount: 1000 }] } })
    expect(await balance(of, '1102')).toBe(0)
  })

  test.each([
    [
      'no portfolio, not even null',
      { role: 'investment', portfolioId: undefined, account_code: '1102' },
      400,
      'request.invalid',
    ],
    [
      'cash of no settlement account, not even null',
      { role: 'cash', settlementAccount: undefined, account_code: '1010' },
      400,
      'request.invalid',
    ],
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
    const general = { portfolioId: null, settlementAccount: null }
    expect(await set({ ...general, ...body })).toMatchObject({ status, body: { code } })
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
    expect(await set({ role: 'investment', portfolioId: null, account_code: '1103' })).toMatchObject({
      status: 422,
      body: { code: 'mapping.manual-lines' },
    })
    const of = await oneHolding(books, 'WAP')
    await set({ role: 'investment', portfolioId: of.portfolioId, account_code: '1102' })
    expect(await entry('1102')).toMatchObject({ status: 422, body: { code: 'journal.derived-account' } })
  })

  test('the general mapping stays', async () => {
    const body = { role: 'cash' as const, portfolioId: null, settlementAccount: null }
    expect(await api.call<Refused>(glMappings.remove, { body })).toMatchObject({
      status: 422,
      body: { code: 'mapping.general' },
    })
  })
})

test('changed while others post: what they posted by it moves along, and who comes later posts by the new one', async () => {
  const of = await oneHolding(books, 'WAP')
  const mapped = { role: 'investment', portfolioId: of.portfolioId, account_code: '1101' }
  const body = { ...mapped, move_balance: true, effective_from: '2026-06-02' }
  await of.buy('2026-06-01', 100, 10)
  let changed: ReturnType<typeof set> | undefined
  await api.database.transaction(
    async (tx) => {
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
      await postEntries(
        tx,
        [{ ...entry, description: 'Under way', reference: null }],
        { kind: 'person', id: api.user.id },
        acceptsNothing(api.user.id),
      )
      changed = set(body)
      await Promise.race([changed, untilWaiting(tx)])
    },
    'test',
    [1],
  )
  expect(await changed).toMatchObject({ status: 200, body: { moved: [{ amount: 1005 }] } })
  expect([await balance(of, '1100'), await balance(of, '1101')]).toEqual([0, 1005])

  let bought: Promise<unknown> | undefined
  await api.database.transaction(async (tx) => {
    await tx.query('SELECT hold_gl_mappings()')
    await tx.query(
      `INSERT INTO gl_mappings (act_id, role, portfolio_id, settlement_account_id, account_id, effective_from)
       SELECT 1, 'investment', $1, 0, id, '2026-06-02' FROM chart_of_accounts WHERE account_code = '1102'`,
      [of.id],
    )
    bought = of.buy('2026-06-02', 100, 20)
    await Promise.race([bought, untilWaiting(tx)])
  })
  await bought
  expect([await balance(of, '1101'), await balance(of, '1102')]).toEqual([1005, 2000])
})

test('in memory for very many lines as in the statement for a few: the same account for every place and day', async () => {
  await rewind()
  const accounts = await api.database.query<{ id: number }>('SELECT id FROM chart_of_accounts ORDER BY id')
  const positions = [0, 7, 8]
  const days = ['2025-12-31', '2026-01-01', '2026-03-31', '2026-04-01', '2026-06-30']
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          portfolio: fc.constantFrom(...positions),
          bank: fc.constantFrom(...positions),
          account: fc.option(fc.constantFrom(...accounts.map(({ id }) => id))),
          from: fc.constantFrom('1900-01-01', ...days),
        }),
        { maxLength: 8 },
      ),
      async (rows) => {
        await api.database
          .transaction(async (tx) => {
            for (const { portfolio, bank, account, from } of rows) {
              if (account === null && portfolio === 0 && bank === 0) continue
              await tx.query(
                `INSERT INTO gl_mappings (act_id, role, portfolio_id, settlement_account_id, account_id, effective_from)
               VALUES (1, 'cash', $1, $2, $3, $4)`,
                [portfolio, bank, account, from],
              )
            }
            const accountOf = await loadAccounts(tx)
            const asked = await tx.query<{ p: number; b: number; day: string; account: number }>(
              `SELECT p, b, day, ${accountOfRole("'cash'", 'nullif(p, 0)', 'nullif(b, 0)', 'day')} AS account
               FROM unnest($1::bigint[]) p, unnest($1::bigint[]) b, unnest($2::date[]) day`,
              [positions, days],
            )
            for (const { p, b, day, account } of asked) {
              expect(accountOf('cash', p || null, b || null, day)).toBe(account)
            }
            throw undone
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error
          })
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 10) },
  )
})
const undone = new Error('taken back')
