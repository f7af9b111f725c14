/**
 * A name says the noun of the field: no file and no exported name has one of the words that mean ten things. Each meaning has its noun
 * in docs/glossary.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const FLOORS = {
  packages: /^packages\//,
  server: /^(?:apps\/server|tools|bench)\//,
  web: /^(?:apps\/web|e2e)\//,
} as const
type FloorName = keyof typeof FLOORS

/** The floors that are held. */
const HELD: readonly FloorName[] = ['packages', 'server', 'web']

/** Each word, and what to write instead. */
const NOUNS: Readonly<Record<string, string>> = {
  place: 'position, address, slot, data folder, account role, index',
  turn: 'run, lock, save slot, holder, effect, sequence',
  bring: 'apply, refresh',
  look: 'preview, search, check, format',
  kept: 'stored, remembered, draft',
  desk: 'port, job queue, life of an event',
  deed: 'action of a record',
  hand: 'manual; of processes: job processes',
  wall: 'write protection',
  tell: 'report, notify',
}
const FORMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(NOUNS).flatMap((word) => [word, `${word}s`].map((form) => [form, word]))),
  brought: 'bring',
  looked: 'look',
  looking: 'look',
  told: 'tell',
}

/** Terms of the field and of the specification that have one of these words. */
const TERMS = /\b(?:hand picked|brought forward)\b/g

/** Names that stay, by `file` or `file: name`, and why. */
const STAYS: Readonly<Record<string, string>> = {}

/** `openInPlace`, `open-in-place` and `OPEN_IN_PLACE` as open, in, place; without the terms. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(TERMS, ' ')
    .split(' ')
const wrongIn = (name: string): string | undefined => wordsOf(name).find((word) => Object.hasOwn(FORMS, word))

/** A file's own name; `words.ts` and `words-of-...` do not say what they contain. */
function wrongFile(file: string): string | undefined {
  const [own = ''] = /[^/]+$/.exec(file) ?? []
  return wrongIn(own) ?? (/^words[.-]/.test(own) ? 'words' : undefined)
}
const wrongFolder = (folder: string): boolean => wrongIn(folder) !== undefined

const DECLARED =
  /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:const enum|const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}/gm
/** The names that a file exports, under which others import them. */
function exportedIn(text: string): string[] {
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((one) => /([\w$]+)\s*$/.exec(one.trim())?.[1] ?? '')
      .filter((name) => name !== ''),
  )
  return [...[...text.matchAll(DECLARED)].map(([, name = '']) => name), ...listed]
}

/** Wrong files and names of a file, as `STAYS` names them. */
const wrongOf = (file: string, text: string | null): string[] => [
  ...(wrongFile(file) === undefined ? [] : [file]),
  ...(text === null ? [] : exportedIn(text))
    .filter((name) => wrongIn(name) !== undefined)
    .map((name) => `${file}: ${name}`),
]

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
const ofFloor = (floor: FloorName) => files.filter((file) => FLOORS[floor].test(file))
const wrongOfFloor = (floor: FloorName): string[] =>
  ofFloor(floor).flatMap((file) =>
    wrongOf(
      file,
      /\.(?:ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts')
        ? readFileSync(join(root, file), 'utf8')
        : null,
    ),
  )

test.each(HELD)('%s: no file and no exported name has one of these words', (floor) => {
  expect(
    wrongOfFloor(floor).filter((name) => !Object.hasOwn(STAYS, name)),
    JSON.stringify(NOUNS, null, 1),
  ).toEqual([])
  const folders = new Set(ofFloor(floor).flatMap((file) => file.split('/').slice(0, -1)))
  expect([...folders].filter(wrongFolder)).toEqual([])
})

test('an exception that no name needs any more goes', () => {
  const wrong = new Set(HELD.flatMap(wrongOfFloor))
  expect(Object.keys(STAYS).filter((name) => !wrong.has(name))).toEqual([])
})

test('a wrong name is found, a longer word is none', () => {
  expect(
    wrongOf(
      'apps/web/src/useLook.ts',
      [
        'export function placeOf(): void {}',
        'export const JOB_HANDS = 4',
        'export type {\n  SheetPlace,\n  Row as KeptRow,\n} from "./a.ts"',
        'export interface Placement {}',
        'export const replaceAll = 1, lookup = 2',
        'export const byHandler = 1',
      ].join('\n'),
    ),
  ).toEqual(
    ['', ': placeOf', ': JOB_HANDS', ': SheetPlace', ': KeptRow'].map(
      (name) => `apps/web/src/useLook.ts${name}`,
    ),
  )
  expect(['limits/words.ts', 'words-of-faults.ts', 'date-words.ts', 'hand-picked.ts'].map(wrongFile)).toEqual(
    ['words', 'words', undefined, undefined],
  )
  expect(['broughtForwardEntries', 'handPickedLots', 'lookup'].map(wrongIn)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
