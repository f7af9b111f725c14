/** A journal entry against Suspense, found out about, and cleared by the keyboard. */
import { expect } from 'vitest'
import { button, choose, dialog, field, pick, says } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

story('journal with suspense cleared', async ({ page, go, at, account }) => {
  const suspense = async () => {
    const { data } = await at.get<{ data: { balance: number; is_clear: boolean } }>(
      '/journal-entries/suspense',
      account.token,
    )
    return data
  }
  await go('accounting-entries/journal-entries')
  await page.getByRole('main').getByRole('button', { name: 'New journal entry' }).first().click()
  const form = dialog(page, 'New journal entry')
  await field(form, 'Description').fill('Receipt not identified')
  await pick(form, 'Account', '1010')
  await field(form, 'Debit (LKR)').fill('Rs 75,000.5')
  await choose(form, 'Portfolio', 'Growth Fund')
  expect(await field(form, 'Debit (LKR)').inputValue()).toBe('75,000.50')

  // A reload in the middle loses nothing.
  await page.reload()
  await button(form, 'Restore').click()
  expect(await field(form, 'Description').inputValue()).toBe('Receipt not identified')
  await button(form, 'Preview').click()
  await form.getByRole('heading', { name: 'Balances' }).waitFor()
  await page.keyboard.press('Control+s')
  await form.waitFor({ state: 'hidden' })
  await says(page, /Journal entry \d+ is posted\./)
  await says(page, /^Suspense is not clear\. 1 open item:/)
  expect(await suspense()).toMatchObject({ balance: -75_000.5, is_clear: false })

  await page.getByRole('link', { name: 'Trial Balance' }).first().click()
  await says(page, /^Suspense is not clear\. 1 open item: debits LKR 0\.00, credits LKR 75,000\.50/)
  await page.getByRole('link', { name: 'Show suspense items' }).click()

  // What was found out: 75,000.00 capital, 0.50 interest.
  await page.getByRole('checkbox', { name: /^Select entry \d+, Receipt not identified/ }).press('Space')
  await button(page, 'Correct with an entry').click()
  const clearing = dialog(page, 'Clear suspense items')
  await pick(clearing, 'Account of line 2', '3000')
  await field(clearing, 'Credit of line 2').fill('75000')
  await clearing.getByText('too much debit').waitFor()
  await field(clearing, 'Credit of line 2').press('Enter')
  await pick(clearing, 'Account of line 3', '4900')
  await field(clearing, 'Credit of line 3').fill('.5')
  await clearing.getByText('In balance').waitFor()
  await page.keyboard.press('Control+s')
  await clearing.waitFor({ state: 'hidden' })
  await says(page, 'Suspense is clear')
  expect(await suspense()).toMatchObject({ balance: 0, is_clear: true })

  // Entered in the wrong place: taken back from the list, and the item is open again.
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Journal entries').click()
  await page.getByRole('grid').getByText('Receipt not identified', { exact: true }).first().click()
  const entry = dialog(page, /^Journal entry \d+$/)
  await button(entry, 'Reverse').click()
  const reversing = dialog(page, /^Reverse journal entry/)
  await field(reversing, 'Reason').fill('Wrong portfolio')
  await button(reversing, 'Reverse entry').click()
  await reversing.waitFor({ state: 'hidden' })
  await entry.getByText('Wrong portfolio').waitFor()
  expect(await suspense()).toMatchObject({ balance: -75_000.5, is_clear: false })
})
