/** Buying, then selling a part, under each of the three valuation methods; and a buy that comes late. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization, BUY, fillBuy, saveAndAuthorize } from './pages/buy.ts'
import { button, dialog, field, row, says } from './pages/form.ts'
import { calculated, fillSell, openDetails, recordAndAuthorize } from './pages/sell.ts'
import { ACCOUNT, EQUITY, PORTFOLIO } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const FUNDS = [
  { portfolioId: 'AVG', portfolioName: 'Average Fund', method: 'WAP' },
  { portfolioId: 'OLD', portfolioName: 'Oldest Fund', method: 'FIFO' },
  { portfolioId: 'PICK', portfolioName: 'Picked Fund', method: 'CHERRY' },
  { portfolioId: 'LATE', portfolioName: 'Late Fund', method: 'WAP' },
  { portfolioId: 'BARE', portfolioName: 'Bare Fund', method: null },
]

/** Each fund bought 100 at 10 and later 100 at 20; the one for the late buy has sold 100 since. */
async function fillFunds(at: Installation, token: string): Promise<void> {
  await at.post('/equities', EQUITY, token)
  await at.post('/cost-of-funds', { effectiveDate: '2025-01-01', costOfFunds: 10, taxRate: 0 }, token)
  const settlementAccount = (await at.post('/accounts', ACCOUNT, token))['id']
  for (const { method, ...fund } of FUNDS) {
    await at.post('/portfolios', { ...PORTFOLIO, accountingTreatment: 'FVTPL', ...fund }, token)
    if (method === null) continue
    await at.post(
      '/portfolio-costing-method',
      { portfolioId: fund.portfolioId, costing_method: method },
      token,
    )
    const trade = {
      companyName: EQUITY.name,
      symbol: EQUITY.symbol,
      portfolioId: fund.portfolioId,
      quantity: 100,
      brokerName: 'Asha Securities',
      settlementAccount,
    }
    const on = (day: string) => ({ tradeDate: `2026-06-${day}`, settlementDate: `2026-06-${day}` })
    await at.post(
      '/transaction-entries/buy',
      { ...trade, ...on('02'), price: 10, contractNumber: 'B1' },
      token,
    )
    if (fund.portfolioId === 'LATE') {
      await at.post(
        '/transaction-entries/sell',
        { ...trade, ...on('10'), quantity: 50, soldPrice: 30, contractNumber: 'S1' },
        token,
      )
    } else {
      await at.post(
        '/transaction-entries/buy',
        { ...trade, ...on('04'), price: 20, contractNumber: 'B2' },
        token,
      )
    }
  }
}

const { story } = stories({ edition: 'premium', prepare: fillFunds })
const ADDRESS = 'trade-capture/sell'
const sale = (portfolio: string) => ({
  symbol: EQUITY.symbol,
  portfolio,
  quantity: '150',
  price: '30',
  contract: 'S-77',
})

interface Held {
  symbol: string
  quantity: number
  costValue: number
}
const held = async (at: Installation, portfolio: string, token: string) =>
  (await at.get<Held[]>(`/transaction-entries/portfolio/${portfolio}/positions`, token))[0]

/** A busy machine calculates late; that is no fault of the page. */
const shows = (page: Page, label: string, figure: string) =>
  expect.poll(() => calculated(page, label).textContent(), { timeout: 15_000 }).toBe(figure)

story('by weighted average: the details show it, and half of what was paid goes out', async (scene) => {
  const { page, go, at, account } = scene
  await go(ADDRESS)
  await fillSell(page, { ...sale('Average Fund (AVG)'), quantity: '100' })
  await says(page, '15.0000')
  await shows(page, 'Capital Gain', '+1,500.00')
  const details = await openDetails(page, 'Weighted Average Price (WAP)')
  await row(details, '04 Jun 2026').getByText('66.7%').waitFor()
  await button(details, 'Close').last().click()
  await details.waitFor({ state: 'hidden' })
  await recordAndAuthorize(page, 'Transaction recorded successfully!')
  expect(await field(page, 'Quantity').inputValue(), 'the form is empty again').toBe('')
  expect(await held(at, 'AVG', account.token)).toMatchObject({ quantity: 100, costValue: 1500 })
  await button(page, 'View Transactions').click()
  await page.getByRole('heading', { name: 'Submitted Sell Transactions' }).waitFor()
  await page
    .getByText(/^SELL-/)
    .first()
    .waitFor()
  await button(page, 'Back to Entry Form').click()
  await page.getByRole('heading', { name: 'Sell Transaction Entry' }).waitFor()
})

story(
  'first in, first out: the oldest lots make up the quantity, which cannot exceed what is held',
  async (scene) => {
    const { page, go, at, account } = scene
    await go(ADDRESS)
    await fillSell(page, sale('Oldest Fund (OLD)'))
    const quantity = field(page, 'Quantity')
    await quantity.fill('')
    await quantity.pressSequentially('2x019')
    expect(await quantity.inputValue(), 'what is no digit or too much does nothing').toBe('20')
    await quantity.fill('5000')
    await quantity.blur()
    expect(await quantity.inputValue()).toBe('200')
    await quantity.fill('150')
    await shows(page, 'Remaining Shares', '50')
    await shows(page, 'Bought Price', '13.3333')
    const details = await openDetails(page, 'FIFO (First-In First-Out)')
    await row(details, '02 Jun 2026').getByText('10.0000').waitFor()
    await row(details, 'Total to Sell').getByText('150').waitFor()
    await button(details, 'Close').last().click()
    await details.waitFor({ state: 'hidden' })
    await recordAndAuthorize(page, 'Transaction recorded successfully!')
    expect(await held(at, 'OLD', account.token)).toMatchObject({ quantity: 50, costValue: 1000 })
  },
)

story('cherry picking: saved allocations decide the cost, and must make up the quantity', async (scene) => {
  const { page, go, at, account } = scene
  await go(ADDRESS)
  await fillSell(page, sale('Picked Fund (PICK)'))
  await button(page, 'Record Transaction').click()
  await says(page, 'Total allocated (0) must match sell quantity (150)')
  const details = await openDetails(page, 'Cherry Picking')
  await field(details, 'Shares to sell of B2').fill('100')
  await button(details, 'Save Allocations').click()
  await says(page, 'Total allocated (100) must match sell quantity (150)')
  await field(details, 'Shares to sell of B1').fill('50')
  await button(details, 'Save Allocations').click()
  await details.waitFor({ state: 'hidden' })
  await shows(page, 'Capital Gain', '+2,000.00')
  await recordAndAuthorize(page, 'Sell transaction and allocations saved successfully!')
  expect(await held(at, 'PICK', account.token)).toMatchObject({ quantity: 50, costValue: 500 })
})

story('a portfolio without a method says so, and an unsaved sale is offered again', async ({ page, go }) => {
  await go(ADDRESS)
  await button(page, 'View Details').click()
  const details = dialog(page, 'Sell transaction details')
  await details.getByText('Portfolio & Valuation Method Required').waitFor()
  await button(details, 'Back to the form').click()
  await field(page, 'Portfolio Name').click()
  await page.getByRole('option', { name: 'Bare Fund (BARE)' }).click()
  await says(page, 'No costing method assigned to this portfolio.')
  await field(page, 'Contract Number').fill('S-DRAFT')
  await page.reload()
  await says(page, /An unsaved sale from .* was kept\./)
  await button(page, 'Restore').click()
  expect(await field(page, 'Contract Number').inputValue()).toBe('S-DRAFT')
})

story(
  'a late buy shows the sale whose cost it changes before it is authorized',
  async ({ page, go, at, account }) => {
    await go('trade-capture/buy')
    await fillBuy(page, { ...BUY, portfolio: 'Late Fund (LATE)', quantity: '100', price: '20' })
    await field(page, 'Trade Date').fill('2026-06-04')
    await field(page, 'Trade Date').blur()
    await button(page, 'Save Transaction').click()
    const review = authorization(page)
    await review.getByText('What would change').waitFor()
    await row(review, 'SELL-').getByText('750.00').first().waitFor()
    await row(review.getByRole('region', { name: 'Realized gains by month' }), 'Jun 2026').waitFor()
    await button(review, 'Cancel').click()
    await review.waitFor({ state: 'hidden' })
    expect(await held(at, 'LATE', account.token), 'nothing is written by a look').toMatchObject({
      quantity: 50,
      costValue: 500,
    })
    await saveAndAuthorize(page)
    expect(await held(at, 'LATE', account.token)).toMatchObject({ quantity: 150, costValue: 2250 })
  },
)
