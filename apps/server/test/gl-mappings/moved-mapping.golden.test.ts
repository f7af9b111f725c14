/**
 * Trades that are corrected after the mapping of their role and its balance moved, in full:
 * apps/server/test/golden/moved-mapping.txt, to be read by an accountant. GOLDEN_UPDATE=1 writes it anew; the difference in git is
 * the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { journal } from '@em/contract/journal/journal'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const FILE = new URL('../golden/moved-mapping.txt', import.meta.url)
const PROSE = `Trades that are corrected or deleted after the mapping of their roles was changed and the balances moved.

An entry belongs to the account that was mapped on its own day, also when it is corrected. What the correction leaves on an account
whose balance was moved follows that balance: it moves on the day of the mapping's move. So the former account stays at 0.00 from
that day on, and the new one holds the figures of the corrected trade. Balances are debits less credits; today is 2026-06-30.
`
const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  for (const [account_code, account_name] of [
    ['6211', 'Brokerage, new'],
    ['6212', 'Brokerage, newer'],
    ['2101', 'Purchase payable, new'],
    ['1011', 'Current account'],
    ['1101', 'Investment, new'],
  ]) {
    await ask(api, chartOfAccounts.routes.create, { body: { account_code, account_name } })
  }
})

const lines: string[] = []
const balancesAt = async (of: OneHolding, endDate: string, codes: readonly string[]) => {
  const { data } = await ask(api, trialBalance.get, { query: { portfolioId: of.portfolioId, endDate } })
  const rows = Object.values(data.accountsByType).flat()
  return codes.map((code) => rows.find((one) => one.account_code === code)?.net_balance ?? 0)
}

/** Starts a table of the file; the function that it returns adds a step with the balances of the accounts on some days. */
async function startTable(of: OneHolding, title: string, codes: readonly string[], days: readonly string[]) {
  const heads = days.flatMap((day) => codes.map((code) => `${code} ${day.slice(5)}`.padStart(16)))
  lines.push('', title, `  ${'what happened'.padEnd(84)}${heads.join('')}`)
  return async (what: string) => {
    const figures: number[] = []
    for (const day of days) figures.push(...(await balancesAt(of, day, codes)))
    lines.push(`  ${what.padEnd(84)}${figures.map((one) => money(one).padStart(16)).join('')}`)
    expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
    return figures
  }
}

/** The entries of a portfolio on an account, oldest first. */
async function entries(of: OneHolding, codes: readonly string[]) {
  const rows = await api.database.query<{ day: string; description: string; code: string; net: string }>(
    `SELECT h.entry_date AS day, h.description, a.account_code AS code, sum(l.debit - l.credit) AS net
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE l.portfolio_id = $1 AND a.account_code = ANY ($2) GROUP BY h.id, h.entry_date, h.description, a.account_code
      ORDER BY h.id, a.account_code`,
    [of.id, codes],
  )
  lines.push('', '  the entries as they were recorded')
  for (const row of rows) {
    const text = row.description.replaceAll(/BUY\d+/g, 'the buy')
    lines.push(`    ${row.day}  ${row.code}  ${money(Number(row.net)).padStart(14)}  ${text}`)
  }
}

const map = (of: OneHolding, role: string, account_code: string, effective_from: string) =>
  ask(api, glMappings.set, {
    body: {
      role,
      portfolioId: of.portfolioId,
      settlementAccount: null,
      account_code,
      move_balance: true,
      effective_from,
    },
  } as never)

test('Brokerage: corrected, corrected again and deleted; the former account stays at 0.00', async () => {
  const of = await oneHolding(books, 'WAP')
  const { id } = await of.buy('2026-06-01', 100, 10)
  const days = ['2026-06-14', '2026-06-15', '2026-06-30']
  const addStep = await startTable(of, 'Brokerage moves from 6010 to 6211', ['6010', '6211'], days)
  await addStep('100 shares bought at 10.00 on 1 June')
  await map(of, 'fee.brokerage', '6211', '2026-06-15')
  await addStep('Brokerage mapped to 6211 from 15 June, its balance moved')
  await of.change('buy', id, { quantity: 100, price: 20, tradeDate: '2026-06-01' })
  expect(await addStep('the price corrected to 20.00')).toEqual([12.8, 0, 0, 12.8, 0, 12.8])
  await of.change('buy', id, { quantity: 100, price: 30, tradeDate: '2026-06-01' })
  expect(await addStep('the price corrected again, to 30.00')).toEqual([19.2, 0, 0, 19.2, 0, 19.2])
  await of.change('buy', id, { quantity: 100, price: 30, tradeDate: '2026-06-19' })
  expect(await addStep('the trade date corrected to 19 June')).toEqual([0, 0, 0, 0, 0, 19.2])
  await of.change('buy', id, { quantity: 100, price: 10, tradeDate: '2026-06-02' })
  expect(await addStep('the trade date corrected to 2 June, the price to 10.00')).toEqual([
    6.4, 0, 0, 6.4, 0, 6.4,
  ])
  await of.remove('buy', id)
  expect(await addStep('the trade deleted')).toEqual([0, 0, 0, 0, 0, 0])
  await entries(of, ['6010', '6211'])
})

test('Brokerage: moved twice, and back again', async () => {
  const of = await oneHolding(books, 'WAP')
  const { id } = await of.buy('2026-06-01', 100, 10)
  const days = ['2026-06-10', '2026-06-15', '2026-06-20', '2026-06-30']
  const addStep = await startTable(of, 'Brokerage moves on, and back', ['6010', '6211', '6212'], days)
  await map(of, 'fee.brokerage', '6211', '2026-06-10')
  await map(of, 'fee.brokerage', '6212', '2026-06-15')
  await addStep('100 shares bought at 10.00 on 1 June; 6211 from 10 June, 6212 from 15 June')
  await of.change('buy', id, { quantity: 100, price: 20, tradeDate: '2026-06-01' })
  await addStep('the price corrected to 20.00')
  await map(of, 'fee.brokerage', '6010', '2026-06-20')
  await addStep('Brokerage mapped to 6010 again from 20 June')
  await of.change('buy', id, { quantity: 100, price: 30, tradeDate: '2026-06-01' })
  expect(await addStep('the price corrected to 30.00')).toEqual([
    0, 19.2, 0, 0, 0, 19.2, 19.2, 0, 0, 19.2, 0, 0,
  ])
  await of.remove('buy', id)
  expect(await addStep('the trade deleted')).toEqual(Array.from({ length: 12 }, () => 0))
})

test('Investment, payable and cash: what had been booked for later days moved on those days', async () => {
  const of = await oneHolding(books, 'WAP')
  const { id } = await of.buy('2026-06-01', 100, 10, { settlementDate: '2026-06-22' })
  await of.sell('2026-06-12', 50, 15, { settlementDate: '2026-06-22' })
  const codes = ['1100', '1101', '2100', '2101', '1010', '1011']
  const addStep = await startTable(of, 'Investment, payable and cash move', codes, [
    '2026-06-15',
    '2026-06-30',
  ])
  await map(of, 'investment', '1101', '2026-06-10')
  await map(of, 'payable', '2101', '2026-06-10')
  await map(of, 'cash', '1011', '2026-06-10')
  await addStep('bought on 1 June, sold half on 12 June, paid on 22 June; new accounts from 10 June')
  await of.change('buy', id, {
    quantity: 100,
    price: 20,
    tradeDate: '2026-06-01',
    settlementDate: '2026-06-23',
  })
  const corrected = await addStep('the price corrected to 20.00, settled on 23 June; the sale is costed anew')
  const former = [0, 2, 4, 6, 8, 10].map((index) => corrected[index])
  expect(former).toEqual([0, 0, 0, 0, 0, 0])
})

test('A late trade is listed as left over, is moved with it, and its correction leaves nothing', async () => {
  const of = await oneHolding(books, 'WAP')
  await of.buy('2026-06-01', 100, 10)
  const addStep = await startTable(of, 'A late trade', ['6010', '6211'], ['2026-06-15', '2026-06-30'])
  await map(of, 'fee.brokerage', '6211', '2026-06-15')
  await addStep('100 shares bought at 10.00 on 1 June; Brokerage mapped to 6211 from 15 June')
  const late = await of.buy('2026-06-02', 100, 20)
  await addStep('another 100 bought at 20.00 on 2 June, recorded late: its brokerage is left')
  await of.change('buy', late.id, { quantity: 100, price: 30, tradeDate: '2026-06-02' })
  expect(await addStep('the late trade corrected to 30.00: it follows the balance')).toEqual([
    0, 25.6, 0, 25.6,
  ])
  const other = await of.buy('2026-06-03', 100, 10)
  await ask(api, glMappings.moveLeft, {
    body: { role: 'fee.brokerage', portfolioId: of.portfolioId, from_account_code: '6010' },
  })
  expect(await addStep('another one of 3 June is left and moved by hand on 30 June')).toEqual([
    6.4, 25.6, 0, 32,
  ])
  await of.remove('buy', other.id)
  expect(await addStep('and deleted')).toEqual([0, 25.6, 0, 25.6])
})

test("A person's entry is reversed after the balance moved", async () => {
  const of = await oneHolding(books, 'WAP')
  const line = { portfolioId: of.portfolioId, transaction_type: 'Journal Entry' }
  const { data } = await ask(api, journal.create, {
    body: {
      date: '2026-06-01',
      description: 'Brokerage of an earlier year',
      status: 'Posted',
      lines: [
        { ...line, account_code: '6010', debit: 50 },
        { ...line, account_code: '6300', credit: 50 },
      ],
    },
  })
  const addStep = await startTable(
    of,
    "A person's entry",
    ['6010', '6211'],
    ['2026-06-14', '2026-06-15', '2026-06-30'],
  )
  await map(of, 'fee.brokerage', '6211', '2026-06-15')
  await addStep('50.00 entered by hand on 6010, 1 June; Brokerage mapped to 6211 from 15 June')
  await ask(api, journal.reverse, { params: { id: data.id }, body: { date: '2026-06-25' } })
  expect(await addStep('the entry reversed on 25 June')).toEqual([50, 0, 0, 50, 0, 0])
})

test('the whole file', () => {
  const text = `${[PROSE, ...lines].join('\n')}\n`
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, text)
  expect(text).toBe(readFileSync(FILE, 'utf8'))
})
