/** Settling trades: many confirmed at once, one reopened and paid in part, and what that means for the trade itself. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, field, row, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const ADDRESS = 'settlement-and-accounting/settlement-instructions'
const recorded: { id: number; deal: string }[] = []

/** Two buys due on 12 June, three days before today, and a sale due tomorrow. */
async function fill(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token, { settles: 'by hand' })
  const trade = (contractNumber: string, tradeDate: string, settlementDate: string, more: object) => ({
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'GROWTH',
    quantity: 1000,
    contractNumber,
    brokerName: 'Asha Securities',
    tradeDate,
    settlementDate,
    settlementAccount,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
    ...more,
  })
  for (const contract of ['C-1', 'C-2']) {
    const body = trade(contract, '2026-06-10', '2026-06-12', { price: 10 })
    const buy = await at.post('/trade-summary/save-buy-transaction', body, token)
    recorded.push({ id: Number(buy['id']), deal: String(buy['deal_number']) })
  }
  const sale = trade('C-3', '2026-06-12', '2026-06-16', { soldPrice: 12 })
  await at.post('/trade-summary/save-sell-transaction', sale, token)
}
const { story } = stories({ prepare: fill })

async function choose(page: Page, deal: string, action: string): Promise<void> {
  await button(row(page, deal), `Actions for ${deal}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

story(
  'what is overdue is confirmed, one of it reopened and paid in part; what was paid stays paid',
  async ({ page, go, at, account }) => {
    // The second of a second ends in -2: no other deal number holds it.
    const { deal, id } = recorded[1] as { id: number; deal: string }
    await go(ADDRESS)
    await page.locator('summary', { hasText: 'Cash needed per account and day' }).click()
    await page
      .getByRole('region', { name: 'Cash needed per account and day' })
      .getByText('−20,224.00')
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Overdue not confirmed/ }).click()
    await button(page, 'Select all 2').click()
    await page.getByText('2 selected').waitFor()
    await button(page, 'Confirm').click()
    const many = dialog(page, 'Confirm 2 settlements')
    await field(many, 'Bank reference, for all').fill('CEFT 4711')
    await many.getByText('nothing is posted').waitFor()
    await button(many, 'Confirm 2').click()
    await says(page, '2 settlements confirmed.')
    await page.getByText('Nothing is overdue').waitFor()

    await page.getByText('Settled', { exact: true }).click()
    await row(page, deal).getByText('CEFT 4711').waitFor()
    await row(page, deal).getByText('Growth Fund').click()
    const details = dialog(page, `Settlement of ${deal}`)
    await details.getByText('Nothing was posted.').waitFor()
    await button(details, 'Reopen').click()
    const reopen = dialog(page, 'Reopen')
    await field(reopen, 'Note').fill('The bank paid less')
    await button(reopen, 'Reopen').click()
    await says(page, `${deal} reopened.`)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })

    await page.getByText(/^Overdue \(1\)$/).click()
    await choose(page, deal, 'Confirm')
    const one = dialog(page, `Confirm ${deal}`)
    await field(one, 'Amount paid').fill('4,000')
    await one.getByText('6,112.00 stays outstanding.').waitFor()
    await field(one, 'Rest expected on').fill('2026-06-17')
    await row(one, '17 Jun 2026').first().waitFor()
    await button(one, 'Confirm').click()
    await says(page, `${deal} settled in part.`)
    await page.getByText(/^Pending \(2\)$/).click()
    await row(page, deal).getByText('Part settled').waitFor()
    await row(page, deal).getByText('6,112.00').waitFor()

    await go('trade-capture/transactions')
    await row(page, deal).getByText('Part settled').waitFor()
    await choose(page, deal, 'Delete')
    const removal = dialog(page, `Delete ${deal}`)
    await removal.getByText('LKR 4,000.00 was paid and stays paid; the broker is to repay it.').waitFor()
    await button(removal, 'Cancel').click()
    const { settlement, history } = await at.get<{
      settlement: { paid: number; outstanding: number; due_date: string }
      history: { kind: string }[]
    }>(`/settlements/${id}`, account.token)
    expect(settlement).toMatchObject({ paid: 4000, outstanding: 6112, due_date: '2026-06-17' })
    expect(history.map((one) => one.kind)).toEqual(['settled', 'reopened', 'part'])
  },
)
