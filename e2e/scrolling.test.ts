/** A long list: it goes on while it is scrolled, its sums and its files are of all of it. */
import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const COUNT = 450

/** 450 buys of one day, the first one alone the day before: it is the last of the list. */
async function prepare(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    symbol: EQUITY.symbol,
    tradeDate: index === 0 ? '2026-06-09' : '2026-06-10',
    quantity: index + 1,
    price: 20,
    contractNumber: `LIST-${index + 1}`,
  }))
  const defaults = {
    portfolioId: 'GROWTH',
    settlementAccount: String(settlementAccount),
    brokerName: 'Asha Securities',
  }
  await at.post('/trade-batches', { source: 'bulk-buy', defaults: { ...defaults, side: 'buy' }, rows }, token)
}
const { story } = stories({ prepare })

async function saved(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return readFile(await file.path())
}

story('transactions go on while they are scrolled, by wheel and by keyboard', async ({ page, go }) => {
  await go('trade-capture/transactions')
  await says(page, `${COUNT} transactions`)
  await says(page, `Total of all ${COUNT}`)
  const first = page.locator('[data-cell="0:0"]')
  await first.waitFor()
  const drawn = await page.locator('tbody tr[aria-rowindex]').count()
  expect(drawn).toBeLessThan(80)
  await first.hover()
  await page.mouse.wheel(0, 20_000)
  // The scroll bar is that of all: the wheel reaches the end at once, and the rows come.
  const last = page.locator(`tr[aria-rowindex="${COUNT + 1}"]`)
  await last.getByText('09 Jun 2026').first().waitFor()
  await page.locator(`[data-cell="${COUNT - 1}:0"]`).focus()
  await page.keyboard.press('Control+Home')
  await page.locator('[data-cell="0:0"]').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+End')
  await page
    .locator(`[data-cell^="${COUNT - 1}:"]`)
    .and(page.locator(':focus'))
    .waitFor()
  expect(await page.locator('tbody tr[aria-rowindex]').count()).toBeLessThan(80)
  await page.keyboard.press('Control+Home')
  await page.locator('[data-cell="0:0"]').and(page.locator(':focus')).waitFor()
})

story(
  'the last row comes where it is looked for: the list keeps its scroll and the keyboard while its rows come',
  async ({ page, go }) => {
    await go('trade-capture/transactions')
    await says(page, `Total of all ${COUNT}`)
    await page.locator('[data-cell="0:0"]').focus()
    await page.keyboard.press('Control+End')
    const last = page.locator(`tr[aria-rowindex="${COUNT + 1}"]`)
    await last.getByText('09 Jun 2026').first().waitFor()
    await last.locator('[data-cell]').and(page.locator(':focus')).waitFor()
  },
)

story('all that the filters leave goes into a spreadsheet and a PDF', async ({ page, go }) => {
  await go('trade-capture/transactions')
  await says(page, `${COUNT} transactions`)
  const book = await readXlsx(new Uint8Array(await saved(page, 'Export to Excel')))
  expect(book.sheets[0]?.rows.length).toBe(COUNT + 1)
  const pdf = await saved(page, 'Save as PDF')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(5)
})

/** Figures and deal numbers that their cell, the edge of their table or the menu of their row cuts. */
const CUT = `[...document.querySelectorAll('main table')].flatMap((table) => {
  const frame = table.parentElement
  const edge = (row) => {
    const menu = row.querySelector('[class*=actions]')?.getBoundingClientRect().width ?? 0
    return frame.getBoundingClientRect().left + frame.clientWidth - menu
  }
  return [...table.querySelectorAll('tbody tr, tfoot tr')].flatMap((row) =>
    [...row.cells].flatMap((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      const figure = getComputedStyle(cell).textAlign === 'right'
      const half = figure && left < edge(row) - 1 && right > edge(row) + 1
      const deal = /^(BULK-)?(BUY|SELL)-\\d/.test(cell.textContent)
      return half || ((figure || deal) && cell.scrollWidth > cell.clientWidth) ? [cell.textContent] : []
    }),
  )
})`

story('large figures are not cut, nor the end of a deal number', async ({ page, go, at, account }) => {
  const [bank] = await at.get<{ id: number }[]>('/accounts', account.token)
  const row = { symbol: EQUITY.symbol, tradeDate: '2026-06-11' }
  const rows = [
    { ...row, side: 'buy', quantity: 5_100_000, price: 20, contractNumber: 'LARGE-1' },
    { ...row, side: 'sell', quantity: 5_000_000, price: 0.01, contractNumber: 'LARGE-2' },
  ]
  const defaults = {
    portfolioId: 'GROWTH',
    settlementAccount: String(bank?.id),
    brokerName: 'Asha Securities',
  }
  await at.post('/trade-batches', { source: 'import', defaults, rows }, account.token)
  for (const [address, figure] of [
    ['trade-capture/transactions?search=LARGE', /102,000,000\.00|103,132,250\.00/],
    ['accounting-entries/general-ledger?account_code=1100&from=2026-06-11', /102,000,000\.00/],
    ['settlement-and-accounting/settlement-instructions', /103,132,250\.00/],
    ['batch-transaction-import/import-history', /102,050,000\.00/],
  ] as const) {
    await go(address)
    await page
      .getByRole('gridcell', { name: figure })
      .or(page.locator('td').filter({ hasText: figure }))
      .first()
      .waitFor()
    await expect.poll(() => page.evaluate<string[]>(CUT), { message: address }).toEqual([])
  }
})

/** How far the list is scrolled. */
const topOf = (page: Page) =>
  page.evaluate<number>('document.querySelector(\'[role="grid"]\').parentElement.scrollTop')

story('Back from row 150 returns to the row, with filters, sort and scroll', async ({ page, go }) => {
  const address = 'trade-capture/transactions?search=LIST-&sort=-quantity'
  await go('dashboard/dashboard')
  await go(address)
  await says(page, `${COUNT} transactions`)
  await page.locator('[data-cell="0:0"]').waitFor()
  await page.evaluate('document.querySelector(\'[role="grid"]\').parentElement.scrollTop = 145 * 34')
  const cell = page.locator('[data-cell="149:0"]')
  await cell.click()
  const record = page.getByRole('dialog')
  await record.waitFor()
  await page.waitForURL(/trade=\d+/)
  const [deal, top] = [await cell.textContent(), await topOf(page)]
  const isAtRow = async () => {
    await cell.and(page.locator(':focus')).waitFor()
    expect(await cell.textContent()).toBe(deal)
    expect(await topOf(page)).toBe(top)
    expect(page.url()).toContain(address)
    expect(page.url()).not.toContain('trade=')
  }
  await page.goBack()
  await record.waitFor({ state: 'hidden' })
  await isAtRow()

  // Closed by hand it leaves no step: Back leads out of the list, Forward into it again, at the row.
  await page.keyboard.press('Enter')
  await record.waitFor()
  await page.keyboard.press('Escape')
  await record.waitFor({ state: 'hidden' })
  await isAtRow()
  await page.goBack()
  await page.getByRole('heading', { name: 'Dashboard', exact: true, level: 1 }).waitFor()
  await page.goForward()
  await isAtRow()

  // To another tab and back: the list is shown anew, at the row.
  await page.keyboard.press('Space')
  await page.getByRole('menuitem', { name: 'Journal entries' }).click()
  await page.getByRole('heading', { name: 'General Ledger', exact: true, level: 1 }).waitFor()
  await page.goBack()
  await isAtRow()

  // Read anew, the list has the rows up to there again.
  await page.reload()
  await cell.and(page.locator(':focus')).waitFor()
  expect(await topOf(page)).toBe(top)
})
