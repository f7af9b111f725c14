/** Every committed write is one act: facts name it, one function writes what it did, and the database knows whose it is (decision 049). */
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTS_OF_TABLES, NAMING_THEIR_ACT } from '../../src/platform/database/tables.ts'
import { within } from '../../src/platform/database/within.ts'
import { verify } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { openPatiently } from '../support/open-patiently.ts'

let api: Api
let holding: OneHolding
beforeAll(async () => {
  api = await startApi()
  holding = await oneHolding(await startBooks(api), 'WAP')
})

const rowsOf = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  api.database.query<Row>(sql, values)

describe('every append-only table', () => {
  const APPEND_ONLY = `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_trigger g ON g.tgrelid = c.oid JOIN pg_proc f ON f.oid = g.tgfoid
    WHERE c.relnamespace = 'em'::regnamespace AND f.proname = 'refuse_change' AND g.tgtype::int & 16 <> 0`
  const COLUMN = `SELECT attnotnull AS always, (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d WHERE d.adrelid = attrelid AND d.adnum = attnum) AS value
    FROM pg_attribute WHERE attrelid = ('em.' || $1::text)::regclass AND attname = $2 AND NOT attisdropped`

  const COVERED = ACTS_OF_TABLES.flatMap(([name, act]) =>
    typeof act === 'object' && 'parent' in act ? [[name, act] as const] : [],
  )

  test('names its act, is covered by a parent that does, or says why not', async () => {
    const names = (await rowsOf<{ name: string }>(APPEND_ONLY)).map(({ name }) => name)
    // Of lines of documents and of batches for an outside ledger only some columns change: no trigger refuses all of them.
    const inPart = ['trade_document_lines', 'accounting_batches']
    const wholly = (some: readonly string[]) => some.filter((name) => !inPart.includes(name)).toSorted()
    expect(wholly(names)).toEqual(wholly(ACTS_OF_TABLES.map(([name]) => name)))
  })

  test.each(NAMING_THEIR_ACT)('%s cannot be without its act', async (name) => {
    expect(await rowsOf(COLUMN, [name, 'act_id'])).toEqual([{ always: true, value: 'current_act()' }])
  })

  test.each(COVERED)('%s names its parent', async (name, { parent, by }) => {
    expect([...NAMING_THEIR_ACT, ...COVERED.map(([covered]) => covered)]).toContain(parent)
    for (const column of by.split(', '))
      expect(await rowsOf(COLUMN, [name, column])).toEqual([expect.objectContaining({ always: true })])
    expect(await rowsOf(COLUMN, [name, 'act_id'])).toEqual([])
  })
})

describe('the record', () => {
  const actsOf = (trade: number) =>
    rowsOf<{ act_id: number; who: number; action: string }>(
      `SELECT a.act_id, a.user_id AS who, a.action FROM audit a
        WHERE a.act_id IN (SELECT act_id FROM trade_versions WHERE trade_id = $1 UNION SELECT act_id FROM journal_entries WHERE trade_id = $1)`,
      [trade],
    )

  test('of one write has one act, whose audit row says who and what', async () => {
    const { id } = await holding.buy('2026-06-08', 100, 10)
    expect(await actsOf(id)).toEqual([{ act_id: expect.any(Number), who: 1, action: 'trades.buy' }])
    await holding.change('buy', id, { tradeDate: '2026-06-08', quantity: 90, price: 10 })
    const both = await actsOf(id)
    expect(both.map(({ action }) => action)).toEqual(['trades.buy', 'trades.correct'])
    expect(new Set(both.map(({ act_id }) => act_id)).size).toBe(2)
    expect(await verify(api.database)).toMatchObject({ found: 0 })
  })

  test('in a transaction that did not say who writes is refused', async () => {
    const write = api.database.transaction((tx) =>
      tx.query(
        "INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by) VALUES ('feed', '2026-06-08', 0, 0, 0, 0, 1)",
      ),
    )
    await expect(write).rejects.toThrow('did not say who writes')
    await expect(
      rowsOf("SELECT record_acts(ARRAY[1], ARRAY['a'], ARRAY['b'], ARRAY['c'], NULL, NULL, NULL)"),
    ).rejects.toThrow('did not say who writes')
  })

  test('by several in one transaction without saying whose is refused', async () => {
    const write = api.database.transaction(
      (tx) =>
        tx.query(
          "INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by) VALUES ('feed', '2026-06-08', 0, 0, 0, 0, 1)",
        ),
      'test',
      [1, 1],
    )
    await expect(write).rejects.toThrow('does not say whose it is')
  })

  test('inside a longer transaction is an act of its own, and the longer one goes on with its own', async () => {
    const act = async (on: { query: Api['database']['query'] }) =>
      (await on.query<{ act: number }>('SELECT current_act() AS act'))[0]?.act
    const seen = await api.database.transaction(
      async (tx) => {
        const before = await act(tx)
        const inside = await within(tx, api.database).transaction((own) => act(own), 'inside', [1])
        return [before, inside, await act(tx)]
      },
      'outside',
      [1],
    )
    expect(seen).toEqual([seen[0], expect.any(Number), seen[0]])
    expect(seen[1]).not.toBe(seen[0])
  })
})

test('a fact whose act left no audit row is found by the check of the books', async () => {
  const fresh = await freshDatabase()
  const owner = new pg.Client(fresh.config)
  await owner.connect()
  await owner.query(
    `SET search_path = em; SET equity_manager.act = '77';
     INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by) VALUES ('feed', '2026-06-08', 0, 0, 0, 0, 1)`,
  )
  await owner.end()
  const database = await openPatiently(fresh.config)
  const { differences } = await verify(database)
  await database.close()
  expect(differences).toContainEqual({
    check: 'acts of facts',
    place: 'act 77',
    what: 'price_sets',
    stored: '1',
    expected: 'an audit row',
  })
})

test.each([
  "INSERT INTO audit (act_id, action, entity, entity_id) VALUES (1, 'a', 'b', 'c')",
  "UPDATE audit SET action = 'a'",
  'DELETE FROM audit',
])('the application may not: %s', async (sql) => {
  await expect(rowsOf(sql)).rejects.toMatchObject({ code: '42501' })
})
