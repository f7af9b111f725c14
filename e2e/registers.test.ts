/** Each register once: create, edit, a duplicate, delete with confirmation; and two people at one record. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { agree, button, choose, dialog, field, fill, pick, row, says } from './pages/form.ts'
import { EQUITY, PORTFOLIO } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({
  prepare: async (at, token) => {
    await at.post('/portfolios', PORTFOLIO, token)
    await at.post('/equities', EQUITY, token)
  },
})

/** Chromium writes a line to the console for each refusal. */
const refused = { allowed: [/status of 409/] }

const shown = (page: Page, text: string) =>
  page.getByRole('grid').getByText(text, { exact: true }).first().waitFor()
const gone = (page: Page, text: string) => row(page.getByRole('grid'), text).waitFor({ state: 'detached' })

story('Equity Master', async ({ page, go }) => {
  await go('master-data-management/equity-master')
  await button(page, 'Save Equity').click()
  await says(page, 'Please fill in all required fields:')
  await fill(page, { 'Company Name': 'Sampath Bank PLC', 'Ticker Symbol': 'jkh.n0000' })
  await button(page, 'Save Equity').click()
  await says(page, 'Ticker Symbol "JKH.N0000" already exists. Please use a different symbol.')
  expect(await field(page, 'Company Name').inputValue(), 'what was typed stays').toBe('Sampath Bank PLC')
  await fill(page, { 'Ticker Symbol': 'SAMP.N0000' })
  await choose(page, 'Sector', 'Financial Services')
  await button(page, 'Save Equity').click()
  await says(page, 'Equity saved successfully!')
  expect(await field(page, 'Company Name').inputValue()).toBe('')

  await button(page, 'View Equities').click()
  await button(page, 'Edit SAMP.N0000').click()
  const edit = dialog(page, /SAMP\.N0000/)
  await fill(edit, { 'Company Name': 'Sampath Bank' })
  await button(edit, 'Update Equity').click()
  await says(page, 'Equity updated successfully!')
  await shown(page, 'Sampath Bank')

  await button(page, 'Delete SAMP.N0000').click()
  await button(dialog(page, 'Delete'), 'Cancel').click()
  await shown(page, 'SAMP.N0000')
  await button(page, 'Delete SAMP.N0000').click()
  await agree(page, 'Are you sure you want to delete this equity?')
  await gone(page, 'SAMP.N0000')
})

story('Portfolio Master', refused, async ({ page, go }) => {
  await go('master-data-management/portfolio-master')
  await fill(page, {
    'Portfolio ID': 'GROWTH',
    'Portfolio Name': 'Income Fund',
    Entity: 'Head Office',
    'Fund Manager': 'K. Silva',
  })
  await choose(page, 'Portfolio Type', 'Mixed Portfolio')
  await button(page, 'Save Portfolio').click()
  await says(page, /^Error saving portfolio: .*already exists/)
  await fill(page, { 'Portfolio ID': 'INCOME' })
  await button(page, 'Save Portfolio').click()
  await says(page, 'Portfolio saved successfully!')

  await button(page, 'View Existing Portfolios').click()
  await button(page, 'Edit INCOME').click()
  await field(page.getByRole('grid'), 'Fund Manager').fill('A. Fernando')
  await button(page, 'Save INCOME').click()
  await says(page, 'Portfolio updated successfully!')
  await shown(page, 'A. Fernando')

  await button(page, 'Delete INCOME').click()
  await agree(page, 'Are you sure you want to delete this portfolio?')
  await gone(page, 'INCOME')
})

story('Strategy Master', refused, async ({ page, go }) => {
  await go('master-data-management/strategy-master')
  const assign = async () => {
    await pick(page, 'Portfolio ID', 'GROWTH')
    await fill(page, { 'Strategy ID': 'S-1' })
    await choose(page, 'Strategy Type', 'Investment')
    await choose(page, 'Entity / Business Unit', 'Finance')
    await button(page, 'Assign Strategy').click()
  }
  await assign()
  await says(page, 'Strategy assigned to portfolio successfully!')
  await assign()
  await says(page, /already exists/)

  await button(page, 'View Assignments').click()
  const list = dialog(page, 'Portfolio strategy assignments')
  await list.getByRole('button', { name: /^Delete S-1/ }).click()
  await agree(page, 'Are you sure you want to delete this strategy assignment?')
  await list.getByText('No assignments found.').waitFor()
})

story('Account Master', refused, async ({ page, go }) => {
  await go('master-data-management/account-master')
  const enter = async (name: string) => {
    await choose(page, 'Payment Method', 'Cheque')
    await fill(page, {
      'Account Name': name,
      'Account Number': '777',
      'Bank Name': 'Sampath Bank',
      'Branch Name': 'Kandy',
    })
    await button(page, 'Save Account').click()
  }
  await enter('Broker settlements')
  await says(page, 'Account master entry saved successfully!')
  await enter('The same again')
  await says(page, /already exists/)
  await button(page, 'Reset Form').click()

  await button(page, 'View Accounts').click()
  const list = dialog(page, 'Settlement accounts')
  await list.getByRole('button', { name: /^Edit Broker settlements/ }).click()
  await list.waitFor({ state: 'hidden' })
  expect(await field(page, 'Account Number').inputValue()).toBe('777')
  await fill(page, { 'Branch Name': 'Colombo 7' })
  await button(page, 'Update Account').click()
  await says(page, 'Account updated successfully!')

  await button(page, 'View Accounts').click()
  await shown(page, 'Colombo 7')
  await list.getByRole('button', { name: /^Delete Broker settlements/ }).click()
  await agree(page, 'Are you sure you want to delete this account?')
  await list.getByText('No accounts yet').waitFor()
})

story('Valuation Method', async ({ page, go }) => {
  await go('master-data-management/valuation-method')
  await button(page, 'Save Costing Method').click()
  await says(page, /Please/)
  await pick(page, 'Portfolio ID', 'GROWTH')
  await page.getByText('Growth Fund', { exact: true }).first().waitFor()
  await page.getByRole('radio', { name: /Weighted Average/ }).check()
  await button(page, 'Save Costing Method').click()
  await says(page, 'Costing method saved successfully!')
  await pick(page, 'Portfolio ID', 'GROWTH')
  await says(page, /^This portfolio already has a costing method assigned:/)

  await button(page, 'Remove the method of GROWTH').click()
  await agree(page, 'Are you sure you want to remove the costing method of this portfolio?')
  await says(page, 'No costing methods assigned yet')
})

story('Cost of Funds Definition', async ({ page, go }) => {
  await go('trade-capture/cost-of-funds')
  await button(page, 'Save Definition').click()
  await says(page, 'Cost of funds must be greater than 0')
  await says(page, 'Tax rate must be between 0 and 100')
  await fill(page, { 'Effective Date': '01/03/2026', 'Cost of Funds (%)': '12.35', 'Tax Rate (%)': '30' })
  await page.getByText('8.65%').first().waitFor()
  await button(page, 'Save Definition').click()
  await says(page, 'Cost of funds definition saved successfully!')

  await button(page, 'View Saved Definitions').click()
  const list = dialog(page, 'Saved Definitions')
  await row(list, '01 Mar 2026').getByText('8.65').waitFor()
  await list.getByRole('button', { name: /^Delete the definition for 01 Mar 2026/ }).click()
  await agree(
    page,
    'Are you sure you want to delete the cost of funds definition for 01 Mar 2026? This action cannot be undone.',
  )
  await list.getByText('No Saved Definitions').waitFor()
})

story('Chart Of Accounts', refused, async ({ page, go }) => {
  await go('accounting-entries/chart-of-accounts')
  await shown(page, '1010')
  const adding = dialog(page, 'Add Account')
  const add = async (code: string) => {
    await button(page, 'Add Account').click()
    await fill(adding, { 'Account Code': code, 'Account Name': 'Custody fees' })
    await button(adding, 'Save Account').click()
  }
  await add('1010')
  await says(page, /already exists/)
  await fill(adding, { 'Account Code': '6450' })
  await adding.getByText('Expense', { exact: true }).first().waitFor()
  await button(adding, 'Save Account').click()
  await adding.waitFor({ state: 'hidden' })

  await field(page, 'Search').fill('6450')
  await button(page, 'Edit 6450').click()
  const edit = dialog(page, /6450/)
  await fill(edit, { 'Account Name': 'Custodian fees' })
  await button(edit, 'Update Account').click()
  await says(page, 'Account updated successfully!')
  await button(page, 'Deactivate 6450').click()
  await button(page, 'Activate 6450').waitFor()
  await button(page, 'Delete 6450').click()
  await agree(page, 'Are you sure you want to delete this account?')
  await gone(page, '6450')
  // The books need these: they cannot go.
  await field(page, 'Search').fill('1010')
  await shown(page, '1010')
  expect(await button(page, 'Delete 1010').count()).toBe(0)
})

story(
  'a record in use is not deleted, and the message says what uses it',
  refused,
  async ({ page, go, at, account }) => {
    await at.post(
      '/portfolios',
      { ...PORTFOLIO, portfolioId: 'USED', portfolioName: 'Used Fund' },
      account.token,
    )
    await at.post('/portfolio-costing-method', { portfolioId: 'USED', costing_method: 'WAP' }, account.token)
    await go('master-data-management/portfolio-master?view=list')
    await button(page, 'Delete USED').click()
    await agree(page, 'Are you sure you want to delete this portfolio?')
    await says(page, /^Cannot delete portfolio: .*costing method/i)
    await shown(page, 'USED')
  },
)

story(
  'of two edits of one record the second is refused, and nothing typed is lost',
  refused,
  async ({ page, go, another, at, account }) => {
    await at.post('/equities', { name: 'Hatton National Bank PLC', symbol: 'HNB.N0000' }, account.token)
    const address = 'master-data-management/equity-master?view=list'
    await go(address)
    const other = await another()
    await other.goto(`${at.url}/#/${address}`)
    const editors = []
    for (const window of [page, other]) {
      await button(window, 'Edit HNB.N0000').click()
      editors.push(dialog(window, /HNB\.N0000/))
    }
    const [first, second] = editors
    if (first === undefined || second === undefined) throw new Error('two windows were opened')

    await fill(first, { 'Company Name': 'HNB PLC' })
    await button(first, 'Update Equity').click()
    await says(page, 'Equity updated successfully!')

    await fill(second, { Notes: 'Voting shares' })
    await button(second, 'Update Equity').click()
    await second.getByText(/was changed by someone else in the meantime/).waitFor()
    expect(await field(second, 'Notes').inputValue()).toBe('Voting shares')
    await button(second, 'Reload').click()
    await second.getByText(/These are the current values, with your changes kept: Notes/).waitFor()
    expect(await field(second, 'Company Name').inputValue()).toBe('HNB PLC')
    await button(second, 'Update Equity').click()
    await says(other, 'Equity updated successfully!')
    await shown(other, 'HNB PLC')
  },
)
