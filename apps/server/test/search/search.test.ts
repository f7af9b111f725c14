/** One search: names, numbers and amounts, where each result leads, and that a user finds nothing that he may not see. */
import { journal } from '@em/contract/journal/journal'
import { type Found, search } from '@em/contract/search/search'
import { groups } from '@em/contract/tabs/tabs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, settleManually, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { rightBodies } from '../support/small-book.ts'

let api: Api
let books: Books
const find = async (q: string, token?: string): Promise<Found[]> => {
  const answer = await api.call<Found[]>(`GET /search?${new URLSearchParams({ q })}`, token ? { token } : {})
  expect(answer.status).toBe(200)
  return answer.body
}
const of = (found: readonly Found[], kind: Found['kind']) => found.filter((one) => one.kind === kind)
const titles = (found: readonly Found[]) => found.map(({ title }) => title)

let first: { id: number; deal_number: string }
let amounts: { net: number; gross: number; fees: number }
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  await settleManually(books)
  first = await books.bought({
    contractNumber: 'ASEC/26/0101',
    tradeDate: '2026-06-08',
    settlementDate: '2026-06-10',
  })
  const [row] = await api.database.query<Record<string, string>>(
    `SELECT net, gross, brokerage + cse_fees + cds_fees + clearing_fees + sec + stl AS fees FROM trade_versions WHERE trade_id = $1`,
    [first.id],
  )
  amounts = { net: Number(row?.['net']), gross: Number(row?.['gross']), fees: Number(row?.['fees']) }
  await books.bought({ contractNumber: 'ASEC/26/0102', quantity: 777, price: 21.35, portfolioId: 'HOLD' })
})

describe('names', () => {
  test('a symbol leads to its page first, whole or its beginning, in capitals or not', async () => {
    for (const q of ['jkh', 'JKH.N0000', 'john keells', 'keells hold']) {
      expect((await find(q))[0], q).toEqual({
        kind: 'security',
        id: 'JKH.N0000',
        title: 'JKH.N0000 John Keells Holdings PLC',
        detail: '',
        amount: null,
        date: null,
        tab: 'portfolio-monitoring/security?symbol=JKH.N0000',
      })
    }
  })

  test('a slip of the finger still finds it', async () => {
    expect(titles(of(await find('johm kells'), 'security'))).toEqual(['JKH.N0000 John Keells Holdings PLC'])
    expect(of(await find('zzzzqqq'), 'security')).toEqual([])
  })

  test('portfolios, ledger and settlement accounts, people', async () => {
    expect((await find('growth'))[0]).toMatchObject({
      kind: 'portfolio',
      id: 'GROW',
      tab: 'trade-capture/portfolio?portfolio=GROW',
    })
    expect((await find('1010'))[0]).toMatchObject({
      kind: 'account',
      tab: 'accounting-entries/general-ledger?account_code=1010',
    })
    expect((await find('7001'))[0]).toMatchObject({
      kind: 'account',
      tab: `settlement-and-accounting/settlement-instructions?account=${books.bank}&status=all`,
    })
    const me = await api.call<{ email: string; id: number }>('GET /auth/me')
    expect((await find(me.body.email))[0]).toMatchObject({
      kind: 'person',
      tab: `administration/users?person=${me.body.id}`,
    })
  })

  test('a text of signs alone, a wildcard and a quote find nothing and break nothing', async () => {
    for (const q of ['%', '_', "' OR 1=1 --", '\\', '- -', 'ශ්‍රී']) {
      expect(of(await find(q), 'trade')).toEqual([])
    }
    const answer = await api.call(`GET /search?q=${'x'.repeat(101)}`)
    expect(answer.status).toBe(400)
  })
})

describe('numbers', () => {
  test('a trade is found by the beginning and the end of its contract and deal numbers', async () => {
    for (const q of ['asec/26/0101', 'ASEC/26/010', '0101', first.deal_number, first.deal_number.slice(4)]) {
      expect(
        of(await find(q), 'trade').map(({ id }) => id),
        q,
      ).toContain(String(first.id))
    }
    expect((await find('asec/26/0101'))[0]).toMatchObject({
      kind: 'trade',
      id: String(first.id),
      title: 'Buy 100,000 JKH.N0000',
      amount: amounts.net,
      date: '2026-06-08',
      tab: `trade-capture/transactions?trade=${first.id}`,
    })
  })

  test('a trade is found by its exact net, gross and fees, typed as people write them', async () => {
    for (const amount of Object.values(amounts)) {
      for (const q of [amount.toFixed(2), amount.toLocaleString('en', { minimumFractionDigits: 2 })]) {
        const [nearest] = await find(q)
        expect([nearest?.kind, nearest?.id], q).toEqual(['trade', String(first.id)])
      }
    }
    expect(of(await find((amounts.net + 0.01).toFixed(2)), 'trade')).toEqual([])
  })

  test('Transactions and General Ledger are searched by amounts too', async () => {
    for (const amount of Object.values(amounts)) {
      const query = { search: amount.toLocaleString('en', { minimumFractionDigits: 2 }), limit: 50, page: 1 }
      const trades = await api.call<{ id: number }[]>('GET /trades', { query } as never)
      expect(
        trades.body.map(({ id }) => id),
        query.search,
      ).toEqual([first.id])
      const lines = await api.call<{ reference: string | null }[]>('GET /general-ledger', {
        query,
      } as never)
      expect(lines.body.length).toBeGreaterThan(1)
      expect(new Set(lines.body.map((line) => line.reference))).toEqual(new Set([first.deal_number]))
    }
  })

  test('a corrected trade is found by what it says now, a deleted one not at all', async () => {
    const trade = await books.bought({ contractNumber: 'GONE-77', quantity: 333 })
    const { version } = trade
    const changed = await api.call(`PUT /transaction-entries/buy/${trade.id}`, {
      body: { ...books.usual, contractNumber: 'CAME-78', quantity: 333, version, reason: 'Wrong number' },
    })
    expect(changed.status).toBe(200)
    expect(of(await find('GONE-77'), 'trade')).toEqual([])
    expect(of(await find('came-78'), 'trade')).toHaveLength(1)
    const gone = await api.call(`DELETE /transaction-entries/buy/${trade.id}?version=2&reason=Twice`)
    expect(gone.status).toBeLessThan(300)
    expect(of(await find('came-78'), 'trade')).toEqual([])
  })

  test('an entry is found by its number, its beginning and its end, and at once after it was posted', async () => {
    const ids = (found: readonly Found[]) => of(found, 'entry').map(({ id }) => id)
    const posted = await api.call<{ data: { id: number } }>(journal.create, {
      body: {
        ...(JSON.parse(
          JSON.stringify(rightBodies()['journal.create']).replaceAll('GROWTH', 'GROW'),
        ) as object),
        reference: 'PV-2231',
        date: '2026-06-15',
      },
    } as never)
    expect(posted.status, JSON.stringify(posted.body)).toBe(201)
    const id = String(posted.body.data.id)
    expect((await find('pv-22'))[0]).toMatchObject({
      kind: 'entry',
      id,
      tab: `accounting-entries/journal-entries?entry=${id}`,
    })
    expect(ids(await find(id))[0]).toBe(id)
    expect(ids(await find(id.slice(-1)))).toContain(id)
  })

  test('a payment is found by its reference and its amount', async () => {
    const paid = await api.call('POST /settlements/confirm', {
      body: { items: [{ tradeId: first.id, date: '2026-06-15', amount: 1234.56, reference: 'CHQ 445566' }] },
    })
    expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300)
    for (const q of ['chq 4455', '1,234.56']) {
      expect((await find(q))[0], q).toMatchObject({
        title: `Payment for ${first.deal_number}`,
        amount: 1234.56,
        tab: `settlement-and-accounting/settlement-instructions?settlement=${first.id}`,
      })
    }
  })
})

describe('tabs and things to do', () => {
  test('a tab is found by its name, and by the name of its group after it', async () => {
    expect((await find('trial balance'))[0]).toMatchObject({
      kind: 'tab',
      tab: 'accounting-entries/trial-balance',
    })
    expect(titles(of(await find('administration'), 'tab'))).toEqual(
      groups.find(({ slug }) => slug === 'administration')?.tabs.map(({ name }) => name),
    )
  })

  test.each([
    [
      'new dividend jkh',
      'New dividend JKH.N0000',
      'corporate-actions/dividend?new=dividend&symbol=JKH.N0000',
    ],
    ['buy sampath', 'New buy SAMP.N0000', 'trade-capture/buy?symbol=SAMP.N0000'],
    ['lock may', 'Lock through 31 May 2026', 'accounting-entries/period-close?lock=2026-05-31'],
    ['lock october', 'Lock through 31 Oct 2025', 'accounting-entries/period-close?lock=2025-10-31'],
    ['lock', 'Lock through 31 May 2026', 'accounting-entries/period-close?lock=2026-05-31'],
    ['reverse 1113', 'Reverse entry 1113', 'accounting-entries/journal-entries?reverse=1113'],
  ])('%s is %s', async (q, title, tab) => {
    expect(of(await find(q), 'action')[0]).toMatchObject({ kind: 'action', title, tab })
  })

  test('each leads to a tab that there is', async () => {
    const slugs = new Set(groups.flatMap(({ slug, tabs }) => tabs.map((tab) => `${slug}/${tab.slug}`)))
    const found = (await Promise.all(['new', 'a', '1', 'upload', 'e'].map((q) => find(q)))).flat()
    for (const { tab } of found) expect(slugs).toContain(tab.split('?')[0])
  })
})

describe('a user who may not see a record', () => {
  test('does not find a portfolio outside his own, nor its trades and payments', async () => {
    const [hold] = await api.database.query<{ id: number }>(
      `SELECT id FROM portfolios WHERE portfolio_id = 'HOLD'`,
    )
    const { token } = await personWith(api, { sees: [hold?.id ?? 0] })
    expect(of(await find('growth', token), 'portfolio')).toEqual([])
    for (const q of ['asec/26/0101', amounts.net.toFixed(2), 'chq 4455']) {
      expect(of(await find(q, token), 'trade'), q).toEqual([])
    }
    expect(of(await find('asec/26/0102', token), 'trade')).toHaveLength(1)
    const [entry] = await api.database.query<{ id: number }>(
      'SELECT id FROM journal_entries WHERE trade_id = $1',
      [first.id],
    )
    const number = String(entry?.id)
    const numbers = async (by?: string) => of(await find(number, by), 'entry').map(({ id }) => id)
    expect(await numbers()).toContain(number)
    expect(await numbers(token)).not.toContain(number)
  })

  test('does not find tabs, people and actions without the right', async () => {
    await api.call('PUT /roles/Reader', { body: { rights: ['prices.read'] } })
    const { token } = await personWith(api, { roles: ['Reader'] })
    const found = (
      await Promise.all(['growth', 'new', 'users', 'asec', '1010'].map((q) => find(q, token)))
    ).flat()
    expect(
      found.filter(({ kind }) => ['person', 'trade', 'portfolio', 'account', 'action'].includes(kind)),
    ).toEqual([])
    expect(search.needs).toBe('signed-in')
  })
})
