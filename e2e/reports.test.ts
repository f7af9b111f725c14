/** Reports of the accountant: each agrees with the ledger, opens as a workbook that calculates, and goes to CSV and paper. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, row } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { recalculated } from './support/recalculate.ts'
import { stories } from './support/story.ts'

/**
 * Buy 1,000 at 20.00 in April, priced 26.00 and run on 30 April, locked; sell 400 at 28.00 in May; a purchase of April comes late
 * (200 at 21.00); priced 25.00 and run on 29 May.
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
  const price = (date: string, lastTrade: number) =>
    at.put(
      `/prices/${date}?acceptUnusual=1`,
      { rows: [{ symbol: EQUITY.symbol, last_trade: lastTrade }] },
      token,
    )
  const run = (date: string) => at.post('/mark-to-market/runs', { date, portfolioId: 'all' }, token)
  await trade('buy', '2026-04-02', 1000, 20)
  await price('2026-04-30', 26)
  await run('2026-04-30')
  const entities = await at.get<{ id: number; name: string; version: number }[]>('/entities', token)
  const entity = entities.find(({ name }) => name === 'Head Office')
  const lock = { locked_through: '2026-04-30', reason: 'Month-end', version: entity?.version }
  await at.post(`/entities/${entity?.id}/lock`, lock, token)
  await trade('sell', '2026-05-05', 400, 28)
  await trade('buy', '2026-04-20', 200, 21, '?openPeriod=1')
  await price('2026-05-29', 25)
  await run('2026-05-29')
}
const { story } = stories({ prepare })

const AT = 'reporting-and-compliance/accounting-reports'
const textOf = async (where: Locator) => (await where.innerText()).replaceAll(/\s+/g, ' ')
const ties = (page: Page) => page.getByRole('region', { name: 'Tie-out to the ledger' })

async function saved(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) }
}

/** The workbook says what its formulas come to; answers its lines by sheet and first word. */
async function workbook(page: Page, name: string, formulas: number) {
  const file = await saved(page, 'Export to Excel')
  expect(file.name).toBe(name)
  const { book, cells } = await recalculated(file.bytes)
  expect(cells.length).toBeGreaterThanOrEqual(formulas)
  for (const cell of cells) expect(cell).toMatchObject({ recalculated: expect.closeTo(cell.written, 4) })
  return (sheet: string, label: string) =>
    book.sheets
      .find((one) => one.name === sheet)
      ?.rows.find(([first]) => String(first ?? '').trim() === label)
      ?.slice(1)
}

story('the statement of investments agrees with the ledger, in a spreadsheet too', async ({ page, go }) => {
  await go(`${AT}?portfolio=GROWTH&date=2026-05-29`)
  await page.getByText('Agrees with the ledger').first().waitFor()
  // 800 x 25.00 less 24,200.00 x 800 / 1,200.
  expect(await textOf(row(page, EQUITY.symbol))).toMatch(
    /800 16,133\.33 25\.0000 29 May 2026 3 20,000\.00 \+3,866\.67/,
  )
  expect(await textOf(ties(page))).toMatch(/Difference 0\.00 0\.00 0\.00/)
  const line = await workbook(page, 'statement-of-investments-GROWTH-2026-05-29.xlsx', 15)
  expect(line('Statement of investments', 'Total investments')?.slice(2, 9)).toEqual([
    16_133.33,
    0,
    null,
    null,
    null,
    20_000,
    3866.67,
  ])
  expect(line('Tie-out', 'Difference')).toEqual([0, 0, 0])
  const csv = await saved(page, 'Export to CSV')
  expect(csv.name).toBe('statement-of-investments-GROWTH-2026-05-29.csv')
  expect(Buffer.from(csv.bytes).toString('utf8')).toContain(
    `${EQUITY.name},${EQUITY.symbol},800,16133.33,0.00,25.0000,2026-05-29,3,20000.00,3866.67`,
  )
  const paper = await saved(page, 'Save as PDF')
  expect(Buffer.from(paper.bytes.subarray(0, 5)).toString()).toBe('%PDF-')

  // A day without a run says so, and offers it.
  await go(`${AT}?portfolio=GROWTH&date=2026-05-28`)
  await page.getByText('Investments at cost, not valued on this date.').waitFor()
  await page.getByText('Run mark-to-market').waitFor()
  expect(await textOf(ties(page))).toContain('Investments at cost, not valued on this date')
})

story('the movement schedule goes from opening to closing', async ({ page, go }) => {
  await go(`${AT}?tab=movements&portfolio=GROWTH&from=2026-05-01&to=2026-05-29`)
  await page.getByText('Agrees with the ledger').first().waitFor()
  const summary = page.getByRole('region', { name: 'Summary by treatment' })
  expect(await textOf(summary)).toMatch(
    /Cost at the start, with capitalised fees 20,000\.00 Additions 4,200\.00 Disposals −8,066\.67 Corporate actions 0\.00 Transfers 0\.00 Cost at the end 16,133\.33 Fair value adjustment at the start 6,000\.00 Release −2,400\.00 Change 266\.67 Fair value adjustment at the end 3,866\.67 Carrying amount at the end 20,000\.00/,
  )
  const line = await workbook(page, 'investment-movements-GROWTH-2026-05-01-to-2026-05-29.xlsx', 25)
  expect(line('Summary', 'Cost at the end')).toEqual([16_133.33, 16_133.33])
  expect(line('Fair value adjustment FVTPL', EQUITY.name)?.slice(1)).toEqual([
    1000, 400, 6000, -2400, 266.67, 3866.67,
  ])
  expect(line('Tie-out', 'Movement of the ledger')).toEqual([-3866.67, 0, -2133.33])
})

story(
  'net assets lead from the ledger to trade date, and cost is held against market',
  async ({ page, go }) => {
    await go(`${AT}?tab=net-assets&portfolio=GROWTH&date=2026-04-30`)
    const bridge = page.getByRole('region', { name: 'Net assets line by line' })
    await bridge.waitFor()
    // Bought for 20,224.00 and worth 26,000.00; 200 more for 4,247.03, worth 5,200.00.
    expect(await textOf(bridge)).toMatch(
      /Net assets by the ledger 5,776\.00 Net assets 5,776\.00 Posted later, since the day was locked: investments at fair value 5,200\.00 Posted later, since the day was locked: cash −4,247\.03 Net assets by trade date 6,728\.97/,
    )
    const line = await workbook(page, 'net-assets-GROWTH-2026-04-30.xlsx', 15)
    expect(line('From the ledger to trade date', 'Net assets by trade date')).toEqual([6728.97])

    await page.getByText('Cost and Market', { exact: true }).click()
    await page.getByText('1 of 1 holdings, by more than 20.00 %').waitFor()
    expect(await textOf(row(page, EQUITY.symbol))).toContain('Market above cost')
    await page.getByLabel('Above cost by more than').fill('30')
    // Its price was typed: that alone is left.
    await row(page, EQUITY.symbol).getByText('Price to look at').waitFor()
    await workbook(page, 'cost-and-market-GROWTH-2026-04-30.xlsx', 5)

    await page.getByText('Tax Schedule', { exact: true }).click()
    await page.getByRole('heading', { name: 'Tax schedule' }).waitFor()
    await row(page, 'Head Office').first().getByText('Not set').waitFor()
    await page.getByText('Realized Gains', { exact: true }).click()
    await page.getByText('Agrees with the ledger').first().waitFor()
  },
)
