import { announcementFeed } from '@em/contract/announcements/announcement-feed'
import { announcements } from '@em/contract/announcements/announcements'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announcementFeed as described } from '../../src/features/announcements/feed/announcement-feed.ts'
import { readByClock } from '../../src/features/prices/exchange/feed.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, startApi } from '../support/api.ts'
import { cashDividend, type ExchangeStub, exchangeStub } from '../support/exchange-stub.ts'
import { rewindable } from '../support/rewind.ts'

const DAY = '2026-07-16'
const CALLS = [
  'approvedAnnouncement',
  'getFinancialAnnouncement',
  'circularAnnouncement',
  'directiveAnnouncement',
  'getNonComplianceAnnouncements',
  'getNewListingsRelatedNoticesAnnouncements',
  'getBuyInBoardAnnouncements',
  'news/web',
]

let exchange: ExchangeStub
let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  exchange = await exchangeStub()
  api = await startApi({ today: DAY, settings: { PRICE_FEED_URL: exchange.url } })
  rewind = await rewindable(api)
})
afterAll(() => exchange.close())
beforeEach(async () => {
  for (const call of CALLS) exchange.answer(call, null)
  exchange.asked.length = 0
  await rewind()
})

const read = (query: object = {}) =>
  api.call<{ code: string; message: string; added: number; changed: number; missed: string | null }>(
    announcementFeed.read,
    { query },
  )
const list = () => api.ask(announcements.list, { query: {} })
const approved = (...rows: object[]) =>
  exchange.answer('approvedAnnouncement', {
    approvedAnnouncement: rows.map((row) => ({ ...cashDividend, ...row })),
  })
const dividend = async () => (await list()).find(({ kind }) => kind === 'CASH DIVIDEND')

describe('announcements read from the exchange', () => {
  test('are recorded on their board, with the details that the exchange publishes', async () => {
    expect(await read()).toMatchObject({ status: 201, body: { rows: 5, added: 5, changed: 0, missed: null } })
    expect(exchange.asked.map(({ call, method }) => `${method} ${call}`)).toEqual(
      CALLS.map((call) => `${call === 'news/web' ? 'GET' : 'POST'} ${call}`),
    )
    const found = Object.fromEntries((await list()).map((one) => [one.category, one]))
    expect(found).toMatchObject({
      Dividend: {
        title: 'Cash Dividend',
        company: 'JOHN KEELLS HOLDINGS PLC',
        symbol: null,
        date: DAY,
        time: '09:00',
        priority: 'High',
        source: 'feed',
        summary:
          'Ex-dividend date (XD) 29 Jul 2026 · Record date 30 Jul 2026 · Payment date 14 Aug 2026 · First interim dividend. Rate of Dividend Rs. 0.10 per share.',
      },
      'Financial Results': {
        title: 'Interim Financial Statements as at 30-06-2026',
        company: 'ACCESS ENGINEERING PLC',
        symbol: 'AEL',
        time: '15:26',
        priority: 'Medium',
      },
      'Trading Updates': { company: 'Colombo Stock Exchange', date: '2026-07-14', time: '16:00' },
      'Regulatory Updates': {
        title: 'Non-Compliance With The Minimum Public Holding',
        company: 'LANKA EXAMPLE LIMITED',
        priority: 'High',
        time: '17:10',
      },
      News: { title: 'CSE opens a branch', summary: 'In Matara & Galle. alert(1)', priority: 'Low' },
    })
    const { id } = found['Dividend'] ?? { id: 0 }
    expect(await api.ask(announcements.get, { params: { id } })).toMatchObject({
      content:
        'Ex-dividend date (XD): 29 Jul 2026\nRecord date: 30 Jul 2026\nPayment date: 14 Aug 2026\n\nFirst interim dividend. Rate of Dividend Rs. 0.10 per share.',
      document: null,
    })
    const report = found['Financial Results'] ?? { id: 0 }
    expect(await api.ask(announcements.get, { params: { id: report.id } })).toMatchObject({
      document: 'https://cdn.cse.lk/cmt/upload_report_file/771_1784172600000.pdf',
    })
  })

  test('read again are the same; what the exchange changed is the next version, and the earlier one is kept', async () => {
    await read()
    expect((await read()).body).toMatchObject({ added: 0, changed: 0 })
    approved({ paymentDate: '15 Aug 2026' }, { id: 31884, company: 'SAMPATH BANK PLC' })
    expect((await read()).body).toMatchObject({ added: 1, changed: 1 })
    const { id } = (await list()).find(({ version }) => version === 2) ?? { id: 0 }
    const versions = await api.ask(announcements.versions, { params: { id } })
    expect(versions.map(({ summary }) => /Payment date (\d+)/.exec(summary ?? '')?.[1])).toEqual(['15', '14'])
    expect(await list()).toHaveLength(6)
  })

  test('two readings at once keep each once', async () => {
    await Promise.all([read(), read(), read()])
    expect((await list()).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1])
  })

  test('a correction or withdrawal by a user stays until the exchange publishes another version', async () => {
    await read()
    const {
      id,
      version,
      held: _,
      ...fields
    } = (await dividend()) as NonNullable<Awaited<ReturnType<typeof dividend>>>
    const body = { ...fields, title: 'First interim dividend' }
    await api.ask(announcements.change, { params: { id }, query: {}, body })
    expect((await read()).body).toMatchObject({ changed: 0 })
    expect(await dividend()).toMatchObject({ id, version: version + 1, title: 'First interim dividend' })
    await api.ask(announcements.remove, { params: { id }, query: {} })
    expect((await read()).body).toMatchObject({ changed: 0 })
    expect(await dividend()).toBeUndefined()
    approved({ remarks: 'Corrected disclosure' })
    expect((await read()).body).toMatchObject({ added: 0, changed: 1 })
    expect(await dividend()).toMatchObject({ id, version: 4 })
  })

  test('without a day or an id are left out and counted; one that comes twice is one', async () => {
    approved(
      {},
      { remarks: 'Older' },
      { id: null },
      { id: 5, dateOfAnnouncement: null, createdDate: ' ', remarks: null },
      { id: 6, company: 7 },
    )
    expect((await read()).body).toMatchObject({
      added: 6,
      missed: 'approvedAnnouncement: 2 of 5 without a date or an id.',
    })
    expect(
      (await list())
        .filter(({ kind }) => kind === 'CASH DIVIDEND')
        .map(({ company }) => company)
        .toSorted(),
    ).toEqual(['7', 'JOHN KEELLS HOLDINGS PLC'])
  })

  test('a path that leads elsewhere is no document', async () => {
    exchange.answer('circularAnnouncement', {
      reqCircularAnnouncement: [
        'https://evil.example/x.pdf',
        '//evil.example/x',
        '../../x',
        'javascript:alert(1)',
        'a\\b',
      ].map((path, id) => ({
        id: id + 1,
        path,
        uploadedDate: '14 Jul 2026 04:00:44 PM',
        fileText: `Circular ${id}`,
      })),
    })
    await read()
    const circulars = (await list()).filter(({ category }) => category === 'Trading Updates')
    expect(circulars).toHaveLength(5)
    for (const { id } of circulars) {
      const { document } = await api.ask(announcements.get, { params: { id } })
      expect(document === null || document.startsWith('https://cdn.cse.lk/')).toBe(true)
    }
  })

  test('long texts are cut and stay whole letters', async () => {
    approved({ remarks: 'ශ්‍රී😀'.repeat(6_000), announcementCategory: `CASH DIVIDEND ${'X'.repeat(400)}` })
    expect((await read()).status).toBe(201)
    const [one] = (await list()).filter(({ category }) => category === 'Dividend')
    expect(one?.title.length).toBeLessThanOrEqual(300)
    expect(one?.summary?.isWellFormed()).toBe(true)
  })

  test('are looked at without keeping anything', async () => {
    expect((await read({ dryRun: '1' })).body).toMatchObject({ added: 5 })
    expect(await list()).toEqual([])
    expect((await api.ask(announcementFeed.status)).last).toBeNull()
  })
})

describe('an exchange that', () => {
  test('does not answer one call leaves the others, and it is said what is missing', async () => {
    exchange.answer('directiveAnnouncement', (response: import('node:http').ServerResponse) =>
      response.writeHead(404).end(),
    )
    exchange.answer('getBuyInBoardAnnouncements', { other: [] })
    const { status, body } = await read()
    expect(status).toBe(201)
    expect(body).toMatchObject({ added: 5 })
    expect(body.missed).toMatch(
      /^directiveAnnouncement: .*it answered 404.*getBuyInBoardAnnouncements: .*another form/s,
    )
    expect((await api.ask(announcementFeed.status)).last).toMatchObject({ added: 5, missed: body.missed })
  })

  test('answers nothing is reported after two calls', async () => {
    for (const call of CALLS)
      exchange.answer(call, (response: import('node:http').ServerResponse) => response.writeHead(403).end())
    expect(await read()).toMatchObject({ status: 502, body: { code: 'feed.unreachable' } })
    expect(exchange.asked).toHaveLength(2)
    const { failed, last } = await api.ask(announcementFeed.status)
    expect(failed).toMatchObject({ message: expect.stringContaining('it answered 403') })
    expect(last).toBeNull()
    for (const call of CALLS) exchange.answer(call, null)
    await read()
    expect((await api.ask(announcementFeed.status)).failed).toBeNull()
  })
})

describe('by the clock', () => {
  const due = () =>
    readByClock(described, {
      database: api.database,
      clock: api.clock,
      settings: readSettings({ PRICE_FEED_URL: exchange.url, PRICE_FEED_PAUSE_MS: '0' }),
    })

  test('nothing is read until a user turns it on, and no more after it is turned off', async () => {
    expect(await due()).toBeNull()
    expect(exchange.asked).toEqual([])
    await api.ask(announcementFeed.turn, { query: {}, body: { byClock: true } })
    expect(await due()).toBe('Read 5 new announcements, 0 changed')
    expect(await due()).toBeNull()
    expect(await api.ask(announcementFeed.status)).toMatchObject({
      byClock: true,
      last: { byClock: true, added: 0 },
    })
    await api.ask(announcementFeed.turn, { query: {}, body: { byClock: false } })
    exchange.asked.length = 0
    expect(await due()).toBeNull()
    expect(exchange.asked).toEqual([])
  })
})
