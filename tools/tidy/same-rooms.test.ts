/** A feature has one word on every floor: its rooms, its schema file and its tests are called alike, and docs/rooms.md lists them. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each floor: how its rooms follow from the paths of its files. */
const FLOORS = {
  core: /^packages\/core\/src\/([^/]+)\//,
  contract: /^packages\/contract\/src\/([^/]+)\//,
  server: /^apps\/server\/src\/features\/([^/]+)\//,
  web: /^apps\/web\/src\/features\/([^/]+)\//,
  schema: /^apps\/server\/schema\/([^/]+)\.sql$/,
  tests: /^apps\/server\/test\/([^/]+)\//,
} as const
type FloorName = keyof typeof FLOORS
const NAMES = Object.keys(FLOORS) as FloorName[]

/** Rooms that one floor has alone, and why. */
const ALONE: Readonly<Record<string, string>> = {
  acts: 'schema: the stored answer and the audit row of each write; the code is apps/server/src/platform',
  books: 'tests: whole books over many features',
  database: 'tests: apps/server/src/platform/database',
  fixtures: 'tests: files that tests read',
  golden: 'tests: scenarios over many features',
  guards: 'schema: what keeps rows from being changed',
  http: 'tests: apps/server/src/platform/http, and what all routes have in common',
  installation: 'schema: settings of an installation',
  kit: 'contract: what descriptions of routes and registers are made of',
  locks: 'schema: locks that are no rows',
  postgres: 'tests: apps/server/src/platform/postgres',
  queue: 'schema: the tables of pg-boss',
  rights: "schema: what the application's role may do with each table",
  support: 'tests: what tests have in common',
  system: 'server: health, the description of the interface, the web page',
  tabs: 'contract: the tabs of the menu and what leads to them',
  testing: 'core: samples, scenarios and naive models for tests',
  values: 'core: decimals, money and dates',
  versions: 'schema: versions of registers are records of acts',
}

/** The floors of each room, by its word. */
function roomsOf(files: readonly string[]): Map<string, Set<FloorName>> {
  const rooms = new Map<string, Set<FloorName>>()
  for (const file of files) {
    for (const floor of NAMES) {
      const word = FLOORS[floor].exec(file)?.[1]
      if (word !== undefined) rooms.set(word, (rooms.get(word) ?? new Set()).add(floor))
    }
  }
  return rooms
}

/** The words that only one floor has, without a stated reason. */
const withoutCounterpart = (rooms: ReadonlyMap<string, ReadonlySet<FloorName>>) =>
  [...rooms].flatMap(([word, floors]) => (floors.size === 1 && !(word in ALONE) ? [word] : []))

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
const rooms = roomsOf(files)

test('each room has a counterpart on another floor, or a stated reason', () => {
  expect(withoutCounterpart(rooms)).toEqual([])
  // A reason that no room needs any more goes.
  expect(Object.keys(ALONE).filter((word) => rooms.get(word)?.size !== 1)).toEqual([])
})

test('docs/rooms.md lists the rooms of all floors', () => {
  const row = (word: string, floors: ReadonlySet<FloorName>) =>
    `| ${[word, ...NAMES.map((floor) => (floors.has(floor) ? 'x' : ''))].join(' | ')} |`
  const table = [...rooms]
    .filter(([word]) => !(word in ALONE))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, floors]) => row(word, floors))
  const page = readFileSync(join(root, 'docs/rooms.md'), 'utf8')
  const listed = page.split('\n').filter((line) => /^\| [a-z-]+ \| x? \|/.test(line))
  expect(listed).toEqual(table)
})

test('a room without a counterpart is found', () => {
  const found = roomsOf([
    'packages/core/src/prices/a.ts',
    'apps/server/src/features/prices/b.ts',
    'apps/web/src/features/market/c.tsx',
    'apps/server/schema/queue.sql',
    'README.md',
  ])
  expect(withoutCounterpart(found)).toEqual(['market'])
})
