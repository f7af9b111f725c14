/** On a phone, 390 pixels wide. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillBuy, saveAndAuthorize } from './pages/buy.ts'
import { button, dialog } from './pages/form.ts'
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

const PLACES = [
  'dashboard/dashboard',
  'dashboard/portfolio-overview',
  'master-data-management/equity-master?view=list',
  'accounting-entries/general-ledger',
  'accounting-entries/trial-balance',
  'accounting-entries/chart-of-accounts',
  'trade-capture/buy?view=transactions',
]

story('no screen is wider than the phone', phone, async ({ page, go }) => {
  for (const place of PLACES) {
    await go(place)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await overflow(page), place).toBeLessThanOrEqual(0)
  }
})
