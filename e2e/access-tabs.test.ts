/** Nothing serious by axe on any tab, with the demo book: one person, one page, from tab to tab. */

import { groups } from '@em/contract/tabs/tabs'
import { expect } from 'vitest'
import { button } from './pages/form.ts'
import { faults, settled } from './support/axe.ts'
import { stories } from './support/story.ts'

const { story } = stories({ demo: true })
/** Tabs are many, and each has its screen to load. */
const MOST_MS = 600_000

story('every tab of the demo', { signedIn: false, timeout: MOST_MS }, async ({ page, at }) => {
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
