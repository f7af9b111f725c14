/** From an account at a custodian to a confirmed settlement: a file is dropped, a difference is seen, a proposal accepted. */
import { custodianReference } from '@em/core/custodian/reference'
import { finBlocks, mt54x, mt535 } from '@em/core/testing/custodian-samples'
import type { Page } from 'playwright-core'
import { button, dialog, field, row, says } from './pages/form.ts'
import { EQUITY, fillBook } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const ADDRESS = 'integration-and-automation/custodian-integration'
const ACCOUNT = 'ABC12345LC00'
const ISIN = 'LK0092N00003'
const TEXT = 'JOHN KEELLS JKH.N0000'
let bought = { id: 0, deal: '' }

/** A buy of 1,000 for 202,740.00 or so, due on 12 June, three days before today. */
async function fill(at: Installation, token: string): Promise<void> {
  const settlementAccount = await fillBook(at, token, { settles: 'by hand' })
  const buy = await at.post(
    '/trade-summary/save-buy-transaction',
    {
      companyName: EQUITY.name,
      symbol: EQUITY.symbol,
      portfolioId: 'GROWTH',
      quantity: 1000,
      price: 20,
      contractNumber: 'C-1',
      brokerName: 'Asha Securities',
      tradeDate: '2026-06-10',
      settlementDate: '2026-06-12',
      settlementAccount,
      paymentMethod: 'Bank Transfer',
      costOfFunds: 8.4,
    },
    token,
  )
  bought = { id: Number(buy['id']), deal: String(buy['deal_number']) }
}
const { story } = stories({ prepare: fill })

async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await says(page, `${name} was read.`)
}

story(
  'a custodian’s statement shows what differs and why; its confirmation settles a trade in part',
  async ({ page, go }) => {
    await go(ADDRESS)
    await button(page, 'Add safekeeping account').first().click()
    await field(page, 'Account').first().fill(ACCOUNT.toLowerCase())
    await field(page, 'Custodian').first().fill('A bank')
    await field(page, 'Portfolios').first().fill('Growth Fund')
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
    await says(page, 'Safekeeping account saved.')

    const holding = { isin: ISIN, text: TEXT, aggregate: 600, parts: { PENR: 400 } }
    const statement = mt535({ account: ACCOUNT, date: '2026-06-14', holdings: [holding] })
    await drop(page, 'holdings.fin', finBlocks('535', statement))
    const lines = page.getByRole('grid', { name: /Holdings of/ })
    await lines.getByText(/^[-−]400$/).waitFor()
    await lines.getByText('Fails at the custodian').waitFor()
    await lines.getByText('JKH.N0000').click()
    await page.getByText(/still pending at the custodian/).waitFor()
    await field(page, 'Explanation').fill('Asked the custodian')
    await button(page, 'Save note').click()
    await lines.getByText('Explained').first().waitFor()

    const part = mt54x({
      account: ACCOUNT,
      reference: 'C1',
      ours: custodianReference(bought.id, 1) ?? '',
      isin: ISIN,
      text: TEXT,
      quantity: 600,
      before: 0,
      remaining: 400,
      amount: '12134,40',
      date: '2026-06-12',
    })
    await drop(page, 'confirmations.fin', finBlocks('545', part))
    await page
      .getByRole('grid', { name: /Confirmations of/ })
      .getByText('In part')
      .waitFor()
    await button(page, 'Accept 1 proposal').click()
    const accept = dialog(page, 'Accept confirmations')
    await accept.getByLabel('Ledger lines to be posted').first().waitFor()
    await button(accept, 'Confirm 1 settlement').click()
    await says(page, '1 settlement confirmed.')

    await go('settlement-and-accounting/settlement-instructions')
    await row(page, bought.deal).getByText('8,089.60').first().waitFor()
    await row(page, bought.deal).getByText('Growth Fund').click()
    const settlement = dialog(page, `Settlement of ${bought.deal}`)
    await settlement.getByText('MT545 of ABC12345LC00').first().waitFor()
    await page.keyboard.press('Escape')
    await settlement.waitFor({ state: 'hidden' })

    // The rest is open: the statement of that day agrees now.
    await go(ADDRESS)
    await page.getByRole('grid', { name: 'Custodian messages' }).getByText('holdings.fin').click()
    await page.getByText('Nothing is open').waitFor()
  },
)
