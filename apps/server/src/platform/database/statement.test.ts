import { expect, test } from 'vitest'
import { inOrder, numbered, statement } from './statement.ts'

test('a name becomes a number, the same one wherever it occurs', () => {
  expect(numbered('SELECT :day::date, :since?::date WHERE :since IS NULL OR :day > :since')).toEqual({
    text: 'SELECT $1::date, $2::date WHERE $2 IS NULL OR $1 > $2',
    names: ['day', 'since'],
  })
})

test('texts, comments and casts hold no names', () => {
  const text = "SELECT 'at :noon', 'it''s :x', 1::bigint -- as :before\n, :id"
  expect(numbered(text)).toEqual({ text: text.replace(':id', '$1'), names: ['id'] })
})

test('the mark of a column that is never null is for the reader and the types', () => {
  expect(numbered('SELECT sum(a) AS total!, b AS "dueDate"! FROM t WHERE a != 1').text).toBe(
    'SELECT sum(a) AS total, b AS "dueDate" FROM t WHERE a != 1',
  )
})

test('values go in the order of their numbers', () => {
  expect(inOrder(['b', 'a', 'missing'], { a: 1, b: null })).toEqual([null, 1, undefined])
})

test('no two statements share a name', () => {
  statement('test.once', 'SELECT 1')
  expect(() => statement('test.once', 'SELECT 1')).not.toThrow()
  expect(() => statement('test.once', 'SELECT 2')).toThrow('two statements are called test.once')
})

test('names and numbers do not mix', () => {
  expect(() => statement('test.mixed', 'SELECT :a, $1')).toThrow('test.mixed mixes numbers with names')
})
