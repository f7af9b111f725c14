/** The list of tables against the database, the book file and the check of the books. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTS, SECTIONS } from '../../src/features/book/sections/all.ts'
import { CHECKS } from '../../src/features/book/sections/checks.ts'
import { TABLE_USES, type TableUse } from '../../src/platform/database/tables.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const uses = [...TABLE_USES]
const names = (use: (use: TableUse) => boolean) => uses.filter(([, one]) => use(one)).map(([name]) => name)

test('every table is in the list, and nothing else', async () => {
  const tables = await api.database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'em'::regnamespace AND relkind IN ('r', 'p')",
  )
  expect([...TABLE_USES.keys()].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('a table is what its comment begins with', async () => {
  const comments = await api.database.query<{ name: string; comment: string }>(
    `SELECT relname AS name, obj_description(oid, 'pg_class') AS comment FROM pg_class
      WHERE relnamespace = 'em'::regnamespace AND relkind IN ('r', 'p')`,
  )
  const BEGIN: readonly (readonly [RegExp, TableUse['is']])[] = [
    [/^(Fact|As good as facts):/, 'fact'],
    [/^Register:/, 'register'],
    [/^Derived/, 'derived'],
    [/^Of this installation/, 'installation'],
    [/^Work in progress/, 'work in progress'],
  ]
  const said = comments.flatMap(({ name, comment }) => {
    const begun = BEGIN.find(([words]) => words.test(comment))
    return begun === undefined ? [] : [[name, begun[1]] as const]
  })
  expect(said.length).toBeGreaterThan(130)
  expect(said.filter(([name, is]) => TABLE_USES.get(name)?.is !== is)).toEqual([])
})

describe('a book file', () => {
  const reads = (sql: string, table: string) => new RegExp(`\\b(FROM|JOIN)\\s+${table}\\b`).test(sql)
  const inBook = uses.flatMap(([name, use]) =>
    'book' in use && typeof use.book !== 'string' ? [{ name, sections: use.book }] : [],
  )

  test('has each of these tables in the sections that the list names', () => {
    const wrong = inBook.flatMap(({ name, sections }) =>
      sections
        .filter((section) => !reads(SECTIONS.find((one) => one.name === section)?.sql ?? '', name))
        .map((section) => `${section}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('has no section that the list does not name, but for what is compared and what is in force', () => {
    const named = new Set(inBook.flatMap(({ sections }) => sections))
    const compared = CHECKS.map(({ name }) => name)
    const others = SECTIONS.map(({ name }) => name).filter((name) => !named.has(name))
    // Prices are those in force, a table that is derived.
    expect(others.toSorted()).toEqual([...compared, 'prices'].toSorted())
  })

  test('reads nothing of tables that are left behind but names, and the order of acts', () => {
    const left = uses.flatMap(([name, use]) => ('book' in use && typeof use.book === 'string' ? [name] : []))
    const read = left.filter((name) => ACTS.some(({ sql }) => reads(sql, name)))
    expect(read.toSorted()).toEqual(['audit', 'users'])
  })
})

test('the check of the books asks for what the list says that it recomputes, and for nothing else that is derived', () => {
  const folder = fileURLToPath(new URL('../../src/verify', import.meta.url))
  const sources = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const text = [
    ...sources.map((file) => readFileSync(join(folder, file), 'utf8')),
    // The queries of features that it uses: plans of actions and matches of documents.
    ...['corporate-actions/apply/plans.queries.ts', 'documents/match/stored-and-found.queries.ts'].map(
      (file) => readFileSync(fileURLToPath(new URL(`../../src/features/${file}`, import.meta.url)), 'utf8'),
    ),
  ].join('\n')
  const asked = names((use) => use.is === 'derived').filter((name) =>
    new RegExp(`\\b(FROM|JOIN)\\s+${name}\\b`).test(text),
  )
  expect(asked).toEqual(names((use) => use.is === 'derived' && use.checked === true))
})
