/** Elections, allotments and payments of portfolios outlast a reversal, and the history of events is recorded after their last day. */
import type {
  ActionPreview,
  CorporateActionDetail,
  Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
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
const act = async (where: string, body: object = {}) => (await api.call<Said>(where, { body })).body
const done = async (where: string, body: object = {}) => {
  const answer = await api.call<Said>(where, { body })
  expect([where, answer.status < 300, answer.body.message]).toEqual([where, true, undefined])
  return answer.body
}
const announced = async (of: OneHolding, form: object): Promise<string> => {
  const body = {
    securityCode: 'JKH.N0000',
    portfolioId: of.portfolioId,
    settlementAccount: books.bank,
    ...form,
  }
  return `/corporate-actions/${(await done('POST /corporate-actions', body)).id}`
}
/** The holding, the ledger, and the entitlement of the one portfolio. */
const standing = async (of: OneHolding, path: string) => ({
  entitled: (await api.call<Entitlement[]>(`GET ${path}/entitlements`)).body.map(
    ({ subscribed, sold, additional, allotted, received, outstanding }) => ({
      subscribed,
      sold,
      additional,
      allotted,
      received,
      outstanding,
    }),
  ),
  chains: await api.database.query(
    'SELECT equity_id, quantity, cost FROM chains WHERE portfolio_id = $1 AND quantity <> 0 ORDER BY 1',
    [of.id],
  ),
  ledger: await api.database.query(
    `SELECT entry_date, account_id, sum(debit - credit) AS amount FROM journal_lines WHERE portfolio_id = $1
      GROUP BY 1, 2 HAVING sum(debit - credit) <> 0 ORDER BY 1, 2`,
    [of.id],
  ),
})

const RIGHTS = {
  kind: 'rights',
  rightsRatioFrom: 1,
  rightsRatioTo: 5,
  offerPrice: 15,
  announcementDate: '2026-02-20',
  recordDate: '2026-03-04',
  exRightsDate: '2026-03-03',
  subscriptionStart: '2026-03-05',
  subscriptionEnd: '2026-03-20',
}
const TENDER = {
  kind: 'tender',
  offerPrice: 12,
  announcementDate: '2026-02-20',
  acceptanceDate: '2026-03-06',
  effectiveDate: '2026-03-10',
  paymentDate: '2026-03-12',
}
const ELECTION = {
  kind: 'election',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  electionDate: '2026-03-10',
  allotmentDate: '2026-03-12',
  paymentDate: '2026-03-12',
  ratePerShare: 2,
  issuePrice: 9,
}
const IPO = {
  kind: 'ipo',
  companyName: 'New Company PLC',
  ipoDate: '2026-02-02',
  appliedDate: '2026-02-10',
  pricePerShare: 15,
  totalInvestment: 15_000,
  paymentMethod: 'RTGS',
}
const elect = (of: OneHolding, election: object) => ({
  elections: [{ portfolioId: of.portfolioId, ...election }],
})
const STORIES: readonly (readonly [
  kind: string,
  form: object,
  choose: (of: OneHolding, path: string) => Promise<unknown>,
])[] = [
  [
    'rights with a refund that came in part',
    RIGHTS,
    async (of, path) => {
      await done(`PUT ${path}/elections`, elect(of, { subscribe: 120, additional: 40, date: '2026-03-18' }))
      await done(`POST ${path}/allot`, { portfolioId: of.portfolioId, allotted: 130, date: '2026-03-23' })
      await done(`POST ${path}/receive`, { date: '2026-03-24', amount: 100 })
    },
  ],
  [
    'a tender',
    TENDER,
    (of, path) => done(`PUT ${path}/elections`, elect(of, { sell: 400, date: '2026-03-05' })),
  ],
  [
    'a dividend in cash or shares',
    ELECTION,
    (of, path) => done(`PUT ${path}/elections`, elect(of, { subscribe: 100, date: '2026-03-09' })),
  ],
  [
    'an application with its refund',
    { ...IPO, securityCode: undefined },
    (of, path) =>
      done(`POST ${path}/allot`, {
        portfolioId: of.portfolioId,
        allotted: 400,
        date: '2026-03-10',
        refundDate: '2026-03-12',
        securityCode: 'SAMP.N0000',
      }),
  ],
]

describe('reversed and processed again', () => {
  test.each(STORIES)('%s: nothing of it is lost', async (_, form, choose) => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const path = await announced(of, form)
    await done(`POST ${path}/process`)
    await choose(of, path)
    const before = await standing(of, path)
    expect(before.entitled[0]).not.toMatchObject({ subscribed: 0, sold: 0, allotted: 0 })
    const reversed = await done(`POST ${path}/reverse`, { reason: 'Typed wrongly' })
    expect([reversed.recorded_choices, reversed.warnings.at(-1)]).toEqual([
      1,
      'What was elected, allotted and refunded of 1 portfolio before it was reversed is kept, and applied when it is processed. Take it out where it holds no more.',
    ])
    const preview = await done(`POST ${path}/process?dryRun=1`)
    expect(preview.entitlements[0]).toMatchObject({
      subscribed: before.entitled[0]?.subscribed,
      sold: before.entitled[0]?.sold,
      allotted: before.entitled[0]?.allotted,
    })
    await done(`POST ${path}/process`)
    expect(await standing(of, path)).toEqual(before)
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('an election that was taken out is not applied, and is chosen anew', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const path = await announced(of, RIGHTS)
    await done(`POST ${path}/process`)
    const fresh = await standing(of, path)
    await STORIES[0]?.[2](of, path)
    expect((await act(`POST ${path}/take-out`, { portfolios: 'all', reason: 'No' })).code).toBe(
      'action.state',
    )
    await done(`POST ${path}/reverse`, { reason: 'Typed wrongly' })
    const said = { portfolios: [of.portfolioId], reason: 'Another allotment' }
    expect((await api.call<Refused>(`POST ${path}/take-out`, { body: { reason: 'Left out' } })).status).toBe(
      400,
    )
    expect(await done(`POST ${path}/take-out`, said)).toMatchObject({ recorded_choices: 0 })
    expect((await act(`POST ${path}/take-out`, said)).code).toBe('action.nothing-kept')
    await done(`POST ${path}/process`)
    expect(await standing(of, path)).toEqual(fresh)
    await done(`PUT ${path}/elections`, elect(of, { subscribe: 50, date: '2026-03-18' }))
    await done(`POST ${path}/allot`, { portfolioId: of.portfolioId, allotted: 50, date: '2026-03-23' })
    expect((await standing(of, path)).entitled).toMatchObject([{ subscribed: 50, allotted: 50 }])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('an election that fits no more is refused, and the refusal says what to do', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const path = await announced(of, RIGHTS)
    await done(`POST ${path}/process`)
    await done(`PUT ${path}/elections`, elect(of, { subscribe: 120, date: '2026-03-18' }))
    await done(`POST ${path}/reverse`, { reason: 'Another ratio' })
    const form = { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...RIGHTS, rightsRatioTo: 10 }
    await done(`PUT ${path}`, form)
    const refused = await act(`POST ${path}/process`)
    expect([refused.code, refused.message]).toEqual([
      'action.kept-too-much',
      `${`Holding ${of.portfolioId.slice(1)}`} has 120 shares recorded for Rights 1 for 10 at 15.00 JKH.N0000, which now gives at most 100. Take out its elections and allotment, or correct the event.`,
    ])
  })

  test('an election since counts, not what the form said before it', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const form = { ...RIGHTS, subscribed: 'Yes', subscribedQty: 120 }
    const path = await announced(of, form)
    await done(`POST ${path}/process`)
    await done(`PUT ${path}/elections`, elect(of, { subscribe: 60, date: '2026-03-18' }))
    await done(`POST ${path}/reverse`, { reason: 'Typed wrongly' })
    await done(`POST ${path}/process`)
    expect((await standing(of, path)).entitled).toMatchObject([{ subscribed: 60 }])
    await done(`POST ${path}/reverse`, { reason: 'Typed wrongly' })
    const changed = { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form, subscribedQty: 80 }
    await done(`PUT ${path}`, changed)
    await done(`POST ${path}/process`)
    expect((await standing(of, path)).entitled).toMatchObject([{ subscribed: 80 }])
    expect(await verifyBooks(api.database)).toEqual([])
  })
})

describe('after the last day', () => {
  test('an election needs its day: the preview says so as the save does', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const path = await announced(of, RIGHTS)
    await done(`POST ${path}/process`)
    for (const query of ['?dryRun=1', '']) {
      const refused = await api.call<Refused>(`PUT ${path}/elections${query}`, {
        body: elect(of, { subscribe: 10 }),
      })
      expect([query, refused.status, refused.body.code, refused.body.details?.[0]?.field]).toEqual([
        query,
        422,
        'action.last-day',
        'elections.0.date',
      ])
      expect(refused.body.message).toBe(
        'The last day was 20 Mar 2026: what was not elected until then has lapsed. For what was elected in time enter its day, which is not after the last one.',
      )
    }
    await done(`PUT ${path}/elections`, elect(of, { subscribe: 10, date: '2026-03-20' }))
    await done(`POST ${path}/allot`, { portfolioId: of.portfolioId, allotted: 10, date: '2026-03-23' })
    expect((await standing(of, path)).entitled).toMatchObject([{ subscribed: 10, allotted: 10 }])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a tender is elected from its announcement until the last day of acceptance, before it takes effect', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-02-10', 1000, 10)
    const path = await announced(of, TENDER)
    await done(`POST ${path}/process`)
    const refused = async (date: string) =>
      (await act(`PUT ${path}/elections`, elect(of, { sell: 400, date }))).code
    expect(await refused('2026-02-19')).toBe('action.date-before')
    expect(await refused('2026-03-10')).toBe('action.last-day')
    await done(`PUT ${path}/elections`, elect(of, { sell: 400, date: '2026-03-06' }))
    const { chains, entitled } = await standing(of, path)
    expect([chains, entitled]).toMatchObject([[{ quantity: 600 }], [{ sold: 400, received: 4_800 }]])
    expect(await verifyBooks(api.database)).toEqual([])
  })
})
