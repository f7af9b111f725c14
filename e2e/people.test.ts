/** A person who is invited for one portfolio finds no other anywhere, and is out when the administrator says so. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, field, fill, row, says } from './pages/form.ts'
import { EQUITY, fillBookWithBuy, PORTFOLIO } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const { story } = stories()
const PASSWORD = 'a better horse'
const EMAIL = 'ruwan@example.lk'
/** Texts that only the other portfolio has: its code, its name, its trade's gross and net amounts. */
const ELSEWHERE = /INCOME|Income Fund|7,770\.00|7,857\.02/

const signIn = async (page: Page, who: { email: string; password: string }) => {
  await fill(page, { Email: who.email, Password: who.password })
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

/** The usual book, and a second portfolio with a buy of its own; answers that portfolio's id. */
async function fillTwo(at: Installation, token: string): Promise<unknown> {
  await fillBookWithBuy(at, token)
  const income = { ...PORTFOLIO, portfolioId: 'INCOME', portfolioName: 'Income Fund' }
  const { id } = await at.post('/portfolios', income, token)
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
  return id
}

story(
  'a user is invited for one portfolio, sees nothing of another, and is signed out by the administrator',
  { signedIn: false, allowed: [/status of 40[134]/] },
  async ({ page, at, another }) => {
    const admin = await at.signUp()
    const elsewhere = await fillTwo(at, admin.token)

    await page.goto(at.url)
    await signIn(page, admin)
    await page.goto(`${at.url}/#/trade-capture/transactions`)
    // The trade that the other person must not see exists.
    await row(page, 'Income Fund').first().waitFor()
    await page.goto(`${at.url}/#/administration/users`)
    await button(page, 'Invite').click()
    const inviting = dialog(page, 'Invite somebody')
    await fill(inviting, { Email: EMAIL })
    await inviting.getByRole('radio', { name: 'Only these' }).first().click()
    await field(inviting, 'Sees').click()
    await page.getByRole('option', { name: 'GROWTH · Growth Fund' }).click()
    await button(inviting, 'Make invitation').click()
    const made = dialog(page, 'Invitation made')
    const link = await field(made, 'Link').inputValue()
    await button(made, 'Done').click()
    expect(await row(page, EMAIL).textContent()).toContain('Invited')

    const guest = await another()
    await guest.goto(link)
    await guest.getByRole('heading', { name: 'Welcome to Equity Manager' }).waitFor()
    await fill(guest, {
      'First name': 'Ruwan',
      'Last name': 'Fernando',
      'New password': PASSWORD,
      'Confirm password': PASSWORD,
    })
    await button(guest, 'Set password').click()
    await button(guest, 'Go to sign-in').click()
    await signIn(guest, { email: EMAIL, password: PASSWORD })

    const reads = async (address: string, title: string, own: string | RegExp) => {
      await guest.goto(`${at.url}/#/${address}`)
      await heading(guest, title).waitFor()
      await guest.getByText(own).first().waitFor()
      await guest.waitForLoadState('networkidle')
      expect(await guest.getByRole('main').first().textContent(), address).not.toMatch(ELSEWHERE)
    }
    // Lists and sums.
    await reads('dashboard/dashboard', 'Dashboard', 'Your portfolios, newest trade date first')
    await reads('trade-capture/transactions', 'All Transactions', '1 transaction')
    await reads('accounting-entries/general-ledger', 'General Ledger', '202,745.60')
    await reads('accounting-entries/trial-balance', 'Trial Balance', '202,745.60')
    await reads('master-data-management/portfolio-master?view=list', 'Portfolio Master', 'Growth Fund')
    // By an address typed by hand.
    await reads('trade-capture/transactions?search=C-2', 'All Transactions', 'No transactions match')
    await guest.goto(`${at.url}/#/trade-capture/portfolio?portfolio=INCOME`)
    await guest.waitForLoadState('networkidle')
    expect(await guest.getByRole('main').first().textContent()).not.toMatch(/Income Fund|7,770\.00|7,857\.02/)
    await guest.goto(`${at.url}/#/administration/users`)
    await says(guest, 'You need the right "See users, roles and sessions" for this screen.')
    const token = await guest.evaluate<string>('JSON.parse(sessionStorage.getItem("em.session")).token')
    await expect(at.get(`/portfolios/${elsewhere}`, token)).rejects.toThrow('answered 404')
    // Bell and palette.
    await guest.getByRole('button', { name: /^Notifications/ }).click()
    await guest.waitForLoadState('networkidle')
    expect(await guest.locator('body').textContent()).not.toMatch(ELSEWHERE)
    await guest.keyboard.press('Escape')
    await guest.keyboard.press('Control+k')
    await guest.getByPlaceholder('Search or go to').fill('Users')
    await says(guest, 'Nothing found.')
    await guest.keyboard.press('Escape')

    // The administrator ends the session.
    await page.reload()
    await button(page, 'Edit Ruwan Fernando').click()
    const person = dialog(page, 'Ruwan Fernando')
    await person.getByRole('button', { name: /^Sign out/ }).click()
    await person.getByText('Ruwan Fernando is not signed in anywhere.').waitFor()
    // A screen that has nothing to show yet: what was read a moment ago is not asked for again.
    await guest.goto(`${at.url}/#/accounting-entries/journal-entries`)
    await dialog(guest, 'Your session has ended').waitFor()
  },
)
