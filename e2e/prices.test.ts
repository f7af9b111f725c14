/** Prices: a new book is priced by paste, a day of the exchange is uploaded, and every screen follows. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

/** Pastes a text into the field that has the focus, as from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)

story('a new book is priced by paste, and the overview follows', async ({ page, go }) => {
  await go('dashboard/portfolio-overview')
  await page.getByText('1 holding has no price').waitFor()
  await go('valuation-and-mtm/market-price-feed?date=2026-06-12')
  await page.getByText('1 held security without a price of this day.').waitFor()
  await page.getByLabel('Last trade of JKH.N0000').focus()
  await paste(page, 'Symbol\tPrice\nJKH.N0000\tRs. 210.50\nCOMB.N0000\t100\n')
  expect(await page.getByLabel('Last trade of JKH.N0000').inputValue()).toBe('Rs. 210.50')
  await page.getByText('1 price put into the sheet. Not in this sheet: COMB.N0000.').waitFor()
  await button(page, 'Save 1 price').click()
  await page.getByText('1 price of 12 Jun 2026 recorded.').waitFor()
  await page.getByText('Every security that is held has a price of this day.').waitFor()
  await go('dashboard/portfolio-overview')
  await page.getByText('210,500.00').first().waitFor()
})

story("a day of the exchange is uploaded, and the security's chart and table agree", async ({ page, go }) => {
  await go('valuation-and-mtm/trade-summary-data')
  const text = [
    'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.),Change(Rs),Change Percentage (%)',
    'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"12,345",12,210.50,211.00,216.00,210.00,215.25,4.75,2.26',
    'SOMETHING ELSE PLC,ELSE.N0000,100,1,5.00,5.00,5.00,5.00,5.00,0.00,0.00',
  ].join('\r\n')
  await button(page, 'Upload Trade Summary').first().click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'trade-summary-2026-06-15.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  await button(page, 'Upload').click()
  await button(page, 'Close').last().click()
  await page.getByText('215.25').first().waitFor()
  await page.getByRole('link', { name: 'JKH.N0000' }).first().click()
  await page.getByRole('heading', { name: 'John Keells Holdings PLC' }).waitFor()
  await page.getByText('215,250.00').first().waitFor()
  await page.getByRole('img', { name: 'Price of JKH.N0000 (LKR)' }).waitFor()
  await page
    .getByText(/15 Jun 2026.*Open 211\.00/)
    .first()
    .waitFor()
  await button(page, 'Show table').click()
  const newest = page.getByRole('region', { name: 'Price of JKH.N0000 (LKR)' }).locator('tbody tr').first()
  expect(await newest.innerText()).toMatch(
    /15 Jun 2026\s+211\.0000\s+216\.0000\s+210\.0000\s+215\.2500\s+12,345/,
  )
})
