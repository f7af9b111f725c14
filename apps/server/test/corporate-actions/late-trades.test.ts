/** Changes around corporate actions: late trades, reversals, elections, bad input, two people at once. */
import type {
  ActionReceivable,
  CalendarEntry,
  TaxCertificates,
} from '@em/contract/corporate-actions/action-reports'
import type {
  ActionPreview,
  CorporateAction,
  CorporateActionDetail,
  Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lapseTheRest } from '../../src/features/corporate-actions/lapse.commands.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { jobsAreOver, oneBehindTheOther } from '../support/locks.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-03-25'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

type Said = CorporateActionDetail & ActionPreview & Refused

const DIVIDEND = {
  kind: 'dividend',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  recordDate: '2026-03-04',
  paymentDate: '2026-03-20',
  dividendRate: 2,
}
const SPLIT = { kind: 'split', ratioFrom: 1, ratioTo: 3, effectiveDate: '2026-03-03' }
const BONUS = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03', allotmentDate: '2026-03-12' }
const RIGHTS = {
  kind: 'rights',
  rightsRatioFrom: 1,
  rightsRatioTo: 5,
  offerPrice: 15,
  announcementDate: '2026-02-20',
  recordDate: '2026-03-04',
  exRightsDate: '2026-03-03',
  subscriptionStart: '2026-03-05',
  subscriptionEnd: '2026-03-27',
}

const post = async (path: string, body: object = {}, more: object = {}) => {
  const answer = await api.call<Said>(`POST /corporate-actions${path}`, { body, ...more })
  return { status: answer.status, body: answer.body, code: answer.body.code }
}
const announce = (of: Pick<OneHolding, 'portfolioId'> | null, form: object) =>
  post('', { securityCode: 'JKH.N0000', ...(of !== null && { portfolioId: of.portfolioId }), ...form })

async function announced(of: Pick<OneHolding, 'portfolioId'> | null, form: object): Promise<number> {
  const { status, body } = await announce(of, form)
  expect([status, body.message]).toEqual([201, undefined])
  return body.id
}
async function processed(
  of: Pick<OneHolding, 'portfolioId'> | null,
  form: object,
  body: object = {},
): Promise<number> {
  const id = await announced(of, form)
  const done = await post(`/${id}/process`, body)
  expect([done.status, done.body.message]).toEqual([200, undefined])
  return id
}
const entitled = async (id: number, query = '') =>
  (await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements${query}`)).body
const held = async (of: OneHolding) => (await of.position()) ?? { quantity: 0 }
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

/** All records of a portfolio, without the users and times of recording. */
async function standing(of: OneHolding) {
  const rows = (sql: string) => api.database.query(sql, [of.id])
  return {
    chains: await rows(
      'SELECT equity_id, quantity, cost, charges, age_rate, lot_rate FROM chains WHERE portfolio_id = $1 ORDER BY 1',
    ),
    lots: await rows(
      `SELECT l.event_id, l.trade_date, l.quantity, l.remaining_quantity, l.remaining_cost, l.remaining_charges
         FROM lots l JOIN chains c ON c.id = l.chain_id WHERE c.portfolio_id = $1 ORDER BY 1`,
    ),
    events: await rows(
      `SELECT e.id, e.event_date, e.quantity, e.cost FROM chain_events e JOIN chains c ON c.id = e.chain_id WHERE c.portfolio_id = $1 ORDER BY 1`,
    ),
    balances: await rows(
      `SELECT account_id, sum(debit - credit) AS net FROM journal_lines WHERE portfolio_id = $1 GROUP BY 1 HAVING sum(debit - credit) <> 0 ORDER BY 1`,
    ),
  }
}

describe('a late trade', () => {
  test.each(['FIFO', 'WAP', 'CHERRY'] as const)(
    'before a split is counted by its ratio (%s)',
    async (method) => {
      const of = await oneHolding(books, method)
      const bought = await of.buy('2026-02-10', 100, 30)
      const id = await processed(of, SPLIT)
      const picked =
        method === 'CHERRY' ? { allocations: [{ buyTransactionId: bought.id, allocatedQuantity: 150 }] } : {}
      expect((await of.sell('2026-03-10', 150, 12, picked)).status_).toBe(201)
      expect((await of.buy('2026-02-20', 50, 33)).status_).toBe(201)
      expect(await held(of)).toMatchObject({ quantity: 300 })
      expect(await entitled(id)).toMatchObject([{ shares_held: 150, entitled_shares: 450, version: 2 }])
      await clean()
    },
  )

  test('that is a sale before a bonus takes shares from it, and one that leaves too few for a later sale is refused', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 1000, 10)
    const id = await processed(of, BONUS)
    expect(await held(of)).toMatchObject({ quantity: 1250 })
    expect((await of.sell('2026-02-20', 200, 11)).status_).toBe(201)
    expect(await held(of)).toMatchObject({ quantity: 1000 })
    expect(await entitled(id)).toMatchObject([{ shares_held: 800, entitled_shares: 200 }])
    expect((await of.sell('2026-03-16', 900, 12)).status_).toBe(201)
    expect((await of.sell('2026-02-23', 200, 11)).status_).toBe(422)
    await clean()
  })

  test('moves the dividend that follows a bonus, and each announced entitlement', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 1000, 10)
    await processed(of, BONUS)
    const dividend = await processed(of, {
      ...DIVIDEND,
      exDividendDate: '2026-03-05',
      recordDate: '2026-03-06',
    })
    const later = await announced(of, {
      ...DIVIDEND,
      exDividendDate: '2026-04-06',
      recordDate: '2026-04-07',
      paymentDate: null,
    })
    await of.buy('2026-02-20', 400, 10)
    expect(await entitled(dividend)).toMatchObject([{ shares_held: 1750, gross: 3500, net: 2975 }])
    expect(await entitled(later)).toMatchObject([{ shares_held: 1750, version: 2 }])
    await clean()
  })

  test('before a merger moves the shares that came of it and the gain', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 700, 20)
    const form = {
      kind: 'merger',
      newSecurityCode: 'SAMP.N0000',
      ratioFrom: 3,
      ratioTo: 7,
      effectiveDate: '2026-03-03',
      firstDayPrice: 50,
    }
    await processed(of, form)
    await of.buy('2026-02-20', 70, 20)
    const rows = await api.database.query(
      'SELECT e.symbol, c.quantity, c.cost FROM chains c JOIN equities e ON e.id = c.equity_id WHERE c.portfolio_id = $1 ORDER BY 1',
      [of.id],
    )
    expect(rows).toEqual([
      { symbol: 'JKH.N0000', quantity: 0, cost: '0.00' },
      { symbol: 'SAMP.N0000', quantity: 330, cost: '16500.00' },
    ])
    await clean()
  })

  test('in a locked period posts its difference on the first open day', async () => {
    const of = await oneHolding(books, 'WAP')
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    const changed = await api.call(`PUT /portfolios/${of.id}`, {
      body: { entity: 'Locked Fund', version: row?.version },
    })
    expect(changed.status).toBe(200)
    await of.buy('2026-02-10', 1000, 10)
    await processed(of, DIVIDEND)
    const entity = (await api.ask(periods.list)).find(({ name }) => name === 'Locked Fund')
    await lockBooks(api, entity?.id, '2026-03-05', 'Done')
    expect((await of.buy('2026-02-20', 100, 10, {}, '?openPeriod=1')).status_).toBe(201)
    const lines = await api.database.query(
      `SELECT h.entry_date, h.moved_from, l.role, l.debit - l.credit AS amount FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
        WHERE h.cause_kind = 'action' AND l.portfolio_id = $1 AND h.moved_from IS NOT NULL ORDER BY l.role`,
      [of.id],
    )
    expect(lines).toMatchObject([
      { entry_date: '2026-03-06', moved_from: '2026-03-03', role: 'dividend-income', amount: '-200.00' },
      { role: 'dividend-receivable', amount: '170.00' },
      { role: 'withholding-tax', amount: '30.00' },
    ])
    await clean()
  })
})

describe('a sale that is already recorded', () => {
  test.each(['WAP', 'FIFO'] as const)(
    'is costed anew by what comes before it, and as it was when that is taken back (%s)',
    async (method) => {
      const of = await oneHolding(books, method)
      await of.buy('2026-02-10', 100, 30)
      await of.sell('2026-03-16', 50, 32)
      const before = await standing(of)
      const id = await processed(of, { ...DIVIDEND, dividendRate: 1, recoveryOfCost: true })
      await clean()
      await of.buy('2026-02-20', 100, 30)
      await clean()
      const late = await of.sell('2026-02-23', 20, 31)
      await clean()
      expect((await of.remove('sell', late.id)).status_).toBe(200)
      await clean()
      expect((await post(`/${id}/reverse`, { reason: 'Rescinded' })).status).toBe(201)
      await clean()
      expect((await standing(of)).balances).not.toEqual(before.balances)
    },
  )
})

describe('rights and late sales', () => {
  test.each(['FIFO', 'CHERRY', 'WAP'] as const)(
    'a late sale before XR leaves fewer rights than were subscribed: the allotment stays (%s)',
    async (method) => {
      const of = await oneHolding(books, method)
      const bought = await of.buy('2026-02-10', 1000, 10)
      const elected = { portfolioId: of.portfolioId, subscribe: 200, additional: 40, date: '2026-03-24' }
      const id = await processed(of, RIGHTS, { elections: [elected] })
      expect(
        (await post(`/${id}/allot`, { portfolioId: of.portfolioId, allotted: 220, date: '2026-03-25' }))
          .status,
      ).toBe(201)
      const picked =
        method === 'CHERRY' ? { allocations: [{ buyTransactionId: bought.id, allocatedQuantity: 500 }] } : {}
      expect((await of.sell('2026-02-20', 500, 11, picked)).status_).toBe(201)
      expect(await entitled(id)).toMatchObject([{ shares_held: 500, entitled_shares: 100, allotted: 220 }])
      await clean()
    },
  )

  test('of two shares of a company have symbols of their own', async () => {
    const of = await oneHolding(books, 'FIFO')
    const form = (securityCode: string) => announce(of, { ...RIGHTS, securityCode })
    const [one, two] = [await form('COMB.N0000'), await form('COMB.X0000')]
    expect([one.body.theoretical, two.status]).toEqual([null, 201])
    const rows = await api.database.query(
      'SELECT e.symbol FROM corporate_actions a JOIN equities e ON e.id = a.rights_equity_id WHERE a.id = ANY ($1) ORDER BY a.id',
      [[one.body.id, two.body.id]],
    )
    expect(rows).toEqual([{ symbol: 'COMB.R0000' }, { symbol: 'COMB.R0001' }])
  })
})

describe('what is in the books', () => {
  test('keeps a day that has come and what it is counted by, whatever a change calls itself', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await processed(of, DIVIDEND)
    const form = { ...DIVIDEND, securityCode: 'JKH.N0000', portfolioId: of.portfolioId }
    const change = async (more: object) =>
      (await api.call<Said>(`PUT /corporate-actions/${id}`, { body: { ...form, ...more } })).body.code
    expect(await change({ exemptRate: 50, draft: true })).toBe('action.exempt-too-high')
    expect(await change({ exDividendDate: null })).toBe('action.incomplete')
    expect(await change({ exDividendDate: '2031-03-03', recordDate: null, paymentDate: null })).toBe(
      'action.not-due',
    )
    expect(await change({ dividendRate: 3 })).toBeUndefined()
    expect(await entitled(id)).toMatchObject([{ gross: 300, net: 255, version: 2 }])
    await clean()
  })

  test('of a transfer follows late trades only for who may change both portfolios', async () => {
    const [from, to] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
    await from.buy('2026-02-10', 100, 10)
    await processed(from, {
      kind: 'transfer',
      toPortfolio: to.portfolioId,
      quantity: 50,
      transferDate: '2026-03-03',
    })
    const { token } = await personWith(api, { sees: [from.id] })
    const body = {
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: from.portfolioId,
      quantity: 100,
      price: 20,
      contractNumber: 'S-1',
      brokerName: 'Some broker',
      tradeDate: '2026-02-20',
      settlementDate: '2026-02-20',
      settlementAccount: books.bank,
    }
    const refused = await api.call<Refused>('POST /transaction-entries/buy', { body, token })
    expect([refused.status, refused.body.code]).toEqual([403, 'rights.outside'])
    expect((await from.buy('2026-02-20', 100, 20)).status_).toBe(201)
    await clean()
  })

  test('is not written off while its money is assumed to have come', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await processed(of, DIVIDEND)
    expect(await post(`/${id}/write-off`, { date: '2026-03-23', reason: 'Lost' })).toMatchObject({
      status: 409,
      code: 'action.nothing-due',
    })
    await clean()
  })
})

describe('processing', () => {
  test('twice is one effect, also by two people at once', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await announced(of, DIVIDEND)
    const { token } = await api.signUp()
    const both = await oneBehindTheOther(
      api,
      () => post(`/${id}/process`),
      () => post(`/${id}/process`, {}, { token }),
    )
    // A run that took longer than a request waits for its job answers 202 and is still running.
    expect(both.map(({ status }) => status).filter((status) => ![200, 202, 409].includes(status))).toEqual([])
    await jobsAreOver(api)
    expect((await post(`/${id}/process`)).code).toBe('action.processed')
    expect(await entitled(id)).toMatchObject([{ net: 170, version: 1 }])
    await clean()
  })

  test('before its day is refused, and may be looked at', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await announced(of, {
      ...DIVIDEND,
      exDividendDate: '2026-04-06',
      recordDate: '2026-04-07',
      paymentDate: '2026-04-20',
    })
    expect(await post(`/${id}/process`)).toMatchObject({ status: 422, code: 'action.not-due' })
    const { status, body } = await post(`/${id}/process?dryRun=1`)
    expect([status, body.dryRun, body.entitlements[0]?.net]).toEqual([200, true, 170])
    expect(body.postings.map(({ account_code, debit, credit }) => [account_code, debit, credit])).toEqual([
      ['1210', 170, 0],
      ['4200', 0, 200],
      ['6200', 30, 0],
      ['1010', 170, 0],
      ['1210', 0, 170],
    ])
    expect((await api.call<CorporateAction>(`GET /corporate-actions/${id}`)).body.state).toBe('announced')
    await clean()
  })

  test('of every holder covers all of them; who sees some portfolios sees his own, and may not process it', async () => {
    const [one, two] = [await oneHolding(books, 'WAP'), await oneHolding(books, 'WAP')]
    const company = { companyName: 'Sampath Bank PLC', symbol: 'SAMP.N0000' }
    await one.buy('2026-01-12', 100, 10, company)
    await two.buy('2026-01-12', 300, 10, company)
    const form = {
      ...DIVIDEND,
      securityCode: 'SAMP.N0000',
      exDividendDate: '2026-02-03',
      announcementDate: '2026-01-20',
      recordDate: '2026-02-05',
      paymentDate: '2026-02-20',
    }
    const id = await announced(null, form)
    const { token } = await personWith(api, { sees: [one.id] })
    const mine = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`, { token })
    expect(mine.body).toMatchObject([{ portfolioId: one.portfolioId, shares_held: 100 }])
    const refused = await api.call<Refused>(`POST /corporate-actions/${id}/process`, { body: {}, token })
    expect([refused.status, refused.body.code]).toEqual([403, 'rights.outside'])
    expect((await post(`/${id}/process`)).body).toMatchObject({
      state: 'processed',
      portfolios: 2,
      gross: 800,
      net: 680,
    })
    await clean()
  })
})

describe('taking back', () => {
  test.each([
    ['dividend', DIVIDEND],
    ['split', SPLIT],
    ['bonus', BONUS],
    [
      'scrip with income',
      {
        kind: 'scrip',
        declarationDate: '2026-02-20',
        exDividendDate: '2026-03-03',
        ratePerShare: 2,
        issuePrice: 9,
        asIncome: true,
      },
    ],
    ['recovery of cost', { ...DIVIDEND, dividendRate: 1, recoveryOfCost: true }],
    [
      'spin-off',
      {
        kind: 'spin-off',
        newSecurityCode: 'SAMP.N0000',
        ratioFrom: 1,
        ratioTo: 5,
        parentPrice: 8,
        firstDayPrice: 5,
        effectiveDate: '2026-03-03',
      },
    ],
    [
      'merger',
      {
        kind: 'merger',
        newSecurityCode: 'SAMP.N0000',
        ratioFrom: 3,
        ratioTo: 7,
        cashPerShare: 1,
        firstDayPrice: 25,
        effectiveDate: '2026-03-03',
      },
    ],
    [
      'buy-back',
      { kind: 'buyback', ratioFrom: 1, ratioTo: 8, offerPrice: 12, fees: 5, effectiveDate: '2026-03-03' },
    ],
    ['delisting', { kind: 'delisting', effectiveDate: '2026-03-03' }],
  ])('%s restores exactly what was', async (_, form) => {
    const of = await oneHolding(books, 'FIFO', 'FVOCI')
    await of.buy('2026-02-10', 700, 10)
    await of.buy('2026-02-11', 301, 11)
    const id = await announced(of, form)
    const before = await standing(of)
    expect((await post(`/${id}/process`)).status).toBe(200)
    expect(await standing(of)).not.toEqual(before)
    const { status, body } = await post(`/${id}/reverse`, { reason: 'Rescinded' })
    expect([status, body.message, body.state]).toEqual([201, undefined, 'announced'])
    const after = await standing(of)
    // A chain of the other security stays, with nothing in it.
    expect({
      ...after,
      chains: after.chains.filter((one) => (one as { quantity: number }).quantity !== 0),
    }).toEqual(before)
    await clean()
    expect((await post(`/${id}/process`)).status).toBe(200)
    await clean()
    expect((await post(`/${id}/cancel`, { reason: 'Not held' })).body.state).toBe('cancelled')
    await clean()
  })

  test('is refused where shares of it were sold since, naming the sale', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 100, 10)
    const id = await processed(of, BONUS)
    const sold = await of.sell('2026-03-16', 120, 11)
    const refused = await post(`/${id}/reverse`, { reason: 'Rescinded' })
    expect([refused.status, refused.code]).toEqual([422, 'action.needed'])
    expect(refused.body.message).toContain(String(sold['deal_number']))
    await clean()
  })

  test('a confirmed receipt counts no more, and is confirmed anew', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await processed(of, DIVIDEND)
    expect((await post(`/${id}/receive`, { date: '2026-03-23', amount: 100 })).status).toBe(201)
    expect(await entitled(id)).toMatchObject([{ received: 100, outstanding: 70, is_confirmed: true }])
    await post(`/${id}/reverse`, { reason: 'Rescinded' })
    await post(`/${id}/process`)
    expect(await entitled(id)).toMatchObject([{ received: 170, outstanding: 0, is_confirmed: false }])
    await clean()
  })
})

describe('rights', () => {
  test('shares not elected lapse the day after the last day, by the clock', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 1000, 10)
    const body = { elections: [{ portfolioId: of.portfolioId, subscribe: 120, date: '2026-03-24' }] }
    const id = await processed(of, RIGHTS, body)
    expect((await api.call<CorporateAction>(`GET /corporate-actions/${id}`)).body.state).toBe('entitled')
    const shown = async () => {
      const { body: rows } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
      return rows.map(({ entitled_shares, subscribed, lapse, lapsed }) => [
        entitled_shares,
        subscribed,
        lapse,
        lapsed,
      ])
    }
    expect(await shown()).toEqual([[200, 120, 0, 0]])
    api.clock.set('2026-03-28')
    expect(await lapseTheRest(api.database, '2026-03-28')).toBeGreaterThan(0)
    const allotted = await post(`/${id}/allot`, {
      portfolioId: of.portfolioId,
      allotted: 120,
      date: '2026-03-28',
    })
    expect([allotted.status, allotted.body.state]).toEqual([201, 'processed'])
    expect(await held(of)).toMatchObject({ quantity: 1120 })
    const [left] = await api.database.query(
      "SELECT c.quantity FROM chains c JOIN equities e ON e.id = c.equity_id WHERE c.portfolio_id = $1 AND e.symbol = 'JKH.R0000'",
      [of.id],
    )
    expect(left).toEqual({ quantity: 0 })
    // 80 were neither subscribed nor sold, and no lapse was recorded.
    expect(await shown()).toEqual([[200, 120, 0, 80]])
    await clean()
  })

  test('bought ones are subscribed with their cost', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 5, 60)
    const id = await processed(of, { ...RIGHTS, offerPrice: 50 })
    const company = { companyName: 'John Keells Holdings PLC (Rights)', symbol: 'JKH.R0000' }
    expect((await of.buy('2026-03-10', 100, 7, company)).status_).toBe(201)
    const elected = await api.call<Said>(`PUT /corporate-actions/${id}/elections`, {
      body: { elections: [{ portfolioId: of.portfolioId, subscribe: 101, date: '2026-03-20' }] },
    })
    expect([elected.status, elected.body.message]).toEqual([200, undefined])
    expect(
      (await post(`/${id}/allot`, { portfolioId: of.portfolioId, allotted: 101, date: '2026-03-24' })).status,
    ).toBe(201)
    const lots = await api.database.query(
      `SELECT l.quantity, l.cost FROM lots l JOIN chains c ON c.id = l.chain_id JOIN equities e ON e.id = c.equity_id
        WHERE c.portfolio_id = $1 AND e.symbol = 'JKH.N0000' ORDER BY l.event_id`,
      [of.id],
    )
    expect(lots.at(-1)).toEqual({ quantity: 101, cost: '5750.00' })
    await clean()
  })

  test('are elected until the last day; what was paid in time may be recorded later', async () => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 1000, 10)
    const id = await processed(of, RIGHTS)
    api.clock.set('2026-03-30')
    const elect = (date: string | null) =>
      api.call<Said>(`PUT /corporate-actions/${id}/elections`, {
        body: { elections: [{ portfolioId: of.portfolioId, subscribe: 10, date }] },
      })
    expect((await elect(null)).body.code).toBe('action.last-day')
    expect((await elect('2026-03-30')).body.code).toBe('action.last-day')
    expect((await elect('2026-03-27')).status).toBe(200)
    await clean()
  })

  test.each([
    [{ subscribe: 150, sell: 60 }, 'action.election-too-much'],
    [{ sell: 10, additional: 5 }, 'action.additional-too-early'],
  ])('%j is refused', async (election, code) => {
    const of = await oneHolding(books, 'FIFO')
    await of.buy('2026-02-10', 1000, 10)
    const id = await announced(of, RIGHTS)
    const refused = await post(`/${id}/process`, {
      elections: [{ portfolioId: of.portfolioId, ...election }],
    })
    expect([refused.status, refused.code]).toEqual([422, code])
    await clean()
  })
})

describe('bad input', () => {
  test.each([
    ['a ratio of 0', { ...SPLIT, ratioTo: 0 }, 400, 'request.invalid'],
    ['dates out of order', { ...DIVIDEND, paymentDate: '2026-03-01' }, 422, 'action.dates-order'],
    ['an unknown security', { ...DIVIDEND, securityCode: 'NONE.N0000' }, 422, 'action.security-unknown'],
    ['an unknown kind', { ...DIVIDEND, kind: 'gift' }, 400, 'request.invalid'],
    ['a dividend in shares', { ...DIVIDEND, dividendType: 'Scrip' }, 422, 'action.dividend-type'],
    ['an exempt rate above the rate', { ...DIVIDEND, exemptRate: 5 }, 422, 'action.exempt-too-high'],
    [
      'a scrip dividend without a rate',
      { kind: 'scrip', declarationDate: '2026-02-20', exDividendDate: '2026-03-03' },
      422,
      'action.dividend-or-scrip',
    ],
    [
      'an IPO of less than a share',
      {
        kind: 'ipo',
        companyName: 'New PLC',
        ipoDate: '2026-02-01',
        appliedDate: '2026-02-02',
        pricePerShare: 100,
        totalInvestment: 50,
        paymentMethod: 'CEFT',
      },
      422,
      'action.ipo-shares',
    ],
  ])('%s', async (_, form, status, code) => {
    const of = await oneHolding(books, 'WAP')
    const refused = await announce(of, form)
    expect([refused.status, refused.code]).toEqual([status, code])
  })

  test('a security that is not held is announced and cannot be processed', async () => {
    const of = await oneHolding(books, 'WAP')
    const id = await announced(of, DIVIDEND)
    expect((await api.call<CorporateActionDetail>(`GET /corporate-actions/${id}`)).body.warnings).toEqual([
      'JKH.N0000 is not held at the close before 03 Mar 2026.',
    ])
    expect(await post(`/${id}/process`)).toMatchObject({ status: 422, code: 'action.not-held' })
  })

  test.each([
    [
      'a split that gives fewer shares',
      { ...SPLIT, ratioFrom: 3, ratioTo: 1 },
      '3 into 1 does not give more shares. A stock split of one share into three is 1 into 3; fewer shares are a reverse stock split.',
    ],
    [
      'a reverse split that gives more shares',
      { ...SPLIT, kind: 'consolidation', ratioFrom: 1, ratioTo: 10 },
      '1 into 10 does not give fewer shares. A reverse stock split of ten shares into one is 10 into 1; more shares are a stock split.',
    ],
    [
      'a day on which the exchange is closed',
      { ...DIVIDEND, exDividendDate: '2026-03-01' },
      '01 Mar 2026 is a Sunday: the exchange is closed. The market days next to it are 27 Feb 2026 and 03 Mar 2026. Check the date.',
    ],
  ])('%s is warned of', async (_, form, warning) => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    expect((await announce(of, form)).body).toMatchObject({ state: 'announced', warnings: [warning] })
    expect((await announce(of, { ...DIVIDEND, exDividendDate: '2026-03-04' })).body).toMatchObject({
      warnings: [],
    })
  })

  test('a dividend that is recorded twice is warned of', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const first = await announced(of, DIVIDEND)
    const second = await announce(of, DIVIDEND)
    const detail = (await api.call<CorporateActionDetail>(`GET /corporate-actions/${first}`)).body
    expect(detail.warnings).toEqual([
      `${detail.title} is recorded for 03 Mar 2026 too. Check that it is not the same event.`,
    ])
    expect(second.body).toMatchObject({ warnings: detail.warnings })
    expect(await post(`/${first}/cancel`)).toMatchObject({ status: 201 })
    expect((await announce(of, { ...DIVIDEND, exDividendDate: '2026-03-04' })).body).toMatchObject({
      warnings: [],
    })
  })

  test('two events that change the shares of a security do not share a day', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    await announced(of, SPLIT)
    expect(await announce(of, BONUS)).toMatchObject({ status: 422, code: 'action.two-on-a-day' })
    expect((await announce(of, DIVIDEND)).status).toBe(201)
  })

  test('more than is outstanding, nothing, and what lies ahead are no receipts', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const id = await processed(of, DIVIDEND)
    const receive = (date: string, amount: number) => post(`/${id}/receive`, { date, amount })
    expect(await receive('2026-03-23', 171)).toMatchObject({ status: 422, code: 'action.receive-too-much' })
    expect(await receive('2026-03-23', 0)).toMatchObject({ status: 422, code: 'action.amount-zero' })
    expect(await receive('2026-03-26', 170)).toMatchObject({ status: 422, code: 'action.date-in-future' })
    expect((await receive('2026-03-23', 170)).status).toBe(201)
    expect(await receive('2026-03-23', 1)).toMatchObject({ status: 409, code: 'action.nothing-due' })
    await clean()
  })

  test('a portfolio without a costing method is named where shares leave', async () => {
    const of = await oneHolding(books, null)
    await of.buy('2026-02-10', 800, 10)
    const id = await announced(of, {
      kind: 'buyback',
      ratioFrom: 1,
      ratioTo: 8,
      offerPrice: 12,
      effectiveDate: '2026-03-03',
    })
    const refused = await post(`/${id}/process`)
    expect([refused.status, refused.code, refused.body.message?.includes('Holding')]).toEqual([
      422,
      'action.method-needed',
      true,
    ])
  })

  test('a merger asks for the first-day price, and takes it from the prices of the day', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 700, 10)
    const id = await announced(of, {
      kind: 'merger',
      newSecurityCode: 'COMB.N0000',
      ratioFrom: 1,
      ratioTo: 7,
      effectiveDate: '2026-03-04',
    })
    expect(await post(`/${id}/process`)).toMatchObject({ status: 422, code: 'action.price-needed' })
    const form = {
      kind: 'merger',
      securityCode: 'JKH.N0000',
      portfolioId: of.portfolioId,
      newSecurityCode: 'COMB.N0000',
      ratioFrom: 1,
      ratioTo: 7,
      effectiveDate: '2026-03-04',
      firstDayPrice: 80,
    }
    const changed = await api.call<Said>(`PUT /corporate-actions/${id}`, { body: form })
    expect([changed.status, changed.body.missing]).toEqual([200, []])
    expect((await post(`/${id}/process`)).status).toBe(200)
    await clean()
  })
})

describe('reports', () => {
  test('tax with its certificates is what 6200 moved; receivables and calendar show the same event', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const id = await processed(of, DIVIDEND)
    await processed(of, {
      kind: 'scrip',
      declarationDate: '2026-02-20',
      exDividendDate: '2026-03-05',
      ratePerShare: 1,
      issuePrice: 10,
    })
    const query = { portfolioId: of.portfolioId }
    const number = { portfolioId: of.portfolioId, number: 'WHT-7', receivedOn: '2026-03-24' }
    expect(
      (await api.call(`PUT /corporate-action-reports/tax-certificates/${id}`, { body: number })).status,
    ).toBe(200)
    const { body: tax } = await api.call<TaxCertificates>('GET /corporate-action-reports/tax-certificates', {
      query,
    })
    expect(tax).toMatchObject({ tax: 300, ledger: 300, difference: 0, memo: 150, missing: 0 })
    expect(tax.rows).toMatchObject([
      { payer: 'John Keells Holdings PLC', gross: 2000, rate: 15, tax: 300, number: 'WHT-7', is_memo: false },
      { tax: 150, number: null, is_memo: true },
    ])
    await post(`/${id}/receive`, { date: '2026-03-20', amount: 1000 })
    await post(`/${id}/write-off`, { date: '2026-03-24', amount: 200, reason: 'Bank charge abroad' })
    const { body: due } = await api.call<ActionReceivable[]>('GET /corporate-action-reports/receivables', {
      query,
    })
    expect(due).toMatchObject([
      {
        action: id,
        expected: 1700,
        received: 1000,
        written_off: 200,
        outstanding: 500,
        days: 5,
        band: '0-30',
      },
    ])
    const days = { ...query, from: '2026-03-01', to: '2026-03-31' }
    const { body: calendar } = await api.call<CalendarEntry[]>('GET /corporate-action-reports/calendar', {
      query: days,
    })
    expect(calendar.filter(({ action }) => action === id).map(({ date, what }) => [date, what])).toEqual([
      ['2026-03-03', 'XD'],
      ['2026-03-04', 'record'],
      ['2026-03-20', 'payment'],
    ])
    await clean()
  })

  test('the list finds by kind, state, security and portfolio, a page at a time', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 100, 10)
    const ids = [
      await announced(of, DIVIDEND),
      await announced(of, { ...DIVIDEND, exDividendDate: '2026-03-10', recordDate: '2026-03-11' }),
    ]
    const query = { portfolioId: of.portfolioId, kind: 'dividend,scrip', state: 'announced', limit: 1 }
    const first = await api.call<CorporateAction[]>('GET /corporate-actions', { query })
    expect([first.body.map(({ id }) => id), first.headers['x-total-count']]).toEqual([[ids[1]], '2'])
    const cursor = String(first.headers['x-next-cursor'])
    const second = await api.call<CorporateAction[]>('GET /corporate-actions', {
      query: { ...query, cursor },
    })
    expect(second.body.map(({ id }) => id)).toEqual([ids[0]])
  })
})

test('a new name and symbol keep lots and prices, and are given back', async () => {
  const of = await oneHolding(books, 'WAP')
  const company = { companyName: 'Commercial Bank of Ceylon PLC', symbol: 'COMB.X0000' }
  await of.buy('2026-02-10', 100, 10, company)
  const form = {
    kind: 'identity',
    securityCode: 'COMB.X0000',
    newSecurityCode: 'CBCX.X0000',
    newName: 'CBC Holdings PLC',
    effectiveDate: '2026-03-03',
  }
  const id = await processed(null, form)
  expect(await of.position()).toMatchObject({
    symbol: 'CBCX.X0000',
    companyName: 'CBC Holdings PLC',
    quantity: 100,
  })
  expect((await post(`/${id}/reverse`, { reason: 'Wrong company' })).status).toBe(201)
  expect(await of.position()).toMatchObject({ symbol: 'COMB.X0000' })
  await clean()
})
