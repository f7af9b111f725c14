/** Files are opened in the pool's processes only: nothing that the server itself loads may do so. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const OPENS_FILES = /^(hucre|saxes|yauzl|unpdf|fast-xml-parser)(\/|$)/
/** It writes a CSV file and opens none; those of reports are written by packages/paper, which opens none either. */
const WRITES_ONLY = ['features/settlements/payments/payments.commands.ts']

const importsOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export)\s(?!type\s)[^'"]*?from\s+|\bimport\(\s*|^import\s+)'([^']+)'/gm,
    ),
  ].map(([, target = '']) => target)

test('no module of the server opens a file that a user sent', () => {
  const seen = new Set<string>()
  const opening: string[] = []
  const waiting = [join(root, 'main.ts'), join(root, 'app.ts')]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const target of importsOf(file)) {
      if (target.startsWith('.')) waiting.push(join(dirname(file), target))
      else if (OPENS_FILES.test(target)) opening.push(relative(root, file))
    }
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(opening.filter((file) => !WRITES_ONLY.includes(file))).toEqual([])
})
