/** A buy that meets trouble: pressed twice, a reload, a refusal, a server that is gone. */
import { expect } from 'vitest'
import { authorization, BUY, fillBuy, saveAndAuthorize } from './pages/buy.ts'
import { button, field, says } from './pages/form.ts'
import { buysRecorded, fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook, ownProcess: true })
const ADDRESS = 'trade-capture/buy'

story('a double click on Authorize records one trade', async ({ page, go, at, account }) => {
  await go(ADDRESS)
  await fillBuy(page)
  const before = await buysRecorded(at, account.token)
  await button(page, 'Save Transaction').click()
  await button(authorization(page), 'Authorize').dblclick()
  await says(page, 'Buy Transaction submitted successfully!')
  await authorization(page).waitFor({ state: 'hidden' })
  expect(await field(page, 'Quantity').inputValue(), 'the form is empty again').toBe('')
  expect(await buysRecorded(at, account.token)).toBe(before + 1)
})

story('an unsaved buy is offered again after a reload, and saved once', async ({ page, go, at, account }) => {
  await go(ADDRESS)
  await fillBuy(page, { ...BUY, contract: 'CN-DRAFT' })
  await page.reload()
  await says(page, /An unsaved buy from .* was kept\./)
  expect(await field(page, 'Contract Number').inputValue()).toBe('')
  await button(page, 'Restore').click()
  expect(await field(page, 'Contract Number').inputValue()).toBe('CN-DRAFT')
  expect(await field(page, 'Quantity').inputValue()).toBe('1,000')
  await page.getByText(BUY.account).first().waitFor()
  const before = await buysRecorded(at, account.token)
  await saveAndAuthorize(page)
  expect(await buysRecorded(at, account.token)).toBe(before + 1)
  await page.reload()
  await page.getByRole('heading', { name: 'Buy Transaction Entry' }).waitFor()
  expect(await page.getByText(/An unsaved buy/).count()).toBe(0)
})

story(
  'a refusal by a rule is next to its field, and nothing typed is lost',
  { allowed: [/status of 422/] },
  async ({ page, go, at, account }) => {
    await go(ADDRESS)
    await fillBuy(page)
    await button(page, 'Save Transaction').click()
    await authorization(page).waitFor()
    // Meanwhile another user closes the portfolio for new trades.
    const [portfolio] = await at.get<{ id: number; version: number }[]>('/portfolios', account.token)
    const change = (status: string, version: number) =>
      fetch(`${at.url}/api/portfolios/${portfolio?.id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
        body: JSON.stringify({ status, version }),
      })
    const closed = await change('Suspended', portfolio?.version ?? 0)
    expect(closed.status).toBe(200)
    await button(authorization(page), 'Authorize').click()
    await says(page, /Failed to save transaction: Portfolio Growth Fund is Suspended/)
    expect(await field(page, 'Quantity').inputValue()).toBe('1,000')
    expect(await field(page, 'Contract Number').inputValue()).toBe(BUY.contract)
    await page.getByText(BUY.account).first().waitFor()

    const { version } = (await closed.json()) as { version: number }
    expect((await change('Active', version)).status).toBe(200)
    await saveAndAuthorize(page)
  },
)

story(
  'a server that is gone loses nothing typed; once it is back the same save goes through once',
  { allowed: [/ERR_CONNECTION_REFUSED/, /status of 5\d\d/] },
  async ({ page, go, at, account }) => {
    await go(ADDRESS)
    await fillBuy(page)
    const before = await buysRecorded(at, account.token)
    await button(page, 'Save Transaction').click()
    await authorization(page).waitFor()
    await at.stop()
    await button(authorization(page), 'Authorize').click()
    await says(page, /Failed to save transaction: Network error/)
    expect(await field(page, 'Price').inputValue()).toBe('200.50')
    expect(await field(page, 'Broker Name').inputValue()).toBe(BUY.broker)
    await at.restart()
    await saveAndAuthorize(page)
    expect(await buysRecorded(at, account.token)).toBe(before + 1)
  },
)
