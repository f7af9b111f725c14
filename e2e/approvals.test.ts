/**
 * A second pair of eyes: payments, bank details and prices wait for another person, who decides for himself
 * or as a delegate.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, choose, dialog, fill, row, says } from './pages/form.ts'
import { openAs } from './pages/sign-in.ts'
import { ACCOUNT, EQUITY, fillBook } from './support/book.ts'
import type { Account, Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

const PASSWORD = 'a better horse'
const approver = { email: 'nimal@example.lk', password: PASSWORD }
const dealer = { email: 'sunil@example.lk', password: PASSWORD }
let admin: Account

/** Lets a person in by an invitation, as the administrator does while sign-up is closed. */
async function invite(at: Installation, token: string, person: object): Promise<void> {
  const { path } = await at.post('/users/invitations', person, token)
  const link = String(path).split('/').at(-1) ?? ''
  await at.post('/auth/password-link', { token: link, new_password: PASSWORD }, '')
}

async function prepare(at: Installation, token: string, first: Account): Promise<void> {
  admin = first
  const settlementAccount = await fillBook(at, token)
  const bank = {
    bankName: 'Hatton National Bank',
    branchName: 'Fort',
    accountNumber: '0011223344',
    swiftCode: 'HBLILKLX',
  }
  await at.post('/brokers', { name: 'Asha Securities', ...bank }, token)
  const buy = {
    companyName: EQUITY.name,
    symbol: EQUITY.symbol,
    portfolioId: 'GROWTH',
    quantity: 1000,
    price: 200.5,
    contractNumber: 'C-1',
    brokerName: 'Asha Securities',
    tradeDate: '2026-06-12',
    settlementDate: '2026-06-17',
    settlementAccount,
    paymentMethod: ACCOUNT.payment_method,
    generatePayment: 'Yes',
    costOfFunds: 8.4,
  }
  await at.post('/trade-summary/save-buy-transaction', buy, token)
  await at.put('/prices/2026-06-12', { rows: [{ symbol: EQUITY.symbol, lastTrade: '200' }] }, token)
  const name = (first_name: string, last_name: string) => ({ first_name, last_name })
  await invite(at, token, { email: approver.email, ...name('Nimal', 'Silva'), roles: ['Approver'] })
  await invite(at, token, { email: dealer.email, ...name('Sunil', 'Fernando'), roles: ['Dealer'] })
  await at.post('/approval-rules/sets', { set: 'money' }, token)
}

const { story } = stories({ signup: 'approval', prepare })
// A write that would wait says so first.
const options = { signedIn: false, timeout: 180_000, allowed: [/status of 409/] }

/** A write without a preview says that it will wait, and is submitted. */
async function submit(page: Page) {
  const asking = dialog(page, 'Submit for approval?')
  await asking.getByText(/^This will wait for approval by Nimal Silva/).waitFor()
  await button(asking, 'Submit').click()
}
/** Another person at another browser. */
async function personAt(page: Page, at: Installation, who: { email: string; password: string }) {
  const browser = page.context().browser()
  if (browser === null) throw new Error('no browser')
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  const other = await context.newPage()
  await openAs(other, at, who, 'administration/approvals')
  return other
}

story('payments are released by two people', options, async ({ page, at }) => {
  await openAs(page, at, admin, 'settlement-and-accounting/settlement-instructions?view=payments')
  await button(page, 'Export CSV').click()
  await submit(page)
  await says(page, /Submitted for approval APR-\d{6}/)
  await says(page, /1 request waits for approval/)

  const other = await personAt(page, at, approver)
  await row(other, 'Waiting').first().click()
  await says(other, /0 of 1/)
  await button(other, 'Approve').click()
  await says(other, /is approved and carried out/)

  await page.goto(`${at.url}/#/administration/approvals?view=mine`)
  await row(page, 'Carried out').first().click()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save File').click()])
  expect(await readFile(await file.path(), 'utf8')).toContain('Asha Securities')
  await other.context().close()
})

story('a bank detail waits, and is rejected with a reason', options, async ({ page, at }) => {
  await openAs(page, at, admin, 'master-data-management/brokers')
  await button(page, 'Edit Asha Securities').click()
  const editing = page.getByRole('dialog')
  await fill(editing, { 'Account Number': '9999999999' })
  await button(editing, 'Save Changes')
    .or(button(editing, 'Update Broker'))
    .or(button(editing, 'Save'))
    .click()
  await submit(page)
  await says(page, /Submitted for approval APR-\d{6}/)
  await editing.waitFor({ state: 'hidden' })

  const other = await personAt(page, at, approver)
  await row(other, 'Broker Asha Securities').click()
  const request = dialog(other, /APR-/)
  await request.getByText('9999999999').first().waitFor()
  expect(await request.textContent()).toContain('0011223344')
  await button(request, 'Reject').click()
  await fill(dialog(other, /Reject/), { Reason: 'Not confirmed by the broker' })
  await button(dialog(other, /Reject/), 'Reject').click()
  await says(other, /is rejected: nothing of it was done/)

  await page.goto(`${at.url}/#/administration/approvals?view=mine`)
  await row(page, 'Rejected').first().click()
  await says(page, 'Not confirmed by the broker')
  const brokers = await at.get<{ account_number: string }[]>('/brokers', admin.token)
  expect(brokers.map(({ account_number }) => account_number)).toEqual(['0011223344'])
  await other.context().close()
})

story('a price changed by hand is approved by a delegate', options, async ({ page, at }) => {
  const nimal = await personAt(page, at, approver)
  await nimal.getByRole('tab', { name: 'Delegations' }).click()
  await button(nimal, 'New Delegation').click()
  const adding = dialog(nimal, 'New delegation')
  await choose(adding, 'Person', 'Sunil Fernando')
  await fill(adding, { Until: '2026-06-20', Reason: 'On leave' })
  await button(adding, 'Delegate').click()
  await says(nimal, 'Sunil Fernando decides for you.')

  await openAs(page, at, admin, 'valuation-and-mtm/market-price-feed?date=2026-06-12')
  await page.getByLabel(`Last trade of ${EQUITY.symbol}`).fill('260')
  await says(page, /This will wait for approval by /)
  await button(page, 'Save 1 price').click()
  const unusual = page.getByRole('dialog').filter({ hasText: 'Record unusual prices?' })
  const submitted = page.getByText(/Submitted for approval APR-\d{6}/).first()
  await unusual.or(submitted).first().waitFor()
  if (await unusual.isVisible()) await button(unusual, 'Record').click()
  await submitted.waitFor()

  const other = await personAt(page, at, dealer)
  await row(other, 'Waiting').first().click()
  await button(other, 'Approve').click()
  await says(other, /is approved and carried out/)
  await page.goto(`${at.url}/#/administration/approvals?view=mine`)
  await row(page, 'Carried out').first().click()
  await says(page, /for Nimal Silva/)
  await other.context().close()
  await nimal.context().close()
})

story(
  'an invitation is collected by who asked for it, once it is approved',
  options,
  async ({ page, at }) => {
    const asked = await fetch(`${at.url}/api/users/invitations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify({ email: 'kamala@example.lk', roles: ['Member'] }),
    })
    expect(asked.status).toBe(202)
    const other = await personAt(page, at, approver)
    await row(other, 'kamala@example.lk').first().click()
    await button(other, 'Approve').click()
    await says(other, /is approved/)
    await other.context().close()

    await openAs(page, at, admin, 'administration/approvals?view=mine')
    await row(page, 'kamala@example.lk').first().click()
    await button(page, 'Collect').click()
    await button(page, 'Make the link').click()
    expect(await page.getByLabel('Link').inputValue()).toContain(at.url)
  },
)

story(
  'a request that is not decided in time expires, and nothing of it is done',
  options,
  async ({ page, at }) => {
    await openAs(page, at, admin, 'master-data-management/brokers')
    await button(page, 'Edit Asha Securities').click()
    const editing = page.getByRole('dialog')
    await fill(editing, { 'Account Number': '5555555555' })
    await button(editing, 'Save Changes')
      .or(button(editing, 'Update Broker'))
      .or(button(editing, 'Save'))
      .click()
    await submit(page)
    await says(page, /Submitted for approval APR-\d{6}/)

    const other = await personAt(page, at, approver)
    const request = row(other, 'Broker Asha Securities').first()
    await request.waitFor()
    // The last day is the fifth market day; on the next it can no longer be decided.
    at.moveTo('2026-06-26')
    await other.reload()
    await says(other, 'Nothing waits for you')
    await page.goto(`${at.url}/#/administration/approvals?view=mine`)
    await row(page, 'Expired').first().click()
    const expired = dialog(page, /APR-/)
    await expired.getByText('5555555555').first().waitFor()
    expect(await button(expired, 'Withdraw').count()).toBe(0)
    const brokers = await at.get<{ account_number: string }[]>('/brokers', admin.token)
    expect(brokers.map(({ account_number }) => account_number)).toEqual(['0011223344'])
    await other.context().close()
  },
)
