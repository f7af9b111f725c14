/**
 * Screens do not offer actions that the user may not do: an auditor reads, a dealer of one portfolio sees
 * that one alone.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, field, row } from './pages/form.ts'
import { EQUITY, fillBookWithBuy, PORTFOLIO } from './support/book.ts'
import type { Account, Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

/** The first account: who prepares the book manages users. */
let administrator = ''

/** The usual book, and a second portfolio with a buy of its own. */
async function prepare(at: Installation, token: string): Promise<void> {
  administrator = token
  await fillBookWithBuy(at, token)
  const income = { ...PORTFOLIO, portfolioId: 'INCOME', portfolioName: 'Income Fund' }
  await at.post('/portfolios', income, token)
  await at.post('/portfolio-costing-method', { portfolioId: 'INCOME', costing_method: 'WAP' }, token)
  const [account] = await at.get<{ id: number }[]>('/accounts', token)
  const buy = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'INCOME',
    quantity: 777,
    price: 10,
    contractNumber: 'C-2',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-11',
    settlementDate: '2026-06-15',
    settlementAccount: account?.id,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', buy, token)
}
const { story } = stories({ prepare })

/** Gives a user roles and portfolios, as an administrator does. */
async function give(at: Installation, { email }: Account, standing: object): Promise<void> {
  const people = await at.get<{ id: number; email: string; version: number }[]>('/users', administrator)
  const found = people.find((one) => one.email === email)
  await at.put(`/users/${found?.id}`, { ...standing, version: found?.version }, administrator)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const offered = (page: Page, names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await button(page, name).count()) > 0))

story(
  'an auditor reads the books and is offered nothing that changes them',
  async ({ page, go, at, account }) => {
    await give(at, account, { roles: ['Auditor'] })
    await go('accounting-entries/general-ledger')
    await heading(page, 'General Ledger').waitFor()
    await row(page, '202,745.60').first().waitFor()

    // The open group is Accounting Entries: all of it is read.
    await link(page, 'Journal Entries').click()
    await heading(page, 'Journal Entries').waitFor()
    await page.getByText('No journal entries found').waitFor()
    expect(await offered(page, ['New journal entry', '+ New Entry (Buy)'])).toEqual([false, false])
    await link(page, 'Account Reconciliation').click()
    await page.getByText('No reconciliations yet').waitFor()
    expect(await offered(page, ['New Reconciliation'])).toEqual([false])
    await link(page, 'Period Close').click()
    await page.getByText('The books of Head Office were never locked.').waitFor()
    expect(await offered(page, ['Lock period', 'Lock a period', 'Close year'])).toEqual([false, false, false])
    await link(page, 'Trial Balance').click()
    await heading(page, 'Trial Balance').waitFor()
    await row(page, '1010').first().waitFor()

    const tabs = page.getByRole('navigation', { name: 'Main tabs' })
    expect(
      await page.getByRole('navigation', { name: 'Navigation' }).getByText('Users', { exact: true }).count(),
    ).toBe(0)
    expect([await button(tabs, 'Dashboard').count(), await button(tabs, 'Buy').count()]).toEqual([1, 0])

    await go('settlement-and-accounting/settlement-instructions')
    await button(row(page, '7,857.02').first(), 'Actions for 15 Jun 2026').click()
    await page.getByRole('menuitem', { name: 'Show details' }).waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Show details', 'Show trade'])
    await page.keyboard.press('Escape')
    expect(await offered(page, ['Confirm All Due', 'Select all 1'])).toEqual([false, false])

    await go('administration/users')
    await page
      .getByText('You need the right "See users, roles and sessions" for this screen. Ask an administrator.')
      .waitFor()
    await go('batch-transaction-import/bulk-buy-entry')
    await page
      .getByText('You need the right "Record trades" for this screen. Ask an administrator.')
      .waitFor()
  },
)

story(
  'a dealer of one portfolio finds no other in pickers, lists and sums',
  async ({ page, go, at, account }) => {
    const portfolios = { see: ['GROWTH'], change: ['GROWTH'] }
    await give(at, account, { roles: ['Dealer'], portfolios })
    await go('dashboard/dashboard')
    await page.getByText('Your portfolios, newest trade date first').waitFor()
    const recent = page.getByRole('region', { name: 'Recent transactions' })
    await row(recent, EQUITY.symbol).first().waitFor()
    expect(await row(recent, EQUITY.symbol).count()).toBe(1)
    expect(await field(page, 'Portfolio').locator('option').allTextContents()).toEqual([
      'Your portfolios',
      'Growth Fund',
    ])

    await go('dashboard/portfolio-overview')
    await heading(page, 'Portfolio Overview').waitFor()
    await field(page, 'Portfolio').click()
    await page.getByRole('option', { name: 'Growth Fund' }).waitFor()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Your portfolios', 'Growth Fund'])
    await page.keyboard.press('Escape')

    await go('trade-capture/buy')
    await field(page, 'Portfolio').click()
    await page.getByRole('option', { name: 'Growth Fund (GROWTH)' }).waitFor()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Growth Fund (GROWTH)'])
    await page.keyboard.press('Escape')

    await go('trade-capture/transactions')
    await page.getByText('1 transaction', { exact: true }).waitFor()
    expect(await page.getByText('Income Fund').count()).toBe(0)
    await go('accounting-entries/trial-balance')
    await heading(page, 'Trial Balance').waitFor()
    await page.getByPlaceholder('Your portfolios').waitFor()
  },
)
