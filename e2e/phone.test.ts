/** On a phone, 390 pixels wide. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillBuy, saveAndAuthorize } from './pages/buy.ts'
import { button, dialog, row } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })
const phone = { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }

/** Pixels by which the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

story('the sidebar is a drawer, and the buy form can be filled in and saved', phone, async ({ page, go }) => {
  await go('dashboard/dashboard')
  await page.getByText('Getting started').waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await button(page, 'Open navigation').click()
  const drawer = dialog(page, 'Navigation')
  await button(drawer, 'Trade Capture').click()
  await page.getByRole('heading', { name: 'Buy Transaction Entry' }).waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await fillBuy(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await saveAndAuthorize(page)
})

const ADDRESSES = [
  'dashboard/dashboard',
  'dashboard/portfolio-overview',
  'master-data-management/equity-master?view=list',
  'accounting-entries/general-ledger',
  'accounting-entries/trial-balance',
  'accounting-entries/period-close',
  'accounting-entries/chart-of-accounts',
  'trade-capture/buy?view=transactions',
]

story('no screen is wider than the phone', phone, async ({ page, go }) => {
  for (const address of ADDRESSES) {
    await go(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await overflow(page), address).toBeLessThanOrEqual(0)
  }
})

/** Whether an element lies within the window's width, with nothing to be scrolled for it. */
const inSight = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right } = node.getBoundingClientRect()
    return left >= 0 && right <= node.ownerDocument.documentElement.clientWidth
  })

story('balances and actions lie within the phone', phone, async ({ page, go }) => {
  await go('accounting-entries/trial-balance')
  const closing = page.getByRole('columnheader', { name: /^Closing/ })
  await closing.waitFor()
  expect(await inSight(closing), 'the closing balance').toBe(true)

  await go('accounting-entries/period-close')
  await button(page, 'Lock a period').waitFor()
  const menu = row(page, 'Head Office').getByRole('button')
  expect(await inSight(menu.last()), 'the menu of an entity').toBe(true)
  await menu.last().click()
  await page.getByRole('menuitem', { name: 'Lock period' }).click()
  await dialog(page, 'Lock the books of Head Office').waitFor()
})
