/** A clerk's dividends, journal entries, prices and tables without a mouse: every key is counted. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from './pages/buy.ts'
import { button, choose, dialog, field, says } from './pages/form.ts'
import { keyCounter } from './pages/key-counter.ts'
import { EQUITY, fillBook, fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })
const first = stories({ prepare: fillBook })

/** A busy machine answers late; that is no fault of the page. */
const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 60_000 })
const focusedName = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? ''`,
  )

first.story(
  'the first trade of an installation takes 40 keys and two minutes',
  async ({ page, go, at, account }) => {
    const began = Date.now()
    await go('trade-capture/buy')
    await poll(() => field(page, 'Portfolio').inputValue()).toBe('Growth Fund (GROWTH)')
    const { press, type, count } = keyCounter(page)
    await page.locator('button:focus[id$="-companyName"]').waitFor()
    for (const text of ['jkh', '1000', '200.5', 'C1']) {
      await type(text)
      await press('Enter')
    }
    await poll(() => focusedName(page)).toMatch(/^Broker Name/)
    await type('Asha Securities')
    await press('Control+Enter')
    await authorization(page).waitFor()
    await page.locator('button:focus', { hasText: 'Authorize' }).waitFor()
    await press('Enter')
    await says(page, 'Buy Transaction submitted successfully!')
    expect(count()).toBeLessThanOrEqual(40)
    expect(Date.now() - began).toBeLessThan(120_000)
    const trades = await at.get<{ quantity: number }[]>('/trades', account.token)
    expect(trades.map(({ quantity }) => quantity)).toEqual([1000])
  },
)

const DIVIDEND_KEYS = 30
const NEXT_DIVIDEND_KEYS = 25
story(
  'a dividend by keys; the next one keeps its portfolio and announcement',
  async ({ page, go, at, account }) => {
    await go('corporate-actions/dividend?new=dividend')
    const form = dialog(page, 'New dividend')
    await form.waitFor()
    await poll(() => focusedName(page)).toMatch(/^Security Code/)
    const dividend = async (days: readonly string[], rate: string) => {
      const { press, type, count } = keyCounter(page)
      for (const text of ['jkh', ...days, rate]) {
        await type(text)
        await press('Enter')
      }
      await poll(() => field(form, 'Shares Held').inputValue()).toBe('1,000')
      await press('Control+Shift+Enter')
      return count()
    }
    await choose(form, 'Portfolio', 'Growth Fund (GROWTH)')
    await field(form, 'Security Code').focus()
    expect(await dividend(['9/6', '11/6', '12/6', '-1'], '1.5')).toBeLessThanOrEqual(DIVIDEND_KEYS)
    await says(page, 'Announced: Dividend 1.50 a share JKH.N0000.')
    // The form stays, with what is kept, and begins at the security.
    await poll(() => focusedName(page)).toMatch(/^Security Code/)
    await poll(() => field(form, 'Portfolio').inputValue()).toBe('Growth Fund (GROWTH)')
    await form.getByText('As in your last dividend').first().waitFor()
    expect(await dividend(['12/6', 't', 't'], '2')).toBeLessThanOrEqual(NEXT_DIVIDEND_KEYS)
    await says(page, 'Announced: Dividend 2.00 a share JKH.N0000.')
    const events = await at.get<{ title: string; portfolioId: string }[]>(
      '/corporate-actions?kind=dividend',
      account.token,
    )
    expect(events.map(({ title, portfolioId }) => `${title} ${portfolioId}`).toSorted()).toEqual([
      'Dividend 1.50 a share JKH.N0000 GROWTH',
      'Dividend 2.00 a share JKH.N0000 GROWTH',
    ])
    // Undone under the form.
    const today = form.getByRole('region', { name: 'Recorded by you today' }).last()
    await today.getByRole('button', { name: 'Undo Dividend 2.00 a share JKH.N0000' }).click()
    const asked = dialog(page, /^Cancel Dividend 2\.00/)
    await field(asked, 'Reason').fill('Twice')
    await page.keyboard.press('Control+s')
    await asked.waitFor({ state: 'hidden' })
    await today.getByText('Dividend 2.00 a share').waitFor({ state: 'detached' })
  },
)

story(
  'ten journal entries take at most 20 keys each, and one is undone',
  async ({ page, go, at, account }) => {
    await go('accounting-entries/journal-entries?new=1')
    const form = dialog(page, 'New journal entry')
    await form.waitFor()
    await poll(() => focusedName(page)).toMatch(/^Description/)
    await choose(form, 'Portfolio', 'Growth Fund')
    await field(form, 'Date').fill('12/6')
    await field(form, 'Description').focus()
    const entry = async (at_: number) => {
      const { press, type, count } = keyCounter(page)
      await type(`Fee ${at_}`)
      await press('Enter')
      await type('6300')
      await press('Enter')
      await type('1.5k')
      await press('Control+Shift+Enter')
      await says(page, /Journal entry \d+ is posted\./)
      await poll(() => field(form, 'Description').inputValue()).toBe('')
      await poll(() => focusedName(page)).toMatch(/^Description/)
      return count()
    }
    for (let index = 0; index < 10; index += 1)
      expect(await entry(index), `entry ${index}`).toBeLessThanOrEqual(20)
    const { data } = await at.get<{
      data: { description: string; date: string; debit: number; portfolios: string[] }[]
    }>('/journal-entries?mine=today', account.token)
    expect(data.map(({ date, debit, portfolios }) => `${date} ${debit} ${portfolios.join()}`)).toEqual(
      data.map(() => '2026-06-12 1500 GROWTH'),
    )
    expect(data).toHaveLength(10)
    const today = form.getByRole('region', { name: 'Recorded by you today' }).last()
    await today
      .getByRole('button', { name: /^Undo entry/ })
      .first()
      .click()
    await button(page.getByRole('dialog').last(), 'Reverse entry').click()
    await says(page, /is reversed/)
  },
)

story('a price takes its figures and Enter; it is undone under the sheet', async ({ page, go }) => {
  await go('valuation-and-mtm/market-price-feed?date=2026-06-11')
  await poll(() => focusedName(page)).toBe('Last trade of JKH.N0000')
  const { press, type, count } = keyCounter(page)
  await type('210.5')
  await press('Enter')
  expect(count()).toBe(6)
  await press('Control+s')
  await says(page, '1 price of 11 Jun 2026 recorded.')
  await poll(() => focusedName(page)).toBe('Last trade of JKH.N0000')
  await button(page, 'Undo JKH.N0000').click()
  await says(page, 'The price of JKH.N0000 is taken back.')
  await page.getByText('1 held security without a price of this day.').waitFor()
})

const ROW_KEYS = 22
story('a row of a bulk buy takes 22 keys', async ({ page, go, at, account }) => {
  await go('batch-transaction-import/bulk-buy-entry')
  await page.getByText('Many rows').click()
  await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
  await choose(page, 'Settlement Account', '1000123456 Trading account (Bank Transfer)')
  await field(page, 'Broker Name').fill('Asha Securities')
  await field(page, 'Trade Date').fill('2026-06-12')
  await page.getByLabel('Symbol, row 1').click()
  for (const [row, symbol] of [
    ['1', 'jkh'],
    ['2', 'com'],
    ['3', 'kee'],
  ] as const) {
    const { press, type, count } = keyCounter(page)
    await type(symbol)
    await page.getByRole('option').first().waitFor()
    await press('Tab')
    await press('Tab')
    await type('1.5k')
    await press('Tab')
    await type('198.25')
    await press('Tab')
    await press('Tab')
    await type(`B-${row}`)
    await press('Enter')
    expect(count(), `row ${row}`).toBeLessThanOrEqual(ROW_KEYS)
  }
  expect(await focusedName(page)).toBe('Symbol, row 4')
  await page.getByText(EQUITY.name).first().waitFor()
  await page.keyboard.press('Control+s')
  await says(page, /3 trades of .* recorded/)
  const trades = await at.get<{ symbol: string; quantity: number }[]>('/trades?mine=today', account.token)
  expect(trades.filter(({ quantity }) => quantity === 1500)).toHaveLength(3)
})
