import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { broken, occurrences } from './apply.ts'
import { root } from './copy.ts'
import { MUTATIONS } from './lists.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

it('every mutation has its line exactly once, and its test', () => {
  const wrong = MUTATIONS.flatMap(({ file, from, test, name }) => [
    ...(occurrences(read(file), from) === 1 ? [] : [`${file}: ${from}`]),
    ...(read(test).replaceAll("\\'", "'").includes(name) ? [] : [`${test}: ${name}`]),
  ])
  expect(wrong).toEqual([])
})

it('a line that is there twice is not broken by guess', () => {
  const mutation = { rule: '', file: 'a.ts', from: 'x', to: 'y', test: '', name: '' }
  expect(broken('axb', mutation)).toBe('ayb')
  expect(() => broken('axbx', mutation)).toThrow('2 times')
})
