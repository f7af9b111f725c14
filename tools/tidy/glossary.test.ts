/** The glossary: alphabetical, one line a word, each word once. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const text = readFileSync(fileURLToPath(new URL('../../docs/glossary.md', import.meta.url)), 'utf8')
const headsIn = (page: string): string[] =>
  [...page.matchAll(/^\| (?!word \|)([^|]+) \| .+ \|$/gm)].map(([, head = '']) => head)

const orderOf = (head: string) => head.toLowerCase().replace(/[^a-z0-9 ]/g, '')
/** The words that a line explains: `lock, period lock` two, `cause (of an entry)` one. */
const wordsOf = (head: string): string[] =>
  head
    .toLowerCase()
    .replace(/\s*\([^)]*\)/g, '')
    .split(', ')

const outOfOrder = (heads: readonly string[]): string[] =>
  heads.filter((head, at) => at > 0 && orderOf(heads[at - 1] ?? '') > orderOf(head))
function twice(heads: readonly string[]): string[] {
  const words = heads.flatMap(wordsOf)
  return words.filter((word, at) => words.indexOf(word) !== at)
}

test('its words are in alphabetical order', () => {
  expect(headsIn(text).length).toBeGreaterThan(200)
  expect(outOfOrder(headsIn(text))).toEqual([])
  expect(outOfOrder(['lot', 'act'])).toEqual(['act'])
})

test('each word is explained once, in one line', () => {
  expect(twice(headsIn(text))).toEqual([])
  expect(twice(['lock, period lock', 'lock (of a row)'])).toEqual(['lock'])
  expect(
    text
      .split('\n')
      .slice(6)
      .filter((line) => line !== '' && !line.startsWith('| ')),
  ).toEqual([])
})
