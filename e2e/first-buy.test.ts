/** The main job: from an empty installation to the first buy and its books. */
import { expect } from 'vitest'
import { authorization, BUY, fillBuy } from './pages/buy.ts'
import { button, choose, field, fill, row, says } from './pages/form.ts'
import { stories } from './support/story.ts'

const { story } = stories()

/** 1,000 x 200.50 and the schedule's 1.12%. */
const GROSS = '200,500.00'
const NET = '202,745.60'

story(
  'a new user signs up, sets up what a trade needs, and records the first buy',
  { signedIn: false },
  async ({ page, at }) => {
    await page.goto(at.url)
    await button(page, 'Sign up').click()
    await fill(page, {
      'First name': 'Nadeesha',
      'Last name': 'Perera',
      Email: 'nadeesha@example.lk',
      Password: 'correct horse',
      'Confirm password': 'correct horse',
    })
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).first().click()

    // The checklist leads from step to step.
    const step = (title: string) => page.getByRole('link', { name: title })
    const backToList = () => button(page.getByRole('navigation', { name: 'Main tabs' }), 'Dashboard').click()
    await page.getByText('0 of 5 done').waitFor()

    await step('Add equities').click()
    await fill(page, { 'Company Name': 'John Keells Holdings PLC', 'Ticker Symbol': 'jkh.n0000' })
    await choose(page, 'Sector', 'Investment Trusts & Holdings')
    await button(page, 'Save Equity').click()
    await says(page, 'Equity saved successfully!')
    await backToList()
    await page.getByText('1 of 5 done').waitFor()

    await step('Add a portfolio').click()
    await fill(page, {
      'Portfolio ID': 'GROWTH',
      'Portfolio Name': 'Growth Fund',
      Entity: 'Head Office',
      'Fund Manager': 'N. Perera',
    })
    await choose(page, 'Portfolio Type', 'Equity Portfolio')
    await button(page, 'Save Portfolio').click()
    await says(page, 'Portfolio saved successfully!')
    await backToList()

    await step('Add a settlement account').click()
    await choose(page, 'Payment Method', 'Bank Transfer')
    await fill(page, {
      'Account Name': 'Trading account',
      'Account Number': '1000123456',
      'Bank Name': 'Commercial Bank',
      'Branch Name': 'Colombo 3',
    })
    await button(page, 'Save Account').click()
    await says(page, 'Account master entry saved successfully!')
    await backToList()

    await step('Define the cost of funds').click()
    await fill(page, { 'Effective Date': '2025-01-01', 'Cost of Funds (%)': '12', 'Tax Rate (%)': '30' })
    await page.getByText('8.40%').first().waitFor()
    await button(page, 'Save Definition').click()
    await says(page, 'Cost of funds definition saved successfully!')
    await backToList()
    await page.getByText('4 of 5 done').waitFor()

    await step('Record the first buy').click()
    await fillBuy(page)
    expect(await field(page, 'Trade Date').inputValue()).toBe('2026-06-15')
    expect(await field(page, 'Settlement Date').inputValue()).toBe('2026-06-17')
    await page.getByText(NET).first().waitFor()
    await button(page, 'Save Transaction').click()
    const review = authorization(page)
    await review.getByText(NET).first().waitFor()
    await button(review, 'Authorize').click()
    await says(page, 'Buy Transaction submitted successfully!')

    // Submitted Transactions
    await button(page, 'View Transactions').click()
    const submitted = row(page, BUY.symbol)
    await submitted.getByText(NET).waitFor()
    expect(await submitted.innerText()).toMatch(/BUY-20260615-\d{6}/)

    // Portfolio Overview
    await page.goto(`${at.url}/#/dashboard/portfolio-overview`)
    await row(page, BUY.symbol).getByText('1,000', { exact: true }).waitFor()

    // General Ledger: gross and net on their accounts.
    await page.goto(`${at.url}/#/accounting-entries/general-ledger`)
    await page.getByRole('row').filter({ hasText: '1100' }).getByText(GROSS).first().waitFor()
    await page.getByRole('row').filter({ hasText: '2100' }).getByText(NET).first().waitFor()

    // Trial Balance
    await page.goto(`${at.url}/#/accounting-entries/trial-balance`)
    await page.getByText('Balanced', { exact: true }).first().waitFor()
    await row(page, '1100').getByText(GROSS).first().waitFor()

    // Dashboard
    await page.goto(`${at.url}/#/dashboard/dashboard`)
    await page.getByText(BUY.symbol).first().waitFor()
    expect(await page.getByText('Getting started').count()).toBe(0)
  },
)
