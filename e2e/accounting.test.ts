/** From an outside ledger to an acknowledged batch: what is not mapped is named, then the batch is made, tied, refused and made again. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { button, choose, dialog, field } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

story('entries go to an outside ledger in a batch that ties', async ({ page, go }) => {
  await go('integration-and-automation/accounting-system-interface')
  await page.getByText('No outside ledgers').waitFor()
  await button(page, 'Add Outside Ledger').click()
  const adding = dialog(page, 'Add outside ledger')
  await field(adding, 'Name').fill('Xero')
  await field(adding, 'First Day').fill('2026-01-01')
  await choose(adding, 'Entity', 'Head Office')
  await adding.getByRole('button', { name: 'Save Outside Ledger' }).click()
  await page.getByText('Xero was saved.').waitFor()

  await button(page, 'Make Batch').first().click()
  const making = dialog(page, 'Make batch')
  await making.getByText('These accounts have no outside account.').waitFor()
  await making.getByRole('button', { name: 'Close' }).last().click()

  await button(page, 'Mapping').click()
  await button(page, 'Copy Codes from the Chart').click()
  await button(page, 'Save Mapping').click()
  await page.getByText('The mapping of Xero was saved.').waitFor()

  await button(page, 'Make Batch').first().click()
  await making.getByText(/EXP-XERO-000001 to/).waitFor()
  await making.getByRole('button', { name: 'Make Batch' }).click()
  const batch = dialog(page, 'EXP-XERO-000001')
  await batch.getByText(/difference\s+0\.00/).waitFor()
  const saved = page.waitForEvent('download')
  await batch.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('EXP-XERO-000001.csv')
  expect(readFileSync(await file.path(), 'utf8').split('\r\n')[1]).toMatch(
    /^EXP-XERO-000001\/1 .*,1100,Tax Exempt,/,
  )
  await batch.getByRole('button', { name: 'Refuse' }).click()
  await field(page, 'Why the outside ledger refused it').fill('Account 1100 is archived')
  await dialog(page, 'Refuse EXP-XERO-000001').getByRole('button', { name: 'Refuse' }).click()
  await batch.getByText('Refused: Account 1100 is archived').waitFor()
  await batch.getByRole('button', { name: 'Acknowledge' }).click()
  await field(page, 'Number in the outside ledger').fill('JNL-7')
  await dialog(page, 'Acknowledge EXP-XERO-000001').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('EXP-XERO-000001 is acknowledged.').waitFor()
})
