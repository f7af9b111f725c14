/** From an account at a custodian to a confirmed settlement: a file is dropped, a difference is seen, a proposal accepted. */
import { finBlocks, mt535 } from '@em/core/testing/custodian-samples'
import { button, field } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

story('a custodian’s statement is compared with what has settled', async ({ page, go }) => {
  await go('integration-and-automation/custodian-integration')
  await button(page, 'Add safekeeping account').first().click()
  await field(page, 'Account').first().fill('abc12345lc00')
  await field(page, 'Custodian').first().fill('A bank')
  await field(page, 'Portfolios').first().fill('Growth Fund')
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Safekeeping account saved.').waitFor()
  const holdings = [{ isin: 'LK0092N00003', text: 'JOHN KEELLS JKH.N0000', aggregate: 900 }]
  const statement = mt535({ account: 'ABC12345LC00', date: '2026-06-15', holdings })
  await page.locator('input[type=file]').setInputFiles({
    name: 'custodian.fin',
    mimeType: 'text/plain',
    buffer: Buffer.from(finBlocks('535', statement)),
  })
  await page.waitForURL(/message=\d/)
  const lines = page.getByRole('grid', { name: /Holdings of/ })
  await lines.getByText('-100').or(lines.getByText('−100')).first().waitFor()
  await lines.getByText('JKH.N0000').click()
  await field(page, 'Explanation').fill('Asked the custodian')
  await button(page, 'Save note').click()
  await lines.getByText('Explained').first().waitFor()
})
