import { type AnnouncementSent, announcements } from '@em/contract/announcements/announcements'
import { attachments } from '@em/contract/attachments/attachments'
import { audit } from '@em/contract/audit/audit'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { trades } from '@em/contract/trades/trades'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

// Monday 15 June 2026.
let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi()
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const dividend = {
  title: 'First interim dividend',
  category: 'Dividend' as const,
  company: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  date: '2026-06-12',
  time: '10:15',
  summary: 'Rs. 0.50 per share',
  content: 'XD 22.Jun.2026\nRecord date 23.Jun.2026',
}
type Sent = Partial<Record<keyof AnnouncementSent, unknown>>
const send = (more: Sent = {}) =>
  api.call<{ id: number; code: string; message: string; version: number }>(announcements.record, {
    body: { ...dividend, ...more },
  })
const record = async (more: Sent = {}) => {
  const answer = await send(more)
  expect(answer.status).toBe(201)
  return answer.body
}
const list = (query: Parameters<typeof ask>[0] = {}) => ask(query)
const ask = async (query: Record<string, unknown>) =>
  (
    await api.call<{ id: number; title: string; held: string[]; category: string }[]>(announcements.list, {
      query,
    })
  ).body
/** A user with one right and no other. */
async function withRight(right: string) {
  const made = await api.call(`PUT /roles/${right}`, { body: { rights: [right] } })
  expect(made.status).toBe(200)
  return personWith(api, { roles: [right] })
}
const titles = async (query: Record<string, unknown> = {}) => (await list(query)).map(({ title }) => title)

describe('an announcement that was typed', () => {
  test('is recorded as it was sent, with the priority of its category where none was sent', async () => {
    const { id } = await record()
    expect(await api.ask(announcements.get, { params: { id } })).toMatchObject({
      ...dividend,
      version: 1,
      priority: 'High',
      kind: null,
      source: 'typed',
      files: [],
      document: null,
    })
    expect(await list()).toMatchObject([{ id, title: dividend.title, attachments: [] }])
    expect((await list())[0]).not.toHaveProperty('content')
  })

  test('is corrected by its next version; the earlier one is kept and the audit trail shows both', async () => {
    const { id } = await record()
    const changed = await api.ask(announcements.change, {
      params: { id },
      query: {},
      body: { ...dividend, summary: 'Rs. 0.60 per share', priority: 'Medium', version: 1, reason: 'Misread' },
    })
    expect(changed).toMatchObject({ version: 2, priority: 'Medium', summary: 'Rs. 0.60 per share' })
    expect(await api.ask(announcements.versions, { params: { id } })).toMatchObject([
      { version: 2, summary: 'Rs. 0.60 per share', reason: 'Misread' },
      { version: 1, summary: 'Rs. 0.50 per share', reason: null },
    ])
    const rows = await api.ask(audit.list, {
      query: {
        entity: 'announcement',
        act: null,
        from: null,
        to: null,
        search: null,
        person: null,
        request: null,
      },
    })
    expect(rows.map(({ action }) => action)).toEqual(['Changed', 'Recorded'])
  })

  test('stays at its version where a correction says the same, and is refused where it is stale', async () => {
    const { id } = await record()
    const put = (body: object) => api.call(announcements.change, { params: { id }, body })
    expect((await put({ ...dividend, version: 1 })).body).toMatchObject({ version: 1 })
    await put({ ...dividend, title: 'Interim dividend' })
    expect(await put({ ...dividend, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'record.stale' },
    })
  })

  test('is refused twice, in whatever letters, and recorded again once it was taken back', async () => {
    const { id } = await record()
    expect(
      await send({ title: 'FIRST INTERIM DIVIDEND', company: 'JOHN KEELLS HOLDINGS PLC' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'announcements.duplicate', message: expect.stringContaining('12 Jun 2026') },
    })
    expect(await send({ date: '2026-06-11' })).toMatchObject({ status: 201 })
    await api.ask(announcements.remove, { params: { id }, query: { reason: 'Of another company' } })
    expect(await titles()).toHaveLength(1)
    for (const where of [announcements.get, announcements.change, announcements.remove])
      expect((await api.call(where, { params: { id }, body: dividend })).status).toBe(404)
    expect(await api.ask(announcements.versions, { params: { id } })).toMatchObject([
      { version: 2, is_removed: true, reason: 'Of another company' },
      { version: 1, is_removed: false },
    ])
    expect(await record()).toMatchObject({ id, version: 3 })
  })

  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(301) }, 'title'],
    ['another category', { category: 'Gossip' }, 'category'],
    ['no day', { date: '2026-02-30' }, 'date'],
    ['no time', { time: '25:00' }, 'time'],
    ['no symbol', { symbol: 'J K H' }, 'symbol'],
    ['another priority', { priority: 'Urgent' }, 'priority'],
    ['a summary that is too long', { summary: 'x'.repeat(1001) }, 'summary'],
    ['a text that is too long', { content: 'x'.repeat(20_001) }, 'content'],
    ['characters that cannot be stored', { content: 'a\u0000b' }, 'content'],
  ])('with %s is refused', async (_, more, field) => {
    const answer = await api.call<{ details: { field: string }[] }>(announcements.record, {
      body: { ...dividend, ...more },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.details.map((detail) => detail.field)).toEqual([field])
    expect(await list()).toEqual([])
  })

  test('is looked at without keeping anything', async () => {
    const preview = await api.call(announcements.record, { body: dividend, query: { dryRun: '1' } })
    expect(preview.body).toMatchObject({ title: dividend.title })
    expect(await list()).toEqual([])
  })

  test('of two at once one is recorded', async () => {
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await record({
      title: 'Old',
      date: '2026-03-16',
      category: 'Market Updates',
      company: null,
      symbol: null,
    })
    await record({ title: 'Ninety-one days', date: '2026-03-16', category: 'AGM/EGM' })
    await record({ title: 'Ninety days', date: '2026-03-17', category: 'AGM/EGM' })
    await record({ title: 'Thirty', date: '2026-05-16', category: 'New Listings' })
    await record({ title: 'Seven', date: '2026-06-08', category: 'Trading Updates', time: null })
    await record({ title: 'Late', date: '2026-06-08', category: 'Trading Updates', time: '16:00' })
    await record({ title: 'To come', date: '2026-06-20', category: 'Events' })
  })

  test('has the newest first, and what is dated later before', async () => {
    expect(await titles()).toEqual([
      'To come',
      'Late',
      'Seven',
      'Thirty',
      'Ninety days',
      'Ninety-one days',
      'Old',
    ])
  })

  test('counts days back from today, both ends included', async () => {
    expect(await titles({ days: '7' })).toEqual(['To come', 'Late', 'Seven'])
    expect(await titles({ days: '30' })).toEqual(['To come', 'Late', 'Seven', 'Thirty'])
    expect((await titles({ days: '90' })).at(-1)).toBe('Ninety days')
    expect(await titles({ days: 'all' })).toHaveLength(7)
    expect((await api.call(announcements.list, { query: { days: '8' } })).status).toBe(400)
  })

  test('shows a board its own categories, and of these the one asked for', async () => {
    expect(await titles({ board: 'market' })).toEqual(['Late', 'Seven', 'Thirty', 'Old'])
    expect(await titles({ board: 'market', category: 'New Listings' })).toEqual(['Thirty'])
    expect(await titles({ board: 'notices' })).toEqual(['Ninety days', 'Ninety-one days'])
    expect(await titles({ board: 'trading' })).toEqual(['Late', 'Seven'])
    expect(await titles({ board: 'news' })).toEqual(['To come'])
    expect(await titles({ board: 'regulatory' })).toEqual([])
    expect(await titles({ board: 'news', category: 'Dividend' })).toEqual([])
  })

  test('searches title and company in any case, of notices also the symbol, and no character is a wildcard', async () => {
    expect(await titles({ board: 'market', search: 'SEVEN' })).toEqual(['Seven'])
    expect(await titles({ board: 'market', search: 'keells' })).toEqual(['Late', 'Seven', 'Thirty'])
    expect(await titles({ board: 'market', search: 'jkh.n' })).toEqual([])
    expect(await titles({ board: 'notices', search: 'jkh.n' })).toHaveLength(2)
    expect(await titles({ search: '%' })).toEqual([])
    expect(await titles({ search: '_' })).toEqual([])
  })

  test('goes page by page without leaving out or repeating one', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page += 1) {
      const answer = await api.call<{ title: string }[]>(announcements.list, {
        query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(answer.headers['x-total-count']).toBe('7')
      seen.push(...answer.body.map(({ title }) => title))
      cursor = answer.headers['x-next-cursor'] as string | undefined
      if (cursor === undefined) break
    }
    expect(seen).toEqual(await titles())
    const wrong = await api.call(announcements.list, { query: { cursor: 'x' } })
    expect(wrong.status).toBe(400)
  })

  test('of one day', async () => {
    expect(await titles({ date: '2026-06-08' })).toEqual(['Late', 'Seven'])
    expect(await titles({ date: '2026-06-09' })).toEqual([])
  })

  test('of a priority', async () => {
    expect(await titles({ priority: 'Low' })).toEqual(['To come', 'Old'])
  })
})

describe('files of an announcement', () => {
  const attach = (id: number, more: object = {}) =>
    api.call<{ id: number; code: string }>(attachments.add, {
      body: {
        owner_kind: 'announcement',
        owner_id: id,
        file_name: 'notice.pdf',
        data: Buffer.from('%PDF-1.7 notice').toString('base64'),
        ...more,
      },
    })
  const file = (id: number, one: number) => api.call<Buffer>(`GET /announcements/${id}/files/${one}`)

  test('are named with it and come back byte by byte', async () => {
    const { id } = await record()
    const added = await attach(id)
    expect(added.status).toBe(201)
    expect(await list()).toMatchObject([{ attachments: ['notice.pdf'] }])
    expect(await api.ask(announcements.get, { params: { id } })).toMatchObject({
      files: [{ id: added.body.id, file_name: 'notice.pdf', media_type: 'application/pdf', bytes: 15 }],
    })
    const got = await api.app.inject({
      url: `/api/announcements/${id}/files/${added.body.id}`,
      headers: { authorization: `Bearer ${api.token}` },
    })
    expect(got.body).toBe('%PDF-1.7 notice')
    expect(got.headers['content-disposition']).toContain('attachment')
  })

  test('are of the announcement that is asked for, and gone with it', async () => {
    const [{ id }, { id: other }] = [await record(), await record({ title: 'Another' })]
    const { id: one } = (await attach(id)).body
    expect((await file(other, one)).status).toBe(404)
    await api.ask(announcements.remove, { params: { id }, query: {} })
    expect((await file(id, one)).status).toBe(404)
  })

  test('are checked as all attachments are', async () => {
    const { id } = await record()
    expect(await attach(id, { file_name: 'run.exe' })).toMatchObject({ status: 415 })
    expect(await attach(id, { data: Buffer.from('<html>').toString('base64') })).toMatchObject({
      status: 415,
    })
    expect(await attach(999_999)).toMatchObject({ status: 404 })
  })
})

describe('securities', () => {
  beforeEach(async () => {
    await api.ask(equities.routes.create, { body: { name: 'John Keells Holdings PLC', symbol: 'JKH.N0000' } })
    for (const symbol of ['COMB.N0000', 'COMB.X0000'])
      await api.ask(equities.routes.create, { body: { name: 'Commercial Bank of Ceylon PLC', symbol } })
  })
  const concerned = async (more: Sent) => {
    const { id } = await record(more)
    const { securities } = await api.ask(announcements.get, { params: { id } })
    return securities.map(({ symbol }) => symbol)
  }

  test('are those of the company by its name, however it is written', async () => {
    expect(await concerned({ symbol: null, company: 'JOHN KEELLS HOLDINGS LTD.' })).toEqual(['JKH.N0000'])
    expect(await concerned({ symbol: null, company: 'The Commercial Bank of Ceylon Plc' })).toEqual([
      'COMB.N0000',
      'COMB.X0000',
    ])
    expect(await concerned({ symbol: null, company: 'Colombo Stock Exchange' })).toEqual([])
    expect(await concerned({ symbol: null, company: null })).toEqual([])
  })

  test('are the one that is named, or all of a symbol without its class', async () => {
    expect(await concerned({ symbol: 'COMB.X0000', company: null })).toEqual(['COMB.X0000'])
    expect(await concerned({ symbol: 'comb', company: null, title: 'Other' })).toEqual([
      'COMB.N0000',
      'COMB.X0000',
    ])
  })
})

describe('announcements on securities held', () => {
  test('is marked and can be asked for alone, as far as a person sees portfolios and holdings', async () => {
    await api.ask(equities.routes.create, { body: { name: 'John Keells Holdings PLC', symbol: 'JKH.N0000' } })
    const [mine, others] = await Promise.all(
      ['MINE', 'OTHERS'].map((code) =>
        api.ask(portfolios.routes.create, {
          body: {
            portfolioId: code,
            portfolioName: code,
            portfolioType: 'Equity Portfolio',
            entity: 'Head Office',
            fundManager: 'N',
            baseCurrency: 'LKR',
          },
        }),
      ),
    )
    const bank = await api.call<{ id: number }>('POST /accounts', {
      body: {
        payment_method: 'Bank Transfer',
        account_name: 'A',
        account_number: '1',
        bank_name: 'B',
        branch_name: 'C',
      },
    })
    await api.call('POST /brokers', {
      body: { name: 'Asha', bank_name: 'B', branch_name: 'C', account_number: '2', swift_code: 'BSAMLKLX' },
    })
    const bought = await api.call(trades.saveBuy, {
      body: {
        companyName: 'John Keells Holdings PLC',
        symbol: 'JKH.N0000',
        portfolioId: 'OTHERS',
        quantity: 10,
        price: 20,
        contractNumber: '1',
        brokerName: 'Asha',
        tradeDate: '2026-06-08',
        settlementDate: '2026-06-10',
        settlementAccount: bank.body.id,
        costOfFunds: 0,
      },
    })
    expect(bought.status).toBe(201)
    await record({ symbol: null })
    await record({ title: 'Of no security held', company: 'Unlisted PLC', symbol: null })
    expect((await list()).map(({ held }) => held)).toEqual([[], ['JKH.N0000']])
    expect(await titles({ held: '1' })).toEqual([dividend.title])

    const seen = async (person: { token: string }) => {
      const answer = await api.call<{ held: string[] }[]>(announcements.list, { token: person.token })
      return answer.body.flatMap(({ held }) => held)
    }
    expect(await seen(await personWith(api, { sees: [(others as { id: number }).id] }))).toEqual([
      'JKH.N0000',
    ])
    expect(await seen(await personWith(api, { sees: [(mine as { id: number }).id] }))).toEqual([])
    const reader = await withRight('prices.read')
    expect(await seen(reader)).toEqual([])
    const asked = await api.call(announcements.list, { token: reader.token, query: { held: '1' } })
    expect(asked).toMatchObject({ status: 403, body: { code: 'rights.missing' } })
  })
})

describe('rights', () => {
  test('a user who sees prices reads and downloads; to write takes the right to record prices of all portfolios', async () => {
    const { id } = await record()
    const added = await api.call<{ id: number }>(attachments.add, {
      body: { owner_kind: 'announcement', owner_id: id, file_name: 'a.txt', data: 'Tm90ZQ==' },
    })
    const reader = await withRight('prices.read')
    const { token } = reader
    for (const where of [
      'GET /announcements',
      `GET /announcements/${id}`,
      `GET /announcements/${id}/versions`,
      `GET /announcements/${id}/files/${added.body.id}`,
      'GET /announcement-feed',
    ])
      expect([where, (await api.call(where, { token })).status]).toEqual([where, 200])
    for (const where of [
      'POST /announcements',
      `PUT /announcements/${id}`,
      `DELETE /announcements/${id}`,
      'POST /announcement-feed',
      'PUT /announcement-feed',
    ])
      expect([where, (await api.call(where, { token, body: dividend })).status]).toEqual([where, 403])
    const other = await withRight('trades.read')
    expect((await api.call('GET /announcements', { token: other.token })).status).toBe(403)
  })

  test('a user with a list of portfolios adds no file to an announcement', async () => {
    const { id } = await record()
    const { id: portfolio } = await api.ask(portfolios.routes.create, {
      body: {
        portfolioId: 'P',
        portfolioName: 'P',
        portfolioType: 'Equity Portfolio',
        entity: 'Head Office',
        fundManager: 'N',
        baseCurrency: 'LKR',
      },
    })
    const body = { owner_kind: 'announcement', owner_id: id, file_name: 'a.txt', data: 'Tm90ZQ==' }
    const { token } = await personWith(api, { sees: [Number(portfolio)] })
    expect(await api.call(attachments.add, { token, body })).toMatchObject({
      status: 403,
      body: { code: 'rights.scope' },
    })
    const added = await api.call<{ id: number }>(attachments.add, { body })
    const params = { id: added.body.id }
    expect((await api.call(attachments.remove, { token, params })).status).toBe(403)
    expect((await api.call(attachments.remove, { params })).status).toBe(200)
  })
})
