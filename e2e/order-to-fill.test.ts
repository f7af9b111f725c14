/** An order beyond a hard limit: asked about, released by another person, given to the broker, and filled by the broker's file. */
import { sampleDocuments } from '@em/core/documents/sample'
import { button, choose, dialog, field, fill, pick, row, says } from './pages/form.ts'
import { openAs } from './pages/sign-in.ts'
import { EQUITY, fillBookWithBuy } from './support/book.ts'
import type { Account, Installation } from './support/installation.ts'
import { TODAY } from './support/installation.ts'
import { stories } from './support/story.ts'

const PASSWORD = 'a better horse'
const approver = { email: 'nimal@example.lk', password: PASSWORD }
let admin: Account

async function prepare(at: Installation, token: string, first: Account): Promise<void> {
  admin = first
  await fillBookWithBuy(at, token)
  await at.put('/prices/2026-06-12', { rows: [{ symbol: EQUITY.symbol, last_trade: 20 }] }, token)
  const person = { email: approver.email, first_name: 'Nimal', last_name: 'Silva', roles: ['Approver'] }
  const { path } = await at.post('/users/invitations', person, token)
  const link = String(path).split('/').at(-1) ?? ''
  await at.post('/auth/password-link', { token: link, new_password: PASSWORD }, '')
  const limit = {
    code: 'JKH-MOST',
    name: 'JKH at most',
    kind: 'position',
    measure: 'shares',
    subject: { type: 'security', id: EQUITY.symbol },
    scope: { type: 'portfolio', id: 'GROWTH' },
    bound: 1_500,
    unit: 'shares',
    hardness: 'hard',
    effectiveFrom: '2026-06-01',
  }
  await at.post('/limits', limit, token)
}

const { story } = stories({ signup: 'approval', prepare })

/** The buys of one company in a broker's file of today. */
function contractOfToday() {
  const { tradeFile, lines } = sampleDocuments({ lines: 120, clients: 1, tradeDate: TODAY })
  const wanted = tradeFile
    .split('\r\n')
    .filter((line) => line[20] === 'B' && line.slice(38, 42).trim() === 'JKH')
  const bought = lines.filter(({ side, symbol }) => side === 'buy' && symbol === EQUITY.symbol)
  return {
    file: wanted.join('\r\n'),
    shares: bought.reduce((sum, { quantity }) => sum + Number(quantity), 0),
  }
}

story(
  'an order beyond a hard limit is released, and the file of the broker fills it',
  { signedIn: false, timeout: 180_000, allowed: [/status of 409/] },
  async ({ page, at }) => {
    const { file, shares } = contractOfToday()
    const go = (address: string) => page.goto(`${at.url}/#/${address}`)
    await openAs(page, at, admin, 'risk-and-limit-management/position-limits?view=what-if')
    await choose(page, 'Portfolio', 'Growth Fund')
    await pick(page, 'Security', EQUITY.symbol)
    await fill(page, { Shares: String(shares), Price: '20' })
    await button(page, 'Show the limits').click()
    await says(page, 'An order for this waits for a release by another person: it is beyond a hard limit.')

    await go('trade-capture/deal-slip')
    await button(page, 'New Order').click()
    const form = dialog(page, 'New order')
    await pick(form, 'Security', EQUITY.symbol)
    await choose(form, 'Portfolio', 'Growth Fund')
    await fill(form, { Shares: String(shares), 'Limit price': '25', Reason: 'The index takes it in.' })
    await button(form, 'Propose order').click()
    const asking = dialog(page, 'Submit for approval?')
    await asking.getByText(/^This will wait for approval by /).waitFor()
    await button(asking, 'Submit').click()
    await says(page, /Submitted for approval APR-\d{6}/)

    const browser = page.context().browser()
    const context = await browser?.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
    const other = await context?.newPage()
    if (other === undefined) throw new Error('no browser')
    await openAs(other, at, approver, 'administration/approvals')
    await row(other, 'Waiting').first().click()
    await button(other, 'Approve').click()
    await says(other, /is approved and carried out/)
    await context?.close()

    await button(page, 'Refresh').click()
    const number = page.getByText(/^ORD-\d{6}$/).first()
    await number.click()
    const order = dialog(page, /^ORD-\d{6}$/)
    await button(order, 'Given to Broker').click()
    await order.getByText('Placed', { exact: true }).waitFor()
    await button(order, 'Close').click()

    await go('batch-transaction-import/trade-report')
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'trades.txt', mimeType: 'text/plain', buffer: Buffer.from(file, 'latin1') }])
    await button(page, 'Record Trades').click()
    await field(page, 'Broker Name').fill('Asha Securities')
    await choose(page, 'Portfolio', 'Growth Fund (GROWTH)')
    await choose(page, 'Settlement Account', 'Trading account 1000123456')
    await button(page, 'Preview').click()
    await says(page, /1 contract exceeds a limit/)
    await says(page, /1 contract fits an open order/)
    await button(page, 'Record 1 contract').click()
    await says(page, /1 contract recorded from trades.txt/)

    await go('trade-capture/deal-slip')
    await number.click()
    await order.getByRole('button', { name: /^Add BULK-BUY-/ }).click()
    await says(page, new RegExp(`^ORD-\\d{6} is filled: ${shares.toLocaleString('en-LK')} shares\\.$`))
  },
)
