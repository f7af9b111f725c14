/**
 * The market and what happened: days of the exchange are uploaded, and Market Summary and Recent Activity
 * show them.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

const HEADER =
  'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.),Change(Rs),Change Percentage (%)'

/** Uploads a trade summary as a person does. */
async function upload(page: Page, day: string, lines: readonly string[]): Promise<void> {
  await button(page, 'Upload Trade Summary').first().click()
  await page.locator('input[type=file]').setInputFiles({
    name: `trade-summary-${day}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...lines].join('\r\n')),
  })
  await button(page, 'Upload').click()
  await button(page, 'Close').last().click()
}

/** The figures under Advance / decline. */
const breadth = (page: Page) =>
  page.getByRole('region', { name: 'Advance / decline' }).locator('dd').allInnerTexts()
const movers = (page: Page, list: string) =>
  page
    .getByRole('region', { name: `${list}: table` })
    .locator('tbody tr')
    .allInnerTexts()

story('a day is uploaded, and movers and breadth are of that day', async ({ page, go }) => {
  await go('dashboard/market-summary')
  await page.getByText('No Data Found').waitFor()
  await button(page, 'Upload Trade Summary').click()
  await page.waitForURL(/trade-summary-data/)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await go('valuation-and-mtm/trade-summary-data')
  await upload(page, '2026-06-12', [
    'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"12,345",12,200.00,200.00,216.00,199.00,210.00,10.00,5.00',
    'SOMETHING ELSE PLC,ELSE.N0000,100,1,5.00,5.00,5.00,5.00,4.90,-0.10,-2.00',
  ])
  await go('dashboard/market-summary')
  await page.getByRole('region', { name: 'Advance / decline' }).waitFor()
  expect(await breadth(page)).toEqual(['1', '0', '1'])
  await page.getByText('25.93 L').waitFor()
  await page.getByRole('tab', { name: 'Top Movers' }).click()
  await page.getByRole('region', { name: 'Gainers: table' }).waitFor()
  expect(await movers(page, 'Gainers')).toMatchObject([expect.stringMatching(/JKH\.N0000[\s\S]*\+5\.00%/)])
  expect(await movers(page, 'Losers')).toMatchObject([expect.stringMatching(/ELSE\.N0000[\s\S]*−2\.00%/)])

  await go('valuation-and-mtm/trade-summary-data')
  await upload(page, '2026-06-15', [
    'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"2,000",12,210.00,210.00,210.00,200.00,203.70,-6.30,-3.00',
    'SOMETHING ELSE PLC,ELSE.N0000,100,1,4.90,4.90,4.90,4.90,4.90,0.00,0.00',
  ])
  await go('dashboard/market-summary')
  await page.getByText('4.08 L').waitFor()
  expect(await breadth(page)).toEqual(['0', '1', '1'])
  await page.getByRole('tab', { name: 'Top Movers' }).click()
  await page.getByText('No security rose on this day').waitFor()
  expect(await movers(page, 'Losers')).toMatchObject([expect.stringMatching(/JKH\.N0000[\s\S]*−3\.00%/)])
  // The day before is still what it was.
  await button(page, 'Previous market day').click()
  await page.getByRole('region', { name: 'Gainers: table' }).waitFor()
  expect(await movers(page, 'Gainers')).toMatchObject([expect.stringMatching(/JKH\.N0000[\s\S]*\+5\.00%/)])
  await page.getByRole('link', { name: 'JKH.N0000' }).first().click()
  await page.getByRole('heading', { name: 'John Keells Holdings PLC' }).waitFor()
})

story('what was recorded is listed by type, and exported', async ({ page, go }) => {
  await go('dashboard/recent-activity')
  await page.getByText('Trade summary: 2 prices of 15 Jun 2026, trade-summary-2026-06-15.csv').waitFor()
  await page.getByRole('list', { name: 'Activities' }).getByText('BUY', { exact: true }).first().waitFor()
  await page.getByText('Market Events', { exact: true }).click()
  await page.getByText('2 activities found').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export to Excel').click()])
  expect(file.suggestedFilename()).toBe('Recent Activity.xlsx')
  const [pdf] = await Promise.all([page.waitForEvent('download'), button(page, 'Export to PDF').click()])
  expect(pdf.suggestedFilename()).toBe('Recent Activity.pdf')
  await page.getByText('Dividends', { exact: true }).click()
  await page.getByText('No activities found').waitFor()
  await button(page, 'Clear Filters').click()
  await page.getByText('Trade summary: 2 prices of 15 Jun 2026').waitFor()
})
