/** Accounts that take no manual lines, and entries that are recorded with a warning. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { journal, recurring } from '@em/contract/journal/journal'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import { oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const entry = (account_code: string, more: object = {}) => ({
  date: '2026-06-10',
  description: 'By hand',
  lines: [
    { account_code, debit: 5, portfolioId: 'GROW' },
    { account_code: '3000', credit: 5, portfolioId: 'GROW' },
  ],
  ...more,
})
const send = (body: object) => api.call<Refused>(journal.create, { body })

describe.each(['3200', '4110'])('account %s', (code) => {
  const refused = {
    status: 422,
    body: {
      code: 'journal.derived-account',
      message: `Account ${code} follows from trades and events and takes no manual entries.`,
    },
  }

  test('takes no journal entry, no draft and no change of one', async () => {
    expect(await send(entry(code))).toMatchObject(refused)
    expect(await send(entry(code, { status: 'Draft' }))).toMatchObject(refused)
    const oneLine = { date: '2026-06-10', description: 'By hand', account_code: code, debit: 5 }
    expect(await send(oneLine)).toMatchObject(refused)
    const { data } = await ask(api, journal.create, { body: entry('6300') })
    const changed = await api.call<Refused>(journal.change, { params: { id: data.id }, body: entry(code) })
    expect(changed).toMatchObject(refused)
  })

  test('is not repeated, and a draft that names it from before is not posted', async () => {
    const { data: draft } = await ask(api, journal.create, { body: entry('6300', { status: 'Draft' }) })
    const rename = (to: string) =>
      api.database.query(
        `UPDATE journal_draft_lines SET account_id = (SELECT id FROM chart_of_accounts WHERE account_code = $2)
          WHERE draft_id = $1 AND line_no = 1`,
        [draft.id, to],
      )
    await rename(code)
    const posted = await ask(api, journal.postDrafts, { body: { ids: [draft.id] } })
    expect(posted.results).toMatchObject([{ entry_id: null, code: 'journal.derived-account' }])
    const repeat = { entry_id: draft.id, unit: 'month', first_date: '2026-07-31' }
    expect(await api.call<Refused>(recurring.create, { body: repeat })).toMatchObject(refused)
    await rename('6300')
    expect((await api.call(recurring.create, { body: repeat })).status).toBe(201)
  })

  test('may be stated by opening balances', async () => {
    const portfolioId = `O${code}`
    await api.call('POST /portfolios', {
      body: { ...PORTFOLIO, portfolioId, portfolioName: `Opened with ${code}` },
    })
    const opened = await api.call<Refused>(`PUT /openings/${portfolioId}/balances`, {
      body: {
        openingDate: '2026-04-01',
        differenceToCapital: true,
        lines: [{ account: code, credit: 250 }],
      },
    })
    expect(opened.status).toBe(200)
  })
})

test('an account that is mapped to the reserve is refused as well; Realized Capital Gains are not', async () => {
  await ask(api, chartOfAccounts.routes.create, {
    body: { account_code: '3210', account_name: 'Reserve, funds' },
  })
  expect((await send(entry('3210'))).status).toBe(201)
  await api.call('PUT /gl-mappings', {
    body: { role: 'fair-value-reserve', portfolioId: null, account_code: '3210' },
  })
  expect(await send(entry('3210'))).toMatchObject({ status: 422 })
  expect((await send(entry('4100'))).status).toBe(201)
})

describe('a warning', () => {
  const CASH = 'A line on account 1010 names no bank account, so no bank reconciliation includes it.'
  const OPENING =
    'The date is before the opening date of Taken over, 01 Apr 2026. Opening balances should include it.'
  const cash = (date: string, portfolioId: string, more: object = {}) => ({
    date,
    description: 'Cash',
    lines: [
      { account_code: '1010', debit: 5, portfolioId, ...more },
      { account_code: '3000', credit: 5, portfolioId },
    ],
  })
  const answerOf = async (body: object, query: { dryRun?: '1' } = {}) => {
    const answer = await api.call<{ warnings: string[]; data: { id: number } }>(journal.create, {
      body,
      query,
    })
    expect(answer.status).toBe(query.dryRun === '1' ? 200 : 201)
    return answer.body
  }
  beforeAll(async () => {
    await api.call('POST /portfolios', {
      body: { ...PORTFOLIO, portfolioId: 'TAKEN', portfolioName: 'Taken over' },
    })
    await api.call('PUT /openings/TAKEN/balances', {
      body: {
        openingDate: '2026-04-01',
        differenceToCapital: true,
        lines: [{ settlementAccount: books.bank, debit: 1000 }],
      },
    })
  })

  test('warns of cash without a settlement account and of a date before the opening, and refuses neither', async () => {
    const named = { settlementAccount: books.bank }
    expect((await answerOf(cash('2026-04-01', 'TAKEN', named))).warnings).toEqual([])
    expect((await answerOf(cash('2026-04-01', 'TAKEN'))).warnings).toEqual([CASH])
    expect((await answerOf(cash('2026-03-31', 'TAKEN', named))).warnings).toEqual([OPENING])
    expect((await answerOf(cash('2026-03-31', 'TAKEN'), { dryRun: '1' })).warnings).toEqual([CASH, OPENING])
    // Where nothing was taken over, no day is too early.
    expect((await answerOf(cash('2026-03-31', 'GROW', named))).warnings).toEqual([])
  })

  test('comes with a change and with drafts that are posted, not with a reversal', async () => {
    const { data } = await answerOf(cash('2026-05-04', 'TAKEN', { settlementAccount: books.bank }))
    const changed = await ask(api, journal.change, {
      params: { id: data.id },
      body: cash('2026-03-31', 'TAKEN'),
    })
    expect(changed.warnings).toEqual([CASH, OPENING])
    const back = await ask(api, journal.reverse, { params: { id: changed.data.id }, body: {} })
    expect(back.warnings).toEqual([])
    const draft = await answerOf({ ...cash('2026-03-31', 'TAKEN'), status: 'Draft' })
    expect(draft.warnings).toEqual([CASH, OPENING])
    const posted = await ask(api, journal.postDrafts, { body: { ids: [draft.data.id] } })
    expect(posted.results).toMatchObject([{ code: null, warnings: [CASH, OPENING] }])
  })
})

test('a buy dated before the opening of its portfolio is warned of in the preview and when it is saved', async () => {
  const of = await oneHolding(books, 'WAP')
  await api.call(`PUT /openings/${of.portfolioId}/balances`, {
    body: {
      openingDate: '2026-04-01',
      differenceToCapital: true,
      lines: [{ settlementAccount: books.bank, debit: 1000 }],
    },
  })
  const early = [
    'The trade date is before the opening date of the portfolio. Its opening positions should include these shares.',
  ]
  const preview = await of.buy('2026-03-31', 100, 10, {}, '?dryRun=1')
  expect(preview['warnings']).toEqual(early)
  const saved = await of.buy('2026-03-31', 100, 10)
  expect([saved.status_, saved['warnings']]).toEqual([201, early])
  expect((await of.buy('2026-04-01', 100, 10))['warnings']).toBeUndefined()
})
