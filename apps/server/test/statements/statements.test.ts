/** Statements after all sorts of postings, held against plain sums over every line of the database. */
import { periods } from '@em/contract/periods/periods'
import { statements } from '@em/contract/statements/statements'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { addDays } from '@em/core/values/dates'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { chartOfAccounts } from '../../src/features/chart-of-accounts/chart.queries.ts'
import { postEntries } from '../../src/features/ledger/posting/post-entries.commands.ts'
import { settledBySign } from '../../src/features/statements/cash-flow.settled.ts'
import { storedSumsAt } from '../../src/features/statements/statements.balances.ts'
import { sendAudits } from '../../src/platform/acts.ts'
import { acceptsNothing } from '../../src/platform/recorded-by.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

const TODAY = '2026-06-15'
const MARKET_DAYS = [
  '2026-01-05',
  '2026-01-30',
  '2026-02-27',
  '2026-03-03',
  '2026-03-31',
  '2026-04-30',
  '2026-05-05',
  '2026-06-12',
]
let api: Api
let books: Books
let fund: OneHolding
let reserve: OneHolding

interface Line {
  entry_id: number
  date: string
  code: string
  type: string
  portfolio: string | null
  entity: string
  bank: number
  transaction_type: string
  kind: string
  cents: number
}
let lines: Line[]

/** Posts an entry as the system does: account code and amount in rupees, credits below zero. */
async function posted(
  date: string,
  kind: 'manual' | 'closing' | 'opening',
  portfolioId: string | null,
  amounts: readonly [code: string, rupees: number, bank?: number][],
) {
  await api.database.transaction(
    async (tx) => {
      const ids = new Map(
        (
          await tx.query<{ id: number; account_code: string }>(
            'SELECT id, account_code FROM chart_of_accounts',
          )
        ).map((row) => [row.account_code, row.id]),
      )
      const [portfolio] = await tx.query<{ id: number }>(
        'SELECT id FROM portfolios WHERE portfolio_id = $1',
        [portfolioId],
      )
      const type = { closing: 'Closing', opening: 'Opening', manual: 'Journal Entry' }[kind]
      await postEntries(
        tx,
        [
          {
            kind,
            entryDate: date,
            transactionType: type,
            description: 'A test',
            reference: null,
            lines: amounts.map(([code, rupees, bank]) => ({
              role: 'manual',
              accountId: ids.get(code) as number,
              portfolioId: portfolio?.id ?? null,
              equityId: null,
              brokerId: null,
              settlementAccountId: bank ?? null,
              debit: rupees > 0 ? BigInt(Math.round(rupees * 100)) : 0n,
              credit: rupees < 0 ? BigInt(Math.round(-rupees * 100)) : 0n,
              transactionType: type,
              description: 'A test',
            })),
          },
        ],
        { kind: 'person', id: api.user.id },
        acceptsNothing(api.user.id),
      )
      sendAudits(tx, [{ action: 'test', entity: 'test', entityId: 0 }])
    },
    'test',
    [api.user.id],
  )
}

async function readLines(): Promise<Line[]> {
  return api.database.query<Line>(
    `SELECT l.entry_id, l.entry_date AS date, a.account_code AS code, a.account_type AS type, p.portfolio_id AS portfolio,
            coalesce(p.entity, 'General') AS entity, coalesce(l.settlement_account_id, 0) AS bank, l.transaction_type, h.kind,
            ((l.debit - l.credit) * 100)::bigint AS cents
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id
       LEFT JOIN portfolios p ON p.id = l.portfolio_id`,
  )
}

/** Trades, corrected and deleted ones, of two portfolios, chosen by chance; and what a person enters by hand. */
async function happen(seed: number) {
  const action = fc.record({
    of: fc.constantFrom('fund', 'reserve'),
    what: fc.constantFrom('buy', 'buy', 'sell', 'change', 'remove'),
    day: fc.constantFrom(...MARKET_DAYS),
    quantity: fc.integer({ min: 1, max: 900 }),
    price: fc.integer({ min: 100, max: 9000 }).map((cents) => cents / 100),
    account: fc.constantFrom('bank', 'cheque'),
  })
  const bought: [OneHolding, number, string][] = []
  for (const { of, what, day, quantity, price, account } of fc.sample(action, { seed, numRuns: 40 })) {
    const holding = of === 'fund' ? fund : reserve
    const settled = { settlementAccount: account === 'bank' ? books.bank : books.cheque }
    const last = bought.at(-1)
    if (what === 'sell') await holding.sell(day, 1 + Math.floor(quantity / 20), price, settled)
    else if (what === 'buy' || last === undefined) {
      const { id, status_ } = await holding.buy(day, quantity, price, settled)
      if (status_ === 201) bought.push([holding, id, day])
    } else if (what === 'change')
      await last[0].change('buy', last[1], { quantity: quantity + 1000, version: 1, reason: 'Typed wrong' })
    else {
      bought.pop()
      await last[0].remove('buy', last[1])
    }
  }
}

beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  fund = await oneHolding(books, 'WAP')
  reserve = await oneHolding(books, 'WAP', 'FVOCI')
  const { bank, cheque } = books
  await posted('2025-12-31', 'opening', reserve.portfolioId, [
    ['1110', 250],
    ['3200', -250],
  ])
  await posted('2025-12-31', 'opening', 'GROW', [
    ['1010', 500_000, bank],
    ['3000', -500_000],
  ])
  await posted('2026-01-02', 'manual', fund.portfolioId, [
    ['1010', 900_000.55, bank],
    ['3000', -900_000.55],
  ])
  await posted('2026-01-02', 'manual', reserve.portfolioId, [
    ['1010', 700_000, cheque],
    ['3000', -700_000],
  ])
  await happen(20260615)
  // A dividend with tax withheld, charges, interest, a loan, a transfer that costs something, what is not cleared yet.
  await posted('2026-02-10', 'manual', fund.portfolioId, [
    ['1010', 850, bank],
    ['6200', 150],
    ['4200', -1000],
  ])
  await posted('2026-03-15', 'manual', fund.portfolioId, [
    ['6300', 12.5],
    ['1010', -12.5, bank],
  ])
  await posted('2026-03-31', 'manual', null, [
    ['1010', 33.33],
    ['4900', -33.33],
  ])
  await posted('2026-04-10', 'manual', 'GROW', [
    ['1010', -10_000, bank],
    ['1010', 9_990, cheque],
    ['6300', 10],
  ])
  // One bank account overdrawn, another not; clearing is an asset first and a liability later.
  await posted('2026-03-20', 'manual', 'HOLD', [
    ['1010', -800, cheque],
    ['1010', 500, bank],
    ['1300', 300],
  ])
  await posted('2026-05-02', 'manual', 'HOLD', [
    ['1010', 900],
    ['1300', -900],
  ])
  await posted('2026-05-20', 'manual', 'GROW', [
    ['1010', 77, cheque],
    ['2900', -77],
  ])
  await posted('2026-05-22', 'manual', 'GROW', [
    ['1300', 5_000],
    ['1010', -5_000, bank],
  ])
  // Mark-to-market of both treatments, a year that is closed, and an account of no type.
  await posted('2026-03-31', 'manual', fund.portfolioId, [
    ['1110', 4_321.09],
    ['4110', -4_321.09],
  ])
  await posted('2026-03-31', 'manual', reserve.portfolioId, [
    ['1110', 1_000],
    ['3200', -1_000],
  ])
  await posted('2026-03-31', 'closing', 'GROW', [
    ['6300', -4],
    ['3100', 4],
  ])
  await api.call('POST /chart-of-accounts', { body: { account_code: '9100', account_name: 'Memorandum' } })
  await posted('2026-06-01', 'manual', 'HOLD', [
    ['9100', 60],
    ['3000', -60],
  ])
  lines = await readLines()
})

const inCents = (rupees: number) => Math.round(rupees * 100)
type Scope = { portfolio?: string; entity?: string }
const within = (scope: Scope) => (line: Line) =>
  (scope.portfolio === undefined || line.portfolio === scope.portfolio) &&
  (scope.entity === undefined || line.entity === scope.entity)
const until = (day: string) => (line: Line) => line.date <= (day > TODAY ? TODAY : day)
const sum = (of: readonly Line[]) => of.reduce((total, line) => total + line.cents, 0)
const isResult = (line: Line) => ['Income', 'Expense', 'Cost of Sales'].includes(line.type)

const day = fc.integer({ min: 0, max: 220 }).map((number) => addDays('2025-12-15', number))
const scope: fc.Arbitrary<Scope> = fc.constantFrom<Scope[]>(
  {},
  { portfolio: 'GROW' },
  { portfolio: 'H1' },
  { portfolio: 'H2' },
  { entity: 'Test Fund' },
  { entity: 'General' },
  { entity: 'Test Fund', portfolio: 'HOLD' },
)
const span = fc.tuple(fc.option(day, { nil: undefined }), day).map(([start, end]) => ({
  ...(start === undefined ? {} : { startDate: start > end ? end : start }),
  endDate: start !== undefined && start > end ? start : end,
}))
const runs = { numRuns: 40 }

describe('balances at several dates', () => {
  test('are the sums of the lines, however they are grouped', async () => {
    expect(lines.length).toBeGreaterThan(150)
    expect(new Set(lines.map((line) => line.kind))).toContain('correction')
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 4 }), fc.boolean(), async (days, byBank) => {
        const storedSums = await storedSumsAt(api.database, days, { byBank, types: ['Closing'] })
        const ids = new Map(
          (
            await api.database.query<{ id: number; account_code: string }>(
              'SELECT id, account_code FROM chart_of_accounts',
            )
          ).map((row) => [row.id, row.account_code]),
        )
        for (const [index, one] of days.entries()) {
          const expected = new Map<string, number>()
          for (const line of lines.filter((line) => line.date <= one)) {
            const key = `${line.code} ${byBank ? line.bank : 0} ${line.transaction_type === 'Closing' ? 'Closing' : ''}`
            expected.set(key, (expected.get(key) ?? 0) + line.cents)
          }
          const found = new Map(
            storedSums[index]?.map((sums) => [
              `${ids.get(sums.accountId)} ${sums.bankId} ${sums.type}`,
              Number(sums.debit - sums.credit),
            ]),
          )
          expect(found).toEqual(expected)
        }
      }),
      runs,
    )
  })
})

describe('the trial balance', () => {
  test('compares with a second date, and lists the bank accounts of an account', async () => {
    await fc.assert(
      fc.asyncProperty(span, day, scope, async (period, compareDate, where) => {
        const { data } = await ask(api, trialBalance.get, {
          query: { ...period, compareDate, banks: '1', ...where },
        })
        const mine = lines.filter(within(where))
        const accounts = Object.values(data.accountsByType).flat()
        const codes = new Set(
          mine
            .filter((line) => until(period.endDate)(line) || until(compareDate)(line))
            .map((line) => line.code),
        )
        expect(new Set(accounts.map((one) => one.account_code))).toEqual(codes)
        for (const one of accounts) {
          const own = mine.filter((line) => line.code === one.account_code)
          const now = sum(own.filter(until(period.endDate)))
          const before = sum(own.filter(until(compareDate)))
          expect(
            [one.net_balance, one.compare_balance, one.change].map((value) => inCents(value ?? 0)),
          ).toEqual([now, before, now - before])
          expect(one.change_percent === null).toBe(before === 0)
          if (one.account_code === '1010')
            expect(one.bank_accounts.length).toBeGreaterThan(where.entity === 'General' ? -1 : 0)
          for (const bank of one.bank_accounts) {
            const through = own.filter((line) => line.bank === (bank.settlement_account_id ?? 0))
            expect(inCents(bank.net_balance)).toBe(sum(through.filter(until(period.endDate))))
            expect(inCents(bank.compare_balance ?? 0)).toBe(sum(through.filter(until(compareDate))))
          }
        }
        expect(data.totals.is_balanced).toBe(true)
        expect(accounts.reduce((total, one) => total + inCents(one.net_balance), 0)).toBe(0)
        expect(data.totals.compare_debits).toBe(data.totals.compare_credits)
      }),
      runs,
    )
  })

  test('names the one bank account behind an account, and none behind several', async () => {
    const bankOf = async (portfolio: string) => {
      const { data } = await ask(api, trialBalance.get, {
        query: { portfolio, banks: '1', endDate: '2026-01-02' },
      })
      return data.accountsByType['Asset']?.find((one) => one.account_code === '1010')
    }
    expect(await bankOf(fund.portfolioId)).toMatchObject({
      bank_name: 'Bank of Ceylon',
      payment_method: 'Bank Transfer',
    })
    const { data } = await ask(api, trialBalance.get, { query: { banks: '1' } })
    const cash = data.accountsByType['Asset']?.find((one) => one.account_code === '1010')
    expect(cash?.bank_name).toBeNull()
    expect(cash?.bank_accounts.map((one) => one.settlement_account_id)).toEqual([
      books.bank,
      books.cheque,
      null,
    ])
  })

  test('opens an account as profit and loss counts it', async () => {
    const of = async (query: object) =>
      (
        await ask(api, trialBalance.account, {
          params: { code: '6300' },
          query: { portfolio: 'GROW', ...query },
        })
      ).data
    const [all, without] = [await of({}), await of({ withoutClosing: '1' })]
    expect([all.totals.net_balance, all.entry_count, all.entries.length]).toEqual([6, 2, 2])
    expect([without.totals.net_balance, without.entry_count, without.entries.length]).toEqual([10, 1, 1])
  })
})

describe('the financial position', () => {
  test('balances to the cent at any date, whatever it covers', async () => {
    await fc.assert(
      fc.asyncProperty(day, fc.option(day, { nil: undefined }), scope, async (asOf, compareDate, where) => {
        const { data } = await ask(api, statements.financialPosition, {
          query: { asOf, compareDate, ...where },
        })
        const mine = lines.filter(within(where)).filter(until(asOf))
        const net = (wanted: (line: Line) => boolean) => sum(mine.filter(wanted))
        const { totals } = data
        expect(totals.is_balanced).toBe(true)
        // Credit balances of cash, by settlement account, and of clearing.
        const owed = [
          net((line) => line.code === '1300'),
          ...[books.bank, books.cheque, 0].map((bank) =>
            net((line) => line.code === '1010' && line.bank === bank),
          ),
        ].reduce((total, cents) => total + Math.max(0, -cents), 0)
        expect(inCents(totals.total_assets.balance)).toBe(
          net((line) => ['Asset', 'Other'].includes(line.type)) + owed,
        )
        expect(inCents(totals.total_liabilities.balance)).toBe(
          owed - net((line) => line.type === 'Liability') || 0,
        )
        expect(inCents(totals.result_not_closed.balance)).toBe(-net(isResult) || 0)
        expect(inCents(totals.total_equity.balance)).toBe(
          -net((line) => line.type === 'Equity' || isResult(line)) || 0,
        )
        expect(inCents(totals.total_liabilities_and_equity.balance)).toBe(
          inCents(totals.total_assets.balance),
        )
        const subtotals = [...data.assets, ...data.liabilities, ...data.equity].flatMap((group) => {
          const parts = group.accounts.reduce((total, one) => total + inCents(one.balance), 0)
          return [[group.name, parts, inCents(group.subtotal.balance)]]
        })
        for (const [name, parts, subtotal] of subtotals) expect([name, parts]).toEqual([name, subtotal])
      }),
      runs,
    )
  })

  test('presents overdrawn bank accounts, unnamed cash and clearing that is owed as liabilities, each separately', async () => {
    const of = await oneHolding(books, 'WAP')
    const { bank, cheque } = books
    const entry = (date: string, amounts: Parameters<typeof posted>[3]) =>
      posted(date, 'manual', of.portfolioId, amounts)
    await entry('2026-02-02', [
      ['1010', 1_000, bank],
      ['1010', -400, cheque],
      ['3000', -600],
    ])
    await entry('2026-05-04', [
      ['1010', -1_250.5, bank],
      ['1010', 500, cheque],
      ['1010', -30],
      ['1300', -70],
      ['6300', 850.5],
    ])
    lines = await readLines()
    const where = { portfolio: of.portfolioId }
    const { data } = await ask(api, statements.financialPosition, {
      query: { asOf: TODAY, compareDate: '2026-03-31', ...where },
    })
    const rowsOf = (groups: typeof data.assets) =>
      groups.map(({ name, accounts, subtotal }) => [
        name,
        ...accounts.map((one) => [
          one.account_code,
          one.settlement_account_id,
          one.balance_type,
          one.balance,
          one.compare_balance,
        ]),
        [subtotal.balance, subtotal.compare_balance],
      ])
    expect(rowsOf(data.assets)).toEqual([
      ['Cash at Bank', ['1010', bank, 'ZERO', 0, 1_000], ['1010', cheque, 'DR', 100, 0], [100, 1_000]],
    ])
    expect(rowsOf(data.liabilities)).toEqual([
      [
        'Bank overdrafts',
        ['1010', bank, 'CR', 250.5, 0],
        ['1010', cheque, 'ZERO', 0, 400],
        ['1010', null, 'CR', 30, 0],
        [280.5, 400],
      ],
      ['Payables', ['1300', undefined, 'CR', 70, 0], [70, 0]],
    ])
    expect(data.liabilities.flatMap(({ accounts }) => accounts.map((one) => one.account_name))).toEqual([
      'Bank Transfer account 7001, Bank of Ceylon',
      'Cheque account 7002, Bank of Ceylon',
      'Cash at Bank, no settlement account',
      'Inter-portfolio clearing (payable)',
    ])
    expect(data.totals).toMatchObject({
      is_balanced: true,
      total_assets: { balance: 100, compare_balance: 1_000 },
      total_liabilities: { balance: 350.5, compare_balance: 400 },
      net_assets: { balance: -250.5, compare_balance: 600 },
    })
    // The trial balance keeps code, type and sign; a line opens what it shows.
    const trial = await ask(api, trialBalance.get, { query: where })
    const listed = trial.data.accountsByType['Asset']?.map((one) => [one.account_code, one.net_balance])
    expect(listed).toEqual([
      ['1010', -180.5],
      ['1300', -70],
    ])
    const opened = async (settlementAccount: number) =>
      (
        await ask(api, trialBalance.account, {
          params: { code: '1010' },
          query: { ...where, settlementAccount: String(settlementAccount) },
        })
      ).data
    expect((await opened(bank)).totals.net_balance).toBe(-250.5)
    expect([(await opened(cheque)).totals.net_balance, (await opened(cheque)).entry_count]).toEqual([100, 2])
    expect((await opened(0)).entries.map((one) => one.credit)).toEqual([30])
  })

  test('shows what users entered on Retained Earnings as prior-year adjustments', async () => {
    const of = await oneHolding(books, 'WAP')
    await posted('2026-01-02', 'opening', of.portfolioId, [
      ['1010', 900, books.bank],
      ['3100', -900],
    ])
    await posted('2026-02-03', 'manual', of.portfolioId, [
      ['1010', -12.34, books.bank],
      ['3100', 12.34],
    ])
    await posted('2026-03-31', 'closing', of.portfolioId, [
      ['6300', -4],
      ['3100', 4],
    ])
    lines = await readLines()
    const where = { portfolio: of.portfolioId }
    const { data } = await ask(api, statements.financialPosition, {
      query: { compareDate: '2026-01-31', ...where },
    })
    expect(
      data.equity[0]?.accounts.map((one) => [
        one.account_code,
        one.account_name,
        one.entries,
        one.balance,
        one.compare_balance,
      ]),
    ).toEqual([
      ['3100', 'Retained Earnings', 'other', 896, 900],
      ['3100', 'Prior-year adjustments', 'manual', -12.34, 0],
      [null, 'Result for the period (not yet closed)', undefined, 4, 0],
    ])
    const opened = await ask(api, trialBalance.account, {
      params: { code: '3100' },
      query: { ...where, entries: 'manual' },
    })
    expect([opened.data.totals.net_balance, opened.data.entry_count]).toEqual([12.34, 1])
    const cash = await ask(api, statements.cashFlow, { query: { startDate: '2026-02-01', ...where } })
    expect(cash.data.lines.map((line) => [line.label, line.amount])).toEqual([
      ['Prior-year adjustments', -12.34],
    ])
  })

  test('shows the result that is not closed yet as a line of its own, and what a closing took over as retained', async () => {
    const { data } = await ask(api, statements.financialPosition, { query: { portfolio: 'GROW' } })
    expect(data.equity[0]?.accounts.map((one) => [one.account_code, one.account_name, one.balance])).toEqual([
      ['3000', 'Capital', 500_000],
      ['3100', 'Retained Earnings', -4],
      [null, 'Result for the period (not yet closed)', -6],
    ])
  })
})

describe('profit and loss', () => {
  test('is what income and expenses moved, closings left out, and its totals follow from its lines', async () => {
    await fc.assert(
      fc.asyncProperty(span, fc.option(span, { nil: undefined }), scope, async (period, other, where) => {
        const query = {
          ...period,
          ...(other === undefined
            ? {}
            : { compareStartDate: other.startDate, compareEndDate: other.endDate }),
          ...where,
        }
        const { data } = await ask(api, statements.profitLoss, { query })
        const net = ({ startDate, endDate }: { startDate?: string; endDate: string }, wanted = isResult) =>
          -sum(
            lines
              .filter(within(where))
              .filter((line) => until(endDate)(line) && (startDate === undefined || line.date >= startDate))
              .filter((line) => line.transaction_type !== 'Closing' && wanted(line)),
          ) || 0
        const { totals } = data
        expect(inCents(totals.net_profit)).toBe(net(period))
        expect(inCents(totals.realized_capital_gains)).toBe(
          net(period, (line) => line.code === '4100' && line.transaction_type !== 'Journal Entry'),
        )
        expect(inCents(totals.unrealized_capital_gains)).toBe(net(period, (line) => line.code === '4110'))
        const isTax = (line: Line) => line.code === '6200'
        expect(inCents(totals.total_expenses)).toBe(
          -net(period, (line) => line.type === 'Expense' && !isTax(line)) || 0,
        )
        expect(inCents(totals.withholding_tax)).toBe(-net(period, isTax) || 0)
        expect(inCents(totals.operating_profit) + inCents(totals.unrealized_capital_gains)).toBe(
          inCents(totals.profit_before_tax),
        )
        expect(inCents(totals.profit_before_tax) - inCents(totals.withholding_tax)).toBe(
          inCents(totals.net_profit),
        )
        expect(inCents(totals.total_revenue) - inCents(totals.total_expenses)).toBe(
          inCents(totals.operating_profit),
        )
        const added = (categories: Record<string, { balance: number }[]>) =>
          Object.values(categories)
            .flat()
            .reduce((total, one) => total + inCents(one.balance), 0)
        expect(added(data.revenueByCategory) + added(data.otherIncomeByCategory)).toBe(
          inCents(totals.total_revenue),
        )
        expect(added(data.expensesByCategory)).toBe(inCents(totals.total_expenses))
        if (other !== undefined) expect(inCents(data.comparedTotals?.net_profit ?? 0)).toBe(net(other))
        else expect(data.comparedTotals).toBeNull()
      }),
      runs,
    )
  })

  test('lists what users entered on Realized Capital Gains apart from the gains of sales', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-03-03', 100, 10)
    await of.sell('2026-05-05', 100, 12)
    await posted('2026-05-06', 'manual', of.portfolioId, [
      ['4100', 33],
      ['1010', -33, books.bank],
    ])
    lines = await readLines()
    const query = { startDate: '2026-04-01', endDate: TODAY, portfolio: of.portfolioId }
    const { data } = await ask(api, statements.profitLoss, {
      query: { ...query, compareStartDate: '2026-01-01', compareEndDate: '2026-03-31' },
    })
    const revenue = Object.entries(data.revenueByCategory).map(([category, accounts]) => [
      category,
      accounts.map((one) => [one.account_code, one.account_name, one.balance, one.compare_balance]),
    ])
    expect(revenue).toEqual([
      ['Realized Capital Gains', [['4100', 'Realized Capital Gains', 200, 0]]],
      [
        'Manual entries on Realized Capital Gains',
        [['4100', 'Manual entries on Realized Capital Gains', -33, 0]],
      ],
    ])
    expect(data.totals).toMatchObject({ realized_capital_gains: 200, total_revenue: 167 })
    const opened = await ask(api, trialBalance.account, {
      params: { code: '4100' },
      query: { ...query, entries: 'other', withoutClosing: '1' },
    })
    expect(opened.data.totals.net_balance).toBe(-200)
  })

  test('is the movement of the equity that comes from results', async () => {
    const startDate = '2026-04-01'
    const { data } = await ask(api, statements.profitLoss, { query: { startDate, endDate: TODAY } })
    const at = async (asOf: string) =>
      (await ask(api, statements.financialPosition, { query: { asOf } })).data.totals.result_not_closed
        .balance
    // Nothing was closed after the start, so the open result moved by the profit alone.
    expect(inCents(data.totals.net_profit)).toBe(inCents(await at(TODAY)) - inCents(await at('2026-03-31')))
  })

  test('keeps gains of FVOCI portfolios out of profit, in other comprehensive income', async () => {
    const { data } = await ask(api, statements.profitLoss, { query: { portfolio: reserve.portfolioId } })
    const mine = lines.filter((line) => line.portfolio === reserve.portfolioId && line.date <= TODAY)
    const moved = -sum(
      mine.filter((line) => ['3200', '3100'].includes(line.code) && line.transaction_type !== 'Opening'),
    )
    expect(inCents(data.totals.other_comprehensive_income)).toBe(moved)
    expect(moved).not.toBe(100_000)
    expect(data.totals.realized_capital_gains).toBe(0)
    expect(inCents(data.totals.total_comprehensive_income)).toBe(
      inCents(data.totals.net_profit) + inCents(data.totals.other_comprehensive_income),
    )
  })
})

describe('cash movements', () => {
  const label = (line: Line) => {
    if (line.code === '2100') return 'purchases'
    if (line.code === '1200') return 'sales'
    if (line.code === '4200' || line.code === '6200') return 'dividends'
    if (line.code === '1300') return 'between_portfolios'
    if (line.code === '2900') return 'suspense'
    if (line.code === '3100') return 'prior_year'
    return { Equity: 'capital', Income: 'income', Expense: 'expenses' }[line.type] ?? 'other_assets'
  }

  async function holds(period: { startDate?: string; endDate: string }, where: Scope) {
    const { data } = await ask(api, statements.cashFlow, { query: { ...period, ...where } })
    const mine = lines.filter(within(where)).filter(until(period.endDate))
    const cash = mine.filter((line) => line.code === '1010')
    const before = cash.filter((line) => period.startDate !== undefined && line.date < period.startDate)
    expect(data.is_tied).toBe(true)
    expect([data.opening, data.closing].map(inCents)).toEqual([sum(before), sum(cash)])
    expect(data.lines.reduce((total, line) => total + inCents(line.amount), 0)).toBe(inCents(data.change))
    for (const account of data.accounts) {
      const own = cash.filter((line) => line.bank === (account.settlement_account_id ?? 0))
      expect(inCents(account.closing)).toBe(sum(own))
      expect(inCents(account.opening)).toBe(sum(own.filter((line) => before.includes(line))))
    }
    expect(data.accounts.reduce((total, one) => total + inCents(one.closing), 0)).toBe(sum(cash))
    // By kind: the other side of cash, in the entries of the period that have cash.
    const period_ = mine.filter((line) => period.startDate === undefined || line.date >= period.startDate)
    const touched = new Set(period_.filter((line) => line.code === '1010').map((line) => line.entry_id))
    const expected = new Map<string, number>()
    for (const line of period_) {
      if (line.code === '1010' || !touched.has(line.entry_id)) continue
      const key = line.kind === 'opening' ? 'opening_balances' : label(line)
      expected.set(key, (expected.get(key) ?? 0) - line.cents)
    }
    expect(new Map(data.lines.map((line) => [line.key as string, inCents(line.amount)]))).toEqual(
      new Map([...expected].filter(([, cents]) => cents !== 0)),
    )
    return data
  }

  test('tie to the balance of 1010 to the cent and show what cash was for, at any date and for any books', async () => {
    await fc.assert(
      fc.asyncProperty(span, scope, async (period, where) => {
        await holds(period, where)
      }),
      runs,
    )
  })

  test('of settled trades are read off the kept balances, corrections and deletions included', async () => {
    const accounts = await chartOfAccounts(api.database, { from: '2025-12-31', to: TODAY })
    const period = { startDate: '2026-01-01', endDate: TODAY }
    const [start = [], end = []] = await storedSumsAt(api.database, ['2025-12-31', TODAY], {
      byBank: true,
      types: ['Bank Payment'],
    })
    const everything = { portfolioIds: null, portfolio: null, entity: null }
    const settled = await settledBySign(api.database, {
      span: period,
      scope: everything,
      accounts,
      start,
      end,
    })
    expect(settled?.map((line) => line.bankId)).toContain(books.cheque)
    const { data } = await ask(api, statements.cashFlow, { query: period })
    for (const key of ['purchases', 'sales']) {
      const amount = settled?.reduce(
        (total, line) => (line.key === key ? total + Number(line.amount) : total),
        0,
      )
      expect([key, amount]).toEqual([key, inCents(data.lines.find((line) => line.key === key)?.amount ?? 0)])
    }
  })

  test('show a transfer with its charge per bank account', async () => {
    const data = await holds({ startDate: '2026-04-10', endDate: '2026-04-10' }, { portfolio: 'GROW' })
    expect(
      data.accounts.map((one) => [
        one.settlement_account_id,
        one.lines.map((line) => [line.key, line.amount]),
      ]),
    ).toEqual([
      [
        books.bank,
        [
          ['expenses', -10],
          ['between_accounts', -9_990],
        ],
      ],
      [books.cheque, [['between_accounts', 9_990]]],
    ])
    expect(data.lines.map((line) => [line.label, line.amount])).toEqual([['Expenses paid', -10]])
  })

  test('are read entry by entry where the side of cash does not decide: a sale whose fees exceed it', async () => {
    const story = await oneHolding(books, 'WAP')
    const fees = {
      brokerage: 50,
      cseFees: 0,
      cdsFees: 0,
      clearingFees: 0,
      sec: 0,
      stl: 0,
      feeSource: 'manual',
    }
    await story.buy('2026-05-05', 10, 10)
    const sold = await story.sell('2026-05-05', 1, 1, fees)
    expect([sold.status_, sold['net_value']]).toEqual([201, -49])
    lines = await readLines()
    const data = await holds({ endDate: TODAY }, { portfolio: story.portfolioId })
    expect(data.lines.find((line) => line.key === 'sales')?.amount).toBe(-49)
    await holds({ startDate: '2026-02-01', endDate: TODAY }, {})
  })
})

describe('a wrong question', () => {
  test.each([
    [statements.profitLoss, { startDate: '2026-06-02', endDate: '2026-06-01' }, 400],
    [statements.profitLoss, { compareStartDate: '2026-01-01' }, 400],
    [statements.profitLoss, { compareStartDate: '2026-02-01', compareEndDate: '2026-01-01' }, 400],
    [statements.cashFlow, { entity: 'NONE' }, 404],
    [statements.financialPosition, { portfolio: 'NONE' }, 404],
    [statements.financialPosition, { portfolio: 'GROW', entity: 'General' }, 400],
    [statements.financialPosition, { asOf: '2026-02-30' }, 400],
    [trialBalance.get, { compareDate: 'yesterday' }, 400],
    [trialBalance.get, { entity: 'NONE' }, 404],
  ])('%# is refused', async (route, query, status) => {
    const answer = await api.call<Refused>(route, { query })
    expect([answer.status, typeof answer.body.message]).toEqual([status, 'string'])
  })

  test('dates ahead count as today', async () => {
    const { data } = await ask(api, statements.financialPosition, {
      query: { asOf: '2027-01-01', compareDate: '2027-01-01' },
    })
    expect([data.asOf, data.compareDate, data.totals.total_assets.change]).toEqual([TODAY, TODAY, 0])
    const pl = await ask(api, statements.profitLoss, { query: { endDate: '2027-01-01' } })
    expect(pl.data.period.endDate).toBe(TODAY)
  })
})

test('a year-end closing leaves profit and loss as it was, and takes the result to Retained Earnings', async () => {
  const where = { entity: 'Test Fund' }
  const year = { startDate: '2025-04-01', endDate: '2026-03-31', ...where }
  const profit = async () => (await ask(api, statements.profitLoss, { query: year })).data.totals
  const equity = async (asOf: string) =>
    (await ask(api, statements.financialPosition, { query: { asOf, ...where } })).data.totals
  const [before, open] = [await profit(), await equity('2026-03-31')]
  expect(open.result_not_closed.balance).not.toBe(0)
  const entity = (await api.ask(periods.list)).find((one) => one.name === where.entity)
  const closed = await api.call(periods.close, {
    params: { id: entity?.id },
    body: { year_end: '2026-03-31' },
  })
  expect(closed.status).toBe(201)
  expect({ ...(await profit()), generated_date: '' }).toEqual({ ...before, generated_date: '' })
  const after = await equity('2026-03-31')
  expect([after.result_not_closed.balance, after.total_equity.balance, after.is_balanced]).toEqual([
    0,
    open.total_equity.balance,
    true,
  ])
  expect((await equity(TODAY)).is_balanced).toBe(true)
  // The result of the days since is not yet closed.
  const since = { startDate: '2026-04-01', endDate: TODAY, ...where }
  const { data } = await ask(api, statements.profitLoss, { query: since })
  expect((await equity(TODAY)).result_not_closed.balance).toBe(data.totals.net_profit)
})
