/** A newcomer with a messy sheet of old trades: from the empty dashboard to a valued portfolio in twenty clicks at most. */
import { expect } from 'vitest'
import { button, says } from './pages/form.ts'
import { stories } from './support/story.ts'

/** The process that carries out long work starts with the first of it: not what is measured here. */
const { story } = stories({
  prepare: async (at, token) => {
    await at.post('/trade-batches?dryRun=1', { source: 'import', rows: [{}] }, token)
  },
})
const CLICKS_MOST = 20
const MINUTES_MOST = 2

/** Counts what a person clicks; a label passes its click on to its field, which is no second one. */
const COUNTED = `globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)`

/** Market days of 2025, day first. */
const DAYS = ['15/01', '16/01', '17/01', '20/01', '21/01', '22/01', '23/01', '24/01', '27/01', '28/01']
const COMPANIES = ['JKH', 'Sampath Bank PLC', 'DIAL.N0000', 'Hayleys', 'hemas holdings', 'COMB', 'TKYO.N']

/**
 * Forty trades as a user kept them: titles, totals and blank lines among them, Rs. and commas, no contract
 * numbers.
 */
function messySheet(): Buffer {
  const trades = Array.from({ length: 36 }, (_, n) => {
    const day = `${DAYS[n % DAYS.length]}/2025`
    const company = COMPANIES[n % COMPANIES.length] as string
    return `${day},${n % 3 === 0 ? 'Buy' : 'B'},${company},"${n + 1},000",Rs. ${20 + (n % 7)}.50,"${n}9,999.00",Asha`
  })
  const lines = [
    'My share dealings \u2013 2025',
    '',
    'Date,B/S,Share,No of Shares,Rate (Rs.),Amount,Broker',
    ...trades.slice(0, 18),
    'Sub Total,,,"171,000",,,',
    '',
    ...trades.slice(18),
    // The 14th is Thai Pongal, the shares of the second were never bought, the third has no price.
    '14/01/2025,B,JKH,100,20.50,,Asha',
    '29/01/2025,S,Hayleys,"900,000",30.00,,Asha',
    '29/01/2025,S,DIAL.N0000,"1,000",,,Asha',
    '30/01/2025,B,john keells,500,21.00,,Asha',
    'Grand Total,,,"666,000",,,',
  ]
  // As an old spreadsheet program writes it: Windows line ends and code page.
  return Buffer.from(lines.join('\r\n').replaceAll('\u2013', '\u0096'), 'latin1')
}

story('forty messy rows become a valued portfolio', async ({ page, context, go, at, account }) => {
  await context.addInitScript(COUNTED)
  await go('dashboard/dashboard')
  const began = Date.now()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose File').click()])
  await chooser.setFiles({ name: 'dealings.csv', mimeType: 'text/csv', buffer: messySheet() })

  await says(page, /2 lines without a trade are not imported: line 22 \(Sub Total\), line 46 \(Grand Total\)/)
  await says(page, /9 of 40 rows cannot be recorded/)
  await page.getByRole('button', { name: 'HAYLEYS PLC (HAYL.N0000)' }).click()
  await says(page, /4 of 40 rows cannot be recorded/)
  await page.getByRole('button', { name: 'JOHN KEELLS HOLDINGS PLC (JKH.N0000)' }).click()
  await says(page, /3 of 40 rows cannot be recorded/)

  await page.getByLabel('Only wrong rows (3)').click()
  const mend = async (label: string, row: number, text: string) => {
    const cell = page.getByLabel(`${label}, row ${row}`, { exact: true })
    await cell.click()
    await cell.fill(text)
  }
  await mend('Trade Date', 37, '2025-01-15')
  await mend('Quantity', 38, '4,000')
  await mend('Price (LKR)', 39, '23.00')
  await button(page, 'Check Rows').click()
  await says(page, /40 rows can be recorded/)
  await page.getByRole('button', { name: /^Use LKR .* what the trades needed$/ }).click()
  await button(page, 'Record 40 rows').click()

  await says(page, /40 trades of My Portfolio recorded from dealings\.csv/)
  await says(page, /7 holdings have no price and are valued at cost/)
  await button(page, 'Load the exchange’s trade summary').waitFor()
  const clicks = await page.evaluate<number>('globalThis.clicks')
  console.info(
    `Sheet of trades to portfolio: ${clicks} clicks, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
  expect(clicks).toBeGreaterThan(5)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  expect(Date.now() - began).toBeLessThan(MINUTES_MOST * 60_000)

  const held = await at.get<{ symbol: string }[]>('/equities?limit=50', account.token)
  expect(held.map(({ symbol }) => symbol).toSorted()).toEqual([
    'COMB.N0000',
    'DIAL.N0000',
    'HAYL.N0000',
    'HHL.N0000',
    'JKH.N0000',
    'SAMP.N0000',
    'TKYO.N0000',
  ])
})
