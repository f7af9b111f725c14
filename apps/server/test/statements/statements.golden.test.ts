/**
 * The books of a small fund, complete, and their statements: apps/server/test/golden/
 * small-fund-statements.txt, for an accountant to read. GOLDEN_UPDATE=1 writes it anew; the difference in git is the review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { journal } from '@em/contract/journal/journal'
import { ledger } from '@em/contract/ledger/ledger'
import { statements } from '@em/contract/statements/statements'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { formatDecimal, parseTyped } from '@em/core/values/decimal'
import { expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'

const FILE = new URL('../golden/small-fund-statements.txt', import.meta.url)
const TODAY = '2026-06-15'
const YEAR = { startDate: '2026-01-01', endDate: '2026-06-15' }

const PROSE = `The first half year of a small fund (FVTPL, weighted average, two bank accounts), and its statements.

  2025-12-30  Capital of 2,000,000.00 is paid into the transfer account; 300,000.00 of it goes on to the cheque account.
  2026-01-05  Buy 10,000 JKH at 20.00, settled 2026-01-07 by transfer.
  2026-03-03  Buy 5,000 JKH at 26.00, settled 2026-03-05 by cheque. The average is now 22.0000.
  2026-03-31  The bank charges 500.00.
  2026-04-30  Sell 6,000 JKH at 25.00, settled 2026-05-05: cost taken out 132,000.00, gain 18,000.00.
  2026-05-20  A dividend of 9,000.00 less 15 % tax withheld comes in.
  2026-05-29  A deposit of 1,234.00 comes in and nobody knows yet what it is for.
  2026-06-12  Buy 1,000 JKH at 24.00, settled 2026-06-16: the day after the statements are made, so it is still owed.
`

async function play(api: Api, books: Books): Promise<string> {
  const fund = await oneHolding(books, 'WAP')
  const { bank, cheque } = books
  const post = (
    date: string,
    description: string,
    lines: readonly [code: string, amount: number, account?: number][],
  ) =>
    ask(api, journal.create, {
      body: {
        date,
        description,
        lines: lines.map(([account_code, amount, settlementAccount]) => ({
          account_code,
          ...(amount > 0 ? { debit: amount } : { credit: -amount }),
          portfolioId: fund.portfolioId,
          ...(settlementAccount === undefined ? {} : { settlementAccount }),
        })),
      },
    })
  await post('2025-12-30', 'Capital', [
    ['1010', 2_000_000, bank],
    ['3000', -2_000_000],
  ])
  await post('2025-12-30', 'Transfer', [
    ['1010', 300_000, cheque],
    ['1010', -300_000, bank],
  ])
  const done = [
    await fund.buy('2026-01-05', 10_000, 20, { settlementDate: '2026-01-07' }),
    await fund.buy('2026-03-03', 5_000, 26, { settlementDate: '2026-03-05', settlementAccount: cheque }),
    await fund.sell('2026-04-30', 6_000, 25, { settlementDate: '2026-05-05' }),
    await fund.buy('2026-06-12', 1_000, 24, { settlementDate: '2026-06-16' }),
  ]
  expect(done.map(({ status_ }) => status_)).toEqual([201, 201, 201, 201])
  await post('2026-03-31', 'Bank charges', [
    ['6300', 500],
    ['1010', -500, bank],
  ])
  await post('2026-05-20', 'Dividend', [
    ['1010', 7_650, bank],
    ['6200', 1_350],
    ['4200', -9_000],
  ])
  await post('2026-05-29', 'Unknown deposit', [
    ['1010', 1_234, bank],
    ['2900', -1_234],
  ])
  return fund.portfolioId
}

const money = (rupees: number) => {
  const parsed = parseTyped(String(rupees), 2)
  if (!parsed.ok) throw new Error(`no amount: ${rupees}`)
  return formatDecimal(parsed.units, 2, { grouping: true })
}
const line = (label: string, ...amounts: (number | null)[]) =>
  `  ${label.padEnd(52)}${amounts.map((amount) => (amount === null ? '' : money(amount)).padStart(16)).join('')}`.trimEnd()
const rule = (columns = 1) => `  ${' '.repeat(52)}${'  --------------'.repeat(columns)}`
interface Shown {
  account_code: string | null
  account_name: string
  balance: number
}
const account = ({ account_code, account_name, balance }: Shown) =>
  line(`  ${account_code === null ? '    ' : account_code} ${account_name}`, balance)

/** Every statement of the fund, as text. */
async function written(api: Api, portfolio: string): Promise<string> {
  const { data: tb } = await ask(api, trialBalance.get, {
    query: { ...YEAR, portfolio, banks: '1', compareDate: '2025-12-31' },
  })
  const { data: pl } = await ask(api, statements.profitLoss, { query: { ...YEAR, portfolio } })
  const { data: fp } = await ask(api, statements.financialPosition, { query: { asOf: TODAY, portfolio } })
  const { data: cf } = await ask(api, statements.cashFlow, { query: { ...YEAR, portfolio } })
  const groups = (of: typeof fp.assets) =>
    of.flatMap((group) => [`  ${group.name}`, ...group.accounts.map(account)])
  const categories = (of: typeof pl.revenueByCategory) =>
    Object.entries(of).flatMap(([name, accounts]) => [`  ${name}`, ...accounts.map(account)])
  return [
    PROSE,
    `Trial balance, ${YEAR.startDate} to ${YEAR.endDate}, beside 2025-12-31 (debits less credits)`,
    `  ${''.padEnd(52)}${['opening', 'debit', 'credit', 'closing', '2025-12-31', 'change'].map((name) => name.padStart(16)).join('')}`,
    ...Object.values(tb.accountsByType)
      .flat()
      .flatMap((one) => [
        line(
          `${one.account_code} ${one.account_name}`,
          one.opening_balance,
          one.period_debit,
          one.period_credit,
          one.net_balance,
          one.compare_balance,
          one.change,
        ),
        ...one.bank_accounts.map((own) =>
          line(
            `       ${own.payment_method} ${own.account_number}`,
            own.opening_balance,
            own.period_debit,
            own.period_credit,
            own.net_balance,
            own.compare_balance,
            own.change,
          ),
        ),
      ]),
    line('Debit balances, credit balances', tb.totals.total_debits, tb.totals.total_credits),
    '',
    `Statement of profit or loss, ${YEAR.startDate} to ${YEAR.endDate}`,
    ...categories(pl.revenueByCategory),
    ...categories(pl.otherIncomeByCategory),
    line('Total income', pl.totals.total_revenue),
    ...categories(pl.expensesByCategory),
    line('Total expenses', pl.totals.total_expenses),
    rule(),
    line('Operating profit', pl.totals.operating_profit),
    line('Unrealized capital gains', pl.totals.unrealized_capital_gains),
    line('Profit before tax', pl.totals.profit_before_tax),
    ...pl.taxes.map((one) => line(`  ${one.account_code} ${one.account_name}`, one.balance)),
    line('Net profit', pl.totals.net_profit),
    '',
    `Statement of financial position, as at ${TODAY}`,
    ...groups(fp.assets),
    line('Total assets', fp.totals.total_assets.balance),
    rule(),
    ...groups(fp.equity),
    line('Total equity', fp.totals.total_equity.balance),
    ...groups(fp.liabilities),
    line('Total liabilities', fp.totals.total_liabilities.balance),
    rule(),
    line('Total equity and liabilities', fp.totals.total_liabilities_and_equity.balance),
    '',
    `Statement of cash movements, ${YEAR.startDate} to ${YEAR.endDate}`,
    `  ${''.padEnd(52)}${['all', ...cf.accounts.map((one) => one.payment_method ?? '')].map((name) => name.padStart(16)).join('')}`,
    line('Opening balance', cf.opening, ...cf.accounts.map((one) => one.opening)),
    ...cf.lines.map(({ key, label, amount }) =>
      line(
        `  ${label}`,
        amount,
        ...cf.accounts.map((one) => one.lines.find((own) => own.key === key)?.amount ?? 0),
      ),
    ),
    rule(1 + cf.accounts.length),
    line('Closing balance', cf.closing, ...cf.accounts.map((one) => one.closing)),
    '',
  ].join('\n')
}

test('the statements of a small fund are those an accountant agreed to', async () => {
  const api = await startApi({ today: TODAY })
  const books = await startBooks(api)
  const portfolio = await play(api, books)
  const text = await written(api, portfolio)
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(FILE, text)
  expect(text).toBe(readFileSync(FILE, 'utf8'))
  const cash = await ask(api, ledger.list, {
    query: { portfolioId: portfolio, account_code: '1010', status: 'Posted' },
  })
  expect(text).toContain(line('Closing balance', cash[0]?.balance ?? 0).trimEnd())
})
