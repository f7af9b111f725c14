/** The short way through everything, for every PostgreSQL that is supported, over TCP as well. */

import { equities } from '@em/contract/equities/equities'
import { health, identity } from '@em/contract/identity/identity'
import pg from 'pg'
import { expect, test } from 'vitest'
import { seed } from '../../src/first-start.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startApi } from '../support/api.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

test('sign up, look, record a buy and read it in the books', async () => {
  const api = await startApi()
  expect(await api.ask(health)).toMatchObject({ status: 'ok', database: { status: 'ok' } })
  expect((await api.ask(identity.me)).is_admin).toBe(true)
  await fillSmallBook(api)
  expect(await api.ask(equities.routes.list, { query: {} })).toHaveLength(1)
  const buys = await api.call<unknown[]>('GET /trade-summary/buy-transactions')
  expect(buys.body).toEqual([
    expect.objectContaining({
      symbol: 'JKH.N0000',
      quantity: 1000,
      gross_value: 20_500,
      net_value: 20_729.6,
    }),
  ])
  const overview = await api.call('GET /portfolios/overview')
  expect(overview.body).toMatchObject({ success: true, data: { summary: { numberOfPositions: 1 } } })
  const ledger = await api.call<{ debit: number; credit: number }[]>('GET /general-ledger')
  const sum = (side: 'debit' | 'credit') =>
    ledger.body.reduce((total, line) => total + Math.round(line[side] * 100), 0)
  expect(ledger.body.length).toBeGreaterThan(10)
  expect(sum('debit')).toBe(sum('credit'))
})

test('a request sent twice is carried out once, an unbalanced entry not at all', async () => {
  const api = await startApi()
  await fillSmallBook(api)
  const sent = { body: rightBodies(2)['trades.save-buy'], headers: { 'idempotency-key': 'k' } }
  const first = await api.call('POST /trade-summary/save-buy-transaction', sent)
  const second = await api.call('POST /trade-summary/save-buy-transaction', sent)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  const [journal] = [rightBodies()['journal.create'] as { lines: { debit?: number }[] }]
  const unbalanced = {
    ...journal,
    lines: journal.lines.map((line) => (line.debit ? { ...line, debit: 7 } : line)),
  }
  const refused = await api.call('POST /journal-entries', { body: unbalanced })
  expect([refused.status, refused.body['code']]).toEqual([422, 'journal.unbalanced'])
})

test('the books cannot be rewritten', async () => {
  const { database } = await startApi()
  for (const table of ['audit', 'journal_lines', 'trade_versions']) {
    await expect(database.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' })
  }
})

test('a later start finds everything in place, and does not add again what a user deleted', async () => {
  const api = await startApi()
  const [holiday] = await api.database.query<{ id: number }>('SELECT id FROM holidays ORDER BY id LIMIT 1')
  await api.database.query(
    "UPDATE chart_of_accounts SET account_name = 'Our bank' WHERE account_code = '1010'",
  )
  await api.database.query('DELETE FROM holidays WHERE id = $1', [holiday?.id])
  expect(await migrate(api.fresh.config)).toEqual([])
  expect(await seed(api.database)).toEqual([])
  expect(await api.database.query('SELECT 1 FROM holidays WHERE id = $1', [holiday?.id])).toEqual([])
  const [bank] = await api.database.query<{ account_name: string }>(
    "SELECT account_name FROM chart_of_accounts WHERE account_code = '1010'",
  )
  expect(bank?.account_name).toBe('Our bank')
})

test('several servers may start at once on an empty database', async () => {
  const api = await startApi({ signedUp: false })
  // Everything that comes with a start is taken away again; then four put it in place together.
  const owner = new pg.Client(api.fresh.admin)
  await owner.connect()
  // The history of a mapping is append-only; only who owns the table can take it away.
  await owner.query(
    'ALTER TABLE em.gl_mappings DISABLE TRIGGER USER; DELETE FROM em.gl_mappings; ALTER TABLE em.gl_mappings ENABLE TRIGGER USER',
  )
  await owner.end()
  for (const table of [
    'chart_of_accounts',
    'fee_tariffs',
    'dividend_tax_rates',
    'holidays',
    'market_indices',
    'seeds',
  ]) {
    await api.database.query(`DELETE FROM ${table}`)
  }
  const done = await Promise.all([
    seed(api.database),
    seed(api.database),
    seed(api.database),
    seed(api.database),
  ])
  expect(done.flat().toSorted()).toEqual([
    'chart of accounts',
    'dividend tax rates',
    'economic indicators',
    'fee tariffs',
    'holidays 2024 to 2026',
    'market indices',
    'posting roles',
  ])
  // The setting of a risk-free rate is its register's first row, once: afterwards the register alone says it.
  expect(await seed(api.database, { riskFreeRate: 8.25 })).toEqual(['risk-free rate of the settings'])
  expect(await seed(api.database, { riskFreeRate: 9 })).toEqual([])
  expect(await api.database.query('SELECT effective_from, rate FROM risk_free_rates')).toEqual([
    { effective_from: '1985-01-01', rate: '8.2500' },
  ])
  const [counts] = await api.database.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM chart_of_accounts WHERE is_system) AS accounts, (SELECT count(*) FROM gl_mappings) AS roles,
            (SELECT count(*) FROM fee_tariffs) AS tariffs, (SELECT count(*) FROM dividend_tax_rates WHERE rate = 15 AND entity IS NULL) AS taxes, (SELECT count(*) FROM holidays) > 70 AS holidays`,
  )
  expect(counts).toEqual({ accounts: 29, roles: 29, tariffs: 7, taxes: 1, holidays: true })
  const [bands] = await api.database.query<{ total: string; excess: string; band_limit: string }>(
    `SELECT band_limit, brokerage + cse + cds + clearing + sec + stl AS total,
            excess_brokerage + excess_cse + excess_cds + excess_clearing + excess_sec + excess_stl AS excess
       FROM fee_tariffs WHERE security_class = 'ordinary'`,
  )
  expect(bands).toEqual({ band_limit: '100000000.00', total: '1.1200', excess: '0.6125' })
})
