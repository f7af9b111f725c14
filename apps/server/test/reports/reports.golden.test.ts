/**
 * The accountant's reports of the worked vectors, complete: apps/server/test/golden/accountants-reports.txt, for an accountant to
 * read. GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { periods } from '@em/contract/periods/periods'
import { investmentMovements, MOVEMENTS } from '@em/contract/reports/investment-movements'
import { netAssets } from '@em/contract/reports/net-assets'
import { type ReportTie, TIED } from '@em/contract/reports/report-ties'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

const FILE = new URL('../golden/accountants-reports.txt', import.meta.url)
const PROSE = `Accountant's reports of the worked vectors. Every report is by posting date and tied to the ledger: "report" and what is named
come to "ledger". Amounts in LKR; cost in the movement schedule is with capitalised fees (1105). Trades settle on their day.
`
const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const cents = (amount: number) => Math.round(amount * 100)

let api: Api
let books: Books
const text: string[] = []
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 22, 'SAMP.N0000': 26 })
  await recordPrices(api, '2026-04-30', { 'JKH.N0000': 24, 'SAMP.N0000': 25 })
})

const SAMP = { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' }
const run = (of: OneHolding, date: string) =>
  ask(api, valuations.run, { body: { date, portfolioId: of.portfolioId } })
const writeTies = (ties: readonly ReportTie[]) => {
  for (const { of, accounts, report, others, ledger, difference } of ties) {
    const named = others.map(({ label, amount }) => `${label.toLowerCase()} ${money(amount)}; `).join('')
    text.push(
      `    ${of.map((key) => TIED[key].toLowerCase()).join(' and ')} ${accounts.join(', ')}: report ${money(report)}; ${named}ledger ${money(ledger)}; difference ${money(difference)}`,
    )
    expect(difference).toBe(0)
  }
}

async function statement(of: OneHolding, asOf: string): Promise<void> {
  const data = await ask(api, statementOfInvestments, { query: { portfolioId: of.portfolioId, asOf } })
  text.push('', `  Statement of investments, ${asOf}`)
  for (const row of data.rows) {
    const parts = [
      `${row.quantity.toLocaleString('en')} ${row.symbol}`,
      `cost ${money(row.cost)}`,
      `capitalised fees ${money(row.capitalised)}`,
      `price ${money(row.price ?? 0)} of ${row.price_date}`,
      `level ${row.level}`,
      `fair value ${money(row.fair_value)}`,
      `unrealized ${money(row.unrealized)}`,
    ]
    text.push(`    ${row.treatment}: ${parts.join(', ')}`)
  }
  writeTies(data.ties)
  if (data.valuation.message !== null) text.push(`    ${data.valuation.message}`)
}

async function movements(of: OneHolding, startDate: string, endDate: string): Promise<void> {
  const data = await ask(api, investmentMovements, {
    query: { portfolioId: of.portfolioId, startDate, endDate },
  })
  text.push('', `  Movement schedule, ${startDate} to ${endDate}`)
  for (const { quantity, cost, capitalised, fairValue } of data.rows) {
    const keys = ['opening', ...(Object.keys(MOVEMENTS) as (keyof typeof MOVEMENTS)[]), 'closing'] as const
    const moved = keys.filter(
      (key) => key === 'opening' || key === 'closing' || quantity[key] !== 0 || cost[key] !== 0,
    )
    text.push(
      `    shares: ${moved.map((key) => `${key} ${quantity[key].toLocaleString('en')}`).join(', ')}`,
      `    cost: ${moved.map((key) => `${key} ${money((cents(cost[key]) + cents(capitalised[key])) / 100)}`).join(', ')}`,
      `    fair value adjustment: opening ${money(fairValue.opening)}, release ${money(fairValue.release)}, change ${money(fairValue.change)}, closing ${money(fairValue.closing)}`,
    )
  }
  writeTies(data.ties)
}

async function net(of: OneHolding, asOf: string): Promise<void> {
  const { total, reasons, moved, tie } = await ask(api, netAssets, {
    query: { portfolioId: of.portfolioId, asOf },
  })
  text.push(
    '',
    `  Net assets, ${asOf}`,
    `    by the ledger ${money(total.ledger)}${reasons.map(({ label, amount }) => `; ${label.toLowerCase()} ${money(amount)}`).join('')}; net assets ${money(total.netAssets)}`,
  )
  for (const row of moved.rows) {
    text.push(
      `    posted later: ${row.quantity.toLocaleString('en')} ${row.symbol}, cost ${money(row.cost)}, fair value ${money(row.fair_value)}`,
      `    by trade date: investments ${money(total.investments + moved.investments)}, net assets ${money(moved.netAssets)}`,
    )
  }
  expect(tie.difference).toBe(0)
}

async function story(
  title: string,
  treatment: string,
  play: (of: OneHolding, entity: Awaited<ReturnType<typeof apart>>['entity']) => Promise<void>,
) {
  const { of, entity } = await apart(books, 'WAP', treatment)
  text.push('', `== ${title}`)
  await play(of, entity)
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
}

test('the vectors', async () => {
  await story('1.1 and 1.6: FVOCI with a part sale after the run', 'FVOCI', async (of) => {
    await of.buy('2026-01-05', 1000, 20)
    await run(of, '2026-03-31')
    await of.sell('2026-04-07', 400, 25)
    await run(of, '2026-04-30')
    await statement(of, '2026-03-31')
    await statement(of, '2026-04-20')
    await statement(of, '2026-04-30')
    await movements(of, '2026-04-01', '2026-04-30')
    await net(of, '2026-04-30')
  })

  await story('1.2: FVTPL across a year-end', 'FVTPL', async (of, entity) => {
    await of.buy('2026-01-05', 1000, 20, SAMP)
    await run(of, '2026-03-31')
    await ask(api, periods.close, { params: { id: entity.id }, body: { year_end: '2026-03-31' } })
    await of.sell('2026-04-08', 400, 28, SAMP)
    await run(of, '2026-04-30')
    await statement(of, '2026-03-31')
    await statement(of, '2026-04-30')
    await movements(of, '2026-01-01', '2026-03-31')
    await movements(of, '2026-04-01', '2026-04-30')
    await net(of, '2026-03-31')
    await net(of, '2026-04-30')
  })

  for (const locked of [false, true]) {
    await story(
      `1.3: late purchase of 30 March, ${locked ? 'locked through 31 March' : 'books not locked'}`,
      'FVTPL',
      async (of, entity) => {
        await of.buy('2026-01-05', 1000, 20, SAMP)
        await run(of, '2026-03-31')
        if (locked) await lock(api, entity, '2026-03-31')
        await of.sell('2026-04-08', 400, 28, SAMP)
        await of.buy('2026-03-30', 200, 21, SAMP, locked ? '?openPeriod=1' : '')
        await statement(of, '2026-03-31')
        if (!locked) {
          await run(of, '2026-03-31')
          text.push('', '  Run of 31 March again')
          await statement(of, '2026-03-31')
        }
        await run(of, '2026-04-30')
        await movements(of, '2026-03-01', '2026-03-31')
        await movements(of, '2026-04-01', '2026-04-30')
        await net(of, '2026-03-31')
      },
    )
  }

  const whole = `${PROSE}${text.join('\n')}\n`
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, whole)
  expect(whole).toBe(readFileSync(FILE, 'utf8'))
})
