/** A text that is in more than 50,000 lines: the answer says that it stopped there, and still shows the newest. */
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused } from '../support/books.ts'

const ENTRIES = 25_001
const TODAY = '2026-04-20'
let api: Api
/**
 * Writes as the owner of the books, whose connection has no limit of time as a reader's has. Like a large save of the
 * server it then counts the rows for the planner: a connection that was used before has plans for a small book.
 */
async function write(sql: string): Promise<void> {
  const client = new pg.Client({ ...api.fresh.config, options: '-c search_path=em' })
  await client.connect()
  try {
    await client.query(sql)
    await client.query('ANALYZE journal_entries, journal_lines')
  } finally {
    await client.end()
  }
}
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  await write(
    `WITH h AS (
       INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, line_count, recorded_by)
       SELECT 1, date '2026-01-01' + n % 150, 'manual', 'person', 1, 'Manual', 'Everywhere', CASE n WHEN 7 THEN 'R-7' END, 2, 1
         FROM generate_series(1, ${ENTRIES}) n RETURNING id, entry_date)
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description)
     SELECT h.id, n, h.entry_date, (SELECT id FROM chart_of_accounts WHERE account_code = CASE n WHEN 1 THEN '1010' ELSE '3000' END),
            'manual', CASE n WHEN 1 THEN 1 ELSE 0 END, CASE n WHEN 2 THEN 1 ELSE 0 END, 'Journal Entry', 'Everywhere'
       FROM h, generate_series(1, 2) n`,
  )
})

describe('a search', () => {
  test('for a text that is in every line stops, and says so', async () => {
    const query = { search: 'everywhere' }
    expect(await ask(api, ledger.summary, { query })).toEqual({
      entries: 50_000,
      debits: null,
      credits: null,
      net: null,
      stopped: true,
    })
    const page: LedgerEntry[] = await ask(api, ledger.list, { query: { ...query, limit: 20, page: 1 } })
    expect(page).toHaveLength(20)
    expect(page[0]?.date).toBe('2026-05-30')
    const file = await api.call<Refused>(ledger.export, { body: query })
    expect(file).toMatchObject({ status: 422, body: { code: 'ledger.search-too-wide' } })
  })

  test('that stops has one order of pages, by number and by cursor, and its last page is no end', async () => {
    const page = (more: object) =>
      api.call<LedgerEntry[]>(ledger.list, { query: { search: 'everywhere', limit: 10_000, ...more } })
    const third = await page({ page: 3 })
    const fourth = await page({ page: 4 })
    const next = await page({ cursor: third.headers['x-next-cursor'] })
    expect(fourth.body.map((line) => line.id)).toEqual(next.body.map((line) => line.id))
    const last = await page({ page: 5 })
    expect(last.headers['x-next-cursor']).toBeDefined()
    const rest = await page({ cursor: last.headers['x-next-cursor'] })
    expect(rest.body).toHaveLength(2)
    expect(rest.headers['x-next-cursor']).toBeUndefined()
  })

  test('is complete where the other filters leave few lines, and for a rare text', async () => {
    const day = await ask(api, ledger.summary, {
      query: { search: 'everywhere', from: '2026-03-01', to: '2026-03-01' },
    })
    expect(day).toMatchObject({ stopped: false, entries: 334, net: 0 })
    expect(await ask(api, ledger.summary, { query: { search: 'r-7' } })).toMatchObject({
      stopped: false,
      entries: 2,
    })
  })

  test('for a text that is in every line is complete where the filter by broker leaves few', async () => {
    const query = { search: 'everywhere', broker: 'None' }
    expect(await ask(api, ledger.summary, { query })).toMatchObject({ stopped: false, entries: 0, net: 0 })
    expect(await ask(api, ledger.list, { query: { ...query, limit: 20, page: 1 } })).toEqual([])
  })
})

describe('more than 10,000 lines', () => {
  test('are sorted by date either way, and by nothing else', async () => {
    const answer = await api.call<Refused>('GET /general-ledger?sort=debit&limit=20&page=1')
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'ledger.sort-too-wide',
        message: 'Only 10,000 lines can be sorted by debit. Narrow the filters, or sort by date.',
      },
    })
    const [oldest, newest]: LedgerEntry[][] = await Promise.all(
      ['date', '-date'].map((sort) => ask(api, ledger.list, { query: { sort, limit: 20, page: 1 } })),
    )
    expect(oldest?.map(({ date }) => date)).toEqual(Array.from({ length: 20 }, () => '2026-01-01'))
    expect(newest?.[0]?.date).toBe('2026-05-30')
    // A search that stopped knows no last line to count from.
    const stopped = await api.call<Refused>('GET /general-ledger?sort=date&search=everywhere&limit=20')
    expect(stopped).toMatchObject({ status: 422, body: { code: 'ledger.search-too-wide' } })
    const day = { search: 'everywhere', from: '2026-03-01', to: '2026-03-01', sort: '-debit', limit: 3 }
    expect((await ask(api, ledger.list, { query: day })).map(({ debit }) => debit)).toEqual([1, 1, 1])
  })
})

describe('the texts of single entries', () => {
  const lines = async (search: string) => {
    const { entries, stopped } = await ask(api, ledger.summary, { query: { search } })
    return stopped ? 'too many' : entries
  }
  beforeAll(async () => {
    await write(
      `WITH said AS (
         SELECT n, CASE WHEN n <= 900 THEN 'Voucher ' || n || ' CAFÉ' WHEN n <= 1000 THEN 'Voucher of rent' ELSE 'Wages ' || n END AS description
           FROM generate_series(1, 1500) n), h AS (
         INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, line_count, recorded_by)
         SELECT 1, date '2025-06-01', 'manual', 'person', 1, 'Manual', description, 'PV-' || n || '_x', 2, 1 FROM said ORDER BY n
         RETURNING id, entry_date, reference)
       INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description)
       SELECT h.id, n, h.entry_date, (SELECT id FROM chart_of_accounts WHERE account_code = CASE n WHEN 1 THEN '1010' ELSE '3000' END),
              'manual', CASE n WHEN 1 THEN 1 ELSE 0 END, CASE n WHEN 2 THEN 1 ELSE 0 END, 'Journal Entry',
              CASE n WHEN 1 THEN 'Week of ' || h.reference END
         FROM h, generate_series(1, 2) n`,
    )
  })
  test.each([
    ['voucher 899 ', 2],
    ['VOUCHER', 2000],
    ['Of Rent', 200],
    ['wages 1', 1000],
    ['Café', 1800],
    ['77 café', 18],
    ['pv-899_', 2],
    ['pv-89_x', 2],
    ['pv-8_9', 0],
    ['week of PV-7', 222],
    ['in no line', 0],
  ])('%j is found in %i lines', async (search, found) => expect(await lines(search)).toBe(found))
})

describe('a page that lies deep', () => {
  test.each([
    ['', 'true'],
    ['account_code=1010', 'l.line_no = 1'],
    ['from=2026-02-10', `l.entry_date >= '2026-02-10'`],
    ['to=2026-05-15&account_code=3000', `l.entry_date <= '2026-05-15' AND l.line_no = 2`],
    ['from=2026-02-01&to=2026-04-30', `l.entry_date BETWEEN '2026-02-01' AND '2026-04-30'`],
    ['from=2026-03-03&to=2026-03-29&status=Posted', `l.entry_date BETWEEN '2026-03-03' AND '2026-03-29'`],
  ])('has the lines of its place in the list (%s)', async (query, condition) => {
    const whole = await api.database.query<{ id: string }>(
      `SELECT l.entry_id || '-' || l.line_no AS id FROM journal_lines l WHERE ${condition}
        ORDER BY l.entry_date DESC, l.entry_id DESC, l.line_no DESC`,
    )
    for (const share of [0.04, 0.3, 0.5, 0.77, 0.999, 1]) {
      const page = Math.ceil((whole.length * share) / 50) || 1
      const lines: LedgerEntry[] = await ask(api, ledger.list, {
        query: { ...Object.fromEntries(new URLSearchParams(query)), limit: 50, page },
      })
      expect(lines.map((line) => line.id)).toEqual(
        whole.slice((page - 1) * 50, page * 50).map((line) => line.id),
      )
    }
    const beyond = await ask(api, ledger.list, {
      query: {
        ...Object.fromEntries(new URLSearchParams(query)),
        limit: 50,
        page: Math.ceil(whole.length / 50) + 1,
      },
    })
    expect(beyond).toEqual([])
  })
})

describe('the cards', () => {
  test.each([
    ['from=2026-02-10', `entry_date >= '2026-02-10'`],
    ['to=2026-05-15', `entry_date <= '2026-05-15'`],
    ['from=2026-02-01&to=2026-04-30', `entry_date BETWEEN '2026-02-01' AND '2026-04-30'`],
    ['from=2026-01-31&to=2026-03-01', `entry_date BETWEEN '2026-01-31' AND '2026-03-01'`],
    ['from=2026-03-03&to=2026-03-29&status=Posted', `entry_date BETWEEN '2026-03-03' AND '2026-03-29'`],
    ['from=2026-04-10&to=2026-02-10', 'false'],
    ['status=Posted', `entry_date <= current_date`],
    ['status=Pending', 'entry_date > current_date'],
  ])(
    'of whole months and the days at the edges are the sum of their lines (%s)',
    async (query, condition) => {
      const [lines] = await api.database.query<{ entries: number; debits: string; credits: string }>(
        `SELECT count(*) AS entries, coalesce(sum(debit), 0)::text AS debits, coalesce(sum(credit), 0)::text AS credits
         FROM journal_lines WHERE ${condition.replaceAll('current_date', `'${TODAY}'`)}`,
      )
      expect(
        await ask(api, ledger.summary, { query: Object.fromEntries(new URLSearchParams(query)) }),
      ).toMatchObject({
        entries: lines?.entries,
        debits: Number(lines?.debits),
        credits: Number(lines?.credits),
      })
    },
  )
})

describe('a text only in entries of years ago, in too many lines', () => {
  beforeAll(async () => {
    await write(
      `WITH h AS (
         INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
         SELECT 1, day, 'manual', 'person', 1, 'Manual', said, 2, 1
           FROM (VALUES (date '2020-02-03', 'Years ago')) v (day, said), generate_series(1, ${ENTRIES})
         RETURNING id, entry_date)
       INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type)
       SELECT h.id, n, h.entry_date, (SELECT id FROM chart_of_accounts WHERE account_code = CASE n WHEN 1 THEN '1010' ELSE '3000' END),
              'manual', CASE n WHEN 1 THEN 1 ELSE 0 END, CASE n WHEN 2 THEN 1 ELSE 0 END, 'Journal Entry'
         FROM h, generate_series(1, 2) n`,
    )
  })
  test('is not walked to: the search says that it must be narrowed', async () => {
    const page = (more: object) =>
      api.call<LedgerEntry[] & Refused>(ledger.list, { query: { limit: 20, search: 'years ago', ...more } })
    expect(await page({ page: 1 })).toMatchObject({ status: 422, body: { code: 'ledger.search-too-wide' } })
    // By its own days, or from a cursor near enough, it is found.
    expect((await page({ to: '2020-12-31' })).body).toHaveLength(20)
    expect((await page({ cursor: '2020-02-04_1_1' })).body).toHaveLength(20)
    // The newest lines that have the text are found however many there are.
    const everywhere = await api.call<LedgerEntry[]>('GET /general-ledger?limit=20&search=everywhere')
    expect(everywhere.body[0]?.date).toBe('2026-05-30')
  })
})
