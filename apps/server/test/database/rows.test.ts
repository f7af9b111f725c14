/** Rows are the same however many come at once: a few in one statement with those of other tables, many by COPY. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../src/platform/database/database.ts'
import { addRows, type Cell, Rows, sendRows, tableOf } from '../../src/platform/database/rows.ts'
import { throughTheDoor } from '../../src/platform/door.ts'
import { type Api, startApi } from '../support/api.ts'

interface Row {
  readonly id: number
  readonly note: string | null
  readonly cost: string | null
  readonly fees: string | null
  readonly day: string
}

const described = (name: string) =>
  tableOf<Row>(
    name,
    [
      { name: 'id', type: 'bigint', of: ({ id }): Cell => id },
      { name: 'note', type: 'text', of: ({ note }) => note },
      { name: 'cost', type: 'numeric', of: ({ cost }) => cost },
      { name: 'fees', type: 'numeric[]', of: ({ fees }) => fees },
      { name: 'day', type: 'date', of: ({ day }) => day },
    ],
    { identity: true },
  )
const notes = tableOf<{ id: number; after: object }>('noted', [
  { name: 'id', type: 'bigint', of: ({ id }) => id },
  { name: 'after', type: 'jsonb', of: ({ after }) => JSON.stringify(after) },
])
const COLUMNS =
  'id bigint GENERATED ALWAYS AS IDENTITY, note text, cost numeric(18, 2), fees numeric(18, 2)[], day date'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const inTables = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  api.database.transaction(async (tx) => {
    await tx.query(`CREATE TEMP TABLE kept (${COLUMNS}) ON COMMIT DROP`)
    await tx.query('CREATE TEMP TABLE noted (id bigint PRIMARY KEY, after jsonb) ON COMMIT DROP')
    return work(tx)
  })
const read = (tx: Transaction) => tx.query('SELECT * FROM kept LEFT JOIN noted USING (id) ORDER BY id')

const anyRow = fc.record({
  note: fc.option(
    fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\\N', '\\.', 'a\tb\nc\rd\\', "'; DROP", '{1,2}'),
      )
      .map((text) => text.replaceAll('\0', '').replace(/[\ud800-\udfff]/g, '')),
  ),
  cost: fc.option(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((cents) => `${cents}e-2`)),
  fees: fc.constantFrom(null, '{}', '{1e-2,250e-2}', '{0,0,0,0,0,123456e-2}'),
  day: fc.constantFrom('1990-01-01', '2026-06-10', '9999-12-31'),
})

test('any values: the same rows, few or many at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 40 }), async (drawn) => {
      const rows = Array.from({ length: 100 + drawn.length }, (_, index) => ({
        ...(drawn[index % drawn.length] as Omit<Row, 'id'>),
        id: index + 1,
      }))
      const noted = rows.map(({ id, note }) => ({ id, after: { note } }))
      const many = await inTables(async (tx) => {
        await addRows(tx, [new Rows(described('kept'), rows), new Rows(notes, noted)])
        return read(tx)
      })
      const few = await inTables(async (tx) => {
        for (let from = 0; from < rows.length; from += 70) {
          sendRows(tx, [
            new Rows(described('kept'), rows.slice(from, from + 70)),
            new Rows(notes, noted.slice(from, from + 70)),
          ])
        }
        return read(tx)
      })
      expect(many).toEqual(few)
      expect(many).toHaveLength(rows.length)
      expect(many.map((row) => (row as Row).note)).toEqual(rows.map(({ note }) => note))
    }),
    { numRuns: 15 },
  )
})

test('they come in the order given, few before many and after, and a fault of a statement that is not awaited ends the transaction', async () => {
  const order: string[] = []
  await inTables(async (tx) => {
    await tx.query(
      `CREATE FUNCTION pg_temp.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO seen (what) SELECT TG_TABLE_NAME || ' ' || count(*) FROM added; RETURN NULL; END $$`,
    )
    await tx.query(
      'CREATE TEMP TABLE seen (no bigint GENERATED ALWAYS AS IDENTITY, what text) ON COMMIT DROP',
    )
    for (const table of ['kept', 'noted']) {
      await tx.query(
        `CREATE TRIGGER note AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.note()`,
      )
    }
    const of = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: from + index,
        note: null,
        cost: null,
        fees: null,
        day: '2026-06-10',
      }))
    const after = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: from + index, after: {} }))
    sendRows(tx, [
      new Rows(notes, after(1, 3)),
      new Rows(described('kept'), of(1, 150)),
      new Rows(notes, after(10, 2)),
      new Rows(described('kept'), []),
    ])
    for (const { what } of await tx.query<{ what: string }>('SELECT what FROM seen ORDER BY no'))
      order.push(what)
  })
  expect(order).toEqual(['noted 3', 'kept 150', 'noted 2'])
  const twice = inTables(async (tx) => {
    sendRows(
      tx,
      [
        new Rows(notes, [
          { id: 1, after: {} },
          { id: 1, after: {} },
        ]),
      ],
      (error) => Object.assign(new Error('in other words'), { cause: error }),
    )
  })
  await expect(twice).rejects.toThrow('in other words')
})

test('a fault of a statement that is not awaited is the answer of a preview too', async () => {
  const preview = throughTheDoor(
    api.database,
    { route: 'rows.preview', actor: { id: api.user.id }, dryRun: true, status: 200 },
    async (tx) => {
      tx.send('SELECT 1 / 0')
      return { answer: 'as if all were well', audit: { action: 'rows.preview', entity: 'rows', entityId: 1 } }
    },
  )
  await expect(preview).rejects.toThrow('division by zero')
})
