/** Elections, applications and transfer requests that a hard limit holds wait for the release of another user, which carries them out. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  approve,
  approver,
  decide,
  requestOf,
  listed as requests,
  rule,
  waits,
} from '../support/approvals.ts'
import { PORTFOLIO, type Refused } from '../support/books.ts'
import { refused } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'
import { rewindable } from '../support/rewind.ts'

let of: LimitBooks
let second: { token: string }
let again: () => Promise<void>
beforeAll(async () => {
  of = await startLimitBooks()
  second = await approver(of.api)
  const taking = { portfolioId: 'TAKE', portfolioName: 'Takes shares', accountingTreatment: 'FVTPL' }
  await of.api.call('POST /portfolios', { body: { ...PORTFOLIO, ...taking } })
  const method = { portfolioId: 'TAKE', costing_method: 'WAP' }
  await of.api.call('POST /portfolio-costing-method', { body: method })
  await of.written({
    code: 'MOST',
    name: 'At most in one security',
    kind: 'position',
    measure: 'value',
    subject: { type: 'security', id: 'each' },
    scope: { type: 'portfolio', id: 'each' },
    bound: 1_000_500,
    unit: 'LKR',
    hardness: 'hard',
  })
  again = await rewindable(of.api)
})
beforeEach(async () => {
  await again()
  of.api.clock.set(`${TODAY}T05:00:00Z`)
})

interface Action {
  readonly id: number
  readonly state: string
}
const send = (body: object) => of.api.call<Action & Refused>('POST /corporate-actions', { body })
const listed = async () => (await of.api.call<Action[]>('GET /corporate-actions')).body
const IPO = {
  kind: 'ipo',
  portfolio: 'TAKE',
  companyName: 'Sampath Bank PLC',
  securityCode: 'SAMP.N0000',
  ipoDate: '2026-06-10',
  appliedDate: TODAY,
  pricePerShare: 80,
  paymentMethod: 'RTGS',
  totalInvestment: 1_200_000,
}
const RIGHTS = {
  kind: 'rights',
  symbol: 'JKH.N0000',
  securityCode: 'JKH.N0000',
  rightsRatioFrom: 1,
  rightsRatioTo: 4,
  offerPrice: 8,
  announcementDate: '2026-06-16',
  recordDate: '2026-06-17',
  exRightsDate: '2026-06-17',
  subscriptionStart: '2026-06-17',
  subscriptionEnd: '2026-06-30',
}

const TRANSFER = {
  kind: 'transfer',
  portfolio: 'GROW',
  toPortfolio: 'TAKE',
  symbol: 'JKH.N0000',
  securityCode: 'JKH.N0000',
  transferDate: TODAY,
  quantity: 105_000,
}

test('an IPO application: rejected it leaves nothing, released it is announced', async () => {
  const refusedRequest = waits(await send(IPO))
  expect(refusedRequest.rules).toEqual(['Beyond a hard limit'])
  expect(await listed()).toEqual([])
  const reason = 'Too much of one bank'
  const rejected = await decide(of.api, 'reject', refusedRequest.approvalId, { reason }, second.token)
  expect(rejected.body.state).toBe('rejected')
  expect(await listed()).toEqual([])
  const { approvalId } = waits(await send(IPO))
  expect((await requestOf(of.api, approvalId, second.token)).body.state).toBe('waiting')
  expect((await approve(of.api, approvalId, second.token)).body.state).toBe('done')
  expect(await listed()).toMatchObject([{ kind: 'ipo', state: 'announced' }])
})

test('an application for a company that is not in the Equity Master counts in the whole of its portfolio', async () => {
  const whole = { type: 'portfolio', id: 'all' }
  const usual = { kind: 'act', measure: 'act-size', subject: whole, unit: 'LKR', hardness: 'hard' }
  await of.written({
    ...usual,
    code: 'ACT',
    name: 'One act',
    bound: 500_000,
    scope: { type: 'portfolio', id: 'TAKE' },
  })
  const { securityCode: _, ...named } = IPO
  const unlisted = { ...named, companyName: 'Brand New PLC' }
  const { approvalId } = waits(await send({ ...unlisted, totalInvestment: 600_000 }))
  expect((await approve(of.api, approvalId, second.token)).body.state).toBe('done')
  expect((await send({ ...unlisted, companyName: 'Another PLC', totalInvestment: 400_000 })).status).toBe(201)
  const cash = { kind: 'cash', measure: 'minimum-cash', subject: whole, unit: 'LKR', hardness: 'hard' }
  await of.written({
    ...cash,
    code: 'CASH',
    name: 'Cash',
    bound: 500_000,
    scope: { type: 'portfolio', id: 'GROW' },
  })
  const large = { ...unlisted, portfolio: 'GROW', companyName: 'Third PLC', totalInvestment: 900_000 }
  expect(waits(await send(large)).rules).toEqual(['Beyond a hard limit'])
})

test('a transfer request is carried out by its release', async () => {
  await of.books.bought({ quantity: 10_000, contractNumber: 'C-9' })
  const { approvalId } = waits(await send(TRANSFER))
  expect(await listed()).toEqual([])
  expect((await approve(of.api, approvalId, second.token)).body.state).toBe('done')
  expect(await listed()).toMatchObject([{ kind: 'transfer', state: 'announced' }])
})

test('an election of a rights issue is kept by its release', async () => {
  const { id } = (await send(RIGHTS)).body
  const elect = () =>
    of.api.call<Refused>(`PUT /corporate-actions/${id}/elections`, {
      body: { elections: [{ portfolioId: 'GROW', subscribe: 25_000 }] },
    })
  const elected = async () =>
    (
      await of.api.call<{ subscribed: number | null }[]>(`GET /corporate-actions/${id}/entitlements`)
    ).body.map(({ subscribed }) => subscribed)
  const before = await elected()
  const { approvalId } = waits(await elect())
  expect(await elected()).toEqual(before)
  expect((await approve(of.api, approvalId, second.token)).body.state).toBe('done')
  expect(await elected()).toEqual([25_000])
})

test('an election that is sent with the processing waits with it', async () => {
  const { id } = (await send(RIGHTS)).body
  const process = () =>
    of.api.call<Refused>(`POST /corporate-actions/${id}/process`, {
      body: { elections: [{ portfolioId: 'GROW', subscribe: 25_000 }] },
    })
  const { approvalId } = waits(await process())
  expect(await listed()).toMatchObject([{ state: 'announced' }])
  expect((await approve(of.api, approvalId, second.token)).body.state).toBe('done')
  expect((await listed()).map(({ state }) => state)).not.toContain('announced')
})

test('where no other user may release it, it is refused, and says so', async () => {
  await of.api.database.query('UPDATE em.users SET is_active = false WHERE id <> $1', [of.api.user.id])
  expect(refused((await send(IPO)) as never)).toEqual([422, 'limit.refused'])
})

describe('a request names the portfolios that it concerns', () => {
  let ids: { GROW: number; TAKE: number }
  beforeEach(async () => {
    const { body } = await of.api.call<{ id: number; portfolioId: string }[]>('GET /portfolios')
    const idOf = (code: string) => body.find(({ portfolioId }) => portfolioId === code)?.id ?? 0
    ids = { GROW: idOf('GROW'), TAKE: idOf('TAKE') }
  })
  const namesOf = async (approvalId: number) =>
    (await requestOf(of.api, approvalId, second.token)).body.portfolios
  /** The numbers of the requests that an approver of one portfolio may decide. */
  const foundBy = async (portfolio: number) => {
    const { token } = await approver(of.api, { sees: [portfolio], changes: [portfolio] })
    const forMe = await requests(of.api, { of: 'for-me' }, token)
    const all = await requests(of.api, { of: 'all' }, token)
    expect(all.map(({ id }) => id)).toEqual(forMe.map(({ id }) => id))
    return { token, ids: forMe.map(({ id }) => id) }
  }

  test('an election: those that choose, not the other holders of the security', async () => {
    await of.books.bought({ portfolioId: 'TAKE', quantity: 1_000, contractNumber: 'C-8' })
    const { id } = (await send(RIGHTS)).body
    const { approvalId } = waits(
      await of.api.call<Refused>(`PUT /corporate-actions/${id}/elections`, {
        body: { elections: [{ portfolioId: 'GROW', subscribe: 25_000 }] },
      }),
    )
    expect(await namesOf(approvalId)).toEqual(['GROW'])
    expect((await foundBy(ids.TAKE)).ids).toEqual([])
    const { token, ids: found } = await foundBy(ids.GROW)
    expect(found).toEqual([approvalId])
    expect((await approve(of.api, approvalId, token)).body.state).toBe('done')
  })

  test('an application its own', async () => {
    const { approvalId } = waits(await send(IPO))
    expect(await namesOf(approvalId)).toEqual(['TAKE'])
    expect((await foundBy(ids.GROW)).ids).toEqual([])
    expect((await foundBy(ids.TAKE)).ids).toEqual([approvalId])
  })

  test('a transfer both', async () => {
    await of.books.bought({ quantity: 10_000, contractNumber: 'C-9' })
    const { approvalId } = waits(await send(TRANSFER))
    expect(await namesOf(approvalId)).toEqual(['GROW', 'TAKE'])
    for (const one of [ids.GROW, ids.TAKE]) expect((await foundBy(one)).ids).toEqual([])
  })

  test('an action for every holder: all of them', async () => {
    await rule(of.api, ['corporate-actions.create'])
    const { approvalId } = waits(await send(RIGHTS))
    expect(await namesOf(approvalId)).toBeNull()
    expect((await foundBy(ids.GROW)).ids).toEqual([])
  })
})
