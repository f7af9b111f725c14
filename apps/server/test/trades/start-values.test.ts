/** Start values of the form of a new trade: the user's own newest trade, by whichever way it was recorded. */
import { trades } from '@em/contract/trades/trades'
import { transactions } from '@em/contract/trades/transactions'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
import { type Books, startBooks } from '../support/books.ts'
import { memoryIsOver, personWith } from '../support/identity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  books = await startBooks(api)
})

const startValues = (token?: string) => api.ask(trades.startValues, token === undefined ? {} : { token })
const portfolioId = async (code: string) =>
  (await api.database.query<{ id: number }>('SELECT id FROM portfolios WHERE portfolio_id = $1', [code]))[0]
    ?.id ?? 0

const NOTHING = {
  last_deal: null,
  portfolio: null,
  broker_name: null,
  account: null,
  cost_of_funds: null,
  trade_date: null,
  settlement_date: null,
}
const GROW = { portfolioId: 'GROW', portfolio: 'Growth Fund' }

test('a person without a trade chooses; an only portfolio and an only account are chosen', async () => {
  expect(await startValues()).toEqual(NOTHING)
  const { token } = await personWith(api, { sees: [await portfolioId('HOLD'), await portfolioId('GROW')] })
  expect(await startValues(token)).toEqual(NOTHING)
  // Of two that are seen one is changed.
  const one = await personWith(api, {
    sees: [await portfolioId('HOLD'), await portfolioId('GROW')],
    changes: [await portfolioId('GROW')],
  })
  expect(await startValues(one.token)).toEqual({ ...NOTHING, portfolio: GROW })
  await api.call(`DELETE /accounts/${books.cheque}`)
  expect((await startValues()).account).toMatchObject({ id: books.bank, account_number: '7001' })
})

test('the newest trade of the person gives portfolio, broker, account, own rate and dates', async () => {
  const first = await books.bought()
  expect(await startValues()).toEqual({
    last_deal: first.deal_number,
    portfolio: GROW,
    broker_name: 'Asia Securities (Pvt) Ltd',
    account: expect.objectContaining({ id: books.bank, payment_method: 'Bank Transfer' }),
    cost_of_funds: 10,
    trade_date: '2026-06-15',
    settlement_date: null,
  })
  const second = await books.bought({
    portfolioId: 'HOLD',
    brokerName: 'Another broker',
    settlementDate: '2026-06-22',
    contractNumber: 'C-2',
  })
  expect(await startValues()).toMatchObject({
    last_deal: second.deal_number,
    portfolio: { portfolioId: 'HOLD' },
    broker_name: 'Another broker',
    settlement_date: '2026-06-22',
  })
  // A sale is a trade like a buy, by whichever route.
  await api.ask(trades.enterBuy, {
    query: {},
    body: { ...books.usual, brokerName: 'Third', contractNumber: 'C-3' },
  })
  expect(await startValues()).toMatchObject({ portfolio: GROW, broker_name: 'Third' })
})

test('the rate in force follows the date of the new trade', async () => {
  await api.call('POST /cost-of-funds', {
    body: { effectiveDate: '2026-01-01', costOfFunds: 12, taxRate: 30 },
  })
  await books.bought({ costOfFunds: '8.40', contractNumber: 'C-4' })
  expect((await startValues()).cost_of_funds).toBeNull()
  await books.bought({ costOfFunds: '8.41', contractNumber: 'C-5' })
  expect((await startValues()).cost_of_funds).toBe(8.41)
})

test('a deleted trade is passed over, and a portfolio that is closed is not proposed', async () => {
  const before = await startValues()
  const wrong = await books.bought({ brokerName: 'Wrong', contractNumber: 'C-6' })
  await api.call(`DELETE /transaction-entries/buy/${wrong.id}`, { body: { version: 1 } })
  expect(await startValues()).toEqual(before)
  const id = await portfolioId('GROW')
  const change = (status: string, version: number) =>
    api.call(`PUT /portfolios/${id}`, { body: { status, version } })
  expect((await change('Suspended', 1)).status).toBe(200)
  expect(await startValues()).toEqual({ ...before, portfolio: null })
  expect((await change('Active', 2)).status).toBe(200)
})

test('trades of others, and those outside the portfolios of a person, are not seen', async () => {
  const grow = await portfolioId('GROW')
  const hold = await portfolioId('HOLD')
  const other = await personWith(api, { sees: [grow, hold] })
  const bought = async (token: string, more: object) =>
    api.ask(trades.saveBuy, { token, query: {}, body: { ...books.usual, ...more } })
  const deal = async (token: string) => (await startValues(token)).last_deal
  const inGrow = await bought(other.token, { contractNumber: 'O-1' })
  await bought(other.token, { contractNumber: 'O-2', portfolioId: 'HOLD' })
  expect(await deal(other.token)).not.toBe(await deal(api.token))
  await api.database.query('DELETE FROM user_portfolios WHERE user_id = $1 AND portfolio_id = $2', [
    other.user.id,
    hold,
  ])
  await memoryIsOver()
  expect(await startValues(other.token)).toMatchObject({
    last_deal: (inGrow as { deal_number: string }).deal_number,
    portfolio: GROW,
  })
  const mine = await api.ask(transactions.list, { token: other.token, query: { mine: 'today' } as never })
  expect(mine.map((row) => row.contract_number)).toEqual(['O-1'])
})

test('dates, and the list of today, are those of trades that were recorded today', async () => {
  const { token } = await personWith(api, {})
  const row = await api.ask(trades.saveBuy, {
    token,
    query: {},
    body: { ...books.usual, contractNumber: 'Y-1' },
  })
  const list = () => api.ask(transactions.list, { token, query: { mine: 'today' } as never })
  expect((await startValues(token)).trade_date).toBe('2026-06-15')
  expect(await list()).toHaveLength(1)
  await asOwner(
    api,
    `ALTER TABLE em.trades DISABLE TRIGGER trades_keep_key;
     UPDATE em.trades SET recorded_at = recorded_at - interval '1 day' WHERE id = ${(row as { id: number }).id};
     ALTER TABLE em.trades ENABLE TRIGGER trades_keep_key`,
  )
  expect(await startValues(token)).toMatchObject({ portfolio: GROW, trade_date: null, settlement_date: null })
  expect(await list()).toEqual([])
})
