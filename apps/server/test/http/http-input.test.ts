/** The contents of address and body: blanks, ids, names, cursors, and asking for a preview. */
import { brokers } from '@em/contract/brokers/brokers'
import { equities } from '@em/contract/equities/equities'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, PORTFOLIO, startBooks } from '../support/books.ts'
import { openPatiently } from '../support/open-patiently.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
})
const statusOf = async (where: string, sent: object = {}) => (await api.call(where, sent)).status

it.each(['yes', 'TRUE', '2', '1&dryRun=1'])(
  'dryRun=%s is refused: a preview is never treated as a write',
  async (word) => {
    const answer = await api.call(`POST /brokers?dryRun=${word}`, { body: { name: `Broker ${word}` } })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'dryRun' }] } })
    const list = (await api.call<{ name: string }[]>(brokers.routes.list)).body
    expect(list.map(({ name }) => name)).not.toContain(`Broker ${word}`)
  },
)

it.each([
  'GET /equities?limit=&cursor=&sort=&search=&isActive=',
  'GET /trade-summary/buy-transactions?limit=&cursor=&sort=&portfolio=&from=',
  'GET /general-ledger?limit=&cursor=&page=&status=&to=',
  'GET /portfolios/value-history?timeRange=&portfolioId=',
  'GET /transaction-entries/deal-number?side=',
  'GET /trial-balance?startDate=&endDate=&portfolio=',
])('a blank in the address means absent: %s', async (where) => expect(await statusOf(where)).toBe(200))

it('a blank in an optional field means absent, for a version and a yes or no as well', async () => {
  const body = { symbol: 'BLNK.N0000', name: 'Blank PLC', isActive: '' }
  const made = await api.call<{ id: number; isActive: boolean; version: number }>(equities.routes.create, {
    body,
  })
  expect(made).toMatchObject({ status: 201, body: { isActive: true, version: 1 } })
  const put = (changes: object) =>
    api.call<{ isActive: boolean }>(equities.routes.update, { params: { id: made.body.id }, body: changes })
  expect((await put({ isActive: false })).body.isActive).toBe(false)
  expect(await put({ version: '', isActive: '', notes: 'a' })).toMatchObject({
    status: 200,
    body: { isActive: false },
  })
  expect((await put({ version: '3', notes: 'b' })).status).toBe(200)
  expect((await put({ version: '3', notes: 'c' })).status).toBe(409)
  for (const version of [true, [4], '4.0', 'x', 0]) expect((await put({ version })).status).toBe(400)
})

describe('a record is named by its id alone', () => {
  it('in a buy and in a journal entry', async () => {
    const lines = (settlementAccount: unknown) => [
      { account_code: '1010', debit: 5, settlementAccount },
      { account_code: '3000', credit: 5 },
    ]
    const entry = { date: '2026-06-15', description: 'Capital' }
    for (const settlementAccount of [true, [books.bank], '0x1', '1e0', 1.5, -1, {}]) {
      const answer = await books.buy({ settlementAccount })
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'settlementAccount' }] } })
      const body = { ...entry, lines: lines(settlementAccount) }
      expect(await statusOf('POST /journal-entries', { body })).toBe(400)
    }
    expect((await books.buy({ settlementAccount: String(books.bank) })).status).toBe(201)
    expect(await statusOf('POST /journal-entries', { body: { ...entry, lines: lines('') } })).toBe(201)
  })
  it('in what a sale takes, and its version in a correction', async () => {
    const sale = {
      ...books.usual,
      soldPrice: 11,
      allocations: [{ buyTransactionId: true, allocatedQuantity: 1 }],
    }
    const field = 'allocations.0.buyTransactionId'
    const refused = await api.call('POST /transaction-entries/sell', { body: sale })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ field }] } })
    const { id } = await books.bought()
    const change = { ...books.usual, version: true }
    expect(await statusOf(`PUT /transaction-entries/buy/${id}`, { body: change })).toBe(400)
  })
  it('in a path', async () => {
    for (const id of ['0x1', '1e0', '1.0', '%201', '0'])
      expect(await statusOf(`GET /journal-entries/${id}`)).toBe(400)
  })
})

it.each([
  [1, 0.0001, 'trade.gross-too-small'],
  [1e12, 1e12, 'trade.gross-too-large'],
  [100_001, 10_000_000, 'trade.gross-too-large'],
])('%d shares at %d are refused where fees are calculated, as in the save', async (quantity, price, code) => {
  const asked = { companyName: 'JKH.N0000', quantity, price, soldPrice: price }
  for (const side of ['buy', 'sell']) {
    const answer = await api.call(`POST /trade-summary/calculate-${side}-transaction`, { body: asked })
    expect(answer).toMatchObject({ status: 422, body: { code } })
  }
})

it('a portfolio can be named by a long name where its code is asked for', async () => {
  const portfolioName = 'The Growth and Income Fund of the Employees of the Company, Series Two'
  const body = { ...PORTFOLIO, portfolioId: 'LONG', portfolioName }
  expect(await statusOf('POST /portfolios', { body })).toBe(201)
  expect((await books.bought({ portfolioId: portfolioName })).portfolioId).toBe('LONG')
  const lines = [
    { account_code: '1010', debit: 5, portfolioId: portfolioName },
    { account_code: '3000', credit: 5, portfolioId: portfolioName },
  ]
  expect(
    await statusOf('POST /journal-entries', { body: { date: '2026-06-15', description: 'x', lines } }),
  ).toBe(201)
})

it('lists page on after the longest names and notes, in any script', async () => {
  const long = 'ශ්‍රී ලංකා '.repeat(40)
  for (const end of ['a', 'b', 'c']) {
    await api.ask(brokers.routes.create, { body: { name: long.slice(0, 199) + end } as never })
    const body = {
      symbol: `LNG${end}.N0000`,
      name: `Long ${end}`,
      notes: long.repeat(10).slice(0, 3990) + end,
    }
    await api.ask(equities.routes.create, { body: body as never })
    await books.bought({ brokerName: long.slice(0, 199) + end })
  }
  for (const [path, sort] of [
    ['/brokers', '-name'],
    ['/equities', '-notes'],
    ['/trade-summary/buy-transactions', '-broker_name'],
  ]) {
    const seen = new Set<unknown>()
    let total: unknown
    let cursor: string | undefined
    do {
      const page = await api.call<{ id: number }[]>(`GET ${path}`, { query: { sort, limit: 1, cursor } })
      expect([path, page.status]).toEqual([path, 200])
      for (const { id } of page.body) seen.add(id)
      total = page.headers['x-total-count']
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect([path, String(seen.size)]).toEqual([path, total])
  }
})

it('a search finds what was typed on another keyboard', async () => {
  await api.ask(brokers.routes.create, { body: { name: 'Café Brokers' } as never })
  await books.bought({ brokerName: 'Café Brokers' })
  const search = ' Café '.normalize('NFD')
  for (const path of ['/brokers', '/trade-summary/buy-transactions']) {
    expect((await api.call<unknown[]>(`GET ${path}`, { query: { search } })).body).toHaveLength(1)
  }
})

it('a record deleted in the middle of a write is missing, not a fault of the server', async () => {
  const body = {
    payment_method: 'Cheque',
    account_number: '9001',
    account_name: 'Closing account',
    bank_name: 'Bank of Ceylon',
    branch_name: 'Kandy',
  }
  const account = (await api.ask(settlementAccounts.routes.create, { body: body as never })) as { id: number }
  const other = new pg.Client(api.fresh.config)
  await other.connect()
  try {
    await other.query('SET search_path = em; BEGIN')
    await other.query('DELETE FROM settlement_accounts WHERE id = $1', [account.id])
    const lines = [
      { account_code: '1010', debit: 5, settlementAccount: account.id },
      { account_code: '3000', credit: 5 },
    ]
    const entry = api.call('POST /journal-entries', { body: { date: '2026-06-15', description: 'x', lines } })
    await expect.poll(() => waiting(other)).toBe(1)
    await other.query('COMMIT')
    expect(await entry).toMatchObject({ status: 404, body: { code: 'record.missing' } })
  } finally {
    await other.end()
  }
})

async function waiting(client: pg.Client): Promise<number> {
  const found = await client.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
  return found.rowCount ?? 0
}

describe('the database', () => {
  it('reports a transaction that failed inside, also where the error was caught on the way', async () => {
    const work = api.database.transaction(async (tx) => {
      await tx.query('SELECT 1 / 0').catch(() => undefined)
      return 'saved'
    })
    await expect(work).rejects.toThrow('rolled back')
  })

  it('speaks to us as we expect, whatever an outside server is set to', async () => {
    const admin = new pg.Client(api.fresh.config)
    await admin.connect()
    const name = pg.escapeIdentifier(api.fresh.config.database)
    await admin.query(`ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`)
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'repeatable read'`)
    await admin.end()
    const database = await openPatiently(api.fresh.application)
    try {
      const [row] = await database.query<{ day: string; level: string }>(
        "SELECT date '2026-01-31' AS day, current_setting('transaction_isolation') AS level",
      )
      expect(row).toEqual({ day: '2026-01-31', level: 'read committed' })
    } finally {
      await database.close()
    }
  })
})
