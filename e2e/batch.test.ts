/** Many rows at once: pasted from a spreadsheet, checked, recorded, and taken back as one. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })
const ADDRESS = 'batch-transaction-import/bulk-buy-entry?view=rows'
const cell = (page: Page, label: string, row: number) =>
  page.getByLabel(`${label}, row ${row}`, { exact: true })

/** As a spreadsheet's clipboard arrives in the cell. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await cell(page, label, 1).evaluate((input, pasted) => {
    const view = input.ownerDocument.defaultView
    const clipboard = new view.DataTransfer()
    clipboard.setData('text', pasted)
    input.dispatchEvent(
      new view.ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    )
  }, text)
}

async function setDefaults(page: Page): Promise<void> {
  await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
  await choose(page, 'Settlement Account', '1000123456 Trading account (Bank Transfer)')
  await page.getByLabel('Broker Name', { exact: true }).first().fill('Asha Securities')
}

const rowsOf = (count: number, date: string) =>
  Array.from({ length: count }, (_, n) =>
    ['JKH.N0000', date, `${n + 1},000`, '20.50', '', `PASTE-${n + 1}`].join('\t'),
  ).join('\r\n')

story('200 pasted rows are checked, recorded and taken back as one', async ({ page, go, at, account }) => {
  await go(ADDRESS)
  await setDefaults(page)
  const before = await buysRecorded(at, account.token)
  await paste(page, 'Symbol', rowsOf(200, '2026-01-05').replace('1,000\t20.50', 'many\t20.50'))
  await says(page, /200 rows/)
  await button(page, 'Check Rows').click()
  await says(page, /1 of 200 rows cannot be recorded/)
  expect(await cell(page, 'Quantity', 1).getAttribute('aria-invalid')).toBe('true')
  expect(await button(page, 'Submit Bulk Buy Transaction').isDisabled()).toBe(true)
  await cell(page, 'Quantity', 1).fill('1,000')
  await button(page, 'Check Rows').click()
  await says(page, /200 rows can be recorded/)
  await button(page, 'Submit Bulk Buy Transaction').click()
  await says(page, /200 trades of .* recorded/)
  expect(await buysRecorded(at, account.token)).toBe(before + 200)

  await page.getByRole('link', { name: 'Import History' }).first().click()
  await page.getByRole('heading', { name: 'Import History' }).first().waitFor()
  await page
    .getByText(/^Bulk buy \d+$/)
    .first()
    .dblclick()
  await button(dialog(page, /^Bulk buy \d+$/), 'Undo').click()
  const asked = dialog(page, /^Undo Bulk buy \d+\?$/)
  await asked.getByText('200 trades are deleted').waitFor()
  await button(asked, 'Undo Import').click()
  await asked.waitFor({ state: 'hidden' })
  await page.getByText('Undone').first().waitFor()
  expect(await buysRecorded(at, account.token)).toBe(before)
})

story('dates that can be read in two ways are asked about', async ({ page, go, at, account }) => {
  await go(ADDRESS)
  await setDefaults(page)
  const before = await buysRecorded(at, account.token)
  await paste(page, 'Symbol', rowsOf(2, '02/03/2026'))
  await says(page, /The dates can be read in two ways/)
  expect(await button(page, 'Submit Bulk Buy Transaction').isDisabled()).toBe(true)
  await page.getByRole('button', { name: /Month first/ }).click()
  await button(page, 'Submit Bulk Buy Transaction').click()
  await says(page, /2 trades of .* recorded/)
  expect(await buysRecorded(at, account.token)).toBe(before + 2)
  const trades = await at.get<{ trade_date: string }[]>('/trades?limit=2', account.token)
  expect(trades.map((trade) => trade.trade_date)).toEqual(['2026-02-03', '2026-02-03'])
})

story('a file is read, mapped and checked', async ({ page, go }) => {
  await go(ADDRESS)
  await setDefaults(page)
  await button(page, 'Import File').click()
  const importing = dialog(page, 'Import File')
  const csv =
    'Trade Date,Symbol,Qty,Rate,Contract No\n2026-01-05,JKH.N0000,"1,000",20.50,F-1\n2026-01-06,NONE,5,1,F-2\n'
  await importing
    .locator('input[type="file"]')
    .setInputFiles({ name: 'note.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await importing.getByText('2 rows below line 1').waitFor()
  await button(importing, 'Add 2 rows').click()
  await importing.waitFor({ state: 'hidden' })
  expect(await cell(page, 'Quantity', 1).inputValue()).toBe('1,000')
  await button(page, 'Check Rows').click()
  await says(page, /The security NONE was not found/)
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await button(page, 'Check Rows').click()
  await says(page, /1 row can be recorded/)
})

story('times of a file decide the order within a day, and are shown', async ({ page, go }) => {
  await go(ADDRESS)
  await setDefaults(page)
  await button(page, 'Import File').click()
  const importing = dialog(page, 'Import File')
  const csv = [
    'Trade Date,Exec. Time,Side,Symbol,Qty,Rate,Contract No',
    '2026-01-05,1:00 PM,Sell,JKH.N0000,100,25,T-2',
    '2026-01-05,10:00,Buy,JKH.N0000,100,20,T-1',
  ]
  await importing
    .locator('input[type="file"]')
    .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
  await button(importing, 'Add 2 rows').click()
  await importing.waitFor({ state: 'hidden' })
  expect(await cell(page, 'Trade Time', 1).inputValue()).toBe('13:00:00')
  await button(page, 'Check Rows').click()
  await says(page, /not listed in the order of dealing/)
  await says(page, /2 rows can be recorded/)
})
