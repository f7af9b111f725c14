/**
 * Mark-to-market by the worked vectors, complete: apps/server/test/golden/mark-to-market.txt, for an accountant to read.
 * GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { openings } from '@em/contract/openings/openings'
import { periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { statements } from '@em/contract/statements/statements'
import { type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { dayInWords } from '@em/core/values/date-texts'
import { expect, test } from 'vitest'
import { postedHoldings } from '../../src/features/holdings/posted.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

const FILE = new URL('../golden/mark-to-market.txt', import.meta.url)
const PROSE = `Mark-to-market runs, told through the API on a real PostgreSQL: what was done, on which day, and the entries that it posted.

"1110 1,776.00 / 3200 1,776.00" means Dr 1110, Cr 3200. Settlements (1010) are left out. A run brings 1110 to quantity x price less the
carrying amount (1100, with FVOCI also 1105) and is taken back on the next calendar day. Prices are last trades.
`

const money = (amount: number) =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

class Story {
  readonly lines: string[] = []
  readonly of: OneHolding
  readonly #api: Api
  readonly #entity: { readonly id: number; readonly name: string }
  #last = 0

  private constructor(api: Api, of: OneHolding, entity: { id: number; name: string }) {
    this.#api = api
    this.of = of
    this.#entity = entity
  }

  static async begin(books: Books, title: string, treatment: string): Promise<Story> {
    const { api } = books
    const of = await oneHolding(books, 'WAP', treatment)
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    await ask(api, portfolios.routes.update, {
      params: { id: of.id },
      body: { entity: title, version: row?.version },
    })
    const entity = (await api.ask(periods.list)).find(({ name }) => name === title)
    if (entity === undefined) throw new Error('no entity was made')
    const story = new Story(api, of, entity)
    story.lines.push('', title, '='.repeat(title.length))
    return story
  }

  /** An action on a day, and the entries that it posted. */
  async act(what: string, work: () => Promise<unknown>): Promise<void> {
    await work()
    this.lines.push('', `  ${what}`)
    const rows = await this.#api.database.query<{
      id: number
      date: string
      moved: string | null
      reversal: boolean
      code: string
      debit: string
      credit: string
      no: number
    }>(
      `SELECT h.id, h.entry_date AS date, h.moved_from AS moved, h.reversal_of IS NOT NULL AS reversal, a.account_code AS code,
              l.debit, l.credit, l.line_no AS no
         FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
        WHERE l.portfolio_id = $1 AND h.id > $2 AND h.kind <> 'settlement'
          AND NOT EXISTS (SELECT FROM journal_entries o WHERE o.id = h.reversal_of AND o.kind = 'settlement')
        ORDER BY h.entry_date, h.id, l.line_no`,
      [this.of.id, this.#last],
    )
    for (const entry of Map.groupBy(rows, ({ id }) => id).values()) {
      const [head] = entry
      const side = (name: 'debit' | 'credit') =>
        entry
          .filter((line) => Number(line[name]) !== 0)
          .map((line) => `${line.code} ${money(Number(line[name]))}`)
          .join(', ')
      const note = [head?.reversal && 'takes an entry back', head?.moved && `belongs to ${head.moved}`]
      const remark = note.filter(Boolean).join(', ')
      this.lines.push(
        `    ${head?.date}  ${side('debit')} / ${side('credit')}${remark === '' ? '' : `   (${remark})`}`,
      )
    }
    this.#last = Math.max(this.#last, ...rows.map(({ id }) => id))
  }

  buy = (date: string, quantity: number, price: number, query = '', recorded = '') =>
    this.act(`${date}  Buy ${quantity.toLocaleString('en')} @ ${money(price)}${recorded}`, async () => {
      expect((await this.of.buy(date, quantity, price, { settlementDate: date }, query)).status_).toBe(201)
    })
  sell = (date: string, quantity: number, price: number) =>
    this.act(`${date}  Sell ${quantity} @ ${money(price)}`, async () => {
      expect((await this.of.sell(date, quantity, price)).status_).toBe(201)
    })
  run = (date: string, status = 201) =>
    this.act(`${date}  Run`, async () => {
      const answer = await this.#api.call<ValuationRunDetail>(valuations.run, {
        body: { date, portfolioId: this.of.portfolioId },
      })
      expect([date, answer.status]).toEqual([date, status])
    })
  close = (yearEnd: string, how = 'Close the year') =>
    this.act(`${yearEnd}  ${how}`, () =>
      ask(this.#api, periods.close, { params: { id: this.#entity.id }, body: { year_end: yearEnd } }),
    )
  lock = (through: string) =>
    this.act(`${through}  Lock the books`, async () => {
      const { status } = await lockBooks(this.#api, this.#entity.id, through, 'Year-end')
      expect(status).toBe(201)
    })

  /** The states of all runs, newest last. */
  async runs(): Promise<void> {
    const runs = await ask(this.#api, valuations.list, { query: { portfolioId: this.of.portfolioId } })
    const states = runs
      .toReversed()
      .map(({ date, state, difference }) => `${date} ${state} ${money(difference)}`)
    this.lines.push('', `  Runs: ${states.join('; ')}`)
  }

  /** Profit and loss, and other comprehensive income, of a period. */
  async result(startDate: string, endDate: string): Promise<void> {
    const { data } = await ask(this.#api, statements.profitLoss, {
      query: { startDate, endDate, portfolio: this.of.portfolioId },
    })
    const { totals, valuation } = data
    this.lines.push(
      '',
      `  ${dayInWords(startDate)} to ${dayInWords(endDate)}: unrealized gains ${money(totals.unrealized_capital_gains)}, realized gains ${money(totals.realized_capital_gains)}, together ${money(totals.unrealized_capital_gains + totals.realized_capital_gains)} before fees; other comprehensive income ${money(totals.other_comprehensive_income)}`,
    )
    if (valuation.message !== null) this.lines.push(`    ${valuation.message}`)
  }

  /** Shares by trade date and by posting date, with the line that reconciles them. */
  async held(date: string, price: number): Promise<void> {
    const [posted] = await postedHoldings(this.#api.database, [this.of.id], date)
    const [traded] = (
      await this.#api.call<{ quantity: number; costValue: number }[]>(
        `GET /transaction-entries/portfolio/${this.of.portfolioId}/positions`,
        { query: { asOf: date } },
      )
    ).body
    const [byTrade, byPosting] = [Number(traded?.quantity ?? 0), Number(posted?.quantity ?? 0n)]
    const cost = Number(traded?.costValue ?? 0) - Number(posted?.cost ?? 0n) / 100
    const between = byTrade - byPosting
    this.lines.push(
      '',
      `  Shares on ${dayInWords(date)}: ${byTrade.toLocaleString('en')} by trade date, ${byPosting.toLocaleString('en')} by posting date${between === 0 ? '' : `; between them ${between} shares, cost ${money(cost)}, value ${money(between * price)}`}`,
    )
  }

  async end(): Promise<string[]> {
    expect(await verifyBooks(this.#api.database, { portfolioId: this.of.id })).toEqual([])
    return this.lines
  }
}

async function write(api: Api, books: Books): Promise<string> {
  const at = (date: string) => api.clock.set(date)
  const prices = async (of: Record<string, number>) => {
    for (const [date, price] of Object.entries(of)) await recordPrices(api, date, { 'JKH.N0000': price })
  }
  const text: string[] = []

  await prices({ '2026-03-31': 22, '2026-04-30': 24 })
  const first = await Story.begin(books, '1.1 FVOCI, capitalised fees, part sale after the run', 'FVOCI')
  await first.buy('2026-01-05', 1000, 20)
  await first.run('2026-03-31')
  await first.sell('2026-04-07', 400, 25)
  await first.run('2026-04-30')
  await first.result('2026-04-01', '2026-04-30')
  text.push(...(await first.end()))

  await prices({ '2026-03-31': 26, '2026-04-30': 25 })
  const second = await Story.begin(books, '1.2 FVTPL across a year-end, sale in between (WAP)', 'FVTPL')
  await second.buy('2026-01-05', 1000, 20)
  await second.run('2026-03-31')
  await second.close('2026-03-31')
  await second.sell('2026-04-08', 400, 28)
  await second.run('2026-04-30')
  await second.result('2026-04-01', '2026-04-30')
  await second.result('2026-04-01', '2026-04-20')
  text.push(...(await second.end()))

  const late = async (title: string, locked: boolean) => {
    const story = await Story.begin(books, title, 'FVTPL')
    at('2026-04-30')
    await story.buy('2026-01-05', 1000, 20)
    await story.run('2026-03-31')
    await story.close('2026-03-31')
    await story.sell('2026-04-08', 400, 28)
    await story.run('2026-04-30')
    if (locked) await story.lock('2026-03-31')
    at('2026-05-05')
    await story.buy('2026-03-30', 200, 21, locked ? '?openPeriod=1' : '', ', recorded on 2026-05-05')
    await story.runs()
    if (locked) await story.run('2026-03-31', 200)
    else await story.run('2026-03-31')
    await story.run('2026-04-30')
    if (!locked) await story.close('2026-03-31', 'Close the year again, for the difference')
    await story.runs()
    await story.held('2026-03-31', 26)
    await story.result('2026-04-01', '2026-04-30')
    text.push(...(await story.end()))
  }
  await late('1.3 Late buy before the year-end, books not locked', false)
  await late('1.3 Late buy before the year-end, books locked through it', true)

  for (const treatment of ['FVTPL', 'FVOCI']) {
    const story = await Story.begin(books, `1.5 Opening position with a fair value, ${treatment}`, treatment)
    await story.act(
      '2026-04-01  Books begin: 1,000 shares, cost 20,000.00 (charges 224.00), worth 26,000.00',
      () =>
        ask(api, openings.recordLots, {
          params: { portfolio: story.of.portfolioId },
          body: {
            openingDate: '2026-04-01',
            rows: [
              {
                symbol: 'JKH.N0000',
                quantity: 1000,
                cost: 20_000,
                charges: 224,
                fairValue: 26_000,
                tradeDate: '2025-06-02',
              },
            ],
          },
        }),
    )
    await story.run('2026-04-30')
    await story.result('2026-04-01', '2026-04-30')
    text.push(...(await story.end()))
  }
  return `${PROSE}${text.join('\n')}\n`
}

/** The lines of the vectors: the file must contain each of them. */
const VECTORS = [
  // 1.1
  '2026-01-05  1100 20,000.00, 1105 224.00 / 2100 20,224.00',
  '2026-03-31  1110 1,776.00 / 3200 1,776.00',
  '2026-04-01  3200 1,776.00 / 1110 1,776.00',
  '2026-04-07  1200 9,888.00, 6010 64.00, 6020 8.40, 6030 1.20, 6040 1.20, 6050 7.20, 6060 30.00, 3200 1,910.40 / 1100 8,000.00, 1105 89.60, 3200 1,910.40, 3100 1,910.40',
  '2026-04-30  1110 2,265.60 / 3200 2,265.60',
  '2026-05-01  3200 2,265.60 / 1110 2,265.60',
  'together 0.00 before fees; other comprehensive income 2,400.00',
  // 1.2
  '2026-03-31  1110 6,000.00 / 4110 6,000.00',
  '2026-04-01  4110 6,000.00 / 1110 6,000.00',
  '2026-04-08  1200 11,074.57, 6010 71.68, 6020 9.41, 6030 1.34, 6040 1.34, 6050 8.06, 6060 33.60 / 1100 8,000.00, 4100 3,200.00',
  '2026-04-30  1110 3,000.00 / 4110 3,000.00',
  '01 Apr 2026 to 30 Apr 2026: unrealized gains -3,000.00, realized gains 3,200.00, together 200.00',
  '01 Apr 2026 to 20 Apr 2026: unrealized gains -6,000.00, realized gains 3,200.00',
  'Investments at cost, not valued on this date',
  // 1.3, not locked
  '2026-03-31  1110 7,000.00 / 4110 7,000.00',
  '2026-04-01  4110 7,000.00 / 1110 7,000.00',
  '3100 952.97',
  '2026-04-08  4100 66.67 / 1100 66.67',
  '2026-04-30  1110 3,866.67 / 4110 3,866.67',
  'together 0.00 before fees',
  // 1.3, locked
  '2026-04-01  1100 4,200.00, 6010 26.88',
  '/ 2100 4,247.03   (belongs to 2026-03-30)',
  'Shares on 31 Mar 2026: 1,200 by trade date, 1,000 by posting date; between them 200 shares, cost 4,200.00, value 5,200.00',
  'together 1,000.00 before fees',
  // 1.5
  '2026-04-01  1110 6,000.00 / 3100 6,000.00',
  '2026-04-02  4110 6,000.00 / 1110 6,000.00',
  '2026-04-30  1110 5,000.00 / 4110 5,000.00',
  '2026-04-01  1110 5,776.00 / 3200 5,776.00',
  '2026-04-02  3200 5,776.00 / 1110 5,776.00',
  '2026-04-30  1110 4,776.00 / 3200 4,776.00',
  'unrealized gains -1,000.00',
  'other comprehensive income -1,000.00',
]

test('the worked vectors, as the books show them', async () => {
  const api = await startApi({ edition: 'premium', today: '2026-05-05' })
  const text = await write(api, await startBooks(api))
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, text)
  for (const line of VECTORS) expect(text).toContain(line)
  expect(text).toBe(readFileSync(FILE, 'utf8'))
})
