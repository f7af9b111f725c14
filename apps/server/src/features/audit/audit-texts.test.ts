/** Acts are described in the past, as on the screens: "Recorded", not the command's word. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hasLabel } from '@em/contract/kit/act-labels'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../', import.meta.url))
const texts = globSync('**/*.ts', { cwd: source })
  .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
  .map((file) => readFileSync(`${source}/${file}`, 'utf8'))

test('every action that leaves an audit row has words of its own', () => {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map((m) => m[1]),
  )
  // Actions whose names are composed: a register's, and those of journal and recurring entries.
  const composed = ['post', 'draft', 'cancel', 'replace', 'reverse', 'take-back'].map(
    (verb) => `journal.${verb}`,
  )
  const recurring = ['pause', 'resume', 'end'].map((verb) => `recurring.${verb}`)
  const actions = [...named, ...composed, ...recurring, 'brokers.create', 'brokers.update', 'brokers.remove']
  expect(named).toContain('batches.record')
  expect([...new Set(actions)].filter((action) => !hasLabel(action ?? ''))).toEqual([])
})
