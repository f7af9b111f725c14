/** Without a mouse: sign in, jump to Buy, fill it in, save, authorize. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from './pages/buy.ts'
import { dialog, field, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

/** Presses Tab until the field under this label has the focus. */
async function tabTo(page: Page, label: string, steps = 40): Promise<void> {
  const wanted = field(page, label)
  for (let step = 0; step < steps; step += 1) {
    if (await wanted.evaluate((node) => node === node.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${label}`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

/** Opens a list of options, looks for one with the arrow keys, takes it. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.press('ArrowDown')
  const wanted = page.getByRole('option', { name: option, exact: true })
  await wanted.waitFor()
  for (let step = 0; step < 10; step += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) === 'true') break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await wanted.waitFor({ state: 'hidden' })
}

story('signs in and records a buy without touching the mouse', { signedIn: false }, async ({ page, at }) => {
  const { email, password, token } = await at.signUp()
  await page.goto(at.url)
  await field(page, 'Email').waitFor()
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByPlaceholder('Search or go to')
  await palette.waitFor()
  await page.keyboard.type('buy')
  await page.getByRole('dialog').getByText('Buy', { exact: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Buy Transaction Entry' }).waitFor()
  await palette.waitFor({ state: 'hidden' })

  await tabTo(page, 'Company Name', 120)
  await page.keyboard.press('Enter')
  const companies = dialog(page, 'Select Company')
  await companies.getByRole('option', { name: 'JKH.N0000' }).waitFor()
  await page.keyboard.type('jkh')
  await companies.getByText('1 company found').waitFor()
  await page.keyboard.press('Enter')
  await companies.waitFor({ state: 'hidden' })
  expect(await field(page, 'Symbol').inputValue()).toBe('JKH.N0000')

  await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
  await type(page, 'Quantity', '500')
  await type(page, 'Price', '198.25')
  await type(page, 'Contract Number', 'CN-1')
  await type(page, 'Broker Name', 'Asha Securities')
  await choose(page, 'Payment Method', 'Bank Transfer')
  const accounts = dialog(page, 'Select Settlement Account: Bank Transfer')
  await accounts.getByRole('option', { name: '1000123456' }).waitFor()
  await page.keyboard.press('Enter')
  await accounts.waitFor({ state: 'hidden' })

  await page.keyboard.press('Control+s')
  const review = authorization(page)
  await review.getByText('99,125.00').first().waitFor()
  await page.keyboard.press('Enter')
  await says(page, 'Buy Transaction submitted successfully!')
  await review.waitFor({ state: 'hidden' })
  expect(await buysRecorded(at, token)).toBe(1)

  // Found again by its exact amount, with Enter pressed before the answer is there.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('99,125.00')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
  await page.getByRole('dialog').getByText('CN-1').first().waitFor()
})

story('no key is lost while the search opens', async ({ page, go }) => {
  await go('dashboard/dashboard')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const text = 'a trade of 1,234.56 '.repeat(10).slice(0, 100)
  await page.keyboard.press('Control+k')
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(20)
  }
  await expect.poll(() => page.getByPlaceholder('Search or go to').inputValue()).toBe(text)
})

story('the sidebar is walked with arrows, and Esc closes what it opened', async ({ page, go }) => {
  await go('dashboard/dashboard')
  const sidebar = page.getByRole('navigation', { name: 'Navigation', exact: true })
  const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
  await sidebar.getByRole('button', { name: 'Dashboard', exact: true }).focus()
  await page.keyboard.press('End')
  expect(await focused()).toBe('Administration')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Portfolio Overview')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Portfolio Overview', level: 1 }).waitFor()

  const avatar = page.getByRole('button', { name: /^User Profile/ })
  await avatar.focus()
  await page.keyboard.press('Enter')
  const profile = dialog(page, 'User Profile')
  await profile.waitFor()
  await page.keyboard.press('Escape')
  await profile.waitFor({ state: 'hidden' })
  // Focus returns to where it was.
  await page.locator('[aria-label^="User Profile"]:focus').waitFor()
})
