/** A clerk's trades without a mouse: every key is counted, and none is needed beyond 25 a trade. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authorization } from './pages/buy.ts'
import { dialog, field } from './pages/form.ts'
import { keyCounter } from './pages/key-counter.ts'
import { EQUITY, fillBook, PORTFOLIO } from './support/book.ts'
import type { Installation } from './support/installation.ts'
import { stories } from './support/story.ts'

/** Two portfolios and two accounts: nothing is chosen for want of another. */
async function fillBooks(at: Installation, token: string): Promise<number> {
  await at.post('/portfolios', { ...PORTFOLIO, portfolioId: 'MAHELA', portfolioName: 'Mahela Fund' }, token)
  await at.post('/portfolio-costing-method', { portfolioId: 'MAHELA', costing_method: 'WAP' }, token)
  const account = await fillBook(at, token)
  const other = {
    payment_method: 'Cheque',
    account_name: 'Second',
    account_number: '77',
    bank_name: 'Sampath',
  }
  await at.post('/accounts', { ...other, branch_name: 'Kandy' }, token)
  return account
}

let bank = 0
const { story } = stories({
  prepare: async (at, token) => {
    bank = await fillBooks(at, token)
  },
})

/** A busy machine answers late; that is no fault of the page. */
const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 30_000 })

/** The most that a usual trade may take. */
const KEYS = 25
/** Trades of each side; ten by `npm run crash -- tests`. */
const TRADES = Number(process.env['HAND_TRADES'] ?? 3)
const COMPANY = 'button:focus[id$="-companyName"]'

interface Trade {
  readonly security: string
  readonly quantity: string
  readonly price: string
  readonly contract: string
}

/** One trade from the focused security to the next: the keys that it took. */
async function trade(page: Page, { security, quantity, price, contract }: Trade): Promise<number> {
  const { press, type, count } = keyCounter(page)
  await page.locator(COMPANY).waitFor()
  for (const text of [security, quantity, price]) {
    await type(text)
    await press('Enter')
  }
  await type(contract)
  await press('Control+Enter')
  await authorization(page).waitFor()
  await page.locator('button:focus', { hasText: 'Authorize' }).waitFor()
  await press('Enter')
  await authorization(page).waitFor({ state: 'hidden' })
  return count()
}

/** By another door and on another machine: the newest trade of the person. */
const recordElsewhere = (at: Installation, token: string, more: object) =>
  at.post(
    '/transaction-entries/buy',
    {
      companyName: EQUITY.name,
      symbol: EQUITY.symbol,
      portfolioId: 'MAHELA',
      quantity: 200_000,
      price: 190,
      contractNumber: 'OTHER-1',
      brokerName: 'Asha Securities',
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      settlementAccount: bank,
      ...more,
    },
    token,
  )

interface Row {
  contract_number: string
  portfolioId: string
  quantity: number
  broker_name: string
}
const QUANTITIES = Array.from({ length: TRADES }, (_, index) => (index % 2 === 0 ? 1500 : 500))
const recorded = async (at: Installation, token: string, side: string) =>
  (await at.get<Row[]>(`/trades?mine=today&side=${side}&sort=created_at`, token)).filter(
    ({ contract_number: number }) => number.startsWith('T'),
  )

story(
  'buys and sells take at most 25 keys each, one after the other',
  { timeout: 600_000 },
  async (scene) => {
    const { page, go, at, account } = scene
    await recordElsewhere(at, account.token, {})
    await go('trade-capture/buy')
    await page.getByText('As in your last trade').first().waitFor()
    for (let index = 0; index < TRADES; index += 1) {
      const keys = await trade(page, {
        security: index % 2 === 0 ? 'jkh' : 'keel',
        quantity: index % 2 === 0 ? '1.5k' : '500',
        price: '198.25',
        contract: `TB${index}`,
      })
      expect(keys, `buy ${index + 1}`).toBeLessThanOrEqual(KEYS)
    }
    const bought = await recorded(at, account.token, 'buy')
    expect(bought.map(({ quantity }) => quantity)).toEqual(QUANTITIES)
    expect(new Set(bought.map((row) => `${row.portfolioId} ${row.broker_name}`))).toEqual(
      new Set(['MAHELA Asha Securities']),
    )
    await go('trade-capture/sell')
    for (let index = 0; index < TRADES; index += 1) {
      const keys = await trade(page, {
        security: 'jkh',
        quantity: index % 2 === 0 ? '1.5k' : '500',
        price: '201.50',
        contract: `TS${index}`,
      })
      expect(keys, `sale ${index + 1}`).toBeLessThanOrEqual(KEYS)
    }
    const sold = await recorded(at, account.token, 'sell')
    expect(sold.map(({ quantity }) => quantity)).toEqual(QUANTITIES)
  },
)

story('what is kept is said, emptied by one key, found by its letters', async ({ page, go, at, account }) => {
  await recordElsewhere(at, account.token, { settlementDate: '2026-06-22', contractNumber: 'OTHER-2' })
  await go('trade-capture/buy')
  const portfolio = field(page, 'Portfolio')
  await poll(() => portfolio.inputValue()).toBe('Mahela Fund (MAHELA)')
  expect(await field(page, 'Broker Name').inputValue()).toBe('Asha Securities')
  expect(await field(page, 'Payment Method').inputValue()).toBe('Bank Transfer')
  await poll(() => field(page, 'Settlement Date').inputValue()).toBe('2026-06-22')
  await portfolio.focus()
  await page.keyboard.press('Delete')
  expect(await portfolio.inputValue()).toBe('')
  await page.keyboard.type('gro')
  await page.keyboard.press('Enter')
  expect(await portfolio.inputValue()).toBe('Growth Fund (GROWTH)')
  // Read-only fields are no stops.
  await page.locator('[id$="-companyName"]').focus()
  await page.keyboard.press('Tab')
  await poll(() => portfolio.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true)
  // Another trade date has its own settlement date.
  await field(page, 'Trade Date').fill('12/6')
  await field(page, 'Trade Date').blur()
  expect(await field(page, 'Trade Date').inputValue()).toBe('2026-06-12')
  await poll(() => field(page, 'Settlement Date').inputValue()).toBe('2026-06-16')
})

story(
  'keys typed while the list of securities is loading are not lost',
  async ({ page, go, at, account }) => {
    await recordElsewhere(at, account.token, { contractNumber: 'OTHER-3' })
    let answer: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/equities/active*', async (route) => {
      await late
      await route.continue()
    })
    await go('trade-capture/buy')
    await page.locator(COMPANY).waitFor()
    await page.keyboard.type('comb')
    await page.keyboard.press('Enter')
    await page.keyboard.type('700')
    await page.keyboard.press('Enter')
    await page.keyboard.type('95.5')
    answer()
    await poll(() => field(page, 'Symbol').inputValue()).toBe('COMB.N0000')
    expect(await field(page, 'Quantity').inputValue()).toBe('700')
    expect(await field(page, 'Price').inputValue()).toBe('95.5')
  },
)

story('a trade of today is undone under the form', async ({ page, go, at, account }) => {
  await recordElsewhere(at, account.token, { contractNumber: 'OTHER-4' })
  await go('trade-capture/buy')
  const today = page.getByRole('region', { name: 'Recorded by you today' }).last()
  await today.getByText(EQUITY.symbol).waitFor()
  await today.getByRole('button', { name: /^Undo BUY-/ }).click()
  const asked = dialog(page, /^Delete BUY-/)
  await asked.getByText('Are you sure you want to delete this transaction?').waitFor()
  await asked.getByRole('button', { name: 'Delete', exact: true }).click()
  await asked.waitFor({ state: 'hidden' })
  await today.waitFor({ state: 'detached' })
})
