/** A broker's trade file on its way into the books: uploaded, previewed, recorded, known from then on, and undone. */
import { sampleDocuments } from '@em/core/documents/sample'
import { expect } from 'vitest'
import { button, choose, dialog, field, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

/** The buys of one company: the book knows it. */
function fileOfBuys(): string {
  const { tradeFile } = sampleDocuments({ lines: 120, clients: 1, tradeDate: '2026-01-05' })
  return tradeFile
    .split('\r\n')
    .filter((line) => line[20] === 'B' && line.slice(38, 42).trim() === 'JKH')
    .join('\r\n')
}

story('a trade file is uploaded, recorded and undone', async ({ page, go, at, account }) => {
  const fills = fileOfBuys().split('\r\n').length
  await go('batch-transaction-import/trade-report')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'trades.txt', mimeType: 'text/plain', buffer: Buffer.from(fileOfBuys(), 'latin1') },
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('no document') },
  ])
  await says(page, new RegExp(`Read: ${fills} lines`))
  await says(page, /picture.png cannot be read: choose /)

  await page.getByRole('tab', { name: 'Purchases' }).click()
  await page.getByRole('grid', { name: 'Purchases' }).getByText('JKH.N0000').first().waitFor()
  await says(page, 'This is a computer generated report on 05 Jan 2026')

  await button(page, 'Record Trades').click()
  await field(page, 'Broker Name').fill('Asha Securities')
  await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
  await choose(page, 'Settlement Account', 'Trading account 1000123456')
  await button(page, 'Preview').click()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  const before = await buysRecorded(at, account.token)
  await button(page, 'Record 1 contract').click()
  await says(page, /1 contract recorded from trades.txt/)
  // Fills of one contract are one trade.
  expect(await buysRecorded(at, account.token)).toBe(before + 1)
  await says(page, 'No contract is selected.')
  await button(page, 'Recorded 1').waitFor()

  await button(page, 'Undo').first().click()
  const asked = dialog(page, 'Undo trades.txt?')
  await asked.getByText(/1 trade is deleted/).waitFor()
  await button(asked, 'Undo Document').click()
  await asked.waitFor({ state: 'hidden' })
  expect(await buysRecorded(at, account.token)).toBe(before)
  await button(page, 'New 1').waitFor()
})
