/** Who comes in: a newcomer waits for the administrator, and a session that ends takes nothing of what was typed. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization, BUY, fillBuy } from './pages/buy.ts'
import { agree, button, dialog, field, fill, row, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import type { Account } from './support/installation.ts'
import { stories } from './support/story.ts'

const { story } = stories({ signup: 'approval' })
const NEWCOMER = { email: 'kamala@example.lk', password: 'a better horse' }
/** The first account of the installation. */
let admin: Account

const signIn = async (page: Page, who: { email: string; password: string }) => {
  await fill(page, { Email: who.email, Password: who.password })
  await button(page, 'Sign in').click()
}
/** An action of the newcomer's row. */
const choose = async (page: Page, action: string) => {
  await button(row(page, 'Kamala Silva'), 'Actions for Kamala Silva').click()
  await page.getByRole('menuitem', { name: action }).click()
}
/** The token that the page works with. */
const tokenOf = (page: Page) =>
  page.evaluate<string>('JSON.parse(sessionStorage.getItem("em.session") ?? "{}").token')

story(
  'a newcomer signs up and waits, the administrator approves, the newcomer signs in',
  { signedIn: false, allowed: [/status of 403/, /status of 401/] },
  async ({ page, at, another }) => {
    admin = await at.signUp()
    await page.goto(at.url)
    await button(page, 'Sign up').click()
    await says(page, 'The administrator approves new accounts. You can sign in once yours is approved.')
    const names = { 'First name': 'Kamala', 'Last name': 'Silva', Email: NEWCOMER.email }
    const { password } = NEWCOMER
    await fill(page, { ...names, Password: password, 'Confirm password': password })
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).first().click()
    await says(page, /^Thank you\. Your account needs the administrator's approval/)
    await button(page, 'Back to sign-in').click()
    await signIn(page, NEWCOMER)
    await says(
      page,
      'Your account is waiting for the administrator. You can sign in once it has been approved.',
    )

    const office = await another()
    await office.goto(at.url)
    await signIn(office, admin)
    await button(office, 'Notifications (1)').click()
    await office.getByRole('link', { name: /1 account is waiting for approval/ }).click()
    await office.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await button(row(office, 'Kamala Silva'), 'Approve Kamala Silva').click()
    await says(office, 'Kamala Silva can sign in now.')

    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    // Screens do not offer actions that the user may not do.
    const tabs = page.getByRole('navigation', { name: 'Navigation' })
    await button(tabs, 'Administration').click()
    await tabs.getByRole('link', { name: 'Jobs' }).waitFor()
    expect(await tabs.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await page.goto(`${at.url}/#/administration/users`)
    await says(
      page,
      'You need the right "See users, roles and sessions" for this screen. Ask an administrator.',
    )

    // Disabled: out at once, in the middle of work.
    await office.goto(`${at.url}/#/administration/users`)
    await choose(office, 'Disable')
    await agree(office, 'Kamala Silva (kamala@example.lk) is signed out everywhere', 'Disable')
    await says(office, 'Kamala Silva was disabled and signed out.')
    await page.goto(`${at.url}/#/accounting-entries/trial-balance`)
    await dialog(page, 'Your session has ended').waitFor()
  },
)

story(
  'a session that ends while a form is filled in: signed in again, the form is still there and is saved once',
  { signedIn: false, allowed: [/status of 401/] },
  async ({ page, at }) => {
    await fillBook(at, admin.token)
    await page.goto(at.url)
    await signIn(page, admin)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.goto(`${at.url}/#/trade-capture/buy`)
    await fillBuy(page, { ...BUY, contract: 'CN-ENDED' })
    await button(page, 'Save Transaction').click()
    await at.post('/auth/logout', {}, await tokenOf(page))
    await button(authorization(page), 'Authorize').click()
    const ended = dialog(page, 'Your session has ended')
    await fill(ended, { Password: 'not the password' })
    await button(ended, 'Sign in').click()
    await says(page, 'The email or the password is incorrect.')
    await fill(ended, { Password: admin.password })
    await button(ended, 'Sign in').click()
    await page.getByText('Buy Transaction submitted successfully!').waitFor()
    expect(await buysRecorded(at, admin.token)).toBe(1)
  },
)

story(
  'another person who signs in above an ended session starts clean; a link sets a new password',
  { signedIn: false, allowed: [/status of 401/] },
  async ({ page, at, another }) => {
    await page.goto(at.url)
    await signIn(page, admin)
    await page.goto(`${at.url}/#/administration/users`)
    await choose(page, 'Enable')
    await says(page, 'Kamala Silva can sign in again.')
    await choose(page, 'Password link')
    const links = dialog(page, 'Password link for Kamala Silva')
    await button(links, 'Create link').click()
    const link = await field(links, 'Link').inputValue()
    await button(links, 'Done').click()

    const away = await another()
    await away.goto(link)
    await fill(away, { 'New password': 'a third horse', 'Confirm password': 'a third horse' })
    expect(new URL(away.url()).hash).toBe('#/set-password')
    await button(away, 'Set password').click()
    await away.getByRole('heading', { name: 'Password set' }).waitFor()
    await button(away, 'Go to sign-in').click()
    await field(away, 'Email').waitFor()

    await page.goto(`${at.url}/#/trade-capture/buy`)
    await fill(page, { 'Contract Number': 'CN-OF-THE-ADMINISTRATOR' })
    await at.post('/auth/logout', {}, await tokenOf(page))
    await button(page.getByRole('navigation', { name: 'Main tabs' }), 'Sell').click()
    const ended = dialog(page, 'Your session has ended')
    await fill(ended, { Email: NEWCOMER.email, Password: 'a third horse' })
    await button(ended, 'Sign in').click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await button(page, 'User Profile - Kamala Silva').waitFor()
    await page.goto(`${at.url}/#/trade-capture/buy`)
    await page.getByRole('heading', { name: 'Buy Transaction Entry' }).waitFor()
    expect(await field(page, 'Contract Number').inputValue()).toBe('')
    expect(await page.getByText(/An unsaved buy/).count()).toBe(0)
  },
)
