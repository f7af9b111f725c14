/** Realized gains: from the cards to the lots behind a gain, and the schedule that agrees with the ledger, in a spreadsheet too. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, row } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { recalculated } from './support/recalculate.ts'
import { stories } from './support/story.ts'

/**
 * Buy 100 at 10.00 in April, sell 50 at 14.00 in May; May is locked; a purchase of April comes late (100 at 12.00), so that the
 * cost of the sale rises from 500.00 to 550.00 on 1 June; sell 30 at 15.00 in June.
 */
async function prepare(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const trade = (side: 'buy' | 'sell', date: string, quantity: number, price: number, query = '') =>
    at.post(
      `/transaction-entries/${side}${query}`,
      {
        companyName: EQUITY.name,
        symbol: EQUITY.symbol,
        portfolioId: 'GROWTH',
        quantity,
        [side === 'buy' ? 'price' : 'soldPrice']: price,
        contractNumber: `${side}-${date}`,
        brokerName: 'Asha Securities',
        tradeDate: date,
        settlementDate: date,
        settlementAccount,
        paymentMethod: 'Bank Transfer',
        costOfFunds: 8.4,
      },
      token,
    )
  await trade('buy', '2026-04-02', 100, 10)
  await trade('sell', '2026-05-05', 50, 14)
  const entities = await at.get<{ id: number; name: string; version: number }[]>('/entities', token)
  const entity = entities.find(({ name }) => name === 'Head Office')
  const lock = { locked_through: '2026-05-31', reason: 'Month-end', version: entity?.version }
  await at.post(`/entities/${entity?.id}/lock`, lock, token)
  await trade('buy', '2026-04-20', 100, 12, '?openPeriod=1')
  await trade('sell', '2026-06-10', 30, 15)
}
const { story } = stories({ prepare })

const textOf = async (where: Locator) => (await where.innerText()).replaceAll(/\s+/g, ' ')
const card = (page: Page, label: string) =>
  page.locator('div', { has: page.getByText(label, { exact: true }) }).last()

async function saved(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) }
}

story('a gain is shown before and after costs, and opens the lots behind it', async ({ page, go }) => {
  await go('valuation-and-mtm/realized-gain-loss-tracking?portfolio=GROWTH')
  await card(page, 'Capital Gain (LKR)').getByText('+270.00').waitFor()
  await card(page, 'Win Rate').getByText('100.00%').waitFor()
  const sale = row(page, '05 May 2026')
  await sale.getByText('Sell').click()
  const gain = dialog(page, /^Gain of SELL-/)
  await gain.getByText('Lots behind it').waitFor()
  await gain.getByText('02 Apr 2026').first().waitFor()
  expect(await textOf(gain)).toMatch(
    /Proceeds 700\.00 Cost of the shares sold −550\.00 Capital gain \+150\.00/,
  )
  await page.keyboard.press('Escape')
  const { name, bytes } = await saved(page, 'Export to Excel')
  expect(name).toBe('realized-pnl-GROWTH-1Y.xlsx')
  const { book } = await recalculated(bytes)
  const line = book.sheets[0]?.rows.find(([label]) => label === 'Net realized capital gain (LKR)')
  expect(line?.[1]).toBe(270)

  await page.getByText('Performance Analysis', { exact: true }).click()
  await page.getByText('Realized gains by month').waitFor()
  await button(page, 'Show table').first().click()
  expect(await textOf(row(page, 'May 2026'))).toContain('150.00')
  await row(page, 'More than 365 days (long term)').getByText('0.00').first().waitFor()
})

story(
  'the schedule agrees with the ledger, and its workbook calculates what the screen shows',
  async ({ page, go }) => {
    await go('valuation-and-mtm/realized-gain-loss-tracking?tab=schedule&portfolio=GROWTH')
    await page.getByText('Agrees with the ledger').first().waitFor()
    const late = row(page, '01 Jun 2026')
    expect(await textOf(late)).toContain('Cost of sale of 05 May 2026 500.00 to 550.00')
    const tie = page.getByRole('table', { name: 'Tie-out to the ledger (LKR)' })
    expect(await textOf(tie)).toMatch(
      /Schedule, gain 270\.00 Manual entries 0\.00 Schedule and others 270\.00 Movement of 4100, without closings 270\.00 Difference 0\.00/,
    )

    const { name, bytes } = await saved(page, 'Export to Excel')
    expect(name).toBe('realized-schedule-GROWTH-YTD.xlsx')
    const { book, cells } = await recalculated(bytes)
    expect(cells.length).toBeGreaterThan(12)
    for (const cell of cells) expect(cell).toMatchObject({ recalculated: expect.closeTo(cell.written, 6) })
    // The figures of the screen, found by their names and calculated.
    const [rows, tied] = book.sheets
    const header = rows?.rows.findIndex((line) => line[0] === 'Posted') ?? -1
    const gainColumn = rows?.rows[header]?.indexOf('Gain (LKR)') ?? -1
    const total = rows?.rows.findIndex((line) => line[2] === 'Total') ?? -1
    const totalCell = cells.find(
      ({ sheet, at }) => sheet === rows?.name && at.endsWith(String(total + 1)) && at.startsWith('L'),
    )
    expect([gainColumn, totalCell?.formula, totalCell?.recalculated]).toEqual([
      11,
      `SUM(L${header + 2}:L${total})`,
      270,
    ])
    const labels = tied?.rows.map((line) => line[0])
    const difference = cells.find(
      ({ sheet, at }) => sheet === tied?.name && at === `B${(labels?.indexOf('Difference') ?? 0) + 1}`,
    )
    expect(difference?.recalculated).toBe(0)

    const paper = await saved(page, 'Save as PDF')
    expect(paper.name).toBe('realized-schedule-GROWTH-YTD.pdf')
    expect(Buffer.from(paper.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  },
)

story('the report is made, and an entity says how its gains are taxed', async ({ page, go }) => {
  await go('valuation-and-mtm/realized-gain-loss-tracking?portfolio=GROWTH')
  await button(page, 'Generate Report').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Summary' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('realized-pnl-GROWTH-1Y.pdf')
  await page.getByText('Report generated successfully!').waitFor()

  await page.getByText('Tax', { exact: true }).click()
  const entity = row(page, 'Head Office').first()
  await entity.getByText('Not set').waitFor()
  await button(entity, 'Change').click()
  const setting = dialog(page, 'Gains on shares of Head Office')
  await setting.getByText('Business income').click()
  await button(setting, 'Save').click()
  await entity.getByText('Business income').waitFor()
  expect(await textOf(row(page, '31 Mar 2027').first())).toContain('270.00')
})
