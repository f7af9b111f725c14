/**
 * From an account to an explained break: shares are in a CDS account, a statement says otherwise, and the buy
 * that is missing is found.
 */
import { expect } from 'vitest'
import { button, dialog, field } from './pages/form.ts'
import { fillBookWithBuy } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBookWithBuy })

story(
  'an account is added, and a statement is compared with what has settled in it',
  async ({ page, go }) => {
    await go('master-data-management/cds-accounts')
    await page.getByText('Without a CDS account: Growth Fund').waitFor()
    await button(page, 'Add CDS account').first().click()
    await field(page, 'Participant').fill('abc')
    await field(page, 'Number').first().fill('0001001')
    await field(page, 'Account Holder').fill('Growth Fund')
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
    // The portfolios of a new account are asked for at once.
    await page.getByRole('checkbox', { name: 'Growth Fund', exact: true }).check()
    await button(page, 'Save portfolios').click()
    await page.getByText('The portfolios of ABC-1001-LI/00 were saved.').waitFor()
    await button(page, 'Holdings ABC-1001-LI/00').click()
    const holdings = page.getByRole('grid', { name: /Holdings of ABC-1001-LI/ })
    await holdings.getByText('1,000').first().waitFor()

    await go('settlement-and-accounting/cds-comparison')
    await button(page, 'Compare a statement').first().click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'cds.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Statement as at 15/06/2026\nClient A/C No,Security,Balance\nABC-1001-LI/00,JKH.N0000,"1,250"\n',
      ),
    })
    const upload = dialog(page, 'Compare a statement')
    await upload.getByText('0 lines of 1 agree').waitFor()
    await upload.getByText('Missing trade: buy').waitFor()
    await button(page, 'Compare 1 line').click()
    await page.waitForURL(/comparison=\d/)
    const lines = page.getByRole('grid', { name: /CDS comparison/ })
    await lines.getByText('+250').waitFor()
    await lines.getByText('JKH.N0000').click()
    await field(page, 'Explanation').fill('Buy of 250 on 11 June, note to come')
    await button(page, 'Save note').click()
    await lines.getByRole('row').filter({ hasText: 'JKH.N0000' }).getByText('Explained').first().waitFor()
    const saved = page.waitForEvent('download')
    await button(page, 'Export to Excel').first().click()
    expect((await saved).suggestedFilename()).toBe('CDS comparison 2026-06-15.xlsx')
  },
)
