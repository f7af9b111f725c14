/** Mark-to-market: a day is priced, the run is previewed and posted, goes stale by a late trade, is run again and taken back. */
import { expect } from 'vitest'
import { button, field } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

story('a run is previewed, posted, stale after a late buy, run again and reversed', async (scene) => {
  const { page, at, account, go } = scene
  await go('valuation-and-mtm/mark-to-market?date=2026-06-12')
  await page.getByText('0 portfolios valued, 1 not valued.').waitFor()
  await button(page, 'Preview').click()
  await page.getByText('1 holding has no price: it stays at cost.').waitFor()
  await button(page, 'Type prices').click()
  await page.getByLabel('Last trade of JKH.N0000').fill('210.50')
  await button(page, 'Save 1 price').click()
  await page.getByText('1 price of 12 Jun 2026 recorded.').waitFor()

  await go('valuation-and-mtm/mark-to-market?date=2026-06-12')
  await page.getByText('Prices: complete, not signed off.').waitFor()
  await button(page, 'Preview').click()
  const postings = page.getByRole('region', { name: 'Postings' })
  // 1,000 x 210.50 less 200,500.00.
  await postings.getByText('1110').waitFor()
  expect(await postings.locator('tbody').innerText()).toMatch(
    /1110[^\n]*\s+10,000\.00[\s\S]*4110[^\n]*\s+.*10,000\.00/,
  )
  await button(page, 'Post run').click()
  const run = page.getByRole('dialog')
  await run.getByText('Run 1: mark-to-market on 12 Jun 2026').waitFor()
  await run.getByText('Posted', { exact: true }).first().waitFor()
  await button(run, 'Close').last().click()
  await page.getByText('1 portfolio valued.').waitFor()

  const [settlementAccount] = await at.get<{ id: number }[]>('/accounts', account.token)
  const late = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: 'GROWTH',
    quantity: 100,
    price: 205,
    contractNumber: 'C-2',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-11',
    settlementDate: '2026-06-15',
    settlementAccount: settlementAccount?.id,
    paymentMethod: 'Bank Transfer',
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', late, account.token)
  await page.reload()
  await page.getByText('0 portfolios valued, 1 stale: a trade or a price came later.').waitFor()
  await button(page, 'Run 1').click()
  await run.getByText('A trade, a correction or a price came after this run.').waitFor()
  await button(run, 'Run again').click()
  await page.getByText('Replaces run 1').waitFor()
  await button(page, 'Post run').click()
  // 1,100 x 210.50 less 221,000.00.
  await run.getByText('Run 2: mark-to-market on 12 Jun 2026').waitFor()
  await run.getByText('+10,550.00').first().waitFor()

  await button(run, 'Reverse…').click()
  const why = page.getByRole('dialog', { name: 'Reverse run 2' })
  await field(why, 'Reason').fill('Priced again tomorrow')
  await button(why, 'Reverse run').click()
  await page.getByText('Run 2 is reversed.').first().waitFor()
  await run.getByText(/Reversed by .*: Priced again tomorrow/).waitFor()
  await button(run, 'Close').last().click()
  await page.getByText('0 portfolios valued, 1 not valued.').waitFor()
})
