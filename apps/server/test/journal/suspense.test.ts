/** Suspense is a list of open items: cleared by links and reversals, never because amounts happen to cancel. */
import { audit } from '@em/contract/audit/audit'
import { notifications } from '@em/contract/dashboard/notifications'
import { journal } from '@em/contract/journal/journal'
import { type SuspenseItem, suspenseItems } from '@em/contract/suspense/suspense'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ today: '2026-06-18' })
  await startBooks(api)
})
let number = 0
/** A portfolio's own corner: what other tests leave open does not count there. */
let portfolio: string
beforeEach(async () => {
  number += 1
  portfolio = `P${number}`
  await api.call('POST /portfolios', {
    body: {
      portfolioId: portfolio,
      portfolioName: `Portfolio ${number}`,
      portfolioType: 'Equity Portfolio',
      entity: `Entity ${number}`,
      fundManager: 'N. Perera',
      baseCurrency: 'LKR',
      status: 'Active',
    },
  })
})

type More = Record<string, unknown>
const post = async (body: More) => {
  const answer = await api.call<{ data: { id: number } } & Refused>(journal.create, {
    body: { date: '2026-06-10', portfolioId: portfolio, ...body } as never,
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.id
}
/** A one-line entry; its item on Suspense is line 2, on the other side. */
const debitItem = (amount: number, more: More = {}) =>
  post({ description: `Receipt ${amount}`, account_code: '1010', credit: amount, ...more })
const creditItem = (amount: number, more: More = {}) =>
  post({ description: `Payment ${amount}`, account_code: '1010', debit: amount, ...more })
const item = (entry_id: number, amount?: number) => ({
  entry_id,
  line_no: 2,
  ...(amount !== undefined && { amount }),
})
const open = async (query: More = {}) => {
  const rows = await ask(api, suspenseItems.list, { query: { portfolioId: portfolio, ...query } })
  return rows.map((row: SuspenseItem) => [row.entry_id, row.open_debit - row.open_credit])
}
const sums = (query: More = {}) =>
  ask(api, suspenseItems.summary, { query: { portfolioId: portfolio, ...query } })
const clear = (items: object[], query: More = {}) =>
  api.call<{ data: { id: number; amount: number; items: SuspenseItem[] } } & Refused>(suspenseItems.clear, {
    body: { items } as never,
    query: query as never,
  })
const cleared = async (...items: object[]) => {
  const answer = await clear(items)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const undo = (id: number, reason?: string) =>
  api.call<Refused>(suspenseItems.undo, { params: { id }, body: { reason } as never })
const reverse = (id: number, body: More = {}) =>
  api.call<{ data: { id: number } }>(journal.reverse, { params: { id }, body: body as never })
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

describe('an item', () => {
  test('stays open, with its age, next to another item whose amount happens to cancel it', async () => {
    const first = await debitItem(100, { date: '2026-06-01', reference: 'R-1' })
    const second = await creditItem(100)
    expect(await open()).toEqual([
      [first, 100],
      [second, -100],
    ])
    expect(await sums()).toEqual({
      count: 2,
      debits: 100,
      credits: 100,
      oldest_date: '2026-06-01',
      oldest_days: 17,
    })
    const [row] = await ask(api, suspenseItems.list, { query: { portfolioId: portfolio } })
    expect(row).toMatchObject({
      entry_id: first,
      line_no: 2,
      date: '2026-06-01',
      age_days: 17,
      description: 'Receipt 100',
      reference: 'R-1',
      account_code: '2900',
      portfolioId: portfolio,
      debit: 100,
      credit: 0,
    })
    const { data } = await ask(api, journal.suspense, {})
    expect(data.is_clear).toBe(false)
    expect(data.portfolios.find((one) => one.portfolioId === portfolio)).toMatchObject({
      count: 2,
      balance: 0,
      oldest_days: 17,
    })
    await clean()
  })

  test('of another portfolio does not cancel it either, and the bell counts both', async () => {
    const bell = async () => (await ask(api, notifications, {})).find(({ id }) => id === 'suspense')
    const before = Number.parseInt((await bell())?.title ?? '0', 10)
    await debitItem(40)
    await creditItem(40, { portfolioId: 'GROW' })
    expect(await open()).toHaveLength(1)
    const note = await bell()
    expect(Number.parseInt(note?.title ?? '', 10)).toBe(before + 2)
    expect(note).toMatchObject({
      title: expect.stringMatching(/^\d+ items are open on Suspense$/),
      detail: expect.stringMatching(/^Debits LKR [\d,.]+, credits LKR [\d,.]+, the oldest \d+ days old\.$/),
    })
  })

  test('dated after today is not open yet; a manual line on Suspense is an item as well', async () => {
    await debitItem(5, { date: '2026-06-19' })
    const id = await post({
      description: 'By hand',
      lines: [
        { account_code: '2900', debit: 7, portfolioId: portfolio },
        { account_code: '1010', credit: 7, portfolioId: portfolio },
      ],
    })
    expect(await open()).toEqual([[id, 7]])
    expect(await open({ asOf: '2026-06-19' })).toHaveLength(2)
  })

  test('is listed by age, entity, text and page', async () => {
    const old = await debitItem(1, { date: '2026-05-19' })
    const young = await debitItem(2, { date: '2026-05-20', description: 'Unknown 50% off' })
    expect(await open({ minAge: 30 })).toEqual([[old, 1]])
    expect(await open({ minAge: 29 })).toHaveLength(2)
    expect(await sums({ minAge: 30 })).toMatchObject({ count: 1, debits: 1 })
    expect(await open({ search: '50%' })).toEqual([[young, 2]])
    const [{ id: entity } = { id: 0 }] = await api.database.query<{ id: number }>(
      'SELECT id FROM entities WHERE name = $1',
      [`Entity ${number}`],
    )
    expect(await open({ entity, portfolioId: undefined })).toHaveLength(2)
    const page = await api.call<SuspenseItem[]>(suspenseItems.list, {
      query: { portfolioId: portfolio, limit: '1' } as never,
    })
    expect([page.body[0]?.entry_id, page.headers['x-total-count']]).toEqual([old, '2'])
    expect(await open({ limit: 1, cursor: String(page.headers['x-next-cursor']) })).toEqual([[young, 2]])
    const wrong = await api.call(suspenseItems.list, { query: { cursor: 'x' } as never })
    expect(wrong.status).toBe(400)
  })
})

describe('clearing together', () => {
  test('clears what belongs together, in part too, shows it before, and is undone', async () => {
    const [big, a, b] = [await debitItem(300), await creditItem(100), await creditItem(250)]
    const seen = await clear([item(big), item(a), item(b)], { dryRun: '1' })
    expect([seen.status, seen.body.data.amount]).toEqual([200, 300])
    expect(seen.body.data.items.map((one) => one.open_debit - one.open_credit)).toEqual([0, 0, -50])
    expect(await open()).toHaveLength(3)
    const done = await cleared(item(big), item(a), item(b))
    expect(await open()).toEqual([[b, -50]])
    const [act] = await ask(api, suspenseItems.clearings, { query: { limit: 1 } })
    expect(act).toMatchObject({
      id: done.id,
      amount: 300,
      recorded_by: 'Nimal Perera',
      entry_id: null,
      undone_at: null,
      reversed: false,
      items: [{ entry_id: big, cleared: 300 }, { cleared: 100 }, { entry_id: b, cleared: 200 }],
    })
    await clean()
    expect((await undo(done.id, 'Wrong receipt')).status).toBe(201)
    expect(await open()).toHaveLength(3)
    expect(await undo(done.id)).toMatchObject({ status: 409, body: { code: 'suspense.undone' } })
    const [undone] = await ask(api, suspenseItems.clearings, { query: { limit: 1 } })
    expect(undone).toMatchObject({ undone_by: 'Nimal Perera', reason: 'Wrong receipt' })
    const [row] = await api.database.query<{ action: string }>(
      "SELECT action FROM audit WHERE entity = 'suspense-clearing' ORDER BY id DESC LIMIT 1",
    )
    expect(row?.action).toBe('suspense.undo')
    const [latest] = await ask(api, audit.list, { query: { entity: 'suspense-clearing', limit: 1 } })
    expect(latest).toMatchObject({
      action: 'Undone',
      reason: 'Wrong receipt',
      changes: [{ label: 'Status', before: 'Cleared', after: 'Undone' }],
    })
    await clean()
  })

  test('takes a part that is named', async () => {
    const [debit, credit] = [await debitItem(100), await creditItem(100)]
    await cleared(item(debit, 30.25), item(credit))
    expect(await open()).toEqual([
      [debit, 69.75],
      [credit, -69.75],
    ])
  })

  test.each<[string, () => Promise<object[]>, number, string]>([
    ['one side alone', async () => [item(await debitItem(1)), item(await debitItem(2))], 422, 'one-side'],
    [
      'more than is open',
      async () => [item(await debitItem(1), 1.01), item(await creditItem(2))],
      422,
      'too-much',
    ],
    [
      'items of two portfolios',
      async () => [item(await debitItem(1)), item(await creditItem(1, { portfolioId: 'GROW' }))],
      422,
      'apart',
    ],
    [
      'a line that is on no Suspense account',
      async () => [item(await debitItem(1)), { ...item(await creditItem(1)), line_no: 1 }],
      422,
      'not-an-item',
    ],
    [
      'an item named twice',
      async () => {
        const twice = item(await debitItem(1))
        return [twice, twice, item(await creditItem(2))]
      },
      409,
      'not-open',
    ],
    [
      'one that is cleared',
      async () => {
        const [debit, credit] = [await debitItem(1), await creditItem(1)]
        await cleared(item(debit), item(credit))
        return [item(debit), item(await creditItem(1))]
      },
      409,
      'not-open',
    ],
  ])('refuses %s', async (_, items, status, code) => {
    const answer = await clear(await items())
    expect([answer.status, answer.body.code]).toEqual([status, `suspense.${code}`])
  })

  test('of one item by two people at once clears it once', async () => {
    const debit = await debitItem(100)
    const credits = await Promise.all([1, 2, 3, 4].map(() => creditItem(100)))
    const answers = await Promise.all(credits.map((credit) => clear([item(debit), item(credit)])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await sums()).toMatchObject({ debits: 0, credits: 300 })
    await clean()
  })
})

describe('a reversal', () => {
  test('clears the reversed item automatically, from its own date on', async () => {
    const id = await debitItem(80, { date: '2026-06-02' })
    expect((await reverse(id, { date: '2026-06-12' })).status).toBe(201)
    expect(await open()).toEqual([])
    expect(await open({ asOf: '2026-06-11' })).toEqual([[id, 80]])
    expect(await open({ asOf: '2026-06-12' })).toEqual([])
    const refused = await clear([item(id), item(await creditItem(80))])
    expect(refused.body.code).toBe('suspense.not-open')
    await clean()
  })

  test('of one end of a link opens the other end again', async () => {
    const [debit, credit] = [await debitItem(80), await creditItem(80)]
    await cleared(item(debit), item(credit))
    await reverse(credit, { date: '2026-06-12' })
    expect(await open()).toEqual([[debit, 80]])
    expect(await open({ asOf: '2026-06-11' })).toEqual([])
    const [act] = await ask(api, suspenseItems.clearings, { query: { limit: 1 } })
    expect(act).toMatchObject({ reversed: true, undone_at: null })
    await clean()
  })
})

describe('a correcting entry', () => {
  const correction = (clears: object | null, amount = 60, more: More = {}) => ({
    date: '2026-06-15',
    description: 'Receipt identified',
    lines: [
      { account_code: '2900', debit: amount, portfolioId: portfolio, clears },
      { account_code: '4900', credit: amount, portfolioId: portfolio },
    ],
    ...more,
  })

  test('clears the item that it names, when it is posted and not before', async () => {
    const credit = await creditItem(60)
    const draft = await post(correction(item(credit), 60, { status: 'Draft' }))
    expect(await open()).toEqual([[credit, -60]])
    const { data } = await ask(api, journal.get, { params: { id: draft } })
    expect(data.lines[0]?.clears).toEqual(item(credit))
    await ask(api, journal.postDrafts, { body: { ids: [draft] } })
    expect(await open()).toEqual([])
    expect(await open({ asOf: '2026-06-14' })).toEqual([[credit, -60]])
    const [act] = await ask(api, suspenseItems.clearings, { query: { limit: 1 } })
    const { data: posted } = await ask(api, journal.get, { params: { id: act?.entry_id } })
    expect(posted.lines.map(({ clears }) => clears)).toEqual([item(credit), null])
    await clean()
  })

  test('is changed as a draft and opened again with what it clears, and clears it when it is posted', async () => {
    const [credit, other] = [await creditItem(60), await creditItem(60)]
    const draft = await post(correction(item(credit), 60, { status: 'Draft' }))
    const read = async () => (await ask(api, journal.get, { params: { id: draft } })).data
    const change = async (clears: object | null, status: string) => {
      const body = { ...correction(clears, 60, { status }), version: (await read()).version }
      return (await ask(api, journal.change, { params: { id: draft }, body })).data
    }
    await change(item(other), 'Draft')
    const again = await read()
    expect(again.lines.map(({ clears }) => clears)).toEqual([item(other), null])
    const posted = await change(again.lines[0]?.clears ?? null, 'Posted')
    expect(posted.lines.map(({ clears }) => clears)).toEqual([item(other), null])
    expect(await open()).toEqual([[credit, -60]])
    await clean()
  })

  test('of one line clears it with its other side, in part too', async () => {
    const credit = await creditItem(60)
    await post({
      description: 'Found a part',
      account_code: '4900',
      credit: 25,
      clears: item(credit),
    })
    expect(await open()).toEqual([[credit, -35]])
    await clean()
  })

  test.each<[string, (credit: number) => object, string]>([
    ['more than is open', (credit) => correction(item(credit), 60.01), 'suspense.too-much'],
    ['no item', (credit) => correction({ ...item(credit), line_no: 1 }), 'suspense.not-an-item'],
    [
      'the same side',
      (credit) => ({
        ...correction(null),
        lines: [
          { account_code: '2900', credit: 5, portfolioId: portfolio, clears: item(credit) },
          { account_code: '1010', debit: 5, portfolioId: portfolio },
        ],
      }),
      'suspense.line',
    ],
    [
      'by a line elsewhere',
      (credit) => ({
        ...correction(null),
        lines: [
          { account_code: '6300', debit: 5, portfolioId: portfolio, clears: item(credit) },
          { account_code: '1010', credit: 5, portfolioId: portfolio },
        ],
      }),
      'suspense.line',
    ],
  ])('that clears %s is refused, and nothing is posted', async (_, entry, code) => {
    const credit = await creditItem(60)
    const before = await open()
    const answer = await api.call<Refused>(journal.create, { body: entry(credit) as never })
    expect([answer.status, answer.body.code]).toEqual([422, code])
    expect(answer.body.details?.[0]?.field).toBe('lines.0.clears')
    expect(await open()).toEqual(before)
  })

  test('that is replaced goes on clearing it; with another amount on its line it does not', async () => {
    const credit = await creditItem(60)
    const id = await post(correction(item(credit)))
    const change = async (entry: number, body: object) =>
      (
        await ask(api, journal.change, {
          params: { id: entry },
          body: { ...body, status: 'Posted' },
        })
      ).data.id
    const second = await change(id, correction(null, 60, { description: 'Receipt of Perera' }))
    expect(await open()).toEqual([])
    const third = await change(second, correction(null, 50))
    expect(await open()).toEqual([
      [credit, -60],
      [third, 50],
    ])
    await clean()
  })

  test('that is made a draft again keeps what it cleared, and clears it once it is posted again', async () => {
    const [credit, other] = [await creditItem(60), await creditItem(9)]
    // Cleared by the entry itself, and by a person afterwards.
    const [own, later] = [await post(correction(item(credit))), await post(correction(null, 9))]
    await cleared(item(other), { entry_id: later, line_no: 1 })
    const back = async (entry: number, amount: number) => {
      const { data } = await ask(api, journal.change, {
        params: { id: entry },
        body: { ...correction(null, amount), status: 'Draft' },
      })
      return data.id
    }
    const drafts = [await back(own, 60), await back(later, 9)]
    expect(await open()).toEqual([
      [credit, -60],
      [other, -9],
    ])
    const named = await Promise.all(
      drafts.map(async (id) => (await ask(api, journal.get, { params: { id } })).data.lines[0]?.clears),
    )
    expect(named).toEqual([item(credit), item(other)])
    await ask(api, journal.postDrafts, { body: { ids: drafts } })
    expect(await open()).toEqual([])
    // More than the item holds is no clearing of it: the draft could not be posted.
    const third = await post(correction(null, 5))
    const small = await creditItem(5)
    await cleared(item(small), { entry_id: third, line_no: 1 })
    const { data } = await ask(api, journal.get, { params: { id: await back(third, 6) } })
    expect(data.lines[0]?.clears).toBeNull()
    await clean()
  })
})

test('the account that Suspense is mapped to comes with its lines; open items move to it one by one, with their age', async () => {
  const old = await debitItem(11, { date: '2026-06-01' })
  const part = await creditItem(30, { date: '2026-06-03' })
  await cleared(item(await debitItem(10)), item(part, 10))
  const lines = (side: 'debit' | 'credit', other: 'debit' | 'credit') => [
    { account_code: '2950', [side]: 8, portfolioId: portfolio },
    { account_code: '1010', [other]: 8, portfolioId: portfolio },
  ]
  await api.call('POST /chart-of-accounts', {
    body: { account_code: '2950', account_name: 'Unidentified', active_status: 'Yes' },
  })
  const there = await post({ description: 'There already', lines: lines('debit', 'credit') })
  await reverse(await post({ description: 'There, taken back', lines: lines('credit', 'debit') }))
  const map = (account_code: string, more: More = {}) =>
    api.call<Refused>('PUT /gl-mappings', {
      body: { role: 'suspense', portfolioId: null, account_code, move_balance: true, ...more },
    })
  expect((await map('2950')).status).toBe(200)
  await debitItem(12, { date: '2026-06-18' })
  const rows = () => ask(api, suspenseItems.list, { query: { portfolioId: portfolio } })
  const openAmounts = async () =>
    (await rows()).map((row) => [row.account_code, row.open_debit - row.open_credit, row.since, row.age_days])
  expect(await openAmounts()).toEqual([
    ['2950', 11, '2026-06-01', 17],
    ['2950', -20, '2026-06-03', 15],
    ['2950', 8, '2026-06-10', 8],
    ['2950', 12, '2026-06-18', 0],
  ])
  const before = await ask(api, suspenseItems.list, { query: { portfolioId: portfolio, asOf: '2026-06-17' } })
  expect(before.map((row) => [row.account_code, row.entry_id])).toEqual([
    ['2900', old],
    ['2900', part],
    ['2950', there],
  ])
  expect(await sums({ minAge: 16 })).toMatchObject({ count: 1, oldest_days: 17 })
  const paged = await ask(api, suspenseItems.list, { query: { portfolioId: portfolio, limit: 1 } })
  expect(paged).toMatchObject([{ since: '2026-06-01' }])
  await clean()

  // They are cleared there, and go back with the age that they have.
  const [first, second] = await rows()
  await cleared({ ...item(second?.entry_id ?? 0, 5), line_no: second?.line_no }, first ?? {})
  await map('2900')
  expect(await openAmounts()).toEqual([
    ['2900', 6, '2026-06-01', 17],
    ['2900', -15, '2026-06-03', 15],
    ['2900', 8, '2026-06-10', 8],
    ['2900', 12, '2026-06-18', 0],
  ])
  await clean()

  // A change to come that is withdrawn leaves each item where it was.
  const at = { effective_from: '2026-07-01' }
  await map('2950', at)
  const withdrawn = { role: 'suspense', portfolioId: null, ...at }
  expect((await api.call('POST /gl-mappings/withdraw', { body: withdrawn })).status).toBe(200)
  expect(await openAmounts()).toHaveLength(4)
  await clean()
})

test.each<[string, string, string]>([
  ['a lost item', 'DELETE FROM suspense_items WHERE entry_id = $ID', 'item'],
  [
    'an item called cleared',
    "UPDATE suspense_items SET cleared_on = '2026-06-10' WHERE entry_id = $ID",
    'cleared on',
  ],
  [
    'an item called older',
    "UPDATE suspense_items SET since = '2026-06-01' WHERE entry_id = $ID",
    'age since',
  ],
  [
    'a link beyond its item',
    `INSERT INTO suspense_clearings (act_id, recorded_by) SELECT 1, min(id) FROM users;
     INSERT INTO suspense_links SELECT max(c.id), 1, d.entry_id, 2, e.entry_id, 2, 21 FROM suspense_clearings c, suspense_items d, suspense_items e
       WHERE d.entry_id = $ID AND e.entry_id = $ID + 1 GROUP BY 3, 5`,
    'cleared by links',
  ],
])('verify finds %s', async (_, sql, what) => {
  const id = await debitItem(20)
  await creditItem(20)
  const { differences } = await reportAfter(api, sql.replaceAll('$ID', String(id)))
  expect(differences).toContainEqual(expect.objectContaining({ check: 'items of Suspense', what }))
})

test('the database itself takes no link beyond what is open, and changes none', async () => {
  const [debit, credit] = [await debitItem(10), await creditItem(10)]
  const { id } = await cleared(item(debit), item(credit))
  const other = await creditItem(10)
  const write = api.database.transaction(async (tx) => {
    const [clearing] = await tx.query<{ id: number }>(
      'INSERT INTO suspense_clearings (act_id, recorded_by) SELECT 1, min(id) FROM users RETURNING id',
    )
    await tx.query('INSERT INTO suspense_links VALUES ($1, 1, $2, 2, $3, 2, 0.01)', [
      clearing?.id,
      debit,
      other,
    ])
  })
  await expect(write).rejects.toMatchObject({ constraint: 'suspense_links_open' })
  for (const change of [
    'UPDATE suspense_links SET amount = 1',
    'DELETE FROM suspense_links',
    `DELETE FROM suspense_clearings WHERE id = ${id}`,
    'DELETE FROM suspense_undoings',
  ]) {
    await expect(api.database.query(change)).rejects.toMatchObject({ code: '42501' })
  }
})
