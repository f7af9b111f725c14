/** A limit is written, opens a breach that takes a note, answers what a purchase would do, and holds back an order without a reason. */
import { button, choose, dialog, fill, pick, row, says } from './pages/form.ts'
import { EQUITY, fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories()

story(
  'a limit opens a breach, shows what a purchase would do, and asks an order for its reason',
  { allowed: [/422/] },
  async ({ page, at, go, account }) => {
    await fillBookWithBuy(at, account.token)
    await go('risk-and-limit-management/concentration-limits?view=limits')
    await button(page, 'New Limit').first().click()
    const form = dialog(page, 'New limit')
    await choose(form, 'Measure', 'Share of securities')
    await fill(form, { Code: 'SEC-60', Name: 'A security at most 60 %', 'At most': '60' })
    await button(form, 'Save limit').click()
    await says(page, 'SEC-60 is saved.')

    await go('risk-and-limit-management/concentration-limits?view=breaches')
    await row(page, 'Change of the limit').getByText('A security at most 60 %').click()
    const breach = dialog(page, 'Breach of A security at most 60 %')
    await button(breach, 'Add Note').click()
    const note = dialog(page, 'Add note')
    await fill(note, { Note: 'Nothing is bought until it is within.' })
    await button(note, 'Save note').click()
    await breach.getByText('Nothing is bought until it is within.').waitFor()
    await button(breach, 'Close').click()

    await go('risk-and-limit-management/concentration-limits?view=what-if')
    await choose(page, 'Portfolio', 'Growth Fund')
    await pick(page, 'Security', 'COMB.N0000')
    await fill(page, { Shares: '5000', Price: '100' })
    await button(page, 'Show the limits').click()
    await page.getByText('An order for this needs a reason.').waitFor()
    await fill(page, { Shares: '1000' })
    await button(page, 'Show the limits').click()
    await page.getByText('No limit holds this back.').waitFor()

    await go('trade-capture/deal-slip')
    await button(page, 'New Order').click()
    const order = dialog(page, 'New order')
    await pick(order, 'Security', EQUITY.symbol)
    await choose(order, 'Portfolio', 'Growth Fund')
    await fill(order, { Shares: '100', 'Limit price': '201' })
    await button(order, 'Propose order').click()
    await order
      .getByText(/A security at most 60 %/)
      .first()
      .waitFor()
    await fill(order, { Reason: 'The index fund asks for it.' })
    await button(order, 'Propose order').click()
    await says(page, /^ORD-000001: Buy 100 JKH.N0000 up to 201.00/)
  },
)
