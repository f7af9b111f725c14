import { holdings } from '@em/contract/holdings/holdings'
import { journal } from '@em/contract/journal/journal'
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { addDays } from '@em/core/values/dates'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'

let api: Api
let books: Books

/** Today is Monday 2026-06-15: buys of that day and of Friday are not settled. */
const TODAY = '2026-06-15'
const DAYS = [
  '2026-03-31',
  '2026-04-30',
  '2026-05-04',
  '2026-05-29',
  '2026-06-01',
  '2026-06-10',
  '2026-06-12',
  TODAY,
]
const SETTLED: Record<string, string> = {
  '2026-03-31': '2026-04-06',
  '2026-04-30': '2026-05-05',
  '2026-05-04': '2026-05-06',
  '2026-05-29': '2026-06-02',
  '2026-06-01': '2026-06-03',
  '2026-06-10': '2026-06-12',
  '2026-06-12': '2026-06-16',
  [TODAY]: '2026-06-17',
}
const SECURITIES = [
  { symbol: 'JKH.N0000', companyName: 'John Keells Holdings PLC' },
  { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' },
  { symbol: 'COMB.X0000', companyName: 'Commercial Bank of Ceylon PLC' },
]

beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  for (const portfolioId of ['GROW', 'HOLD']) {
    await ask(api, journal.create, {
      body: {
        date: '2026-03-02',
        description: 'Opening capital',
        lines: [
          { account_code: '1010', debit: 50_000_000, portfolioId, settlementAccount: books.bank },
          { account_code: '3000', credit: 50_000_000, portfolioId },
        ],
      },
    })
  }
  // Not in order of dates, so that entries and dates run against each other.
  for (let number = 0; number < 40; number += 1) {
    const tradeDate = DAYS[(number * 5) % DAYS.length] ?? TODAY
    await books.bought({
      ...SECURITIES[number % 3],
      portfolioId: number % 4 === 0 ? 'HOLD' : 'GROW',
      quantity: 100 + number * 37,
      price: (10 + number * 0.3).toFixed(2),
      contractNumber: `B-${number}`,
      settlementAccount: number % 5 === 0 ? books.cheque : books.bank,
      tradeDate,
      settlementDate: SETTLED[tradeDate],
    })
  }
})

interface Line {
  entry_id: number
  line_no: number
  entry_date: string
  account_code: string
  portfolio: string | null
  cents: number
}
/** Every line of the database in ledger order; amounts in cents. */
async function allLines(): Promise<Line[]> {
  return api.database.query(
    `SELECT l.entry_id, l.line_no, l.entry_date, a.account_code, p.portfolio_id AS portfolio, ((l.debit - l.credit) * 100)::bigint AS cents
       FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id LEFT JOIN portfolios p ON p.id = l.portfolio_id
      ORDER BY l.entry_date, l.entry_id, l.line_no`,
  )
}
const inCents = (rupees: number) => Math.round(rupees * 100)

/** Follows the cursor to the end. */
async function paged(query: object): Promise<{ rows: LedgerEntry[]; total: number }> {
  const rows: LedgerEntry[] = []
  let cursor: string | undefined
  let total = 0
  do {
    const page = await api.call<LedgerEntry[]>(ledger.list, { query: { ...query, cursor } })
    expect(page.status).toBe(200)
    rows.push(...page.body)
    total = Number(page.headers['x-total-count'])
    cursor = page.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return { rows, total }
}

describe('the general ledger', () => {
  test.each([
    [{}],
    [{ portfolioId: 'GROW' }],
    [{ portfolioId: 'HOLD', account_code: '1010' }],
    [{ account_code: '2100', from: '2026-05-01', to: '2026-06-12' }],
    [{ status: 'Pending' }],
    [{ status: 'Posted', transaction_type: 'Bank Payment' }],
    [{ search: 'sampath' }],
  ])('with %j shows running balances that equal a naive sum', async (query: Record<string, string>) => {
    const running = new Map<string, number>()
    const naive = new Map<string, number>()
    for (const line of await allLines()) {
      if (query['portfolioId'] !== undefined && line.portfolio !== query['portfolioId']) continue
      const balance = (running.get(line.account_code) ?? 0) + line.cents
      running.set(line.account_code, balance)
      naive.set(`${line.entry_id}-${line.line_no}`, balance)
    }
    const { rows, total } = await paged({ ...query, limit: 37 })
    expect(rows.length).toBe(total)
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows)
      expect([row.id, inCents(row.balance ?? Number.NaN)]).toEqual([row.id, naive.get(row.id)])
  })

  test('is paged complete, without repeats, newest first, whatever the size of the page', async () => {
    const whole = await api.ask(ledger.list)
    expect(whole).toHaveLength((await allLines()).length)
    for (const limit of [7, 100]) {
      const { rows, total } = await paged({ limit })
      expect(total).toBe(whole.length)
      expect(rows).toEqual(whole)
    }
    // Line by line those of one account: each page is a request.
    const cash = await ask(api, ledger.list, { query: { account_code: '1010' } })
    expect(cash.length).toBeGreaterThan(3)
    expect((await paged({ account_code: '1010', limit: 1 })).rows).toEqual(cash)
    const keys = whole.map((row) => [row.date, row.entry_id, row.line_no] as const)
    expect(keys).toEqual(
      keys.toSorted((a, b) => (a[0] === b[0] ? b[1] - a[1] || b[2] - a[2] : a[0] < b[0] ? 1 : -1)),
    )
  })

  test('shows the trade, portfolio and security of a line, and on cash its settlement account', async () => {
    const [cash] = await ask(api, ledger.list, {
      query: { account_code: '1010', search: 'Sampath', status: 'Posted' },
    })
    expect(cash).toMatchObject({
      account_name: 'Cash at Bank',
      symbol: 'SAMP.N0000',
      transaction_type: 'Bank Payment',
      kind: 'settlement',
      description: 'Purchase Sampath Bank PLC shares',
      reference: expect.stringMatching(/^BUY-/),
      transaction_account_name: expect.stringMatching(/ account$/),
      bank_name: 'Bank of Ceylon',
      payment_method: expect.stringMatching(/^(Cheque|Bank Transfer)$/),
    })
  })

  test.each([
    [{ portfolioId: 'NONE' }, 404],
    [{ from: '2026-02-30' }, 400],
    [{ status: 'Lost' }, 400],
    [{ cursor: '2026-99-99_1_1' }, 400],
    [{ cursor: "'; --" }, 400],
    [{ limit: 0 }, 400],
    [{ search: '\u0000' }, 400],
  ])('refuses %j', async (query, status) => {
    expect((await api.call(ledger.list, { query })).status).toBe(status)
  })

  test('is for signed-in users', async () => {
    for (const route of [
      ledger.list,
      trialBalance.get,
      trialBalance.account,
      holdings.overview,
      holdings.valued,
    ]) {
      expect((await api.call(route, { token: null, params: { id: 1, code: '1010' } })).status).toBe(401)
    }
  })
})

describe('a settlement that lies ahead', () => {
  test('is pending, and no balance counts it before its date', async () => {
    const pending = await ask(api, ledger.list, { query: { status: 'Pending', account_code: '1010' } })
    expect(new Set(pending.map((line) => line.date))).toEqual(new Set(['2026-06-16', '2026-06-17']))
    const cashUntil = async (day: string) =>
      (await allLines())
        .filter((line) => line.account_code === '1010' && line.entry_date <= day)
        .reduce((sum, line) => sum + line.cents, 0)
    const cashIn = async (query: object) => {
      const { data } = await ask(api, trialBalance.get, { query })
      const cash = data.accountsByType['Asset']?.find((account) => account.account_code === '1010')
      return inCents(cash?.net_balance ?? 0)
    }
    expect(await cashIn({})).toBe(await cashUntil(TODAY))
    expect(await cashIn({ endDate: '2026-12-31' })).toBe(await cashUntil(TODAY))
    const overview = await api.ask(holdings.overview)
    expect(inCents(overview.data.summary.cashBalance)).toBe(await cashUntil(TODAY))

    api.clock.set('2026-06-16')
    expect(await cashIn({})).toBe(await cashUntil('2026-06-16'))
    expect(await cashUntil('2026-06-16')).not.toBe(await cashUntil(TODAY))
    const left = await ask(api, ledger.list, { query: { status: 'Pending', account_code: '1010' } })
    expect(new Set(left.map((line) => line.date))).toEqual(new Set(['2026-06-17']))
    api.clock.set(TODAY)
  })
})

describe('the trial balance', () => {
  const day = fc.integer({ min: 0, max: 140 }).map((number) => addDays('2026-02-20', number))

  test('of any range and portfolio equals the sums of the lines', async () => {
    const lines = await allLines()
    await fc.assert(
      fc.asyncProperty(
        fc.option(day, { nil: null }),
        day,
        fc.constantFrom('all', 'GROW', 'HOLD'),
        async (start, end, portfolio) => {
          const startDate = start !== null && start > end ? end : start
          const { data } = await ask(api, trialBalance.get, {
            query: { startDate, endDate: end, portfolio } as never,
          })
          const until = end > TODAY ? TODAY : end
          const expected = new Map<string, { opening: number; debit: number; credit: number; net: number }>()
          for (const line of lines) {
            if (line.entry_date > until) continue
            if (portfolio !== 'all' && line.portfolio !== portfolio) continue
            const sums = expected.get(line.account_code) ?? { opening: 0, debit: 0, credit: 0, net: 0 }
            sums.net += line.cents
            if (startDate !== null && line.entry_date < startDate) sums.opening += line.cents
            else if (line.cents > 0) sums.debit += line.cents
            else sums.credit -= line.cents
            expected.set(line.account_code, sums)
          }
          const accounts = Object.values(data.accountsByType).flat()
          expect(
            Object.fromEntries(
              accounts.map((account) => [
                account.account_code,
                {
                  opening: inCents(account.opening_balance),
                  debit: inCents(account.period_debit),
                  credit: inCents(account.period_credit),
                  net: inCents(account.net_balance),
                },
              ]),
            ),
          ).toEqual(Object.fromEntries(expected))
          expect(data.totals.is_balanced).toBe(true)
          expect(data.totals.total_debits).toBe(data.totals.total_credits)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('opens an account with its entries, which add up to its movement', async () => {
    const query = { startDate: '2026-05-01', endDate: '2026-06-03', portfolio: 'GROW' }
    const { data } = await ask(api, trialBalance.account, { params: { code: '2100' }, query })
    const lines = (await allLines()).filter(
      (line) =>
        line.account_code === '2100' &&
        line.portfolio === 'GROW' &&
        line.entry_date >= '2026-05-01' &&
        line.entry_date <= '2026-06-03',
    )
    expect(data.entry_count).toBe(lines.length)
    expect(data.entries).toHaveLength(lines.length)
    const moved = data.entries.reduce((sum, entry) => sum + inCents(entry.debit) - inCents(entry.credit), 0)
    expect(moved).toBe(inCents(data.totals.total_debit) - inCents(data.totals.total_credit))
    expect(inCents(data.totals.opening_balance) + moved).toBe(inCents(data.totals.net_balance))
  })

  test('refuses dates and filters that it cannot answer', async () => {
    const statusOf = async (query: object) => (await api.call(trialBalance.get, { query })).status
    expect(await statusOf({ startDate: '2026-06-02', endDate: '2026-06-01' })).toBe(400)
    expect(await statusOf({ endDate: 'today' })).toBe(400)
    expect(await statusOf({ portfolio: 'NONE' })).toBe(404)
    expect((await api.call(trialBalance.account, { params: { code: '9999' } })).status).toBe(404)
  })
})

describe('positions', () => {
  interface Held {
    symbol: string
    quantity: number
    cost: number
    charges: number
  }
  /** From the versions alone, with plain sums. */
  const heldOn = async (portfolio: string, day: string): Promise<Held[]> => {
    const rows = await api.database.query<{
      symbol: string
      quantity: number
      cost: number
      charges: number
    }>(
      `SELECT e.symbol, sum(v.quantity)::bigint AS quantity, (sum(v.gross) * 100)::bigint AS cost, (sum(v.net - v.gross) * 100)::bigint AS charges
         FROM trades t JOIN trade_versions v ON v.trade_id = t.id JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
        WHERE p.portfolio_id = $1 AND v.trade_date <= $2 GROUP BY 1 ORDER BY 1`,
      [portfolio, day],
    )
    return rows
  }

  test.each([...DAYS, '2026-03-30', '2026-05-17', '2027-01-01'])(
    'as of %s are what was bought by then',
    async (asOf) => {
      for (const portfolio of ['GROW', 'HOLD']) {
        const held = await ask(api, holdings.valued, { params: { id: portfolio }, query: { asOf } })
        expect(
          held
            .map(({ symbol, quantity, costValue, charges }) => ({
              symbol,
              quantity,
              cost: inCents(costValue),
              charges: inCents(charges),
            }))
            .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)),
        ).toEqual(await heldOn(portfolio, asOf))
        for (const one of held)
          expect(one).toMatchObject({ unpriced: true, marketPrice: null, unrealizedGainLoss: 0 })
      }
    },
  )

  test('of one company: quantity, average, lots', async () => {
    const where = { portfolioId: 'GROW', symbol: 'JKH.N0000', asOf: '2026-06-01' }
    const [held] = (await heldOn('GROW', '2026-06-01')).filter(({ symbol }) => symbol === 'JKH.N0000')
    if (!held) throw new Error('nothing held')
    expect(await ask(api, holdings.totalQuantity, { query: where })).toEqual({
      total_quantity: held.quantity,
      sellable_quantity: held.quantity,
      not_listed: [],
    })
    const { wap, totalQty } = await ask(api, holdings.wap, { query: where })
    expect(totalQty).toBe(held.quantity)
    expect(wap).toBeCloseTo(held.cost / 100 / held.quantity, 3)
    const lots = await ask(api, holdings.buyLots, { query: where })
    expect(lots.reduce((sum, lot) => sum + lot.remaining_quantity, 0)).toBe(held.quantity)
    expect(lots.reduce((sum, lot) => sum + inCents(lot.remaining_cost), 0)).toBe(held.cost)
    expect(lots.map((lot) => lot.trade_date)).toEqual(lots.map((lot) => lot.trade_date).toSorted())
    const companies = await ask(api, holdings.companies, { query: { portfolioId: 'GROW' } })
    expect(companies.map((company) => company.symbol)).toContain('COMB.X0000')
  })

  test('of one company by portfolio: who held it on a day, at what cost and charges', async () => {
    for (const asOf of [...DAYS, '2027-01-01']) {
      const expected = []
      for (const portfolio of ['GROW', 'HOLD']) {
        const held = (await heldOn(portfolio, asOf)).find(({ symbol }) => symbol === 'JKH.N0000')
        if (held !== undefined) expected.push([portfolio, held.quantity, held.cost, held.charges])
      }
      const holders = await ask(api, holdings.holders, { query: { symbol: 'JKH.N0000', asOf } })
      expect(
        holders.map((one) => [one.portfolioId, one.quantity, inCents(one.costValue), inCents(one.charges)]),
      ).toEqual(expected)
    }
    expect((await api.call(holdings.holders, { query: { symbol: 'NO.N0000' } })).status).toBe(404)
    expect((await api.call(holdings.holders, { query: {} })).status).toBe(400)
  })

  test('are in the investment account at cost, in each portfolio', async () => {
    for (const portfolio of ['GROW', 'HOLD']) {
      const held = await heldOn(portfolio, TODAY)
      const { data } = await ask(api, trialBalance.get, { query: { portfolio } })
      const balanceOf = (code: string) =>
        inCents(
          Object.values(data.accountsByType)
            .flat()
            .find((account) => account.account_code === code)?.net_balance ?? 0,
        )
      expect(balanceOf('1100')).toBe(held.reduce((sum, one) => sum + one.cost, 0))
      const charges = held.reduce((sum, one) => sum + one.charges, 0)
      const expensed = ['6010', '6020', '6030', '6040', '6050', '6060'].reduce(
        (sum, code) => sum + balanceOf(code),
        0,
      )
      // Fair value through other comprehensive income capitalises the fees.
      expect([balanceOf('1105'), expensed]).toEqual(portfolio === 'HOLD' ? [charges, 0] : [0, charges])
    }
  })

  test('refuse what is not there', async () => {
    const statusOf = async (route: Parameters<Api['call']>[0], sent: object) =>
      (await api.call<Refused>(route, sent)).status
    expect(await statusOf(holdings.valued, { params: { id: 'NONE' } })).toBe(404)
    expect(await statusOf(holdings.valued, { params: { id: 'GROW' }, query: { asOf: 'x' } })).toBe(400)
    expect(await statusOf(holdings.wap, { query: { portfolioId: 'GROW' } })).toBe(400)
    expect(await statusOf(holdings.wap, { query: { portfolioId: 'GROW', symbol: 'NO.N0000' } })).toBe(404)
    expect(await statusOf(holdings.buyLots, { query: { symbol: 'JKH.N0000' } })).toBe(400)
  })
})
