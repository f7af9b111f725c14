/**
 * A write locks the rows that it reads before it writes: a second write that begins before the first has committed waits, reads again and
 * is refused. Each runs on a connection of its own, at a barrier; without the lock the second would do the same once more.
 */
import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { equities } from '@em/contract/equities/equities'
import { roles, users } from '@em/contract/identity/identity'
import { journal, recurring } from '@em/contract/journal/journal'
import type { Route } from '@em/contract/kit/route'
import { periods } from '@em/contract/periods/periods'
import { prices } from '@em/contract/prices/prices'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { settlements } from '@em/contract/settlements/settlements'
import { suspenseItems } from '@em/contract/suspense/suspense'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let of: OneHolding
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  of = await oneHolding(books, 'WAP')
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Sent {
  readonly params?: object
  readonly body?: object
  readonly token?: string
}
const call = (where: Route | string, sent: Sent) => () => api.call<Refused>(where, sent)
/** The outcome of each: the code of a refusal, or the status. */
async function outcomes(first: ReturnType<typeof call>, second: ReturnType<typeof call> = first) {
  const answers = await oneBehindTheOther(api, first, second)
  return answers.map(({ status, body }) => (status < 300 ? status : (body.code ?? status)))
}
const entered = async (body: object) =>
  (await ask(api, journal.create, { body: { date: '2026-06-10', ...body } })).data.id
const oneLine = { description: 'Bank charges', account_code: '6300', debit: 250 }

describe('shares and trades', () => {
  test('two sellers of the same shares: the second has none', async () => {
    await of.buy('2026-06-01', 100, 10)
    const sale = {
      companyName: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      portfolioId: of.portfolioId,
      tradeDate: '2026-06-02',
      settlementDate: '2026-06-04',
      quantity: 100,
      soldPrice: 12,
      contractNumber: 'S-1',
      brokerName: 'Some broker',
      settlementAccount: books.bank,
    }
    expect(await outcomes(call('POST /transaction-entries/sell', { body: sale }))).toEqual([
      201,
      'lots.insufficient',
    ])
  })

  test('a settlement that is confirmed twice is paid once', async () => {
    const { id } = await of.buy('2026-06-01', 100, 10)
    const items = [{ tradeId: id, date: '2026-06-03' }]
    expect(await outcomes(call(settlements.confirm, { body: { items } }))).toEqual([
      201,
      'settlement.settled',
    ])
  })

  test('a costing method is not taken back while a first trade is saved by it', async () => {
    const body = { ...books.usual, portfolioId: of.portfolioId }
    expect(
      await outcomes(
        call('POST /transaction-entries/buy', { body }),
        call(`DELETE /portfolio-costing-method/${of.portfolioId}`, {}),
      ),
    ).toEqual([201, 'record.in-use'])
  })

  test('money of a corporate action comes in once', async () => {
    await of.buy('2026-05-04', 1_000, 20)
    const { body } = await api.call<{ id: number }>('POST /corporate-actions', {
      body: {
        kind: 'dividend',
        securityCode: 'JKH.N0000',
        portfolioId: of.portfolioId,
        announcementDate: '2026-05-20',
        exDividendDate: '2026-06-03',
        recordDate: '2026-06-04',
        paymentDate: '2026-06-22',
        dividendRate: 1,
      },
    })
    await api.call(`POST /corporate-actions/${body.id}/process`, { body: {} })
    const receive = call(`POST /corporate-actions/${body.id}/receive`, {
      body: { date: '2026-06-22', amount: 850 },
    })
    expect(await outcomes(receive)).toEqual([201, 'action.nothing-due'])
  })
})

describe('the journal', () => {
  test('a draft is posted once', async () => {
    const id = await entered({ ...oneLine, status: 'Draft' })
    const post = call(journal.change, {
      params: { id },
      body: { ...oneLine, date: '2026-06-10', status: 'Posted' },
    })
    expect(await outcomes(post)).toEqual([200, 'record.stale'])
  })

  test('a recurring entry that two pause from one version is paused once', async () => {
    const entry = await entered({
      description: 'Rent',
      lines: [
        { account_code: '6300', debit: 1_000 },
        { account_code: '1010', credit: 1_000 },
      ],
    })
    const { data } = await ask(api, recurring.create, {
      body: { entry_id: entry, unit: 'month', first_date: '2026-07-31' },
    })
    const { id, version } = data
    const pause = call(recurring.change, { params: { id }, body: { action: 'pause', version } })
    expect(await outcomes(pause)).toEqual([200, 'record.stale'])
  })

  test('an item of Suspense is cleared once', async () => {
    const item = async (body: object) => ({ entry_id: await entered(body), line_no: 2 })
    const debit = await item({ description: 'Receipt', account_code: '1010', credit: 100 })
    const clear = async () => {
      const credit = await item({ description: 'Payment', account_code: '1010', debit: 100 })
      return call(suspenseItems.clear, { body: { items: [debit, credit] } })
    }
    expect(await outcomes(await clear(), await clear())).toEqual([201, 'suspense.not-open'])
  })

  test('opening balances that two save are those of one', async () => {
    const body = {
      openingDate: '2026-05-04',
      lines: [{ account: '1010', debit: 100 }],
      differenceToCapital: true,
    }
    const save = call(`PUT /openings/${of.portfolioId}/balances`, { body })
    expect(await outcomes(save)).toEqual([200, 'record.stale'])
  })

  test('a lock that two set from one version of the entity is set once', async () => {
    const [entity] = await api.ask(periods.list)
    const until = (locked_through: string) =>
      call(periods.lock, {
        params: { id: entity?.id },
        body: { locked_through, reason: 'Month-end', version: entity?.version },
      })
    expect(await outcomes(until('2026-04-30'), until('2026-05-31'))).toEqual([201, 'record.stale'])
  })
})

describe('reconciliations', () => {
  const begin = (startDate: string, endDate: string) =>
    call(reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: books.bank, startDate, endDate, externalClosing: 0 },
    })

  test('of one account that overlap: the second is refused', async () => {
    expect(await outcomes(begin('2026-05-01', '2026-05-31'), begin('2026-05-15', '2026-06-14'))).toEqual([
      201,
      'reconciliation.overlaps',
    ])
  })

  test('are changed once, and signed off once, from one version', async () => {
    const { body } = await begin('2026-05-01', '2026-05-31')()
    const { id, version } = (body as { reconciliation: { id: number; version: number } }).reconciliation
    const note = (notes: string) => call(reconciliation.update, { params: { id }, body: { notes, version } })
    expect(await outcomes(note('One'), note('Another'))).toEqual([200, 'record.stale'])
    const save = call(reconciliation.save, { body: { id, version: version + 1, explanation: 'Race' } })
    expect(await outcomes(save)).toEqual([200, 'record.stale'])
  })
})

test('a sign-off waits for a reversal under way and counts its line', async () => {
  const entry = await entered({
    description: 'Payment',
    date: '2026-05-04',
    lines: [
      { account_code: '1010', debit: 5, settlementAccount: books.bank },
      { account_code: '3000', credit: 5 },
    ],
  })
  const { reconciliation: one } = await ask(api, reconciliation.create, {
    body: {
      accountCode: '1010',
      settlementAccount: books.bank,
      startDate: '2026-05-01',
      endDate: '2026-05-31',
      externalClosing: 0,
    },
  })
  const reverse = call(journal.reverse, { params: { id: entry }, body: { reason: 'Race' } })
  const body = { id: one.id, version: one.version, explanation: 'Race' }
  expect(await outcomes(reverse, call(reconciliation.save, { body }))).toEqual([201, 200])
  const saved = await api.ask(reconciliation.get, { params: { id: one.id } })
  // The entry of 5.00 and its reversal on the same day: two lines that the statement has not.
  expect([saved.status, saved.counts.unmatchedGl, saved.glBalance]).toEqual(['reconciled', 2, 0])
})

test('pledges of an account that two record are no more than its free shares', async () => {
  const { id } = await ask(api, cdsAccounts.routes.create, {
    body: { participant: 'ABC', account_number: '1001', category: 'LC', holder_name: 'Test Fund' },
  })
  await api.call(cds.setPortfolios, { params: { id }, body: { portfolios: [{ portfolio: of.portfolioId }] } })
  await of.buy('2026-06-01', 100, 10)
  const pledged = { account: id, symbol: 'JKH.N0000', quantity: 60, pledgedOn: '2026-06-15' }
  const pledge = call(cds.pledge, { body: { ...pledged, pledgee: 'Sampath Bank PLC' } })
  expect(await outcomes(pledge)).toEqual([201, 'cds.pledge-too-large'])
})

test('prices of a day that two record follow each other: the second is the next version', async () => {
  const price = (last_trade: number) =>
    call(prices.record, {
      params: { date: '2026-06-15' },
      body: { rows: [{ symbol: 'JKH.N0000', last_trade }] },
    })
  expect(await outcomes(price(20), price(20.5))).toEqual([200, 200])
  const stored = 'SELECT version, last_trade::text AS price FROM price_versions ORDER BY version'
  expect(await api.database.query(stored)).toEqual([
    { version: 1, price: '20.0000' },
    { version: 2, price: '20.5000' },
  ])
})

test('a role that two change from one version is changed once', async () => {
  const params = { name: 'Clerk' }
  const { version } = await ask(api, roles.set, { params, body: { rights: ['trades.read'] } })
  const give = (right: string) => call(roles.set, { params, body: { rights: [right], version } })
  expect(await outcomes(give('registers.read'), give('imports.run'))).toEqual([200, 'record.stale'])
})

test('a record of a register that two change from one version is changed once', async () => {
  const [equity] = await ask(api, equities.routes.list, { query: {} })
  const rename = (name: string) =>
    call(equities.routes.update, { params: { id: equity?.id }, body: { name, version: equity?.version } })
  expect(await outcomes(rename('One PLC'), rename('Another PLC'))).toEqual([200, 'record.stale'])
})

test('of two administrators who demote each other one stays', async () => {
  const other = await personWith(api, { roles: ['Administrator'] })
  const demote = (id: number, token: string) =>
    call(users.change, { params: { id }, body: { roles: ['Member'] }, token })
  expect(await outcomes(demote(other.user.id, api.token), demote(api.user.id, other.token))).toEqual([
    200,
    'rights.missing',
  ])
})
