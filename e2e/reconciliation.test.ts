/** A month end: a bank statement reconciled and signed off, the period locked, and a late entry after it. */
import { expect } from 'vitest'
import { button, choose, dialog, field, fill, pick, row, says } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

/** Days up to the 12th: the file alone does not distinguish day and month. */
const STATEMENT = `Date,Details,Withdrawals,Deposits,Balance
06/05/2026,Transfer from owners,,100000.00,100000.00
08/05/2026,Deposit of cheques,,30000.00,130000.00
11/05/2026,CEFT office rent,25000.00,,105000.00
12/05/2026,Service fee May,250.00,,104750.00
`
/** The entries of May in the books: the last payment is a cheque that is not cashed yet. */
const MAY: readonly (readonly [date: string, description: string, amount: number])[] = [
  ['2026-05-05', 'Capital paid in', 100_000],
  ['2026-05-07', 'Cheque of A. Silva', 10_000],
  ['2026-05-08', 'Cheque of B. Nadar', 20_000],
  ['2026-05-10', 'Cheque 1044 to the auditors', -5_000],
  ['2026-05-11', 'Office rent', -25_000],
]

async function prepare(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token)
  for (const [date, description, amount] of MAY) {
    const [debit, credit] = amount > 0 ? [amount, 0] : [0, -amount]
    const line = { portfolioId: 'GROWTH' }
    const lines = [
      { ...line, account_code: '1010', settlementAccount, debit, credit },
      { ...line, account_code: amount > 0 ? '3000' : '6300', debit: credit, credit: debit },
    ]
    await at.post('/journal-entries', { date, description, lines }, token)
  }
}
const { story } = stories({ prepare })

story(
  'month end: from statement import to signed-off reconciliation, then the period is locked',
  { allowed: [/status of 409/] },
  async ({ page, go, at, account }) => {
    await go('accounting-entries/account-reconciliation')
    await button(page.getByRole('main'), 'New Reconciliation').first().click()
    const begin = dialog(page, 'New reconciliation')
    await pick(begin, 'Account', '1010')
    await choose(begin, 'Settlement Account', 'Trading account 1000123456')
    await choose(begin, 'Period', 'May 2026')
    await fill(begin, { 'Reference Number': 'Statement 5' })
    await button(begin, 'Begin').click()
    await page.getByRole('heading', { name: '1010 Cash at Bank, May 2026' }).waitFor()

    await button(page.getByRole('main'), 'Import Statement').first().click()
    const importing = dialog(page, 'Import Statement')
    const file = { name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(STATEMENT) }
    await page.locator('input[type=file]').setInputFiles(file)
    await choose(importing, 'Date format', 'Day first (31/12/2026)')
    await row(importing, '12 May 2026').waitFor()
    await button(importing, 'Import 4 Lines').click()
    await importing.waitFor({ state: 'hidden' })

    await button(page, 'Auto Match').click()
    await says(page, 'Auto Match matched 2 pairs and proposes 1 match of several lines.')
    await button(page, 'Show').click()
    await button(page, 'Accept').click()
    await says(page, '1 proposal accepted.')

    await page.getByText(/^Unmatched \(2\)$/).click()
    const statement = page.getByRole('grid', { name: 'Unmatched statement' })
    await button(statement, 'Actions for Service fee May').click()
    await page.getByRole('menuitem', { name: 'Create missing entry' }).click()
    const missing = dialog(page, 'Create missing entry')
    expect(await field(missing, 'Other Account').inputValue()).toContain('6300')
    await choose(missing, 'Portfolio', 'Growth Fund')
    await row(missing, '6300 Bank Charges').getByText('250.00').waitFor()
    await button(missing, 'Post and Match').click()
    await says(page, /^Journal entry \d+ posted and matched\.$/)

    await button(page, 'Save and Sign Off').click()
    const saving = dialog(page, 'Save and sign off')
    await row(saving, 'Adjusted ledger balance').getByText('99,750.00').waitFor()
    await row(saving, 'Adjusted statement balance').getByText('99,750.00').waitFor()
    await button(saving, 'Save and Sign Off').click()
    await says(page, 'Reconciliation saved successfully!')
    await page.getByText(/^Signed off by/).waitFor()
    expect(await button(page, 'Save and Sign Off').isDisabled()).toBe(true)
    const [signed] = await at.get<{ status: string; glBalance: number; externalBalance: number }[]>(
      '/account-reconciliation',
      account.token,
    )
    expect(signed).toMatchObject({ status: 'reconciled', glBalance: 99_750, externalBalance: 104_750 })

    await go('accounting-entries/period-close')
    await button(row(page, 'Head Office'), 'Lock period').click()
    const lock = dialog(page, 'Lock the books of Head Office')
    // General is open still, so that the lock needs a reason.
    await lock.getByRole('link', { name: 'Show Lock of General' }).waitFor()
    await field(lock, 'Reason').fill('Month-end')
    await button(lock, 'Lock through 31 May 2026').click()
    await says(page, 'The books of Head Office are locked through 31 May 2026.')

    await go('accounting-entries/journal-entries')
    await page.getByRole('main').getByRole('button', { name: 'New journal entry' }).first().click()
    const late = dialog(page, 'New journal entry')
    await field(late, 'Description').fill('Bank interest of May')
    // It begins with several lines and the portfolio of the last entry.
    await late.getByText('One line, other side to Suspense').click()
    await pick(late, 'Account', '4900')
    await field(late, 'Credit (LKR)').fill('1200')
    expect(await field(late, 'Portfolio').inputValue()).toContain('Growth Fund')
    await field(late, 'Date').fill('2026-05-29')
    await late.getByText('Friday 29 May 2026').waitFor()
    await page.keyboard.press('Control+s')
    const asked = dialog(page, 'The period is locked')
    await asked.getByText(/1 June 2026|01 Jun 2026|2026-06-01/).waitFor()
    await button(asked, 'Post on the first open day').click()
    await says(page, /Journal entry \d+ is posted\./)
    const { data } = await at.get<{ data: { date: string; description: string }[] }>(
      '/journal-entries?search=interest',
      account.token,
    )
    expect(data).toMatchObject([{ date: '2026-06-01', description: 'Bank interest of May' }])
  },
)
