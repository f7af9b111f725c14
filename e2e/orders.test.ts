/** An order is written, given to the broker, and filled by the trade that was dealt. */
import { BUY, fillBuy, saveAndAuthorize } from './pages/buy.ts'
import { button, choose, dialog, fill, pick, row, says } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

/** The first account approves orders; accounts that sign up later propose them. */
let approver = ''
const { story } = stories({
  prepare: async (at, token) => {
    approver = token
    await fillBookWithBuy(at, token)
    await at.post('/brokers', { name: BUY.broker }, token)
  },
})

story(
  'an order is approved by another person, given to the broker and filled by a buy',
  async ({ page, at, go }) => {
    await go('trade-capture/deal-slip')
    await button(page, 'New Order').click()
    const form = dialog(page, 'New order')
    await pick(form, 'Security', BUY.symbol)
    await choose(form, 'Portfolio', 'Growth Fund')
    await fill(form, { Shares: '1000', 'Limit price': '201', Broker: BUY.broker, Reason: 'Underweight' })
    await button(form, 'Propose order').click()
    await says(page, `ORD-000001: Buy 1,000 ${BUY.symbol} up to 201.00. It is a proposal.`)
    await at.post('/orders/1/approve', { version: 1 }, approver)
    const order = dialog(page, 'ORD-000001')
    await button(order, 'Close').click()
    await order.waitFor({ state: 'hidden' })
    await row(page, 'ORD-000001').getByText('ORD-000001').click()
    await button(order, 'Given to Broker').click()
    await order.getByText('Placed', { exact: true }).waitFor()

    await button(order, 'Close').click()
    await go('trade-capture/buy')
    await fillBuy(page)
    await saveAndAuthorize(page)

    await go('trade-capture/deal-slip')
    await row(page, 'ORD-000001').getByText('ORD-000001').click()
    await order.getByRole('button', { name: /^Add BUY-/ }).click()
    await says(page, 'ORD-000001 is filled: 1,000 shares.')
    await order.getByRole('button', { name: /^Take off BUY-/ }).waitFor()
  },
)
