/** The types of statements are those of the schema; `npm run statement-types` writes them. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askTypes } from '../../../tools/statement-types/ask.ts'
import { type Catalogue, readCatalogue } from '../../../tools/statement-types/catalogue.ts'
import { typesFromDatabase, typesWritten } from '../../../tools/statement-types/files.ts'
import { freshDatabase } from './support/fresh-database.ts'

// The analysis of a statement differs between versions of PostgreSQL; the types are written with the embedded one.
const isEmbedded = !inject('server').outside

let client: pg.Client
let catalogue: Catalogue
beforeAll(async () => {
  client = new pg.Client((await freshDatabase()).config)
  await client.connect()
  await client.query('SET search_path = em, public')
  catalogue = await readCatalogue(client)
})
afterAll(() => client.end())

test.runIf(isEmbedded)('the types that are written are what the schema gives', async () => {
  const [wanted, written] = [await typesFromDatabase(client), await typesWritten()]
  const stale = [...new Set([...wanted.keys(), ...written.keys()])].filter(
    (name) => wanted.get(name) !== written.get(name),
  )
  expect(stale, 'run `npm run statement-types`').toEqual([])
})

const rowOf = async (text: string) => {
  const { columns } = await askTypes(client, catalogue, 'test.asked', text)
  return columns?.map(({ name, type, nullable }) => `${name}: ${type}${nullable ? ' | null' : ''}`)
}

test.runIf(isEmbedded).each([
  [
    'a column as the table has it',
    'SELECT id, reason FROM journal_changes c, entities',
    ['id: number', 'reason: string | null'],
  ],
  [
    'the far side of an outer join',
    'SELECT p.id, e.name FROM portfolios p LEFT JOIN equities e ON e.id = p.id',
    ['id: number', 'name: string | null'],
  ],
  [
    'which a condition or CASE shows to be there',
    `SELECT e.name, CASE WHEN s.id IS NOT NULL THEN s.account_name ELSE '' END AS bank FROM portfolios p
       LEFT JOIN equities e ON e.id = p.id LEFT JOIN settlement_accounts s ON s.id = p.id WHERE e.symbol = :symbol`,
    ['name: string', 'bank: string'],
  ],
  [
    'sums over groups and over nothing',
    'SELECT (SELECT sum(debit) FROM journal_lines) AS whole, sum(debit) AS debit, count(*) AS lines FROM journal_lines GROUP BY entry_id',
    ['whole: string | null', 'debit: string', 'lines: number'],
  ],
  ['words of a CHECK', 'SELECT side FROM trades', ["side: 'buy' | 'opening' | 'sell'"]],
  [
    'less those that a condition leaves out',
    "SELECT side FROM trades WHERE side <> 'opening'",
    ["side: 'buy' | 'sell'"],
  ],
  ['words of the statement', "SELECT 'now' AS at UNION ALL SELECT 'then'", ["at: 'now' | 'then'"]],
  [
    'what JSON holds',
    `SELECT coalesce(json_agg(json_build_object('id', p.id, 'opened', p.opening_date)), '[]') AS all FROM portfolios p`,
    ['all: { id: number; opened: string | null }[]'],
  ],
  [
    'rows of a write inside WITH',
    'WITH made AS (INSERT INTO entities (name) VALUES (:name) RETURNING id, locked_through) SELECT * FROM made',
    ['id: number', 'locked_through: string | null'],
  ],
  [
    'a parameter that may be null',
    'SELECT :day?::date AS day, :id::bigint AS id',
    ['day: string | null', 'id: number'],
  ],
  ['what its author knows better', 'SELECT max(id) AS last! FROM trades', ['last: number']],
])('types of rows: %s', async (_, text, expected) => {
  expect(await rowOf(text)).toEqual(expected)
})

test.runIf(isEmbedded)(
  'values have the types of their parameters; null only where the name says so',
  async () => {
    const { values } = await askTypes(
      client,
      catalogue,
      'test.asked',
      'SELECT FROM trades WHERE id = ANY (:ids::bigint[]) AND (:since?::bigint IS NULL OR id > :since) AND side = :side',
    )
    expect(values.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'ids: readonly (number | bigint)[]',
      'since: number | bigint | null',
      'side: string',
    ])
  },
)

test.runIf(isEmbedded)('a statement that the database refuses is named', async () => {
  await expect(rowOf('SELECT nothing_like_this FROM trades')).rejects.toThrow(
    'test.asked: column "nothing_like_this"',
  )
  await expect(rowOf('SELECT ARRAY[1.5] AS rates')).rejects.toThrow('a row cannot hold numeric[]')
})
