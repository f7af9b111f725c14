/** Sell Transaction Entry, as a person with a mouse fills it in. */
import type { Page } from 'playwright-core'
import { authorization } from './buy.ts'
import { button, choose, dialog, field, fill } from './form.ts'

export interface Sale {
  symbol: string
  portfolio: string
  quantity: string
  price: string
  contract: string
}

/** Fills in all that is required; dates, fees and results come by themselves. */
export async function fillSell(page: Page, sale: Sale): Promise<void> {
  await choose(page, 'Portfolio Name', sale.portfolio)
  await field(page, 'Company Name').click()
  const companies = dialog(page, 'Select Company')
  await companies.getByRole('option', { name: sale.symbol }).first().click()
  await companies.waitFor({ state: 'hidden' })
  await fill(page, {
    Quantity: sale.quantity,
    'Sold Price': sale.price,
    'Contract Number': sale.contract,
    'Broker Name': 'Asha Securities',
  })
  await choose(page, 'Payment Method', 'Bank Transfer')
  const accounts = dialog(page, 'Select Receiving Account: Bank Transfer')
  await accounts.getByRole('option').first().click()
  await accounts.waitFor({ state: 'hidden' })
}

/** The text of a calculated field. */
export function calculated(page: Page, label: string) {
  return page.getByRole('status', { name: new RegExp(`^${label}( \\*)?$`) })
}

export async function openDetails(page: Page, title: string) {
  await button(page, 'View Details').click()
  const details = dialog(page, `Sell transaction details: ${title}`)
  await details.waitFor()
  return details
}

/** From the filled form to the recorded sale, with what is then said. */
export async function recordAndAuthorize(page: Page, said: string): Promise<void> {
  await button(page, 'Record Transaction').click()
  await button(authorization(page), 'Authorize').click()
  await page.getByText(said).waitFor()
  await authorization(page).waitFor({ state: 'hidden' })
}
