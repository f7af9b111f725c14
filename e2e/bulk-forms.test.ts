/** The single bulk forms: a purchase by its gross value, and a sale hand-picked from several buys. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, field, fill, says } from './pages/form.ts'
import { calculated } from './pages/sell.ts'
import { ACCOUNT, EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const PICKED = { portfolioId: 'PICK', portfolioName: 'Picked Fund', portfolioType: 'Equity Portfolio' }

/** A portfolio that picks its lots, with one buy of 600. */
async function prepare(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const rest = { entity: 'Head Office', fundManager: 'N. Perera', baseCurrency: 'LKR' }
  await at.post('/portfolios', { ...PICKED, ...rest }, token)
  await at.post('/portfolio-costing-method', { portfolioId: 'PICK', costing_method: 'CHERRY' }, token)
  const buy = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'PICK',
    quantity: 600,
    price: 19,
    contractNumber: 'C-1',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
    settlementAccount,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', buy, token)
}
const { story } = stories({ edition: 'premium', prepare })

async function pickCompany(page: Page): Promise<void> {
  await field(page, 'Company Name').click()
  const companies = dialog(page, 'Select Company')
  await companies.getByRole('option', { name: EQUITY.symbol }).first().click()
  await companies.waitFor({ state: 'hidden' })
}

async function pickAccount(page: Page, kind: string): Promise<void> {
  await choose(page, 'Payment Method', 'Bank Transfer')
  const accounts = dialog(page, `Select ${kind} Account: Bank Transfer`)
  await accounts.getByRole('option', { name: ACCOUNT.account_number }).click()
  await accounts.waitFor({ state: 'hidden' })
}

story('a bulk buy by its gross value, then a bulk sale from two buys', async ({ page, go, at, account }) => {
  await go('batch-transaction-import/bulk-buy-entry')
  await pickCompany(page)
  await choose(page, 'Portfolio', 'Picked Fund (PICK)')
  await fill(page, {
    Quantity: '1,000',
    'Gross Value': '20,500.50',
    'Contract Number': 'C-2',
    'Broker Name': 'Asha Securities',
  })
  await pickAccount(page, 'Settlement')
  await calculated(page, 'Price').getByText('20.5005').waitFor()
  // A double click records it once, and selects no text.
  await button(page, 'Submit Bulk Buy Transaction').dblclick()
  await says(page, 'Bulk Buy Transaction submitted successfully!')
  expect(await page.evaluate<string>('String(getSelection())')).toBe('')

  await go('batch-transaction-import/bulk-sell-entry')
  await choose(page, 'Portfolio', 'Picked Fund (PICK)')
  await pickCompany(page)
  await calculated(page, 'Available Shares').getByText('1,600').waitFor()
  await fill(page, { Quantity: '900', 'Selling Price': '22' })
  await pickAccount(page, 'Receiving')
  await page.getByLabel('Shares to sell of C-1').fill('400')
  await button(page, 'Submit Bulk Sell Transactions').click()
  await says(page, 'Total allocated (400) must match sell quantity (900)')
  await page.getByLabel('Shares to sell of C-2').fill('500')
  // 900 x 22.00 less 400 x 19.00 and half of 20,500.50.
  await calculated(page, 'Capital Gain').getByText('1,949.75').waitFor()
  await button(page, 'Submit Bulk Sell Transactions').click()
  await says(page, 'Bulk sell transactions recorded successfully!')

  const [sale] = await at.get<{ id: number; net_value: number }[]>('/trades?side=sell&limit=1', account.token)
  const { lots } = await at.get<{ lots: { contract_number: string; quantity: number; cost: number }[] }>(
    `/trades/${sale?.id}`,
    account.token,
  )
  expect(lots.map(({ contract_number, quantity, cost }) => [contract_number, quantity, cost])).toEqual([
    ['C-1', 400, 7600],
    ['C-2', 500, 10250.25],
  ])
})
