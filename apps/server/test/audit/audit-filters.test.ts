/** The filters, the scope and the export of the audit trail. */
import { type AuditRow, audit } from '@em/contract/audit/audit'
import { AUDIT_COLUMNS } from '@em/paper/audit-trail'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, startBooks } from '../support/books.ts'
import { sheetOf } from '../support/exports.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
let mine: OneHolding
let theirs: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  mine = await oneHolding(books, 'WAP')
  theirs = await oneHolding(books, 'WAP')
})

const trail = (query: object, token?: string) =>
  ask(api, audit.list, { query: { limit: 1000, ...query }, ...(token && { token }) }) as Promise<AuditRow[]>
const acts = (rows: readonly AuditRow[]) => [...new Set(rows.map(({ action }) => action))]

describe('a filter leaves what it names', () => {
  test('of what was done, with other filters, page by page', async () => {
    const { id } = await mine.buy('2026-06-01', 10, 20)
    await mine.change('buy', id, { tradeDate: '2026-06-01', quantity: 12, price: 20 })
    const corrected = await trail({ act: 'Corrected' })
    expect(acts(corrected)).toEqual(['Corrected'])
    const all = await trail({})
    expect(corrected).toEqual(all.filter(({ action }) => action === 'Corrected'))
    const created = all.filter(({ action }) => action === 'Created')
    expect(created.length).toBeGreaterThan(3)
    expect(await trail({ act: 'Created' })).toEqual(created)
    expect(await trail({ act: 'Created', entity: 'brokers' })).toEqual(
      created.filter(({ entity }) => entity === 'brokers'),
    )
    expect(await trail({ act: 'Never done' })).toEqual([])
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const page = await api.call<AuditRow[]>(audit.list, {
        query: { limit: 2, act: 'Created', ...(cursor && { cursor }) },
      })
      paged.push(...page.body.map((row) => row.id))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(created.map((row) => row.id))
  })

  test('of one request: all its rows, those of an import too', async () => {
    const rows = ['R-1', 'R-2'].map((contractNumber) => ({
      side: 'buy',
      symbol: 'JKH.N0000',
      tradeDate: '2026-06-05',
      quantity: 10,
      price: 12.5,
      contractNumber,
    }))
    await api.call('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: { portfolioId: mine.portfolioId, brokerName: 'B', settlementAccount: books.bank },
        rows,
      },
    })
    const [whole] = await trail({ entity: 'batch' })
    const request = whole?.request as string
    const found = await trail({ request })
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['Import', 'Trade', 'Trade'])
    expect(new Set(found.map((row) => row.request))).toEqual(new Set([request]))
    expect((await trail({ request, about: 'everything' })).map(({ kind }) => kind).toSorted()).toEqual([
      'Import',
      'Job',
      'Job',
      'Trade',
      'Trade',
    ])
    expect(await trail({ request: 'none such' })).toEqual([])
  })

  test('of a settlement: also where it was confirmed together with others', async () => {
    const [one, two] = [await mine.buy('2026-06-08', 10, 20), await mine.buy('2026-06-08', 11, 20)]
    const items = [one, two].map(({ id }) => ({ tradeId: id, date: '2026-06-10' }))
    await api.call('POST /settlements/confirm', { body: { items } })
    await api.call('POST /settlements/reopen', { body: { items: [{ tradeId: two.id, note: 'Returned' }] } })
    const of = async (id: number) =>
      (await trail({ entity: 'settlement', record: String(id) })).map(({ action }) => action)
    expect(await of(one.id)).toEqual(['Confirmed'])
    expect(await of(two.id)).toEqual(['Reopened', 'Confirmed'])
  })
})

describe('a person whose portfolios are a list', () => {
  test('sees the acts on records of these, and no others', async () => {
    await theirs.buy('2026-06-09', 10, 20)
    await api.call('POST /portfolios', { body: { ...PORTFOLIO, portfolioId: 'P9', portfolioName: 'Nine' } })
    const entry = (portfolioId: string | undefined, description: string) =>
      api.call('POST /journal-entries', {
        body: {
          date: '2026-06-09',
          description,
          lines: [
            { account_code: '6300', debit: 5, portfolioId: mine.portfolioId },
            {
              account_code: '1010',
              credit: 5,
              portfolioId: portfolioId ?? mine.portfolioId,
              settlementAccount: books.bank,
            },
          ],
        },
      })
    await entry(undefined, 'Fee of mine')
    await entry(theirs.portfolioId, 'Fee of both')
    const [portfolio] = await api.database.query<{ id: number }>(
      'SELECT id FROM portfolios WHERE portfolio_id = $1',
      [mine.portfolioId],
    )
    const auditor = await personWith(api, { roles: ['Auditor'], sees: [portfolio?.id ?? 0] })
    const seen = await trail({}, auditor.token)
    const own = await api.database.query<{ id: number }>('SELECT id FROM trades WHERE portfolio_id = $1', [
      portfolio?.id,
    ])
    const ids = new Set(own.map(({ id }) => String(id)))
    const ofTrades = (rows: readonly AuditRow[]) => rows.filter(({ entity }) => entity === 'trade')
    expect(ofTrades(seen).length).toBeGreaterThan(2)
    expect(ofTrades(seen)).toEqual(ofTrades(await trail({})).filter((row) => ids.has(row.entity_id)))
    const entries = seen.filter(({ entity }) => entity === 'journal-entry')
    expect(entries.map(({ record }) => record)).toEqual(['Fee of mine'])
    expect(seen.filter(({ entity }) => entity === 'portfolios').map((row) => row.entity_id)).not.toContain(
      String((portfolio?.id ?? 0) + 1),
    )
    expect(seen.filter(({ entity }) => ['brokers', 'equities', 'job', 'user'].includes(entity))).toEqual([])
    for (const query of [{ about: 'installation' }, { about: 'everything' }])
      expect((await api.call(audit.list, { query, token: auditor.token })).status).toBe(403)
    const made = await api.call<{ rows: number }>(audit.export, { body: {}, token: auditor.token })
    expect(made.body.rows).toBe(seen.length)
  })
})

describe('the export', () => {
  const lines = async (body: object) => {
    const made = await api.call<{ id: number; rows: number }>(audit.export, { body })
    const file = await api.app.inject({
      url: `/api/exports/${made.body.id}/file`,
      headers: { authorization: `Bearer ${api.token}` },
    })
    return { rows: made.body.rows, content: file.rawPayload }
  }

  test.each([{}, { act: 'Created' }, { entity: 'trade' }, { search: 'JKH' }, { about: 'everything' }])(
    'holds what the list holds, with %j',
    async (filters) => {
      // The preview comes first, since a download is an act.
      const preview = await api.call<{ rows: number }>(audit.export, {
        query: { dryRun: '1' },
        body: filters,
      })
      const listed = await trail(filters)
      expect(preview.body.rows).toBe(listed.length)
      const { content } = await lines({ ...filters, format: 'xlsx' })
      const [header, ...rest] = (await sheetOf(content)).rows
      expect(header).toEqual(AUDIT_COLUMNS.map((column) => column.header))
      // The export's own rows are newer than the list.
      const text = (row: readonly unknown[]) => [1, 2, 3, 4, 6].map((at) => row[at] ?? null)
      const shown = (row: AuditRow) =>
        ['by', 'action', 'kind', 'record', 'reason'].map(
          (id) => AUDIT_COLUMNS.find((column) => column.id === id)?.value(row) ?? null,
        )
      expect(rest.slice(rest.length - listed.length).map(text)).toEqual(listed.map(shown))
    },
  )

  test('is of more than one page, and refused where a file does not hold it', async () => {
    await api.database.query(
      `SELECT record_acts(begin_acts(ARRAY[1]), array_agg('strategies.create'::text), array_agg('strategies'::text), array_agg(n::text), NULL,
                          array_agg('{"name": "Many"}'::text), NULL) FROM generate_series(1, 2500) n`,
    )
    const { rows, content } = await lines({ entity: 'strategies', format: 'csv' })
    expect(rows).toBe(2500)
    expect(content.toString().trim().split('\r\n')).toHaveLength(2501)
  })
})
