/** The rooms of each floor are entered by their doors only; and the guard itself finds what it must find. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { astray, type Floor, forbiddenImports, roomOf, roomsInCircles, unusedDoors } from './rooms.ts'
import { SERVER_KIT } from './server-kit.ts'
import { SERVER } from './server-rooms.ts'
import { KIT, WEB } from './web-rooms.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A floor whose rooms are in the table is added here, with what each of its rooms may use. */
const FLOORS: readonly [name: string, floor: Floor, kit: readonly string[]][] = [
  ['web', WEB, KIT],
  ['server', SERVER, SERVER_KIT],
]

const files = (floor: Floor) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', floor.root], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
const sources = (floor: Floor) =>
  files(floor)
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

describe.each(FLOORS)('the rooms of the %s', (_name, floor, kit) => {
  const all = sources(floor)
  test('are entered by their doors', () => expect(forbiddenImports(floor, all)).toEqual([]))
  test('hold every file, and every import leads to a file', () =>
    expect(astray(floor, all, new Set(files(floor)))).toEqual([]))
  test('have no unused door', () => expect(unusedDoors(floor, all, kit)).toEqual([]))
  test('lead to each other in no circle', () => expect(roomsInCircles(floor)).toEqual([]))
})

describe('the guard', () => {
  const floor: Floor = {
    root: 'house',
    doors: {
      '.': ['hall'],
      hall: ['rooms/*'],
      kit: [],
      'rooms/sell': ['kit', 'rooms/form'],
      'rooms/form': ['kit'],
      'rooms/form/fees': ['kit'],
    },
  }
  const from = (file: string, text: string) => forbiddenImports(floor, [{ file, text }])

  test.each([
    ['a sibling without a door', "import { a } from '../sell/a.ts'"],
    ['a type of it', "import type { A } from '../sell/a.ts'"],
    ['several names on several lines', "import {\n  a,\n  type B,\n} from '../sell/a.ts'"],
    ['what it passes on', "export { a } from '../sell/a.ts'"],
    ['what it loads later', "const a = () => import('../sell/a.ts')"],
    ['its styles', "import css from '../sell/a.module.css'"],
    ['what only has effects', "import '../sell/a.ts'"],
    ['a way round by the root', "import { a } from '../../../house/rooms/sell/a.ts'"],
    ['a room inside the own one', "import { a } from './fees/a.ts'"],
    ['the hall', "import { a } from '../../hall/a.ts'"],
    ['the root', "import { a } from '../../main.ts'"],
  ])('finds %s', (_what, text) => {
    expect(from('house/rooms/form/x.ts', text)).toHaveLength(1)
  })

  test('lets through what has a door, what is in the own room, and packages', () => {
    expect(
      from('house/rooms/sell/x.ts', "import { a } from '../form/a.ts'\nimport b from '../../kit/deep/b.ts'"),
    ).toEqual([])
    expect(from('house/rooms/sell/x.ts', "import { a } from './deep/a.ts'\nimport b from 'react'")).toEqual(
      [],
    )
    expect(from('house/hall/x.ts', "import { a } from '../rooms/form/fees/a.ts'")).toEqual([])
    expect(from('house/main.ts', "import { a } from './hall/a.ts'")).toEqual([])
  })

  test('reads no import in a comment', () => {
    expect(
      from('house/rooms/form/x.ts', "/** `import('../sell/a.ts')` */\n// import '../sell/a.ts'"),
    ).toEqual([])
  })

  test('knows the innermost room of a file, and none outside', () => {
    expect(roomOf(floor, 'house/rooms/form/fees/a.ts')).toBe('rooms/form/fees')
    expect(roomOf(floor, 'house/rooms/form/deep/a.ts')).toBe('rooms/form')
    expect(roomOf(floor, 'house/rooms/formal/a.ts')).toBeNull()
    expect(roomOf(floor, 'garden/rooms/form/a.ts')).toBeNull()
  })

  test('finds files without a room and imports of what is not there', () => {
    const lost = { file: 'house/cellar/a.ts', text: "import { b } from '../kit/b.ts'" }
    expect(astray(floor, [lost], new Set(['house/cellar/a.ts']))).toEqual([
      'house/cellar/a.ts is in no room',
      'house/cellar/a.ts imports house/kit/b.ts, which is not there',
    ])
  })

  test('finds unused doors, except those of the kit', () => {
    const used = { file: 'house/rooms/sell/x.ts', text: "import { a } from '../form/a.ts'" }
    expect(unusedDoors(floor, [used], ['kit'])).toEqual(['. -> hall', 'hall -> rooms/*'])
  })

  test('finds a circle of doors, over however many rooms', () => {
    expect(roomsInCircles(floor)).toEqual([])
    const round = { root: 'house', doors: { a: ['b'], b: ['c/*'], 'c/d': ['a'], e: ['a'] } }
    expect(roomsInCircles(round)).toEqual(['a', 'b', 'c/d'])
  })
})
