import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { fillSmallBook } from '../support/small-book.ts'

/** Tables that are only added to, never changed. */
const BOOKS = [
  'audit',
  'trade_versions',
  'trade_allocations',
  'journal_entries',
  'journal_lines',
  'gl_mappings',
] as const

let api: Api
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
})

const SETS: Record<(typeof BOOKS)[number], string> = {
  audit: "action = 'something else'",
  trade_versions: 'price = 1',
  trade_allocations: 'quantity = 1',
  journal_entries: "description = 'something else'",
  journal_lines: 'debit = 1, credit = 0',
  gl_mappings: 'account_id = 1',
}
const attacks = BOOKS.flatMap((table) => [
  `UPDATE ${table} SET ${SETS[table]}`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table} CASCADE`,
])

async function asOwner(statement: string, superuser = false): Promise<unknown> {
  const client = new pg.Client(superuser ? api.fresh.admin : api.fresh.config)
  await client.connect()
  try {
    await client.query('SET search_path = em')
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function contents(): Promise<unknown> {
  const parts = BOOKS.map(
    (table) => `(SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${table} t) AS ${table}`,
  )
  const [row] = await api.database.query<Record<string, string | null>>(`SELECT ${parts.join(', ')}`)
  return row
}

describe.each(attacks)('%s', (statement) => {
  test('is refused to the application', async () => {
    const before = await contents()
    // By its rights, before any trigger is asked.
    await expect(api.database.query(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/^permission denied/),
    })
    expect(await contents()).toEqual(before)
  })

  test('is refused to the owner of the tables', async () => {
    const before = await contents()
    await expect(asOwner(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/append-only/),
    })
    expect(await contents()).toEqual(before)
  })

  test('is refused even to a superuser', async () => {
    await expect(asOwner(statement, true)).rejects.toMatchObject({ code: '42501' })
  })
})

test('there is something in each of these tables', async () => {
  for (const [table, digest] of Object.entries((await contents()) as object)) {
    // Allocations come with sells; the table is refused as a whole, empty or not.
    if (table !== 'trade_allocations') expect(digest).toMatch(/^[0-9a-f]{32}$/)
  }
})

test('the application works as a role that owns nothing', async () => {
  const [row] = await api.database.query<{ role: string; owner: string }>(
    "SELECT current_user AS role, tableowner AS owner FROM pg_tables WHERE schemaname = 'em' AND tablename = 'audit'",
  )
  expect(row?.role).toBe('equity_manager_app')
  expect(row?.owner).not.toBe(row?.role)
  if (!inject('server').outside) {
    const [rights] = await api.database.query<{ super: string }>(
      "SELECT current_setting('is_superuser') AS super",
    )
    expect(rights?.super).toBe('off')
  }
})

test.each([
  ['ALTER TABLE audit DISABLE TRIGGER ALL'],
  ['DROP TRIGGER audit_append_only ON audit'],
  ['DROP TABLE audit'],
  ['CREATE TABLE em.mine (n int)'],
  ["SELECT pg_read_file('/etc/passwd')"],
  ["COPY audit TO PROGRAM 'cat'"],
])('the application may not: %s', async (statement) => {
  await expect(api.database.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('entries that do not balance, or come in pieces, are refused by the database itself', async () => {
  const head = (lines: number) => `WITH e AS (INSERT INTO journal_entries
      (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
      VALUES (1, '2026-06-01', 'manual', 'person', 1, 'Journal Entry', 'by hand', ${lines}, 1) RETURNING id)
    INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, portfolio_id)
    SELECT e.id, l.no, '2026-06-01', 1, 'manual', l.debit, l.credit, 'Journal Entry', l.portfolio FROM e, `
  const values = (rows: string) => `(VALUES ${rows}) AS l (no, debit, credit, portfolio)`
  const constraint = (statement: string) => api.database.query(statement)
  await expect(constraint(head(2) + values('(1, 10, 0, 1), (2, 0, 9.99, 1)'))).rejects.toMatchObject({
    constraint: 'journal_entry_balances',
  })
  // In balance as a whole, but not within the portfolio.
  await expect(constraint(head(2) + values('(1, 10, 0, 1), (2, 0, 10, NULL)'))).rejects.toMatchObject({
    constraint: 'journal_entry_balances',
  })
  await expect(constraint(head(3) + values('(1, 10, 0, 1), (2, 0, 10, 1)'))).rejects.toMatchObject({
    constraint: 'journal_entry_whole',
  })
})

test('the triggers look up records in our own tables, whatever a session puts before them', async () => {
  const loose = await api.database.query(
    `SELECT p.proname FROM pg_proc p
      WHERE p.pronamespace = 'em'::regnamespace AND p.prorettype = 'trigger'::regtype
        AND NOT 'search_path=em, pg_temp' = ANY (coalesce(p.proconfig, '{}'))`,
  )
  expect(loose).toEqual([])
})
