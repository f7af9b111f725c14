/** From nothing to a return: an index pasted, prices recorded, and figures that follow the writes by themselves. */
import { expect } from 'vitest'
import { button } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

// The worker recalculates what writes have moved.
const { story } = stories({ prepare: fillBookWithBuy, ownProcess: true })

story(
  'an index is pasted, a day is priced, and performance is shown of both',
  async ({ page, at, account, go }) => {
    await go('valuation-and-mtm/index-values')
    await page.getByRole('heading', { name: 'Index Values' }).waitFor()
    const first = page.getByLabel('Date, row 1')
    await first.focus()
    await page.evaluate(
      `(() => {
      const data = new DataTransfer()
      data.setData('text', 'Date\\tASPI\\n2026-06-11\\t20,000.00\\n2026-06-15\\t20,400.00')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })()`,
    )
    await button(page, 'Save 2 values').click()
    await page.getByText('2 values of ASPI recorded.').waitFor()
    await page.getByRole('grid').getByText('20,400.00').waitFor()

    const price = (date: string, last_trade: number) =>
      at.put(
        `/prices/${date}?acceptUnusual=1`,
        { rows: [{ symbol: 'JKH.N0000', last_trade }] },
        account.token,
      )
    await price('2026-06-11', 200)
    await price('2026-06-15', 210)
    await go('dashboard/performance-metrics?portfolio=GROWTH')
    // A worker follows what was written, and the screen asks again until it has.
    await page.getByText('2,10,000.00').waitFor({ timeout: 90_000 })
    await page.getByText('are being recalculated').waitFor({ state: 'hidden' })
    await page
      .getByRole('region', { name: 'Not available' })
      .getByText(/They need 20 day returns/)
      .waitFor()
    await page.getByRole('tab', { name: 'Benchmark Analysis' }).click()
    await page.getByText(/Price index, without dividends/).waitFor()
    await page.getByRole('tab', { name: 'Top Holdings' }).click()
    await page.getByRole('grid').getByText('JKH.N0000').waitFor()
    const saved = page.waitForEvent('download')
    await button(page, 'Generate Performance Report').click()
    expect((await saved).suggestedFilename()).toBe('performance-GROWTH-1Y.pdf')
  },
)
