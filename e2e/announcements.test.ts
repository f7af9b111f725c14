/** Announcements: a file is uploaded, filtered, opened, given a document that downloads, and corrected. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { button, field } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

const FILE = `Date,Time,Category,Title,Company,Summary,Content
2026-06-12,10:15,CASH DIVIDEND,First interim dividend,JOHN KEELLS HOLDINGS PLC,Rs. 0.50 per share,"XD: 22.Jun.2026
Record date: 23.Jun.2026"
2026-03-02,,AGM/EGM,Annual general meeting,Hatton National Bank PLC,,
2026-06-11,16:00,Trading Updates,Circular on trading hours,Colombo Stock Exchange,,
`

story('from a file to a document that downloads', async ({ page, go }) => {
  await go('cse-announcements/corporate-notices')
  await button(page, 'Upload File').click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByText('3 announcements: 3 new, 0 changed, 0 as recorded already.').waitFor()
  await button(page, 'Upload 3 announcements').click()
  await page.getByText('2 notices').waitFor()

  await page.getByLabel('Date Range').selectOption('Last 30 days')
  await page.getByText('1 notice', { exact: true }).waitFor()
  await page.getByText('Held: JKH.N0000').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'JOHN KEELLS HOLDINGS PLC' }).click()
  const whole = page.getByRole('dialog')
  await whole.getByText('XD: 22.Jun.2026').waitFor()
  await whole
    .locator('input[type=file]')
    .setInputFiles({ name: 'notice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(whole, 'Download notice.pdf').click(),
  ])
  expect((await readFile(await download.path())).toString()).toBe('%PDF-1.7 x')

  await button(whole, 'Correct').click()
  await field(page, 'Title').fill('Interim dividend')
  await field(page, 'Reason for the correction').fill('As the company says')
  await button(page, 'Save Correction').click()
  await whole.getByRole('heading', { name: 'Interim dividend' }).waitFor()
  await button(whole, 'Show earlier versions').click()
  await whole.getByText('Version 1: First interim dividend').waitFor()
  await page.mouse.click(5, 5)
  await whole.waitFor({ state: 'hidden' })

  await go('cse-announcements/trading-updates')
  await page.getByText('Circular on trading hours').waitFor()
})
