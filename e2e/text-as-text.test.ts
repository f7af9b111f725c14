/** HTML typed into text fields is text wherever it is shown, and no script of it ever runs. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization, fillBuy } from './pages/buy.ts'
import { button, choose, dialog, field, fill, says } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

const HTML = '<img src=x onerror="globalThis.ran = true">'
/** For fields that hold fewer characters. */
const SHORT = '<b>x</b>'

/** Types the text into every empty or typed text field of the page. */
async function fillEverything(page: Page): Promise<void> {
  for (const input of await page.locator('main form').locator('input[type="text"], textarea').all()) {
    if (!(await input.isEditable()) || (await input.getAttribute('aria-haspopup')) !== null) continue
    const label = await input.evaluate(
      (node) => (node as unknown as { labels: { textContent: string }[] }).labels[0]?.textContent ?? '',
    )
    const isFigure = ['numeric', 'decimal'].includes((await input.getAttribute('inputmode')) ?? '')
    const isDay = (await input.getAttribute('placeholder')) === 'YYYY-MM-DD'
    if (isFigure || isDay || /date|yield|%/i.test(label)) continue
    const max = Number((await input.getAttribute('maxlength')) ?? 1000)
    await input.fill(max < HTML.length ? SHORT : HTML)
  }
}

async function nothingRan(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.ran ?? false')).toBe(false)
  expect(await page.locator('img[src="x"]').count(), 'no element was made of it').toBe(0)
}

story('in the registers', async ({ page, go }) => {
  await go('master-data-management/equity-master')
  await field(page, 'Company Name').waitFor()
  await fillEverything(page)
  await fill(page, { 'Ticker Symbol': SHORT, ISIN: SHORT, Issuer: SHORT })
  await button(page, 'Save Equity').click()
  await says(page, 'Equity saved successfully!')
  await button(page, 'View Equities').click()
  await page.getByRole('grid').getByText(HTML).first().click()
  await dialog(page, /<img/).getByText(HTML).nth(1).waitFor()
  await nothingRan(page)

  await go('master-data-management/portfolio-master')
  await field(page, 'Portfolio Name').waitFor()
  await fillEverything(page)
  // A portfolio cannot be its own parent.
  await fill(page, { 'Parent Portfolio ID': SHORT })
  await field(page, 'Portfolio Type').click()
  await page.getByRole('option', { name: 'Equity Portfolio' }).click()
  await button(page, 'Save Portfolio').click()
  await says(page, 'Portfolio saved successfully!')
  await button(page, 'View Existing Portfolios').click()
  await page.getByRole('grid').getByText(HTML).first().waitFor()
  await button(page, `Delete ${HTML}`).click()
  await page.getByRole('dialog').getByText(HTML).waitFor()
  await nothingRan(page)
})

story('in settlement accounts and the chart of accounts', async ({ page, go }) => {
  await go('master-data-management/account-master')
  await choose(page, 'Payment Method', 'Cheque')
  await fillEverything(page)
  await fill(page, { 'SWIFT Code': SHORT, IBAN: SHORT })
  await button(page, 'Save Account').click()
  await says(page, 'Account master entry saved successfully!')
  await button(page, 'View Accounts').click()
  await page.getByRole('grid').getByText(HTML).first().waitFor()
  await nothingRan(page)

  await go('accounting-entries/chart-of-accounts')
  await button(page, 'Add Account').click()
  const adding = dialog(page, 'Add Account')
  await fill(adding, { 'Account Code': '6999', 'Account Name': HTML, Description: HTML })
  await button(adding, 'Save Account').click()
  await says(page, 'Account saved successfully!')
  await page.getByRole('grid').getByText(HTML).first().waitFor()
  await nothingRan(page)
})

story('in the name of a person', { signedIn: false }, async ({ page, at }) => {
  await page.goto(at.url)
  await button(page, 'Sign up').click()
  await fill(page, {
    'First name': HTML,
    'Last name': HTML,
    Email: 'markup@example.lk',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
  })
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).first().click()
  await page.getByRole('button', { name: /^User Profile/ }).click()
  await dialog(page, 'User Profile').getByText(HTML).first().waitFor()
  await nothingRan(page)
})

story('in a buy, its review, the list and the ledger', async ({ page, go, at, account }) => {
  await at.post('/equities', { name: `${HTML} PLC`, symbol: 'IMG.N0000' }, account.token)
  await go('trade-capture/buy')
  await fillBuy(page, {
    symbol: 'IMG.N0000',
    portfolio: 'Growth Fund (GROWTH)',
    quantity: '10',
    price: '10',
    contract: HTML,
    broker: HTML,
    method: 'Bank Transfer',
    account: '1000123456',
  })
  await fill(page, { Description: HTML, 'Cash Flow on Settlement': HTML })
  await button(page, 'Save Transaction').click()
  await authorization(page).getByText(HTML).first().waitFor()
  await nothingRan(page)
  await button(authorization(page), 'Authorize').click()
  await says(page, 'Buy Transaction submitted successfully!')
  await button(page, 'View Transactions').click()
  await page.getByRole('grid').getByText(HTML).first().waitFor()
  await nothingRan(page)
  for (const address of [
    'accounting-entries/general-ledger',
    'dashboard/portfolio-overview',
    'dashboard/dashboard',
  ]) {
    await go(address)
    await page
      .getByText(/<img src=x|IMG\.N0000/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await nothingRan(page)
  }
})
