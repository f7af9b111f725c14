/** What is stored or sent keeps its word; a new word is added to the list on purpose. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  asText,
  LIST,
  listedWords,
  storedWords,
  wordsIn,
  wordsOfSchema,
  wordsOfShape,
} from './stored-words.ts'

test('no stored or sent word goes away', () => {
  const words = new Set(storedWords())
  expect(
    listedWords().filter((word) => !words.has(word)),
    'These words are in books, in files or in programs that call the server: keep them',
  ).toEqual([])
})

test('each new word is in the list', () => {
  const listed = new Set(listedWords())
  expect(
    storedWords().filter((word) => !listed.has(word)),
    'Once released these words stay for good: run `npm run stored-words` when they are right',
  ).toEqual([])
})

test('the list is as the script writes it', () => {
  expect(readFileSync(LIST, 'utf8')).toBe(asText(listedWords()))
  const words = ['right: a.b', 'column lots: kind', 'column lots: id', 'value state: Part settled']
  const text = 'column lots: id | kind\nright: a.b\nvalue state: Part settled\n'
  expect(asText(words)).toBe(text)
  expect(wordsIn(text).toSorted()).toEqual(words.toSorted())
})

test('it knows words of each kind', () => {
  const words = new Set(storedWords())
  const known = [
    'path: POST /transaction-entries/buy',
    'right: trades.record',
    'role: Accountant',
    'error: export.gone',
    'table: trade_versions',
    'column trade_versions: quantity',
    'tab: Trade Capture / Buy',
    'tab address: trade-capture/buy',
    'audit action: batches.record',
    'audit record: entity',
    'book section: trades',
    'book column trades: symbol',
  ]
  expect(known.filter((word) => !words.has(word))).toEqual([])
})

test('a schema is read by its columns, a payload by its objects', () => {
  const sql = `CREATE TABLE lots (
    id bigint PRIMARY KEY, -- its number, given
    kind text CHECK (kind IN ('a, b', 'c')),
    UNIQUE (id, kind)
  );`
  expect(wordsOfSchema(sql)).toEqual(['table: lots', 'column lots: id', 'column lots: kind'])
  const shape = { properties: { rows: { items: { properties: { side: { enum: ['buy', 'sell'] } } } } } }
  expect(wordsOfShape(shape, 'orders.list reply')).toEqual([
    'field orders.list reply: rows',
    'field orders.list reply.rows: side',
    'value side: buy',
    'value side: sell',
  ])
})
