/** Without a trade, a price moves: a passive breach opens, and a sale cures it at the close. */
import type { Locator, Page } from 'playwright-core'
import { button, dialog, row } from './pages/form.ts'
import { fillSell, recordAndAuthorize } from './pages/sell.ts'
import { EQUITY, fillBookWithBuy } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const COMB = { symbol: 'COMB.N0000', companyName: 'Commercial Bank of Ceylon PLC' }

/** 1,000 JKH at 200.00 and 2,000 COMB at 100.00; a security may be 60 % of them. */
async function prepare(at: Installation, token: string): Promise<void> {
  await fillBookWithBuy(at, token)
  const [account] = await at.get<{ id: number }[]>('/accounts', token)
  const buy = {
    ...COMB,
    portfolioId: 'GROWTH',
    quantity: 2000,
    price: 100,
    contractNumber: 'C-2',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
    settlementAccount: account?.id,
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', buy, token)
  const price = (symbol: string, last: number) => ({ symbol, last_trade: last })
  const rows = [price(EQUITY.symbol, 200), price(COMB.symbol, 100)]
  await at.put('/prices/2026-06-12', { rows }, token)
  const limit = {
    code: 'SEC-60',
    name: 'A security at most 60 %',
    kind: 'share',
    measure: 'percent-of-securities',
    subject: { type: 'security', id: 'each' },
    scope: { type: 'portfolio', id: 'GROWTH' },
    bound: 60,
    unit: 'percent',
    hardness: 'soft',
    effectiveFrom: '2026-06-01',
  }
  await at.post('/limits', limit, token)
}

// Limits are reviewed by the job after each write that moves a value, so a worker runs.
const { story } = stories({ prepare, ownProcess: true })

/** Limits are looked at in the background: the list is asked for again until it says so. */
async function comes(page: Page, wanted: Locator): Promise<void> {
  for (let asked = 0; asked < 30; asked += 1) {
    if (await wanted.isVisible()) return
    await page.reload()
    await page.getByRole('heading', { name: 'Concentration Limits' }).first().waitFor()
    await wanted.waitFor({ timeout: 2_000 }).catch(() => undefined)
  }
  await wanted.waitFor()
}

story(
  'a price opens a passive breach, and a sale cures it at the close',
  { timeout: 240_000, allowed: [/409/] },
  async ({ page, go }) => {
    await go('valuation-and-mtm/market-price-feed?date=2026-06-15')
    await page.getByLabel(`Last trade of ${EQUITY.symbol}`).fill('200')
    await page.getByLabel(`Last trade of ${COMB.symbol}`).fill('180')
    await button(page, 'Save 2 prices').click()
    await button(dialog(page, 'Record unusual prices?'), 'Record').click()
    await page.getByText('2 prices of 15 Jun 2026 recorded.').waitFor()

    const breaches = 'risk-and-limit-management/concentration-limits?view=breaches'
    await go(breaches)
    // 360,000.00 of 560,000.00.
    await comes(page, row(page, 'Passive').filter({ hasText: COMB.symbol }).filter({ hasText: 'Price' }))

    await go('trade-capture/sell')
    await fillSell(page, {
      symbol: COMB.symbol,
      portfolio: 'Growth Fund (GROWTH)',
      quantity: '500',
      price: '180',
      contract: 'S-1',
    })
    // 270,000.00 of 470,000.00: COMB and JKH are both within.
    await recordAndAuthorize(page, 'Transaction recorded successfully!')
    await go(breaches)
    await comes(page, page.getByText('No breaches').first())
  },
)
