/** A broker's file of FIX messages on its way into the books: uploaded, its fills previewed, recorded as one contract, and undone. */
import { dropCopyFile, executionReport } from '@em/core/documents/drop-copy-sample'
import { exampleFill } from '@em/core/documents/sample'
import { expect } from 'vitest'
import { button, choose, dialog, field, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

/** Vector F1: three fills of one contract; the third message is spoilt, and comes again. */
function fileOfMessages(): string {
  const fills = [
    ['E-501', 333n, 101_000n],
    ['E-502', 333n, 102_000n],
    ['E-503', 334n, 103_000n],
  ] as const
  const messages = fills.map(([executionId, quantity, price], at) =>
    executionReport({ ...exampleFill(), executionId, quantity, price }, 27 + at),
  )
  const spoilt = dropCopyFile(messages.slice(2)).replace('31=10.30', '31=10.90')
  return `${dropCopyFile(messages.slice(0, 2))}${spoilt}${dropCopyFile(messages.slice(2))}`
}

story(
  'a file of FIX messages is uploaded, recorded as one contract and undone',
  async ({ page, go, at, account }) => {
    await go('batch-transaction-import/trade-report')
    await page
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'session.log', mimeType: 'text/plain', buffer: Buffer.from(fileOfMessages(), 'latin1') },
      ])
    await says(page, /Read: 3 lines/)
    await page.getByRole('tab', { name: 'Purchases' }).click()
    const lines = page.getByRole('grid', { name: 'Purchases' })
    for (const price of ['10.10', '10.20', '10.30']) await lines.getByText(price).first().waitFor()

    await button(page, 'Record Trades').click()
    await field(page, 'Broker Name').fill('Asha Securities')
    await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
    await choose(page, 'Settlement Account', 'Trading account 1000123456')
    await button(page, 'Preview').click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    const before = await buysRecorded(at, account.token)
    await button(page, 'Record 1 contract').click()
    await says(page, /1 contract recorded from session.log/)
    expect(await buysRecorded(at, account.token)).toBe(before + 1)

    await button(page, 'Undo').first().click()
    const asked = dialog(page, 'Undo session.log?')
    await asked.getByText(/1 trade is deleted/).waitFor()
    await button(asked, 'Undo Document').click()
    await asked.waitFor({ state: 'hidden' })
    expect(await buysRecorded(at, account.token)).toBe(before)
  },
)
