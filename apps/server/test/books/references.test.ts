/** The records that lines, trades and entries name must exist: the database checks it, for few rows and for very many. */
import { beforeAll, describe, expect, test } from 'vitest'
import { ORDER_OF_MANY } from '../../src/platform/database/locks.ts'
import { type Api, startApi } from '../support/api.ts'
import { fillSmallBook } from '../support/small-book.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
})

const MISSING = 999_999

const RIGHT = {
  account_id: '1',
  portfolio_id: '1',
  settlement_account_id: 'NULL::bigint',
  equity_id: 'NULL::bigint',
  broker_id: 'NULL::bigint',
  entry_date: "'2026-06-01'::date",
  credit: '10',
}

/** Entries of two lines each, all in order but for what `wrong` says of the last one's second line (portfolio: of both). */
function posting(entries: number, wrong: Partial<Record<keyof typeof RIGHT, string>> = {}): string {
  const last = (column: keyof typeof RIGHT, right = RIGHT[column]) =>
    `CASE WHEN e.id = (SELECT max(id) FROM e) THEN ${wrong[column] ?? right} ELSE ${right} END`
  const columns = Object.keys(RIGHT) as (keyof typeof RIGHT)[]
  const first = columns.map((column) => (column === 'portfolio_id' ? last(column) : RIGHT[column]))
  return `WITH e AS (
      INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
      SELECT 1, '2026-06-01', 'manual', 'person', 1, 'Journal Entry', 'by hand', 2, 1 FROM generate_series(1, ${entries}) RETURNING id)
    INSERT INTO journal_lines (entry_id, line_no, role, transaction_type, ${columns.join(', ')}, debit)
    SELECT e.id, 1, 'manual', 'Journal Entry', ${[...first.slice(0, -1), '0'].join(', ')}, 10 FROM e
    UNION ALL
    SELECT e.id, 2, 'manual', 'Journal Entry', ${columns.map((column) => last(column)).join(', ')}, 0 FROM e`
}

describe.each([
  ['a few lines', 2],
  ['very many lines', 700],
])('%s', (_, entries) => {
  test.each([
    ['account', 'account_id'],
    ['portfolio', 'portfolio_id'],
    ['settlement account', 'settlement_account_id'],
    ['equity', 'equity_id'],
    ['broker', 'broker_id'],
  ])('that name a missing %s are refused', async (parent, column) => {
    await expect(api.database.query(posting(entries, { [column]: `${MISSING}` }))).rejects.toMatchObject({
      constraint: 'journal_lines_references',
      message: `a ledger line names a ${parent} that does not exist`,
    })
  })

  test.each([
    ['do not balance', { credit: '9' }, 'journal_entry_balances'],
    ['are on two days', { entry_date: "'2026-06-02'::date" }, 'journal_entry_whole'],
  ])('of entries of which one %s are refused', async (_what, wrong, constraint) => {
    await expect(api.database.query(posting(entries, wrong))).rejects.toMatchObject({ constraint })
  })

  test('in order are taken, and the kept balances are theirs', async () => {
    await api.database.query(posting(entries))
    const [stored] = await api.database.query<{ lines: number; debit: string; credit: string }>(
      'SELECT sum(lines)::bigint AS lines, sum(debit) AS debit, sum(credit) AS credit FROM ledger_days',
    )
    const [lines] = await api.database.query<{ lines: number; debit: string; credit: string }>(
      'SELECT count(*) AS lines, sum(debit) AS debit, sum(credit) AS credit FROM journal_lines',
    )
    expect(stored).toEqual(lines)
  })

  test('into a locked period are refused', async () => {
    const failure = api.database.transaction(async (tx) => {
      // No other transaction runs: the order of the locks does not matter.
      await tx.query(ORDER_OF_MANY, [])
      await tx.query(
        `INSERT INTO period_locks (act_id, entity_id, locked_through, set_by) SELECT 1, entity_id, '2026-06-01', 1 FROM portfolios WHERE id = 1`,
      )
      await tx.query(posting(entries))
    })
    await expect(failure).rejects.toMatchObject({ constraint: 'journal_lines_period_lock' })
  })
})

describe('a trade, a version and an entry', () => {
  const copyOf = (table: string, changes: Record<string, string>) => {
    const set = Object.entries(changes)
      .map(([column, value]) => `'${column}', ${value}`)
      .join(', ')
    return `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(t, jsonb_build_object(${set}))).* FROM ${table} t ORDER BY ${table === 'trade_versions' ? 'trade_id' : 'id'} LIMIT 1`
  }
  test.each([
    ['trades', { id: '900001', deal_number: "'X-1'", chain_id: `${MISSING}` }, /name a chain or batch/],
    ['trades', { id: '900001', deal_number: "'X-1'", batch_id: `${MISSING}` }, /name a chain or batch/],
    ['trade_versions', { trade_id: `${MISSING}` }, /name a trade that does not exist: 999999/],
    ['trade_versions', { version: '77', broker_id: `${MISSING}` }, /name a broker that does not exist/],
    [
      'trade_versions',
      { version: '77', settlement_account_id: `${MISSING}` },
      /name a settlement account that does not exist/,
    ],
    [
      'journal_entries',
      { id: '900001', trade_id: `${MISSING}`, trade_version: '1' },
      /name a trade or cause/,
    ],
    [
      'journal_entries',
      { id: '900001', cause_kind: "'batch'", cause_id: `${MISSING}` },
      /name a trade or cause/,
    ],
  ])('of %s with %o is refused', async (table, changes, message) => {
    await expect(api.database.query(copyOf(table, changes))).rejects.toMatchObject({
      code: '23503',
      message: expect.stringMatching(message),
    })
  })
})
