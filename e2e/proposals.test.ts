/** A sale is compared by goal and made an order; orders move a portfolio to its targets. */
import { expect } from 'vitest'

import { button, choose, dialog, field, fill, row, says } from './pages/form.ts'
import { EQUITY, fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

let approver = ''
const { story } = stories({
  prepare: async (at, token) => {
    approver = token
    await fillBookWithBuy(at, token)
  },
})

story('a proposed sale becomes an order, and another one fills the sell form', async ({ page, go }) => {
  await go('trade-capture/portfolio?portfolio=GROWTH')
  await row(page, EQUITY.symbol).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Propose a sale' }).click()
  const proposal = dialog(page, 'Propose a sale')
  await fill(proposal, { 'Shares to sell': '40', 'Price (LKR)': '220' })
  await button(proposal, 'Compare').click()
  await proposal.getByText('What the books will show').waitFor()
  await button(proposal, 'Make an Order').click()
  const form = dialog(page, 'New order')
  await button(form, 'Propose order').click()
  await says(page, `ORD-000001: Sell 40 ${EQUITY.symbol} from 220.00. It is a proposal.`)

  await go('trade-capture/deal-slip')
  await button(page, 'Propose a Sale').click()
  await choose(proposal, 'Portfolio', 'Growth Fund')
  await proposal.getByLabel(/^Security/).click()
  await page.getByRole('option', { name: new RegExp(EQUITY.symbol) }).click()
  await fill(proposal, { 'Shares to sell': '25', 'Price (LKR)': '210' })
  await button(proposal, 'Compare').click()
  await button(proposal, 'Use in Sell').click()
  await page.getByRole('heading', { name: 'Sell Transaction Entry' }).waitFor()
  const quantity = field(page, 'Quantity')
  await quantity.waitFor()
  expect(await quantity.inputValue()).toBe('25')
})

story('targets lead to trades, and ticked trades to orders', async ({ page, at, go }) => {
  await at.post(
    '/journal-entries',
    {
      date: '2026-06-10',
      description: 'Capital paid in',
      lines: [
        { account_code: '1010', debit: 1_000_000, portfolioId: 'GROWTH' },
        { account_code: '3000', credit: 1_000_000, portfolioId: 'GROWTH' },
      ],
    },
    approver,
  )
  await at.put('/prices/2026-06-12', { rows: [{ symbol: EQUITY.symbol, last_trade: 200 }] }, approver)
  await go('portfolio-monitoring/rebalancing?portfolio=GROWTH')
  await button(page, 'Set Targets').first().click()
  const targets = dialog(page, 'Targets of Growth Fund')
  await fill(targets, { 'Cash Target (%)': '50' })
  await targets.getByLabel(/^Security or Sector/).click()
  await page.getByRole('option', { name: new RegExp(`^${EQUITY.symbol}`) }).click()
  await fill(targets, { 'Target (%)': '50', 'Minimum Trade (LKR)': '100' })
  await button(targets, 'Save Targets').click()
  await says(page, 'The targets of Growth Fund are saved.')
  // 997,254.40 with 200,000.00 in shares: half of it, less the fees of the purchase.
  await page.getByText(/^Buy 1,4\d\d$/).waitFor()
  await button(page, 'Make 1 Order').click()
  const orders = dialog(page, 'Make 1 order')
  await button(orders, 'Make 1 order').click()
  await says(page, '1 order made.')
  await row(page, 'ORD-00000').getByText('Proposal').first().waitFor()
})
