/** Audit rows say who changed what and what it said before and after, in fields that a person reads. */
import { type AuditRow, audit } from '@em/contract/audit/audit'
import { brokers } from '@em/contract/brokers/brokers'
import { journal } from '@em/contract/journal/journal'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { personWith, signIn } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'

let api: Api
let books: Books
let of: OneHolding
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  of = await oneHolding(books, 'WAP')
})

const trail = (query: object): Promise<AuditRow[]> => ask(api, audit.list, { query })
const ofTrade = (id: number) => trail({ entity: 'trade', record: String(id) })
const stored = (entity: string, id: number) =>
  api.database.query<{ action: string; before: object | null; after: object | null }>(
    'SELECT action, before, after FROM audit WHERE entity = $1 AND entity_id = $2 ORDER BY id',
    [entity, String(id)],
  )
const changesOf = (row: AuditRow | undefined) =>
  row?.changes.map(({ label, before, after }) => `${label}: ${before} > ${after}`)

describe('the audit row of a trade', () => {
  test('shows a correction as the fields that changed, as stored and as read', async () => {
    const { id, deal_number: deal } = await of.buy('2026-06-01', 6332, 288.17, {
      contractNumber: 'C-9',
      brokerName: 'Asha Securities',
    })
    const body = {
      tradeDate: '2026-06-01',
      contractNumber: 'C-9',
      brokerName: 'Nation Lanka',
      settlementAccount: books.cheque,
      quantity: 6832,
      price: 288.17,
      reason: 'As on the contract note',
    }
    expect(await of.change('buy', id, body)).toMatchObject({ status_: 200 })
    const [recorded, corrected] = await stored('trade', id)
    expect(recorded?.after).toMatchObject({
      dealNumber: deal,
      quantity: 6332,
      broker_name: 'Asha Securities',
    })
    expect(corrected).toEqual({
      action: 'trades.correct',
      before: {
        quantity: 6332,
        gross_value: 1824692.44,
        total_fees: 20436.55,
        net_value: 1845128.99,
        broker_name: 'Asha Securities',
        account_name: 'Bank Transfer account',
        account_number: '7001',
      },
      after: {
        quantity: 6832,
        gross_value: 1968777.44,
        total_fees: 22050.3,
        net_value: 1990827.74,
        broker_name: 'Nation Lanka',
        account_name: 'Cheque account',
        account_number: '7002',
        reason: 'As on the contract note',
      },
    })
    const [row] = await ofTrade(id)
    expect(row).toMatchObject({
      by: 'Nimal Perera',
      action: 'Corrected',
      kind: 'Trade',
      record: deal,
      reason: 'As on the contract note',
    })
    expect(changesOf(row)).toEqual([
      'Quantity: 6,332 > 6,832',
      'Gross value: 1,824,692.44 > 1,968,777.44',
      'Total fees: 20,436.55 > 22,050.30',
      'Net value: 1,845,128.99 > 1,990,827.74',
      'Broker: Asha Securities > Nation Lanka',
      'Settlement account: Bank Transfer account 7001 > Cheque account 7002',
    ])
  })

  test('shows the values of a recorded trade and of a deleted one', async () => {
    const { id } = await of.sell('2026-06-03', 100, 300.5, { contractNumber: 'S-9' })
    await of.remove('sell', id, '?reason=Entered%20twice')
    const [deleted, recorded] = await ofTrade(id)
    expect(recorded?.action).toBe('Sale recorded')
    expect(changesOf(recorded)).toEqual(
      expect.arrayContaining([
        'Trade date:  > 03 Jun 2026',
        'Quantity:  > 100',
        'Price:  > 300.5000',
        'Contract number:  > S-9',
      ]),
    )
    expect(deleted).toMatchObject({ action: 'Deleted', reason: 'Entered twice' })
    expect(changesOf(deleted)).toEqual(
      expect.arrayContaining(['Quantity: 100 > ', 'Price: 300.5000 > ', 'Contract number: S-9 > ']),
    )
  })

  test('of a file shows the same, also where the file was undone', async () => {
    const rows = [
      {
        side: 'buy',
        symbol: 'JKH.N0000',
        tradeDate: '2026-06-05',
        quantity: 10,
        price: 12.5,
        contractNumber: 'I-1',
      },
    ]
    const batch = await api.call<{ id: number }>('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
        rows,
      },
    })
    const [trade] = (await api.call<{ id: number }[]>(`GET /trades?batch=${batch.body.id}`)).body
    await api.call(`DELETE /trade-batches/${batch.body.id}`)
    const [deleted, recorded] = await ofTrade(trade?.id ?? 0)
    const facts = ['Quantity', 'Price', 'Contract number', 'Broker']
    const some = (row: AuditRow | undefined) => row?.changes.filter(({ label }) => facts.includes(label))
    expect(some(recorded)?.map(({ after }) => after)).toEqual(['10', '12.5000', 'I-1', 'Some broker'])
    expect(some(deleted)?.map(({ before }) => before)).toEqual(['10', '12.5000', 'I-1', 'Some broker'])
    expect(recorded?.record).toMatch(/^BULK-BUY-/)
  })

  test('that was written with version numbers is shown as the values of the versions', async () => {
    const { id } = await of.buy('2026-06-08', 50, 20, { contractNumber: 'OLD-1' })
    const same = { tradeDate: '2026-06-08', contractNumber: 'OLD-1', price: 20 }
    await of.change('buy', id, { ...same, quantity: 60 })
    await api.database.query(
      `SELECT record_acts(begin_acts(ARRAY[1]), ARRAY['trades.correct'], ARRAY['trade'], ARRAY[$1], ARRAY['{"version": 1}'],
                          ARRAY['{"version": 2, "reason": "Counted again"}'], NULL)`,
      [String(id)],
    )
    const [row] = await ofTrade(id)
    expect(row).toMatchObject({ action: 'Corrected', reason: 'Counted again' })
    expect(changesOf(row)).toContain('Quantity: 50 > 60')
    expect(changesOf(row)?.join()).not.toContain('Contract number')
  })
})

describe('the audit row', () => {
  test('of a register shows the labels of its form', async () => {
    const made = (await ask(api, brokers.routes.create, { body: { name: 'Asha' } })) as { id: number }
    await ask(api, brokers.routes.update, {
      params: { id: made.id },
      body: { name: 'Asha Securities', phone: '011 2345678', isActive: false, version: 1 },
    })
    const [changed, created] = await trail({ entity: 'brokers', record: String(made.id) })
    expect(created).toMatchObject({ action: 'Created', kind: 'Broker', record: 'Asha' })
    expect(changesOf(created)).toEqual(['Broker Name:  > Asha', 'Active:  > Yes'])
    expect(changed).toMatchObject({ action: 'Changed', record: 'Asha Securities' })
    expect(changesOf(changed)).toEqual([
      'Broker Name: Asha > Asha Securities',
      'Telephone:  > 011 2345678',
      'Active: Yes > No',
    ])
  })

  test('of a settlement, a period and a journal entry shows dates and amounts in words', async () => {
    const { id, deal_number: deal } = await of.buy('2026-06-09', 10, 20)
    await api.call('POST /settlements/confirm', { body: { items: [{ tradeId: id, date: '2026-06-10' }] } })
    const [settled] = await trail({ entity: 'settlement', record: String(id) })
    expect(settled).toMatchObject({ kind: 'Settlement', record: deal })
    expect(changesOf(settled)).toEqual(
      expect.arrayContaining(['Settlement:  > Settled', 'Date:  > 10 Jun 2026', 'Paid:  > 202.23']),
    )
    const entity = (await api.ask(periods.list)).find(({ name }) => name === 'Test Fund')
    await lockBooks(api, entity?.id ?? 0, '2025-03-31', 'Year is done')
    const [locked] = await trail({ entity: 'entity', record: String(entity?.id) })
    expect(locked?.record).toBe('Test Fund')
    expect(changesOf(locked)).toEqual([
      'Locked through:  > 31 Mar 2025',
      'Open points:  > Check of the books: The books have not been checked yet., Lock of General: General, to which entries without a portfolio belong, is not locked.',
    ])
    const lines = [
      { account_code: '1010', debit: 1250.5 },
      { account_code: '3000', credit: 1250.5 },
    ]
    const entry = await ask(api, journal.create, {
      body: { date: '2026-06-01', description: 'Capital paid in', lines },
    })
    const [posted] = await trail({ entity: 'journal-entry', record: String(entry.data.id) })
    expect(changesOf(posted)).toEqual(
      expect.arrayContaining([
        'Date:  > 01 Jun 2026',
        'Description:  > Capital paid in',
        'Amount:  > 1,250.50',
        'Lines:  > 1010 debit 1,250.50, 3000 credit 1,250.50',
      ]),
    )
  })

  test('of sign-ins and accounts is left out; pages by cursor are the whole trail', async () => {
    const all = await trail({ limit: 1000 })
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter(({ entity }) => entity === 'user' || entity === 'route')).toEqual([])
    const paged: number[] = []
    let cursor: string | undefined
    do {
      const page = await api.call<AuditRow[]>(audit.list, {
        query: { limit: 7, ...(cursor === undefined ? {} : { cursor }) },
      })
      paged.push(...page.body.map(({ id }) => id))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all.map(({ id }) => id))
    expect((await api.call(audit.list, { query: { cursor: 'x' } })).status).toBe(400)
  })
})

describe('acts of users outside the books', () => {
  const ofPeople = (query: object) => ask(api, audit.ofPeople, { query })

  test('are shown to users who may see them: sign-ins, refused ones, changes of roles, downloads', async () => {
    await signIn(api, 'stranger@example.lk', 'not the password')
    await api.call('PUT /roles/Reader', { body: { rights: ['audit.read'] } })
    const entry = { date: '2026-06-05', description: 'With a note', account_code: '6300', credit: 5 }
    const { id } = (await ask(api, journal.create, { body: entry })).data
    const file = { file_name: 'note.txt', data: Buffer.from('A note').toString('base64') }
    const added = await api.call<{ id: number }>('POST /attachments', {
      body: { owner_kind: 'journal-entry', owner_id: id, ...file },
    })
    await api.call(`GET /attachments/${added.body.id}/file`)
    const rows = await ofPeople({})
    const actions = rows.map(({ action, kind, by }) => `${by}: ${kind} ${action}`)
    expect(actions).toContain('null: User Sign-in refused')
    expect(actions).toContain('Nimal Perera: Role Created')
    expect(actions).toContain('Nimal Perera: Download Downloaded')
    expect(rows.find(({ entity }) => entity === 'download')).toMatchObject({ record: 'note.txt' })
    expect(new Set((await ofPeople({ entity: 'user' })).map(({ entity }) => entity))).toEqual(
      new Set(['user']),
    )
    // Nothing of the books.
    expect(rows.filter(({ entity }) => !['user', 'role', 'route', 'download'].includes(entity))).toEqual([])
  })

  test('are not shown to users who may only see the audit trail', async () => {
    const { token } = await personWith(api, { roles: ['Auditor'] })
    expect((await api.call(audit.list, { query: {}, token })).status).toBe(200)
    expect(await api.call(audit.ofPeople, { query: {}, token })).toMatchObject({
      status: 403,
      body: { code: 'rights.missing' },
    })
  })
})

describe('the filters', () => {
  test('a day, a person, a kind and a text leave the rows that they name, page by page', async () => {
    const { body: made } = await api.call<{ id: number }>('POST /brokers', {
      body: { name: 'Mahaweli 100% Brokers' },
    })
    const all = await trail({ limit: 1000 })
    const days = all.map(({ at }) => new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(0, 10))
    const day = days[0] as string
    expect((await trail({ limit: 1000, from: day, to: day })).map(({ id }) => id)).toEqual(
      all.filter((_, index) => days[index] === day).map(({ id }) => id),
    )
    expect(await trail({ from: '2099-01-01' })).toEqual([])
    expect(await trail({ to: '2001-01-01' })).toEqual([])
    const [me] = (await ask(api, audit.people, {})).filter(({ name }) => name === 'Nimal Perera')
    expect(await trail({ limit: 1000, person: me?.id, entity: 'brokers' })).toEqual(
      all.filter(({ entity, by }) => entity === 'brokers' && by === 'Nimal Perera'),
    )
    expect(await trail({ person: 999_999 })).toEqual([])
    const found = await trail({ search: '100% brok' })
    expect(found.map(({ entity, entity_id: id }) => [entity, id])).toEqual([['brokers', String(made.id)]])
    // The names of fields are no text of a record.
    expect(await trail({ search: 'contract_number' })).toEqual([])
    const [trade] = all.filter(({ entity }) => entity === 'trade')
    expect((await trail({ search: trade?.record })).map(({ record }) => record)).toContain(trade?.record)
    const paged = await api.call<AuditRow[]>(audit.list, {
      query: { limit: 1, entity: 'brokers', person: me?.id ?? 0 },
    })
    expect(paged.body).toHaveLength(1)
    expect(Number(paged.headers['x-next-cursor'])).toBe(paged.body[0]?.id)
  })

  test('a text is looked for in a bounded number of rows, and the next page goes on', async () => {
    await api.database.query(
      `SELECT record_acts(begin_acts(ARRAY[1]), array_agg('strategies.create'::text), array_agg('strategies'::text), array_agg(n::text), NULL,
                          array_agg('{"name": "Noise"}'::text), NULL) FROM generate_series(1, 10050) n`,
    )
    const query = { search: '100% brok' }
    const first = await api.call<AuditRow[]>(audit.list, { query })
    expect(first.body).toEqual([])
    const cursor = first.headers['x-next-cursor'] as string
    const next = await api.call<AuditRow[]>(audit.list, { query: { ...query, cursor } })
    expect(next.body.map(({ entity }) => entity)).toEqual(['brokers'])
    expect(next.headers['x-next-cursor']).toBeUndefined()
  })
})

test('a mapping and a reconciliation are shown in the words of their screens', async () => {
  await api.call('POST /chart-of-accounts', {
    body: { account_code: '6019', account_name: 'Brokerage, new' },
  })
  await api.call('PUT /gl-mappings', {
    body: { role: 'fee.brokerage', portfolioId: of.portfolioId, account_code: '6019', move_balance: true },
  })
  const [mapped] = await trail({ entity: 'gl-mapping' })
  expect(mapped).toMatchObject({ kind: 'GL mapping', record: expect.stringMatching(/^Brokerage, Holding/) })
  expect(changesOf(mapped)).toEqual(
    expect.arrayContaining(['Posting:  > Brokerage', 'Account: 6010 > 6019 Brokerage, new']),
  )
  const begun = await api.call<{ reconciliation: { id: number } }>('POST /account-reconciliation', {
    body: {
      accountCode: '1010',
      settlementAccount: books.bank,
      startDate: '2026-05-01',
      endDate: '2026-05-31',
    },
  })
  expect(begun.status).toBe(201)
  const [row] = await trail({ entity: 'reconciliation' })
  expect(row?.record).toMatch(/ 31 May 2026$/)
  expect(row?.record).not.toMatch(/^Reconciliation|1010/)
  const text = (changesOf(row) ?? []).join('; ')
  expect(text).toContain('Statement date:  > 31 May 2026')
  expect(text).not.toMatch(/Can save|Match ids|T\d\d:\d\d/)
})
