/**
 * WCAG 2.2 AA by axe: nothing serious on any tab of the demo book, nor on main screens, their lists and dialogs, in light and dark.
 */
import { groups } from '@em/contract/tabs/tabs'
import { expect } from 'vitest'
import { authorization, fillBuy } from './pages/buy.ts'
import { button, dialog, field } from './pages/form.ts'
import { faults, settled } from './support/axe.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

let administrator = ''
const { story } = stories({
  prepare: async (at, token) => {
    administrator = token
    await fillBookWithBuy(at, token)
    await at.put('/roles/Clerk', { rights: ['ledger.read', 'journal.draft'] }, token)
  },
})
/** One person, one page, from tab to tab. */
const demo = stories({ demo: true })

const ADDRESSES = [
  'dashboard/dashboard',
  'dashboard/portfolio-overview',
  'master-data-management/equity-master',
  'master-data-management/equity-master?view=list',
  'master-data-management/portfolio-master',
  'master-data-management/portfolio-master?view=list',
  'master-data-management/strategy-master',
  'master-data-management/account-master',
  'master-data-management/valuation-method',
  'master-data-management/holiday-calendar',
  'master-data-management/brokers',
  'accounting-entries/general-ledger',
  'accounting-entries/trial-balance',
  'accounting-entries/chart-of-accounts',
  'trade-capture/buy',
  'trade-capture/buy?view=transactions',
  'trade-capture/transactions',
  'trade-capture/portfolio?portfolio=GROWTH',
  'trade-capture/deal-slip',
  'trade-capture/cost-of-funds',
  'batch-transaction-import/trade-report',
  'settlement-and-accounting/settlement-instructions',
]

/** In light the demo's tabs are looked at as they open: here is what they do not show. */
const addressesIn = (colorScheme: string) =>
  ADDRESSES.filter((address) => colorScheme === 'dark' || address.includes('?'))

for (const colorScheme of ['light', 'dark'] as const) {
  const context = { colorScheme }

  story(`every screen, ${colorScheme}`, { context }, async ({ page, go }) => {
    const found: string[] = []
    for (const address of addressesIn(colorScheme)) {
      await go(address)
      await settled(page)
      found.push(...(await faults(page)).map((fault) => `${address} ${fault}`))
    }
    expect(found).toEqual([])
  })

  story(`users and roles, ${colorScheme}`, { context }, async ({ page, go, at, account }) => {
    const { id } = await at.get<{ id: number }>('/auth/me', account.token)
    await at.put(`/users/${id}`, { roles: ['Administrator'] }, administrator)
    await go('administration/users?view=roles')
    await page.getByRole('checkbox', { name: 'Clerk: Record trades' }).click()
    await page.getByText('Not saved yet: Clerk').waitFor()
    expect(await faults(page), 'roles').toEqual([])
    await go('administration/users')
    await page.getByRole('grid').getByText('Administrator').first().waitFor()
    await settled(page)
    expect(await faults(page), 'users').toEqual([])
    await page.getByRole('grid').getByText('Administrator').first().click()
    await page
      .getByRole('dialog')
      .getByText(/last used/)
      .first()
      .waitFor()
    expect(await faults(page), 'a person').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(page, 'Invite').click()
    await field(dialog(page, 'Invite somebody'), 'Email').waitFor()
    expect(await faults(page), 'an invitation').toEqual([])
  })

  story(`sign-in, faults of a form, dialogs, ${colorScheme}`, { context }, async ({ page, go }) => {
    await go('trade-capture/buy')
    await button(page, 'Save Transaction').click()
    await page.getByRole('alert').waitFor()
    expect(await faults(page), 'a form with faults').toEqual([])
    await button(page, 'Notifications')
      .or(page.getByRole('button', { name: /^Notifications/ }))
      .first()
      .click()
    expect(await faults(page), 'notifications').toEqual([])
    await page.keyboard.press('Escape')
    await field(page, 'Company Name').click()
    await dialog(page, 'Select Company').getByRole('option').first().waitFor()
    expect(await faults(page), 'company picker').toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page, 'Select Company').waitFor({ state: 'hidden' })
    await fillBuy(page)
    await button(page, 'Save Transaction').click()
    await authorization(page).getByText('Ledger lines').waitFor()
    expect(await faults(page), 'authorization').toEqual([])
    await button(authorization(page), 'Cancel').click()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search or go to').waitFor()
    expect(await faults(page), 'palette').toEqual([])
    await page.keyboard.press('Escape')
    await button(page, 'Logout').click()
    await field(page, 'Email').waitFor()
    expect(await faults(page), 'sign-in').toEqual([])
    await button(page, 'Sign up').click()
    expect(await faults(page), 'sign-up').toEqual([])
  })
}

story(
  'forced colours: switches, segments and the current tab stay visible',
  { context: { forcedColors: 'active' } },
  async ({ page, go }) => {
    const backgroundOf = async (selector: string) => {
      await page.locator(selector).first().waitFor({ state: 'attached' })
      return page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`,
      )
    }
    /** The value of a system colour here: forced colours replace the author's only when they are drawn. */
    const system = (name: string) =>
      page.evaluate<string>(
        `{ const probe = document.body.appendChild(document.createElement('i')); probe.style.background = '${name}';
           const colour = getComputedStyle(probe).backgroundColor; probe.remove(); colour }`,
      )
    await go('trade-capture/buy')
    await settled(page)
    const marked = await system('Highlight')
    expect(await backgroundOf('.mantine-Switch-track')).toBe(await system('Canvas'))
    expect(await backgroundOf('.mantine-Switch-thumb')).toBe(await system('ButtonText'))
    await page.getByRole('switch').first().check({ force: true })
    await expect.poll(() => backgroundOf('.mantine-Switch-track')).toBe(marked)
    expect(await backgroundOf('.mantine-Switch-thumb')).not.toBe(marked)
    expect(await backgroundOf('[data-nav][aria-current="page"]')).toBe(marked)
    expect(await backgroundOf('[data-nav]:not([aria-current])')).not.toBe(marked)
    await go('trade-capture/transactions')
    await settled(page)
    expect(await backgroundOf('.mantine-SegmentedControl-label[data-active]')).toBe(marked)
    expect(await backgroundOf('.mantine-SegmentedControl-label:not([data-active])')).not.toBe(marked)
  },
)

/** Tabs are many, and each has its screen to load. */
const MOST_MS = 600_000

demo.story('every tab of the demo', { signedIn: false, timeout: MOST_MS }, async ({ page, at }) => {
  await page.goto(at.url)
  await button(page, 'Look around').click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  const began = Date.now()
  const found: string[] = []
  const tabs = groups.flatMap(({ slug, tabs: all }) => all.map((tab) => `${slug}/${tab.slug}`))
  for (const tab of tabs) {
    await page.evaluate(`location.hash = '#/${tab}'`)
    await settled(page)
    // The sidebar and the bar are those of the first tab.
    const within = tab === tabs[0] ? 'html' : '#content'
    found.push(...(await faults(page, within)).map((fault) => `${tab} ${fault}`))
  }
  console.info(`${tabs.length} tabs in ${((Date.now() - began) / 1000).toFixed(0)} s`)
  expect(tabs.length).toBeGreaterThan(90)
  expect(found).toEqual([])
})
