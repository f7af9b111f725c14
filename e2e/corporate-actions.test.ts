/** Corporate actions from their notice to the books: a dividend to its bank line, rights subscribed in part, a split before a sale. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, field, fill, pick, row, says } from './pages/form.ts'
import { calculated, fillSell, recordAndAuthorize } from './pages/sell.ts'
import { ACCOUNT, EQUITY, PORTFOLIO } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const BANK = { name: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.N0000' }
const HATTON = { name: 'Hatton National Bank PLC', symbol: 'HNB.N0000' }

const NOTICE = {
  symbol: EQUITY.symbol,
  company: EQUITY.name,
  date: '2026-02-20',
  category: 'Dividend',
  title: 'First interim dividend',
  summary: 'Rs. 3.25 per share',
  content: 'XD: 03.Mar.2026\nRecord date: 04.Mar.2026\nPayment: 20.Mar.2026',
}

/** 20,000 for a dividend, 1,003 at 60.00 for rights, lots of 100 and 101 in order of their age for a split. */
async function prepare(at: Installation, token: string): Promise<void> {
  for (const security of [EQUITY, BANK, HATTON]) await at.post('/equities', security, token)
  await at.post('/cost-of-funds', { effectiveDate: '2025-01-01', costOfFunds: 10, taxRate: 0 }, token)
  const settlementAccount = (await at.post('/accounts', ACCOUNT, token))['id']
  const funds = [
    { ...PORTFOLIO, method: 'WAP' },
    { ...PORTFOLIO, portfolioId: 'OLD', portfolioName: 'Oldest Fund', method: 'FIFO' },
  ]
  for (const { method, ...fund } of funds) {
    const { portfolioId } = fund
    await at.post('/portfolios', { ...fund, accountingTreatment: 'FVTPL' }, token)
    await at.post('/portfolio-costing-method', { portfolioId, costing_method: method }, token)
  }
  const lots = [
    [EQUITY, 'GROWTH', '2026-02-10', 20_000, 10],
    [BANK, 'OLD', '2026-02-11', 1003, 60],
    [HATTON, 'OLD', '2026-02-12', 100, 50],
    [HATTON, 'OLD', '2026-02-13', 101, 61.1],
  ] as const
  for (const [{ name, symbol }, portfolioId, tradeDate, quantity, price] of lots) {
    const buy = { companyName: name, symbol, portfolioId, quantity, price, tradeDate, settlementAccount }
    await at.post(
      '/transaction-entries/buy',
      { ...buy, settlementDate: tradeDate, brokerName: 'Asha Securities', contractNumber: tradeDate },
      token,
    )
  }
  await at.post('/announcements', NOTICE, token)
}
const { story } = stories({ edition: 'premium', prepare })

/** Opens the form of a kind and chooses the security, which fills in its name and the shares held. */
async function begin(page: Page, kind: string, symbol: string, held: string) {
  await button(page.getByRole('main'), `New ${kind}`).click()
  const form = dialog(page, `New ${kind}`)
  await pick(form, 'Security Code', symbol)
  await expect.poll(() => field(form, 'Shares Held').inputValue()).toBe(held)
  return form
}

/** Looks at what processing does, and does it. */
async function process(page: Page, title: string) {
  await button(dialog(page, new RegExp(`^${title}`)), 'Process…').click()
  const asked = dialog(page, `Process ${title}`)
  await button(asked, 'Process').waitFor()
  return asked
}

const positions = async (at: Installation, portfolioId: string, token: string) =>
  at.get<{ symbol: string; quantity: number; costValue: number }[]>(
    `/transaction-entries/portfolio/${portfolioId}/positions`,
    token,
  )

/** The open lots of the Oldest Fund, as its holdings show them. */
async function lots(page: Page, { name, symbol }: typeof BANK, expected: readonly (readonly string[])[]) {
  await page.goto(`${page.url().split('#')[0]}#/trade-capture/portfolio?portfolio=OLD`)
  await row(page, symbol).getByText(name).click()
  const shown = dialog(page, `Lots of ${symbol}`)
  for (const [date = '', ...figures] of expected)
    for (const figure of figures) await row(shown, date).getByText(figure, { exact: true }).first().waitFor()
}

const STATEMENT = `Date,Details,Withdrawals,Deposits,Balance
20/03/2026,CEFT JKH dividend,,55000.00,55000.00
`

story('a dividend, from its announcement to the bank line', async ({ page, go }) => {
  await go('cse-announcements/corporate-notices')
  await button(page, NOTICE.title).click()
  await button(page, 'Record dividend…').click()
  const form = dialog(page, 'New dividend')
  await form.getByText(/^Filled in from “First interim dividend” of 20 Feb 2026/).waitFor()
  await expect.poll(() => field(form, 'Shares Held').inputValue()).toBe('20,000')
  await form.getByRole('status', { name: 'Dividend Amount Payable' }).getByText('65,000.00').waitFor()
  await button(form, 'Save dividend').click()
  await says(page, /^Announced: Dividend 3\.25 a share/)
  const asked = await process(page, 'Dividend 3.25 a share')
  for (const [account, amount] of [
    ['1210', '55,250.00'],
    ['6200', '9,750.00'],
    ['4200', '65,000.00'],
  ] as const)
    await row(asked, account).getByText(amount).first().waitFor()
  await button(asked, 'Process').click()
  await says(page, /is processed\.$/)

  await go('accounting-entries/trial-balance?from=2026-03-01&to=2026-03-31')
  await row(page, '4200').getByText('65,000.00').first().waitFor()
  await row(page, '6200').getByText('9,750.00').first().waitFor()
  await row(page, '1210').getByText('55,250.00').first().waitFor()

  await go('corporate-actions/dividend')
  await row(page, 'Dividend 3.25 a share').getByText('Dividend 3.25 a share').click()
  await button(dialog(page, /^Dividend 3.25/), 'Confirm Receipt…').click()
  const receipt = dialog(page, /^Confirm receipt/)
  expect(await field(receipt, 'Amount').inputValue()).toBe('55,250')
  expect(await field(receipt, 'Received on').inputValue()).toContain('2026-03-20')
  await fill(receipt, { Amount: '55,000.00', 'Bank reference': 'CEFT 88' })
  await row(receipt, '1210').waitFor()
  await button(receipt, 'Confirm Receipt').click()
  await says(page, /is confirmed as received\.$/)

  await go('accounting-entries/account-reconciliation')
  await button(page.getByRole('main'), 'New Reconciliation').first().click()
  const beginning = dialog(page, 'New reconciliation')
  await pick(beginning, 'Account', '1010')
  await choose(beginning, 'Settlement Account', 'Trading account 1000123456')
  await choose(beginning, 'Period', 'March 2026')
  await fill(beginning, { 'Reference Number': 'Statement 3' })
  await button(beginning, 'Begin').click()
  await page.getByRole('heading', { name: '1010 Cash at Bank, March 2026' }).waitFor()
  await button(page.getByRole('main'), 'Import Statement').first().click()
  const importing = dialog(page, 'Import Statement')
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(STATEMENT) }
  await page.locator('input[type=file]').setInputFiles(file)
  await row(importing, '20 Mar 2026').waitFor()
  await button(importing, 'Import 1 Line').click()
  await importing.waitFor({ state: 'hidden' })
  await button(page, 'Auto Match').click()
  await says(page, /^Auto Match matched 1 pair/)

  await go('corporate-actions/receivables')
  await row(page, 'Dividend 3.25 a share').getByText('250.00', { exact: true }).first().waitFor()
})

story('rights subscribed in part: election, allotment and refund', async ({ page, go, at, account }) => {
  await go('corporate-actions/rights-issue')
  const form = await begin(page, 'rights issue', BANK.symbol, '1,003')
  await fill(form, {
    'Rights Ratio From': '2',
    'Rights Ratio To': '5',
    'Offer Price': '50',
    'Cum Price': '64',
    'Announcement Date': '2026-05-25',
    'Record Date': '2026-06-09',
    'Ex-Rights Date': '2026-06-08',
    'Subscription Start': '2026-06-10',
    'Subscription End': '2026-06-15',
  })
  await button(form, 'Save rights issue').click()
  await says(page, /^Announced: Rights/)
  const title = 'Rights'
  const event = dialog(page, /^Rights/)
  // TERP 60.00, a right is worth 10.00.
  await event.getByText('60.00').first().waitFor()
  const asked = await process(page, title)
  await asked.getByText('Nothing is posted to the ledger.').waitFor()
  await button(asked, 'Process').click()
  await says(page, /is processed\.$/)

  await button(event, 'Elections…').click()
  const elections = dialog(page, /^Elections: Rights/)
  for (const [choice, shares] of [
    ['Subscribe', '200'],
    ['Sell', '150'],
    ['Lapse', '51'],
    ['Additional', '40'],
  ] as const)
    await elections.getByRole('textbox', { name: `${choice}, Oldest Fund` }).fill(shares)
  await row(elections, '1220').getByText('12,000.00').waitFor()
  await button(elections, 'Save elections of 1 portfolio').click()
  await says(page, /^Elections of 1 portfolio saved/)

  await button(event, 'Allot…').click()
  const allotment = dialog(page, /^Allot: Rights/)
  expect(await field(allotment, 'Allocated Quantity').inputValue()).toBe('240')
  await fill(allotment, {
    'Allocated Quantity': '215',
    'Allotted on': '2026-06-15',
    'Refund received on': '2026-06-15',
  })
  await row(allotment, '1100').getByText('10,750.00').waitFor()
  await row(allotment, '1010').getByText('1,250.00').waitFor()
  await button(allotment, 'Allot').click()
  await says(page, /is allotted\.$/)

  const held = await positions(at, 'OLD', account.token)
  expect(held.find(({ symbol }) => symbol === BANK.symbol)).toMatchObject({
    quantity: 1218,
    costValue: 70_930,
  })
  await lots(page, BANK, [
    ['11 Feb 2026', '1,003', '60,180.00'],
    ['15 Jun 2026', '215', '10,750.00'],
  ])
})

story('a split 1 into 3 first in, first out, then a sale', async ({ page, go, at, account }) => {
  await go('corporate-actions/stock-split')
  const form = await begin(page, 'stock split', HATTON.symbol, '201')
  await fill(form, {
    'Ratio From': '1',
    'Ratio To': '3',
    'Announcement Date': '2026-05-04',
    'Effective Date': '2026-05-11',
  })
  await button(form, 'Save stock split').click()
  await says(page, /^Announced: /)
  const asked = await process(page, 'Split')
  await row(asked, HATTON.symbol).getByText('603').first().waitFor()
  await button(asked, 'Process').click()
  await says(page, /is processed\.$/)

  await go('trade-capture/sell')
  await fillSell(page, {
    symbol: HATTON.symbol,
    portfolio: 'Oldest Fund (OLD)',
    quantity: '400',
    price: '20',
    contract: 'S-1',
  })
  // 8,000.00 less 5,000.00 of the first lot and 2,036.67 of the second.
  await expect.poll(() => calculated(page, 'Capital Gain').textContent(), { timeout: 15_000 }).toBe('+963.33')
  await recordAndAuthorize(page, 'Transaction recorded successfully!')
  const held = await positions(at, 'OLD', account.token)
  expect(held.find(({ symbol }) => symbol === HATTON.symbol)).toMatchObject({
    quantity: 203,
    costValue: 4134.43,
  })
  await lots(page, HATTON, [['13 Feb 2026', '203', '4,134.43']])
})
