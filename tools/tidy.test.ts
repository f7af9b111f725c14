/** The house rules that a machine can check: who may import whom, names, sizes, words that do not belong. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsIn } from './tidy/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'))
const isTest = (file: string) => /\.test\.tsx?$|\/test\/|\/testing\/|^e2e\/|^bench\//.test(file)
const sources = files.filter((file) => !isTest(file))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Room -> what it may import. The rooms of server and web among themselves: tidy/server-rooms.ts, tidy/web-rooms.ts. */
const MAY_IMPORT: [room: RegExp, allowed: RegExp][] = [
  [/^packages\/core\//, /^packages\/core\//],
  [/^packages\/contract\//, /^(packages\/(core|contract)\/|zod$)/],
  [/^packages\/paper\//, /^(packages\/(core|contract|paper)\/|hucre\/|pdfmake\/|node:)/],
  [/^apps\/server\/src\//, /^(packages\/|apps\/server\/src\/|tools\/demo\/|node:|(?!apps\/)[a-z@])/],
  [/^apps\/web\/src\//, /^(packages\/|apps\/web\/src\/|(?!apps\/)[a-z@])/],
]

const importsOf = (file: string) => importsIn(file, textOf(file))

test('imports run one way', () => {
  const wrong = sources.flatMap((file) => {
    const rule = MAY_IMPORT.find(([room]) => room.test(file))
    return rule
      ? importsOf(file)
          .filter((target) => !rule[1].test(target))
          .map((target) => `${file} imports ${target}`)
      : []
  })
  expect(wrong).toEqual([])
})

test('core imports nothing but itself', () => {
  const wrong = sources
    .filter((file) => file.startsWith('packages/core/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith('packages/core/'))
        .map((target) => `${file}: ${target}`),
    )
  expect(wrong).toEqual([])
})

const BANNED: [where: RegExp, word: RegExp, instead: string][] = [
  [/./, /\b(?:test|it|describe)\.(?:only|skip)\(/, 'run every test'],
  [/./, /\bFIXME\b/, 'mend it or write it into the note of the issue'],
  [
    /^(packages\/core|apps\/server)\/src\/(?!.*\.test\.)/,
    /\bparseFloat\(|\.toFixed\(/,
    'exact decimals of core/values',
  ],
  [
    /^packages\/core\/src\/(?!.*\.test\.)/,
    /\bDate\.now\(|new Date\(|Math\.random\(/,
    'an argument: core knows no clock and no chance',
  ],
  [/^apps\/server\/src\/(?!platform\/|.*\.test\.)/, /new Date\(\)|Date\.now\(\)/, 'server.clock'],
  [/^apps\/web\/src\//, /dangerouslySetInnerHTML/, 'text'],
  [/\.tsx?$/, /:\s*any\b(?!\()|<any>|as any\b/, 'a type'],
]

test('words that do not belong', () => {
  const wrong = files
    .filter((file) => basename(file) !== 'tidy.test.ts')
    .flatMap((file) => {
      const lines = textOf(file).split('\n')
      return BANNED.filter(([where]) => where.test(file)).flatMap(([, word, instead]) =>
        lines.flatMap((line, index) =>
          word.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line)
            ? [`${file}:${index + 1} ${line.trim()} (instead: ${instead})`]
            : [],
        ),
      )
    })
  expect(wrong).toEqual([])
})

test('no drawers and no giants', () => {
  const drawers = files.filter((file) => /^(utils?|helpers?|misc|common)\./.test(basename(file)))
  const giants = sources.filter((file) => textOf(file).split('\n').length > 500)
  expect({ drawers, giants }).toEqual({ drawers: [], giants: [] })
})
