/** Files import each other in no circle, types counted too: a circle is one file, or has a part that belongs elsewhere. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsIn } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The floors that are held, by the beginning of their paths. */
const HELD = ['packages/', 'apps/server/', 'apps/web/', 'tools/'] as const

/** Groups of files that reach each other (Tarjan's strongly connected components of two or more). */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    open.push(file)
    let least = own
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) least = Math.min(least, visit(target))
      else if (open.includes(target)) least = Math.min(least, order.get(target) ?? own)
    }
    if (least === own) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) found.push(circle.toSorted())
    }
    return least
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return found
}

/** What each file imports of the others. */
function importsOf(sources: readonly { readonly file: string; readonly text: string }[]) {
  const known = new Set(sources.map(({ file }) => file))
  return new Map(
    sources.map(({ file, text }) => [
      file,
      importsIn(file, text)
        .flatMap((target) => [target, `${target}.ts`, `${target}.tsx`])
        .filter((target) => known.has(target)),
    ]),
  )
}

test.each(HELD)('%s has no circle of imports', (floor) => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', floor], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  expect(sources.length).toBeGreaterThan(100)
  expect(circlesIn(importsOf(sources))).toEqual([])
})

test('a circle is found, also of types and over three files', () => {
  const circles = circlesIn(
    importsOf([
      { file: 'a/one.ts', text: "import type { Two } from './two.ts'" },
      { file: 'a/two.ts', text: "import { three } from '../b/three.ts'" },
      { file: 'b/three.ts', text: "export * from '../a/one.ts'\nimport './four.ts'" },
      { file: 'b/four.ts', text: "import 'node:fs'" },
    ]),
  )
  expect(circles).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']])
})
