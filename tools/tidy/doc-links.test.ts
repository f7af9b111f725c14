/** Links between documents lead to files that exist. Links to headings: tools/tidy/guide.test.ts, for the guide. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trimEnd()
  .split('\n')
  .filter((page) => existsSync(join(root, page)))

/** The files that a page links to and that do not exist. */
const deadIn = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/^[a-z]+:/.test(path) && !existsSync(join(root, dirname(page), path)))

test('each link of a document leads to a file', () => {
  const dead = pages.flatMap((page) =>
    deadIn(page, readFileSync(join(root, page), 'utf8')).map((path) => `${page}: ${path}`),
  )
  expect(dead).toEqual([])
  expect(deadIn('docs/x.md', '[a](no-file.md#part) [b](../README.md) [c](https://a.lk)')).toEqual([
    'no-file.md',
  ])
})

test('the way in to the code stays one page', () => {
  expect(readFileSync(join(root, 'docs/architecture.md'), 'utf8').length).toBeLessThan(6_000)
})
