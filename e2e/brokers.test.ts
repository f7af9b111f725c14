/** Trades under names that are not in Brokers: seen in Broker Statement, adopted, and offered to a broker who is registered. */
import { agree, button, choose, dialog, field, fill, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({
  prepare: async (at, token) => {
    const settlementAccount = await fillBook(at, token)
    await at.post('/brokers', { name: 'Asia Securities', code: 'ASI' }, token)
    const names = ['ASIA SEC', 'ASIA SEC', 'NDB Stockbrokers', 'NDB Stock']
    for (const [at_, brokerName] of names.entries()) {
      const buy = {
        companyName: EQUITY.name,
        symbol: EQUITY.symbol,
        portfolioId: 'GROWTH',
        quantity: 1000,
        price: 10,
        contractNumber: `C-${at_}`,
        brokerName,
        tradeDate: '2026-06-10',
        settlementDate: '2026-06-12',
        settlementAccount,
        costOfFunds: 8.4,
      }
      await at.post('/trade-summary/save-buy-transaction', buy, token)
    }
  },
})

story(
  'a name is adopted and taken back, and a new broker is offered the names that fit',
  async ({ page, go }) => {
    await go('reporting-and-compliance/broker-reports?tab=statement')
    await says(page, /4 trades under 3 names that are not in Brokers/)
    await choose(page, 'Broker', 'ASIA SEC')
    await says(page, 'ASIA SEC (not in Brokers)')
    await button(page, 'Register or adopt').click()

    await button(page, 'Adopt ASIA SEC').waitFor()
    await button(page, 'Adopt ASIA SEC').click()
    await button(dialog(page, 'Adopt ASIA SEC'), 'Adopt Name').click()
    await says(page, 'Asia Securities adopted the name ASIA SEC.')

    await button(page, 'Add broker').click()
    const adding = dialog(page, 'Add broker')
    await fill(adding, { 'Broker Name': 'NDB Stockbrokers' })
    await field(adding, 'NDB Stock').check()
    await button(adding, 'Save Broker').click()
    await says(page, 'Broker saved successfully!')
    await page.getByText('Adopted names').first().waitFor()
    await button(page, 'Take Back ASIA SEC').click()
    await agree(page, 'Trades under ASIA SEC are read', 'Take Back')
    await says(page, 'The name ASIA SEC was taken back.')

    await go('trade-capture/buy')
    await fill(page, { 'Broker Name': 'Asha Secure' })
    await field(page, 'Contract Number').focus()
    await says(page, 'New broker?')
    await button(page, 'Add').click()
    await button(dialog(page, 'Add broker'), 'Save Broker').click()
    await says(page, 'Broker saved successfully!')
    await page.getByText('New broker?').waitFor({ state: 'hidden' })
  },
)
