/**
 * A newcomer on an empty installation: signs up, drops a sheet of holdings, saves, and says what they are worth: at cost for now, then by the
 * exchange's file. Clicks are counted by the page.
 */
import { expect } from 'vitest'
import { button, dialog, fill, says } from './pages/form.ts'
import { stories } from './support/story.ts'

const { story } = stories()
const CLICKS_MOST = 20
const MINUTES_MOST = 2

/** Counts what a person clicks; a label passes its click on to its field, which is no second one. */
const COUNTED = `globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)`

/** As people keep it: a title, a market value that is no cost, a total. */
const HOLDINGS = [
  'Portfolio as at end of last week',
  '',
  'Share,No of Shares,Avg Cost (Rs.),Market Price,Market Value',
  'JKH,"10,000",20.50,21.00,"210,000.00"',
  'Sampath Bank PLC,"2,000",137.00,140.00,"280,000.00"',
  'DIAL.N0000,"5,000",12.00,11.50,"57,500.00"',
  'Total,,,,"547,500.00"',
].join('\r\n')

/** The exchange's file of Friday 12 June. */
const SUMMARY = [
  'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.),Change(Rs),Change Percentage (%)',
  'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"481,526",81,20.90,20.90,21.10,20.80,21.00,0.10,0.48',
  'SAMPATH BANK PLC,SAMP.N0000,"702,862",103,139.00,139.00,140.50,138.00,140.00,1.00,0.72',
  'DIALOG AXIATA PLC,DIAL.N0000,"90,000",40,11.60,11.60,11.70,11.40,11.50,-0.10,-0.86',
].join('\r\n')

story('from sign-up to a valued book', { signedIn: false }, async ({ page, context, at }) => {
  await context.addInitScript(COUNTED)
  const began = Date.now()
  await page.goto(at.url)
  const signUp = page.getByRole('main').getByRole('button', { name: 'Sign up' }).first()
  if (
    !(await page
      .getByLabel(/^Confirm password/)
      .isVisible()
      .catch(() => false))
  )
    await signUp.click()
  await fill(page, {
    'First name': 'Nimal',
    'Last name': 'Perera',
    Email: 'nimal@example.lk',
    Password: 'a better horse',
    'Confirm password': 'a better horse',
  })
  await signUp.click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose File').click()])
  await chooser.setFiles({ name: 'holdings.csv', mimeType: 'text/csv', buffer: Buffer.from(HOLDINGS) })
  await says(page, /3 rows can be recorded/)
  // 10,000 x 20.50, 2,000 x 137.00 and 5,000 x 12.00: not the market values.
  await says(
    page,
    /Holdings of LKR 539,000\.00 at cost, against Capital on 15 Jun 2026\. Added with them: 3 equities/,
  )
  await button(page, 'Record 3 rows').click()

  await says(page, /3 holdings have no price and are valued at cost/)
  await button(page, 'At cost for now').click()
  await says(
    page,
    /3 holdings are valued at cost for now, as Nimal Perera chose on \d\d \w+ 20\d\d.*: .* It is no market price; the first price replaces it\./,
  )
  const value = page.locator('[data-stat]').filter({ hasText: 'Value of Holdings (LKR)' })
  await value.getByText('539,000').waitFor()
  await value.getByText('3 holdings without a price at cost, no market price').waitFor()

  await button(page, 'Load the exchange’s trade summary').click()
  const upload = dialog(page, 'Upload Trade Summary')
  await upload.locator('input[type=file]').setInputFiles({
    name: 'trade-summary-2026-06-15.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(SUMMARY),
  })
  await upload.getByText('Ready').waitFor()
  await button(upload, 'Upload').click()
  await upload.getByText(/^Upload successful! 3 rows processed/).waitFor()
  await button(upload, 'Close').last().click()
  await value.getByText('547,500').waitFor()
  await value.getByText('Shares held at the last known prices').waitFor()
  await page.getByText(/holdings are valued at cost/).waitFor({ state: 'hidden' })

  const clicks = await page.evaluate<number>('globalThis.clicks')
  const seconds = (Date.now() - began) / 1000
  console.info(`Sheet of holdings to valued book: ${clicks} clicks, ${seconds.toFixed(0)} s`)
  expect(clicks).toBeGreaterThan(5)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  expect(seconds).toBeLessThan(MINUTES_MOST * 60)
})
