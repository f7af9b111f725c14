/** The first ten minutes: a stranger at the demo, from its sign-in along the tour to the check of the books. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { authorization, fillBuy } from './pages/buy.ts'
import { button, dialog, field, row, says } from './pages/form.ts'
import { stories } from './support/story.ts'

const { story } = stories({ demo: true })
const CLICKS_MOST = 25

/** Counts what a person clicks; a label passes its click on to its field, which is no second one. */
const COUNTED = `globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)`

story(
  'look around, a figure’s reasons, a broker’s PDF in and out again, a late trade, Check the Books',
  { signedIn: false },
  async ({ page, context, at }) => {
    await context.addInitScript(COUNTED)
    const began = Date.now()
    const laps: string[] = []
    const lap = (what: string) => laps.push(`${what} ${((Date.now() - began) / 1000).toFixed(0)} s`)
    await page.goto(at.url)
    await button(page, 'Look around').click()
    const tour = page.getByRole('region', { name: 'First-hour tour' })
    const stop = (name: string) => tour.getByRole('button', { name }).click()
    await page.getByText('Demo date 19 Nov 2026').waitFor()
    lap('look around')

    await stop('A figure’s reasons')
    await row(page, 'KHL.N0000').last().getByText('John Keells Hotels PLC').click()
    const holders = dialog(page, 'KHL.N0000 by portfolio')
    await row(holders, 'MGF').first().click()
    const lots = dialog(page, 'Lots of KHL.N0000')
    await row(lots, 'BUY-').first().click()
    const trade = page.getByRole('dialog')
    await trade.getByText('Ledger').first().waitFor()
    lap('a figure’s reasons')
    await page.keyboard.press('Escape')

    await stop('A broker’s file')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tour.getByRole('link', { name: 'A broker’s confirmation (PDF)' }).click(),
    ])
    const pdf = { name: download.suggestedFilename(), mimeType: 'application/pdf' }
    const buffer = await readFile(await download.path())
    await page.locator('input[type=file]').setInputFiles({ ...pdf, buffer })
    await says(page, 'Read: 3 lines')
    await button(page, 'Record Trades').click()
    await says(page, /The portfolio is proposed by the client/)
    await button(page, 'Preview').click()
    await button(page, 'Record 3 contracts').click()
    await says(page, /3 contracts recorded from Confirmation/)
    await says(page, 'LKR 442,000.00')
    lap('recorded')
    await button(page, 'Undo').first().click()
    await button(page.getByRole('dialog'), 'Undo Document').click()
    await says(page, /was undone/)
    lap('undone')

    await stop('A late trade')
    await row(page, 'BUY-').first().waitFor()
    await page.goto(`${at.url}/#/trade-capture/buy`)
    await fillBuy(page, {
      symbol: 'KHL.N0000',
      portfolio: 'Mahaweli Growth Fund (MGF)',
      quantity: '50,000',
      price: '16.40',
      contract: 'C-90021',
      broker: 'Asha Securities',
      method: 'Bank Transfer',
      account: '1000 4471 2208',
    })
    await field(page, 'Trade Date').fill('2026-11-03')
    await page.keyboard.press('Tab')
    await button(page, 'Save Transaction').click()
    await authorization(page).getByRole('region', { name: 'Affected sales' }).waitFor()
    lap('a late trade’s consequences')
    await page.keyboard.press('Escape')

    await stop('Check the Books')
    await button(page, 'Check').click()
    await says(page, /no difference/i)
    lap('checked')

    const clicks = await page.evaluate<number>('globalThis.clicks')
    console.info(`${clicks} clicks; ${laps.join(', ')}`)
    expect(clicks).toBeGreaterThan(10)
    expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  },
)
