/**
 * Month end: the trial balance compared with an earlier date, the statements, and from a figure to its
 * entries.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, field, row } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

/** Capital, a buy of 1,000 at 200.50 (net 202,745.60), and a bank charge. */
async function fill(at: Installation, token: string): Promise<void> {
  await fillBookWithBuy(at, token)
  const accounts = await at.get<{ id: number }[]>('/accounts', token)
  const entry = (date: string, description: string, debit: string, credit: string, amount: number) =>
    at.post(
      '/journal-entries',
      {
        date,
        description,
        lines: [
          { account_code: debit, debit: amount },
          { account_code: credit, credit: amount },
        ].map((line) => ({
          ...line,
          portfolioId: 'GROWTH',
          ...(line.account_code === '1010' ? { settlementAccount: accounts[0]?.id } : {}),
        })),
      },
      token,
    )
  await entry('2026-05-04', 'Capital', '1010', '3000', 500_000)
  await entry('2026-06-11', 'Charges of May', '6300', '1010', 125.5)
}
const { story } = stories({ prepare: fill })

const cellsOf = async (where: Locator) => (await where.innerText()).split(/\s*[\t\n]\s*/).filter(Boolean)
const statement = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

story('the statements follow from the ledger, and each figure opens its entries', async ({ page, go }) => {
  await go('accounting-entries/trial-balance?compare=2026-05-31')
  await page.getByText('Balanced', { exact: true }).first().waitFor()
  const cash = row(page, '1010')
  await cash.getByText('297,128.90').waitFor()
  expect((await cellsOf(cash)).join(' ')).toContain('500,000.00')
  await page.getByRole('switch', { name: 'Bank accounts' }).click()
  await row(page, 'Commercial Bank 1000123456').getByText('297,128.90').waitFor()

  await go('accounting-entries/financial-statements')
  const profit = statement(page, 'Statement of Profit or Loss')
  await row(profit, 'Net profit').getByText('−2,371.10').waitFor()
  await button(profit, 'Bank Charges 6300, View Details').click()
  const account = dialog(page, '6300 Bank Charges')
  await account.getByText('Charges of May').click()
  await dialog(page, /^Journal entry \d+$/)
    .getByText('Charges of May')
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await account.waitFor({ state: 'hidden' })

  await page.getByText('Financial Position', { exact: true }).click()
  const position = statement(page, 'Statement of Financial Position')
  await row(position, 'Total assets').getByText('497,628.90').waitFor()
  await row(position, 'Total equity and liabilities').getByText('497,628.90').waitFor()
  await row(position, 'Result for the period (not yet closed)').getByText('−2,371.10').waitFor()
  await page.getByText('Assets equal equity and liabilities').waitFor()

  await page.getByText('Cash Movements', { exact: true }).click()
  const movements = statement(page, 'Statement of Cash Movements')
  await row(movements, 'Purchases settled').getByText('−202,745.60').waitFor()
  await row(movements, 'Closing balance').getByText('297,128.90').waitFor()
  await field(page, 'From').fill('2026-06-01')
  await row(movements, 'Opening balance').getByText('500,000.00').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as PDF').click()])
  expect(file.suggestedFilename()).toBe(
    'Statement of Cash Movements All portfolios 01 Jun 2026 to 15 Jun 2026.pdf',
  )

  // The tab of Reporting and Compliance is the same screen.
  await go('reporting-and-compliance/pandl-statement')
  await choose(page, 'Portfolio', 'Growth Fund')
  await row(statement(page, 'Statement of Profit or Loss'), 'Total expenses').getByText('2,371.10').waitFor()
})
