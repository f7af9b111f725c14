/** Correcting what was recorded: what would change is shown first, refusals name the date, a stale edit can be reloaded. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, field, row, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const ADDRESS = 'trade-capture/transactions'

interface Recorded {
  buy: { id: number; deal: string; sent: object }
  sell: { id: number; deal: string }
}
let recorded: Recorded

/** A buy on 10 June and a sale of part of it on the 11th. */
async function fill(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  const common = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'GROWTH',
    brokerName: 'Asha Securities',
    settlementAccount,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  const bought = {
    ...common,
    quantity: 1000,
    price: 200.5,
    contractNumber: 'C-1',
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
  }
  const sold = {
    ...common,
    quantity: 400,
    soldPrice: 210,
    contractNumber: 'C-2',
    tradeDate: '2026-06-11',
    settlementDate: '2026-06-15',
  }
  const buy = await at.post('/trade-summary/save-buy-transaction', bought, token)
  const sell = await at.post('/trade-summary/save-sell-transaction', sold, token)
  recorded = {
    buy: { id: Number(buy['id']), deal: String(buy['deal_number']), sent: bought },
    sell: { id: Number(sell['id']), deal: String(sell['deal_number']) },
  }
}
const { story } = stories({ prepare: fill })

/** Chooses from a row's menu. */
async function choose(page: Page, deal: string, action: string): Promise<void> {
  await button(row(page, deal), `Actions for ${deal}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

story(
  'what is asked over a dialog lies on top of it, also when something was asked before',
  async ({ page, go }) => {
    await go('trade-capture/buy')
    await field(page, 'Contract Number').fill('C-9')
    await button(page, 'Reset Form').click()
    await button(dialog(page, 'Reset the form?'), 'Reset Form').click()

    await go(ADDRESS)
    await choose(page, recorded.buy.deal, 'Edit')
    const edit = dialog(page, `Edit ${recorded.buy.deal}`)
    await field(edit, 'Quantity').fill('700')
    await button(edit, 'Close').click()
    await button(dialog(page, 'Discard your changes?'), 'Discard').click()
    await edit.waitFor({ state: 'hidden' })
  },
)

story('a late correction shows what it does to a sale, then does it', async ({ page, go }) => {
  const { buy, sell } = recorded
  await go(ADDRESS)
  await row(page, sell.deal).getByText('3,800.00').waitFor()
  await choose(page, buy.deal, 'Edit')
  const edit = dialog(page, `Edit ${buy.deal}`)
  await field(edit, 'Price').fill('190')
  await button(edit, 'Show what would change').click()
  const affected = edit.getByRole('region', { name: 'Affected sales' })
  const sale = await row(affected, sell.deal).innerText()
  for (const figure of ['80,200.00', '76,000.00', '3,800.00', '8,000.00', '+4,200.00']) {
    expect(sale).toContain(figure)
  }
  await row(edit.getByRole('region', { name: 'Realized gains by month' }), 'Jun 2026').waitFor()
  await field(edit, 'Reason').fill('Price of the contract note')
  await button(edit, 'Save correction').click()
  await says(page, `Buy ${buy.deal} corrected.`)
  await edit.waitFor({ state: 'hidden' })

  await row(page, sell.deal).getByText('8,000.00').waitFor()
  await row(page, buy.deal).getByText(buy.deal).click()
  const details = dialog(page, `Buy ${buy.deal}`)
  await details.getByText('Version 2: corrected').waitFor()
  await details.getByText('Reason: Price of the contract note').waitFor()
  await details.getByText(/Price: 200\.5000 . 190\.0000/).waitFor()
  await details
    .getByText(/^Reversed by \d+$/)
    .first()
    .waitFor()
})

story(
  'a deletion that would leave less than nothing is refused with the date',
  { allowed: [/status of 422/] },
  async ({ page, go, at, account }) => {
    const { buy, sell } = recorded
    await go(ADDRESS)
    await choose(page, buy.deal, 'Delete')
    const remove = dialog(page, `Delete ${buy.deal}`)
    await remove.getByText('The holding would be negative on 11 Jun 2026.').waitFor()
    expect(await button(remove, 'Delete').count()).toBe(0)
    await remove.getByText('Close', { exact: true }).click()
    await remove.waitFor({ state: 'hidden' })

    await choose(page, sell.deal, 'Delete')
    const sale = dialog(page, `Delete ${sell.deal}`)
    await field(sale, 'Reason').fill('Recorded twice')
    await button(sale, 'Delete').click()
    await says(page, `Sale ${sell.deal} deleted.`)
    await row(page, sell.deal).waitFor({ state: 'hidden' })
    const gone = await at.get<{ is_deleted: boolean }>(`/trades/${sell.id}`, account.token)
    expect(gone.is_deleted).toBe(true)
  },
)

story(
  'a stale edit is refused; Reload keeps what was typed',
  { allowed: [/status of 409/] },
  async ({ page, go, at, account }) => {
    const { buy } = recorded
    await go(ADDRESS)
    await choose(page, buy.deal, 'Edit')
    const edit = dialog(page, `Edit ${buy.deal}`)
    await field(edit, 'Quantity').fill('1,100')
    // Meanwhile another user corrects the broker.
    const other = await fetch(`${at.url}/api/transaction-entries/buy/${buy.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ ...buy.sent, price: 190, brokerName: 'NDB Securities' }),
    })
    expect(other.status).toBe(200)
    await button(edit, 'Show what would change').click()
    await edit.getByText(/was changed by someone else in the meantime/).waitFor()
    await button(edit, 'Reload').click()
    await edit.getByText('These are the current values, with your changes kept: Quantity.').waitFor()
    expect(await field(edit, 'Broker Name').inputValue()).toBe('NDB Securities')
    expect(await field(edit, 'Quantity').inputValue()).toBe('1,100')
    await button(edit, 'Show what would change').click()
    await button(edit, 'Save correction').click()
    await says(page, `Buy ${buy.deal} corrected.`)
  },
)

story('holdings lead to lots and trades, a trade to its slip', async ({ page, go }) => {
  await go('trade-capture/portfolio')
  await field(page, 'Portfolio').click()
  await page.getByRole('option', { name: /Growth Fund/ }).click()
  await page.getByText('Weighted Average Price (WAP)').waitFor()
  await row(page, 'Portfolio Totals').waitFor()
  await row(page, EQUITY.name).getByText(EQUITY.name).click()
  const lots = dialog(page, `Lots of ${EQUITY.symbol}`)
  await row(lots, recorded.buy.deal).waitFor()
  await button(lots, 'Show transactions').click()
  await choose(page, recorded.buy.deal, 'Deal slip')
  const slip = dialog(page, `Deal Slip ${recorded.buy.deal}`)
  await slip.getByText('Net amount payable').waitFor()
})
