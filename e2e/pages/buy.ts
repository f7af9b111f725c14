/** Buy Transaction Entry, as a person with a mouse fills it in. */
import type { Locator, Page } from 'playwright-core'
import { button, choose, dialog, field, fill } from './form.ts'

export interface Buy {
  symbol: string
  portfolio: string
  quantity: string
  price: string
  contract: string
  broker: string
  method: string
  account: string
}

export const BUY: Buy = {
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund (GROWTH)',
  quantity: '1,000',
  price: '200.50',
  contract: 'CN-2001',
  broker: 'Asha Securities',
  method: 'Bank Transfer',
  account: '1000123456',
}

async function pickCompany(page: Page, symbol: string): Promise<void> {
  await field(page, 'Company Name').click()
  const companies = dialog(page, 'Select Company')
  await field(companies, 'Search').fill(symbol)
  await companies.getByRole('option', { name: symbol }).first().click()
  await companies.waitFor({ state: 'hidden' })
}

/** A single account, and the account of the last trade, are preselected. */
async function pickAccount(page: Page, method: string, account: string): Promise<void> {
  if (await page.getByRole('main').getByText(account).first().isVisible()) return
  await choose(page, 'Payment Method', method)
  const accounts = dialog(page, `Select Settlement Account: ${method}`)
  await accounts.getByRole('option', { name: account }).click()
  await accounts.waitFor({ state: 'hidden' })
}

/** Fills in all that is required; dates, fees and cost of funds come by themselves. */
export async function fillBuy(page: Page, buy: Buy = BUY): Promise<void> {
  await pickCompany(page, buy.symbol)
  await choose(page, 'Portfolio', buy.portfolio)
  await fill(page, {
    Quantity: buy.quantity,
    Price: buy.price,
    'Contract Number': buy.contract,
    'Broker Name': buy.broker,
  })
  await pickAccount(page, buy.method, buy.account)
}

export function authorization(page: Page): Locator {
  return dialog(page, 'Transaction Authorization')
}

/** From the filled form to the recorded trade. */
export async function saveAndAuthorize(page: Page): Promise<void> {
  await button(page, 'Save Transaction').click()
  await button(authorization(page), 'Authorize').click()
  await page.getByText('Buy Transaction submitted successfully!').waitFor()
  await authorization(page).waitFor({ state: 'hidden' })
}
