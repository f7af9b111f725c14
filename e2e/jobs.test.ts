/** Long work: an import is watched, cancelled, and found again after a reload and from another window. */
import type { JobLine } from '@em/contract/jobs/jobs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, says } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook, ownProcess: true })
const ADDRESS = 'batch-transaction-import/bulk-buy-entry?view=rows'
/** Recording them takes some seconds: long enough to be watched. */
const ROWS = 20_000

const sheet = (mark: string) =>
  [
    'Trade Date,Symbol,Qty,Rate,Contract No',
    ...Array.from({ length: ROWS }, (_, n) => `2026-01-05,JKH.N0000,${1 + (n % 900)},20.50,${mark}-${n}`),
  ].join('\n')

const tradesIn = async (at: Installation, token: string) =>
  (await at.get<{ trades: number }>('/trades/summary', token)).trades

/** Fills the table from a file, checks it and submits it; answers once it is being recorded. */
async function submit(page: Page, mark: string): Promise<void> {
  await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
  await choose(page, 'Settlement Account', '1000123456 Trading account (Bank Transfer)')
  await page.getByLabel('Broker Name', { exact: true }).first().fill('Asha Securities')
  await button(page, 'Import File').click()
  const importing = dialog(page, 'Import File')
  await importing
    .locator('input[type="file"]')
    .setInputFiles({ name: `${mark}.csv`, mimeType: 'text/csv', buffer: Buffer.from(sheet(mark)) })
  await button(importing, 'Add 20,000 rows').click()
  await importing.waitFor({ state: 'hidden' })
  await button(page, 'Check Rows').click()
  await says(page, /20,000 rows can be recorded/)
  await button(page, 'Submit Bulk Buy Transaction').click()
  await says(page, /Recording 20,000 rows/)
}

story('an import is cancelled while it is watched, and leaves nothing', async ({ page, go, at, account }) => {
  await go(ADDRESS)
  await submit(page, 'C')
  const before = await tradesIn(at, account.token)
  await button(page, 'Cancel the job').click()
  await says(page, /was cancelled/)
  const [job] = await at.get<JobLine[]>('/jobs?limit=1', account.token)
  expect(job).toMatchObject({ kind: 'batches.record', status: 'cancelled', dryRun: false })
  expect(await tradesIn(at, account.token)).toBe(before)
})

story(
  'an import is found again after a reload, and from another window',
  async ({ page, go, at, account, another }) => {
    await go(ADDRESS)
    const before = await tradesIn(at, account.token)
    await submit(page, 'F')
    const other = await another()
    await other.goto(`${at.url}/#/administration/jobs`)
    const newest = other.locator('td[data-cell="0:1"]')
    await newest.getByText('Running').waitFor()
    await page.reload()
    await says(page, /the rows that were submitted before/)
    await newest.getByText('Done').waitFor()
    await says(page, /20,000 trades of .* recorded/)
    expect(await tradesIn(at, account.token)).toBe(before + ROWS)
  },
)
