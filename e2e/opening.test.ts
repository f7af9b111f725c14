/** How a portfolio's books begin: pasted lots, cash with its difference to Capital, a sale by the original dates. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog, field, row, says } from './pages/form.ts'
import { ACCOUNT, EQUITY, PORTFOLIO } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

async function fillOpeningBook(at: Installation, token: string): Promise<void> {
  await at.post('/equities', EQUITY, token)
  await at.post('/portfolios', { ...PORTFOLIO, accountingTreatment: 'FVTPL' }, token)
  await at.post('/portfolio-costing-method', { portfolioId: 'GROWTH', costing_method: 'FIFO' }, token)
  await at.post('/accounts', ACCOUNT, token)
}

const { story } = stories({ edition: 'premium', prepare: fillOpeningBook })
const cell = (page: Page, label: string, line: number) =>
  page.getByLabel(`${label}, row ${line}`, { exact: true })

/** As a spreadsheet's clipboard arrives in the cell. */
async function paste(page: Page, text: string): Promise<void> {
  await cell(page, 'Symbol', 1).evaluate((input, pasted) => {
    const view = input.ownerDocument.defaultView
    const clipboard = new view.DataTransfer()
    clipboard.setData('text', pasted)
    input.dispatchEvent(
      new view.ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    )
  }, text)
}

const LOTS = [
  ['JKH.N0000', '2021-03-04', '1,000', '150,000.00', '', '1,680.00'],
  ['JKH.N0000', '2019-07-01', '500', 'many', '', '560.00'],
]
  .map((cells) => cells.join('\t'))
  .join('\r\n')

story(
  'lots and cash at the opening date, a corrected lot, and the books agree',
  async ({ page, go, at, account }) => {
    await go('accounting-entries/opening-balances')
    await page.getByText('Growth Fund').first().dblclick()
    await button(page, 'Add Lots').first().click()
    await field(page, 'Opening Date').fill('2026-06-01')
    await paste(page, LOTS)
    await button(page, 'Check Lots').click()
    await says(page, /1 of 2 lots cannot be recorded/)
    expect(await button(page, 'Record Opening Lots').isDisabled()).toBe(true)
    await cell(page, 'Cost (LKR)', 2).fill('50,000')
    await button(page, 'Check Lots').click()
    await says(page, /2 lots can be recorded/)
    await row(page, '3000 Capital').getByText('200,000.00').waitFor()
    await button(page, 'Record Opening Lots').click()
    await says(page, '2 opening lots recorded.')

    await button(page, 'Enter Balances').click()
    const balances = dialog(page, /^Opening balances of/)
    await field(balances, 'Account or settlement account').first().click()
    await page.getByRole('option', { name: /^Cash: Trading account/ }).click()
    await field(balances, 'Debit (LKR)').first().fill('75,000')
    expect(await button(balances, 'Record Opening Balances').isDisabled()).toBe(true)
    await balances.getByLabel(/goes to Capital/).check()
    await button(balances, 'Record Opening Balances').click()
    await says(page, 'Opening balances recorded.')
    await page.getByText('275,000.00').first().waitFor()

    await row(page, '04 Mar 2021').first().dblclick()
    const edited = dialog(page, /^Edit opening lot/)
    await field(edited, 'Cost').fill('160,000')
    await button(edited, 'Show what would change').click()
    await row(edited, '1100').first().waitFor()
    await button(edited, 'Save correction').click()
    await says(page, /Opening lot of JKH.N0000 corrected/)
    const [held] = await at.get<{ quantity: number; costValue: number }[]>(
      '/transaction-entries/portfolio/GROWTH/positions',
      account.token,
    )
    expect(held).toMatchObject({ quantity: 1500, costValue: 210_000 })

    // From a ledger line to its entry, and on to where the entry came from.
    await go('accounting-entries/general-ledger?account_code=1010')
    await row(page, '75,000.00').first().dblclick()
    const entry = dialog(page, /^Journal entry/)
    await entry.getByRole('link', { name: 'Opening balance' }).click()
    await page.getByText('285,000.00').first().waitFor()
  },
)
