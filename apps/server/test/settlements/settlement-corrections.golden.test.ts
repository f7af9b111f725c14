/**
 * Paid trades that are corrected and deleted, complete: apps/server/test/golden/paid-trades-corrected.txt, for an accountant
 * to read. GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { SETTLEMENT_WORDS, settlements } from '@em/contract/settlements/settlements'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const FILE = new URL('../golden/paid-trades-corrected.txt', import.meta.url)
const PROSE = `Trades that were paid and are corrected or deleted afterwards (one bank account that settles by hand, one automatic).

What was paid stays paid: the bank (1010) does not move by a correction. The difference stays open in Share Purchase
Payable (2100) or Share Sale Receivable (1200) until it is paid, or comes back. What was only assumed to be settled is no
payment, and is corrected with the trade. Balances are debits less credits of the trade's entries, those dated later
included; today is 2026-06-15.
`
const money = (amount: number) =>
  amount === 0 ? '' : amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const CODES = ['1010', '1200', '2100'] as const

class Story {
  readonly lines: string[] = [PROSE]
  readonly api: Api
  constructor(api: Api) {
    this.api = api
  }

  title(text: string): void {
    this.lines.push(
      '',
      text,
      `  ${'what happened'.padEnd(66)}${'state'.padEnd(19)}${['net value', 'paid', 'still open', ...CODES].map((one) => one.padStart(15)).join('')}`,
    )
  }

  async write(what: string, id: number): Promise<void> {
    const { status, body } = await this.api.call<z.output<typeof settlements.one.reply>>(settlements.one, {
      params: { id },
    })
    const sums = await this.api.database.query<{ account: string; amount: string }>(
      `SELECT a.account_code AS account, sum(l.debit - l.credit) AS amount
         FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE h.trade_id = $1 GROUP BY 1`,
      [id],
    )
    const held = new Map(sums.map((row) => [row.account, Number(row.amount)]))
    const row = status === 200 ? body.settlement : undefined
    const words =
      row === undefined
        ? ['nothing left', '', '', '']
        : [
            SETTLEMENT_WORDS[row.status],
            money(row.net_value),
            money(row.paid),
            row.outstanding === 0 || row.status === 'assumed'
              ? ''
              : `${row.direction} ${money(row.outstanding)}`,
          ]
    const [state = '', ...amounts] = words
    const figures = [...amounts, ...CODES.map((code) => money(held.get(code) ?? 0))]
    const shown = figures.map((text, index) => text.padStart(index === 2 ? 23 : 15)).join('')
    this.lines.push(`  ${what.padEnd(66)}${state.padEnd(19)}${shown}`.trimEnd())
  }

  async entries(id: number): Promise<void> {
    const rows = await this.api.database.query<{
      date: string
      description: string
      code: string
      debit: string
      credit: string
      first: boolean
    }>(
      `SELECT h.entry_date AS date, h.description, a.account_code || ' ' || a.account_name AS code, l.debit, l.credit,
              l.line_no = min(l.line_no) OVER (PARTITION BY h.id) AS first
         FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE h.trade_id = $1 ORDER BY h.id, l.line_no`,
      [id],
    )
    this.lines.push('', '  entries')
    for (const { date, description, code, debit, credit, first } of rows) {
      const sides = [debit, credit].map((text) => money(Number(text)).padStart(15)).join('')
      this.lines.push(
        `    ${(first ? date : '').padEnd(12)}${code.padEnd(38)}${sides}${first ? `  ${description}` : ''}`.trimEnd(),
      )
    }
  }
}

async function stories(api: Api, of: OneHolding, manual: number, automatic: number): Promise<string> {
  const story = new Story(api)
  const act = async (word: string, tradeId: number, item: object = {}) => {
    const { status } = await api.call(`POST /settlements/${word}`, {
      body: { items: [{ tradeId, ...item }] },
    })
    expect([word, status]).toEqual([word, 201])
  }
  const FEES = {
    brokerage: 11_549.57,
    cseFees: 1_515.88,
    cdsFees: 216.55,
    clearingFees: 216.55,
    sec: 1_299.33,
    stl: 5_290.41,
  }
  const facts = {
    tradeDate: '2026-06-08',
    settlementDate: '2026-06-10',
    price: 285,
    settlementAccount: manual,
    feeSource: 'contract',
    ...FEES,
  }
  const buy = async (more: object = {}) => {
    const { id, status_ } = await of.buy('2026-06-08', 6332, 285, { ...facts, ...more })
    expect(status_).toBe(201)
    return id
  }
  const change = async (side: 'buy' | 'sell', id: number, quantity: number, more: object = {}) =>
    expect(await of.change(side, id, { ...facts, quantity, ...more })).toMatchObject({ status_: 200 })

  story.title('A buy of 6,332 shares at 285.00 is paid; then it turns out that 6,832 were bought')
  let id = await buy()
  await story.write('bought on 8 June, to settle on 10 June', id)
  await act('confirm', id, { date: '2026-06-10', reference: 'CEFT 1' })
  await story.write('paid on 10 June', id)
  await change('buy', id, 6832)
  await story.write('corrected to 6,832 shares', id)
  await act('confirm', id, { date: '2026-06-15', reference: 'CEFT 2' })
  await story.write('the difference is paid on 15 June', id)
  await story.entries(id)

  story.title('The same buy is paid, corrected to fewer shares, and deleted')
  id = await buy()
  await act('confirm', id)
  await story.write('paid on 10 June', id)
  await change('buy', id, 5832)
  await story.write('corrected to 5,832 shares: the broker owes a refund', id)
  expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
  await story.write('deleted: all that was paid is to come back', id)
  await act('confirm', id, { date: '2026-06-15', amount: 1_000_000, nextDate: '2026-06-18' })
  await story.write('1,000,000.00 come back, the rest is expected on 18 June', id)
  await act('confirm', id, { date: '2026-06-15' })
  await story.write('the rest comes back', id)
  await story.entries(id)

  story.title('The same buy is paid in part, then corrected')
  id = await buy()
  await act('confirm', id, { amount: 1_000_000, date: '2026-06-10', nextDate: '2026-06-18' })
  await story.write('1,000,000.00 paid, the rest is expected (and booked) on 18 June', id)
  await change('buy', id, 6832)
  await story.write('corrected: nothing of the rest is booked until it has a date', id)
  await act('reschedule', id, { date: '2026-06-19' })
  await story.write('the rest gets a date: 19 June', id)

  story.title('The same buy through the account that settles automatically: nobody confirmed anything')
  id = await buy({ settlementAccount: automatic })
  await story.write('bought, due on 10 June', id)
  await change('buy', id, 6832, { settlementAccount: automatic })
  await story.write('corrected to 6,832 shares', id)
  expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
  await story.write('deleted', id)

  story.title('A sale of 1,000 shares at 300.00 whose money came in; then it turns out that 900 were sold')
  await buy({ settlementAccount: automatic })
  const sale = {
    tradeDate: '2026-06-09',
    settlementDate: '2026-06-11',
    soldPrice: 300,
    settlementAccount: manual,
  }
  const sold = await of.sell('2026-06-09', 1000, 300, sale)
  id = sold.id
  await act('confirm', id, { date: '2026-06-11' })
  await story.write('received on 11 June', id)
  expect(await of.change('sell', id, { ...sale, quantity: 900 })).toMatchObject({ status_: 200 })
  await story.write('corrected to 900 shares: something is to be paid back', id)
  await act('confirm', id, { date: '2026-06-15' })
  await story.write('paid back on 15 June', id)
  return `${story.lines.join('\n')}\n`
}

test('the bank does not move by a correction; what is open adds up', async () => {
  const api = await startApi({ edition: 'premium', today: '2026-06-15' })
  const books = await startBooks(api)
  await api.call(`PUT /accounts/${books.cheque}`, { body: { settles: 'by hand' } })
  const text = await stories(api, await oneHolding(books, 'WAP'), books.cheque, books.bank)
  expect(await verifyBooks(api.database)).toEqual([])
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, text)
  else expect(text).toBe(readFileSync(FILE, 'utf8'))
  await api.close()
})
