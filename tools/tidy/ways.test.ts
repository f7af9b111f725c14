/** The two ways of docs/ways.md: short enough for a newcomer, and of files that exist; and how few files know a kind of event by name. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of the numbered steps under a heading. */
function filesOf(page: string, heading: string): string[] {
  const part = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''
  return [...part.matchAll(/^\d+\. `([^`]+)`: /gm)].map(([, file = '']) => file)
}

test.each([
  ['The way of a dividend', 20, 25],
  ["The way of a trade file's line", 20, 30],
])('%s: at most so many files, each once and there', (heading, least, most) => {
  const files = filesOf(textOf('docs/ways.md'), heading)
  expect(files.length).toBeGreaterThan(least)
  expect(files.length).toBeLessThanOrEqual(most)
  expect(new Set(files).size).toBe(files.length)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a list is read by its steps', () => {
  const page = '## The way of x: to y\n1. `a.ts`: one\n2. `b.ts`: two `c.ts`\n\n## Other\n1. `d.ts`: three\n'
  expect(filesOf(page, 'The way of x')).toEqual(['a.ts', 'b.ts'])
})

/** Kinds whose word means nothing else in a program. */
const KINDS = ['scrip', 'bonus', 'tender', 'buyback', 'merger', 'spin-off', 'consolidation', 'delisting']
const namesKind = (text: string, kind: string) => text.includes(`'${kind}'`)

test.each(KINDS)('at most six files of server and web name %s', (kind) => {
  const named = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'apps/server/src', 'apps/web/src'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.test\.tsx?$|\/testing(\/|\.ts)/.test(file))
    .filter((file) => existsSync(join(root, file)) && namesKind(textOf(file), kind))
  expect(named.length, named.join(', ')).toBeLessThanOrEqual(6)
})

test('a kind is two files: its description and its rule', () => {
  const of = (folder: string) =>
    execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => file.split('/').at(-1) ?? '')
  const described = of('packages/contract/src/corporate-actions/kinds')
  const ruled = of('packages/core/src/corporate-actions/plans')
  // A consolidation is a split, and a tender is a buyback, each with a description of its own.
  expect(described.filter((file) => !ruled.includes(file))).toEqual(['consolidation.ts', 'tender.ts'])
  expect(ruled.filter((file) => !described.includes(file))).toEqual([])
})
