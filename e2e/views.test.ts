/** Settings of one user, kept by the server: views of lists, the default of a list, favourite tabs. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, field, fill, says } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

const PATIENT = { timeout: 30_000 }
const openMenu = (page: Page, name = 'Views') => button(page.getByRole('main'), name).click()
const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: true }).click()
const columns = (page: Page) =>
  page
    .getByRole('columnheader')
    .allTextContents()
    .then((names) => names.join(' '))

story(
  'a view with filters, sort and columns is the default after a new sign-in',
  async ({ page, go, account, at }) => {
    await go('trade-capture/transactions?search=JKH&sort=-net_value&from=2026-06-01')
    await says(page, '1 transaction')
    await button(page, 'Columns').click()
    await page.getByRole('checkbox', { name: 'Broker', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => columns(page), PATIENT).not.toContain('Broker')
    await openMenu(page)
    await choose(page, 'Save as a new view')
    const naming = dialog(page, 'Save as a new view')
    expect(await field(naming, 'Name').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(
      true,
    )
    await fill(naming, { Name: 'Large of June' })
    await field(naming, 'Open the list with this view').check()
    await button(naming, 'Save').click()
    await naming.waitFor({ state: 'hidden' })
    await button(page, 'Large of June').waitFor()

    // Another sign-in, on a machine that remembers nothing.
    await page.evaluate('localStorage.clear()')
    await page.goto(at.url)
    await fill(page, { Email: account.email, Password: account.password })
    await button(page, 'Sign in').click()
    const sidebar = page.getByRole('navigation', { name: 'Navigation', exact: true })
    await button(sidebar, 'Trade Capture').click()
    await sidebar.getByRole('link', { name: 'Transactions', exact: true }).click()
    await page.waitForURL(/search=JKH/)
    expect(page.url()).toContain('sort=-net_value')
    expect(await field(page, 'Traded from').inputValue()).not.toBe('')
    await button(page, 'Large of June').waitFor()
    expect(await columns(page)).not.toContain('Broker')

    // Renamed, deleted, and back by Undo.
    await openMenu(page, 'Large of June')
    await choose(page, 'Rename')
    await fill(dialog(page, 'Rename the view'), { Name: 'June' })
    await button(dialog(page, 'Rename the view'), 'Save').click()
    await openMenu(page, 'June')
    await choose(page, 'Delete')
    await button(page.getByRole('main'), 'Views').waitFor()
    await button(page, 'Undo').click()
    await button(page.getByRole('main'), 'June').waitFor()

    // The view of the link is shown, not the default.
    await go('trade-capture/transactions?side=sell')
    await page.getByRole('heading', { name: 'Sell Transactions', level: 1 }).waitFor()
    expect(page.url()).not.toContain('JKH')
  },
)

story(
  'favourite tabs are at the top of the sidebar, in their order, on every machine',
  async ({ page, go, another }) => {
    await go('accounting-entries/general-ledger')
    const sidebar = page.getByRole('navigation', { name: 'Navigation', exact: true })
    for (const tab of ['General Ledger', 'Trial Balance']) {
      await sidebar.getByRole('link', { name: tab, exact: true }).hover()
      await button(sidebar, `Favourite: ${tab}`).click()
    }
    const favourites = (of: Page) => of.getByRole('region', { name: 'Favourites' })
    const names = (of: Page) => favourites(of).getByRole('link').allTextContents()
    await expect.poll(() => names(page), PATIENT).toEqual(['General Ledger', 'Trial Balance'])
    await favourites(page).getByRole('link', { name: 'Trial Balance' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => names(page), PATIENT).toEqual(['Trial Balance', 'General Ledger'])
    const second = await another()
    await second.goto(page.url())
    await expect.poll(() => names(second), PATIENT).toEqual(['Trial Balance', 'General Ledger'])
    await second.close()
    await go('dashboard/dashboard')
    await favourites(page).getByRole('link', { name: 'General Ledger' }).click()
    await page.getByRole('heading', { name: 'General Ledger', exact: true, level: 1 }).waitFor()
    await button(favourites(page), 'Favourite: General Ledger').click()
    await expect.poll(() => names(page), PATIENT).toEqual(['Trial Balance'])
  },
)
