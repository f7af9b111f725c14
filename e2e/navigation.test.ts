/** The address names the current screen: Back, Forward, bookmarks, sign-in in between, Logout. */
import { expect } from 'vitest'
import { button, choose, dialog, field, fill, says } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

const heading = (name: string) => ({ name, exact: true, level: 1 }) as const

story('Back and Forward walk over tabs, views and filters', async ({ page, go }) => {
  await go('dashboard/dashboard')
  const at = (name: string) => page.getByRole('heading', heading(name)).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Main tabs' })
  await at('Dashboard')
  await button(tabs, 'Buy').click()
  await at('Buy Transaction Entry')
  await button(page, 'View Transactions').click()
  await at('Submitted Transactions')
  await page.goBack()
  await at('Buy Transaction Entry')
  await page.goBack()
  await at('Dashboard')
  await page.goForward()
  await at('Buy Transaction Entry')
  await page.goForward()
  await at('Submitted Transactions')

  const sidebar = page.getByRole('navigation', { name: 'Navigation', exact: true })
  await button(sidebar, 'Accounting Entries').click()
  await page.getByRole('link', { name: 'General Ledger', exact: true }).click()
  await at('General Ledger')
  await choose(page, 'Status', 'Posted')
  await page.waitForURL(/status=Posted/)
  await page.getByRole('link', { name: 'Trial Balance', exact: true }).click()
  await at('Trial Balance')
  await page.goBack()
  await at('General Ledger')
  expect(page.url(), 'the filter is still set').toContain('status=Posted')
  expect(await field(page, 'Status').inputValue()).toBe('Posted')
})

story(
  'a bookmark opened before sign-in is kept; Logout forgets the place',
  { signedIn: false, allowed: [/status of 401/] },
  async ({ page, at, another }) => {
    const { email, password } = await at.signUp()
    await page.goto(`${at.url}/#/accounting-entries/general-ledger?search=JKH`)
    await fill(page, { Email: email, Password: 'wrong password' })
    await button(page, 'Sign in').click()
    await says(page, 'The email or the password is incorrect.')
    await fill(page, { Password: password })
    await button(page, 'Sign in').click()
    await page.getByRole('heading', heading('General Ledger')).waitFor()
    expect(await field(page, 'Search').inputValue()).toBe('JKH')
    // A reload keeps the session and the tab; another tab has neither.
    await page.reload()
    await page.getByRole('heading', heading('General Ledger')).waitFor()
    const second = await another()
    await second.goto(at.url)
    await field(second, 'Email').waitFor()
    await second.close()

    await button(page, 'Logout').click()
    await field(page, 'Email').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(
      await page.evaluate('localStorage.getItem("em.session") ?? sessionStorage.getItem("em.session")'),
    ).toBeNull()
    await page.goto(`${at.url}/#/accounting-entries/trial-balance`)
    await field(page, 'Email').waitFor()
  },
)

story(
  'the open tab of the last group is in sight in the sidebar, from group to group',
  async ({ page, go }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    const tabs = page.getByRole('navigation', { name: 'Navigation', exact: true })
    for (const [at, name] of [
      ['administration/jobs', 'Jobs'],
      ['dashboard/portfolio-overview', 'Portfolio Overview'],
      ['administration/jobs', 'Jobs'],
    ] as const) {
      await go(at)
      const tab = tabs.locator('[aria-current="page"]')
      expect(await tab.textContent()).toBe(name)
      const [box, frame] = [await tab.boundingBox(), await tabs.boundingBox()]
      expect(box !== null && frame !== null && box.y >= frame.y).toBe(true)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
        (frame?.y ?? 0) + (frame?.height ?? 0) + 1,
      )
    }
  },
)

story('an unknown tab says so', async ({ page, go }) => {
  await go('trade-capture/no-such-tab')
  await says(page, 'Component Not Found')
})

story(
  'a session that ends in the middle of work asks for the password above the screen and goes on',
  { allowed: [/status of 401/] },
  async ({ page, go, at, account }) => {
    await go('accounting-entries/trial-balance')
    await page.getByText('Balanced', { exact: true }).first().waitFor()
    await at.post('/auth/logout', {}, account.token)
    await button(page.getByRole('navigation', { name: 'Main tabs' }), 'Buy').click()
    const ended = dialog(page, 'Your session has ended')
    await ended.waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await fill(ended, { Password: account.password })
    await button(ended, 'Sign in').click()
    await ended.waitFor({ state: 'hidden' })
    await page.getByRole('heading', heading('Buy Transaction Entry')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  },
)
