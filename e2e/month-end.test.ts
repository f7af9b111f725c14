/**
 * October to lock: mark-to-market proposes the month end, which is a Saturday, its run leads to the reconciliation and on to the lock. Clicks are
 * counted by the page.
 */
import { expect } from 'vitest'
import { button, dialog, field, row, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const DAY = '2026-11-12'
const CLICKS_MOST = 8

/** Counts what a person clicks; a label passes its click on to its field, which is no second one. */
const COUNTED = `globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)`

/** Shares bought in October, priced on Friday the 30th; the bank's statement of the month is matched and waits for its signature. */
async function prepare(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const side = { portfolioId: 'GROWTH', description: 'Capital paid in' }
  await at.post(
    '/journal-entries',
    {
      date: '2026-10-01',
      description: 'Capital paid in',
      lines: [
        { ...side, account_code: '1010', settlementAccount, debit: 500_000 },
        { ...side, account_code: '3000', credit: 500_000 },
      ],
    },
    token,
  )
  const buy = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'GROWTH',
    quantity: 1000,
    price: 200,
    contractNumber: 'C-1',
    brokerName: 'Asha Securities',
    tradeDate: '2026-10-06',
    settlementDate: '2026-10-08',
    settlementAccount,
    paymentMethod: 'Bank Transfer',
  }
  const { net_value } = await at.post('/trade-summary/save-buy-transaction', buy, token)
  await at.put('/prices/2026-10-30', { rows: [{ symbol: EQUITY.symbol, last_trade: '210.50' }] }, token)
  const { reconciliation } = (await at.post(
    '/account-reconciliation',
    { accountCode: '1010', settlementAccount, period: '2026-10' },
    token,
  )) as { reconciliation: { id: number } }
  const closing = 500_000 - Number(net_value)
  await at.post(
    `/account-reconciliation/${reconciliation.id}/statements`,
    {
      lines: [
        { date: '2026-10-01', description: 'Capital paid in', debit: 500_000 },
        { date: '2026-10-08', description: 'Asha Securities', credit: Number(net_value) },
      ],
      openingBalance: 0,
      closingBalance: closing,
    },
    token,
  )
  await at.post(`/account-reconciliation/${reconciliation.id}/auto-match`, {}, token)
}
const { story } = stories({ prepare, settings: { TODAY: DAY } })

story('October is valued, reconciled and locked', async ({ page, context, go, at, account }) => {
  await context.addInitScript(COUNTED)
  const began = Date.now()
  await go('valuation-and-mtm/mark-to-market')
  const steps = page.getByRole('navigation', { name: 'Month end' })
  await steps.getByText('Month end 31 Oct 2026, Head Office:').waitFor()
  expect(await field(page, 'Valuation date').inputValue()).toMatch(/31 Oct 2026|2026-10-31/)
  await says(page, '31 Oct 2026 is a Saturday; the market days next to it are 30 Oct 2026 and 02 Nov 2026.')
  await says(page, /^Prices of 30 Oct 2026, the last market day: complete/)
  await button(page, 'Preview').click()
  await page.getByRole('region', { name: 'Postings' }).getByText('1110').waitFor()
  await button(page, 'Post run').click()
  const run = dialog(page, /mark-to-market on 31 Oct 2026/)
  await button(run, 'Reconcile').click()

  await row(page, 'October 2026').getByText('Pending').click()
  await button(page, 'Save and Sign Off').click()
  const saving = dialog(page, 'Save and sign off')
  await button(saving, 'Save and Sign Off').click()
  await page.getByText(/^Signed off by/).waitFor()
  await button(page, 'Lock through 31 Oct 2026').click()

  const lock = dialog(page, 'Lock the books of Head Office')
  await lock.getByText('Investments are valued on 31 Oct 2026.').waitFor()
  // General is open still, and the books were not checked: the reason is typed, and reached by the keyboard.
  await field(lock, 'Reason').focus()
  await page.keyboard.type('Month end of October')
  await button(lock, 'Lock through 31 Oct 2026').click()
  await says(page, 'The books of Head Office are locked through 31 Oct 2026.')

  const clicks = await page.evaluate<number>('globalThis.clicks')
  console.info(`October to lock: ${clicks} clicks, ${((Date.now() - began) / 1000).toFixed(0)} s`)
  expect(clicks).toBeGreaterThan(4)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  const entities = await at.get<{ name: string; locked_through: string | null }[]>('/entities', account.token)
  expect(entities.find(({ name }) => name === 'Head Office')?.locked_through).toBe('2026-10-31')
})
