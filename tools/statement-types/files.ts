/** The positions of statements, and the files of types next to them. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type pg from 'pg'
import { statementsKnown } from '../../apps/server/src/platform/database/statement.ts'
import { askTypes, type StatementTypes } from './ask.ts'
import { readCatalogue } from './catalogue.ts'

const source = fileURLToPath(new URL('../../apps/server/src/', import.meta.url))
const NAMED = /\bstatement\(\s*'([^']+)'/g
/**
 * Numbers do not name a value. Statements whose names are put together, as those of registers, may have them.
 */
const NUMBERED = /\$\d/

/** The files that are written by a machine: by path from the server's sources, their text. */
export type Files = ReadonlyMap<string, string>
export const FILE = 'statement-types.d.ts'

/** The room of a file: the feature's folder, elsewhere its own. */
const roomOf = (file: string) => /^features\/[^/]+/.exec(file)?.[0] ?? dirname(file)

/** The names of all statements by room. Loads the modules that make them. */
async function statementsByRoom(): Promise<Map<string, string[]>> {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file),
  )
  const rooms = new Map<string, string[]>()
  for (const file of files.toSorted()) {
    const text = await readFile(join(source, file), 'utf8')
    const names = [...text.matchAll(NAMED)].map(([, name = '']) => name)
    if (names.length === 0) continue
    await import(pathToFileURL(join(source, file)).href)
    rooms.set(roomOf(file), [...(rooms.get(roomOf(file)) ?? []), ...names])
  }
  return rooms
}

/**
 * The files of types as the database gives them. @throws naming every statement that it refuses, or that has numbers.
 * @param client a session on a migrated database, as its owner.
 */
export async function typesFromDatabase(client: pg.Client): Promise<Files> {
  const catalogue = await readCatalogue(client)
  await client.query('SET search_path = em, public')
  const files = new Map<string, string>()
  const failed: string[] = []
  for (const [room, names] of await statementsByRoom()) {
    const found: StatementTypes[] = []
    for (const name of names.toSorted()) {
      const text = statementsKnown.get(name)
      if (text === undefined) continue
      if (NUMBERED.test(text)) {
        failed.push(`${name}: name its parameters, as in :portfolioId`)
        continue
      }
      await askTypes(client, catalogue, name, text).then(
        (types) => found.push(types),
        (error: Error) => failed.push(error.message),
      )
    }
    if (found.length > 0) files.set(join(room, FILE), textOf(room, found))
  }
  if (failed.length > 0) throw new Error(failed.join('\n'))
  return files
}

/** The current files. */
export async function typesWritten(): Promise<Files> {
  const names = (await readdir(source, { recursive: true })).filter((file) => basename(file) === FILE)
  return new Map(names.map((name) => [name, readFileSync(join(source, name), 'utf8')]))
}

/** The path of a file of types. */
export const pathOf = (name: string) => join(source, name)

function textOf(room: string, statements: readonly StatementTypes[]): string {
  const module = pathFrom(room, 'platform/database/statement.ts')
  const members = statements.flatMap(({ name, values, columns }) => [
    `    '${name}': {`,
    ...membersOf('values', values),
    ...(columns === undefined ? ['      row: never'] : membersOf('row', distinct(columns))),
    '    }',
  ])
  return `${[
    '/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */',
    `declare module '${module}' {`,
    '  interface Statements {',
    ...members,
    '  }',
    '}',
    'export {}',
  ].join('\n')}\n`.replaceAll(/(?<=import\(')~\/([^']+)/g, (_, file: string) => pathFrom(room, file))
}

/** A file of the server's sources as a room names it. */
function pathFrom(room: string, file: string): string {
  const path = relative(room, file)
  return path.startsWith('.') ? path : `./${path}`
}

const membersOf = (
  title: string,
  members: readonly { readonly name: string; readonly type: string; readonly nullable?: boolean }[],
) =>
  members.length === 0
    ? [`      ${title}: {}`]
    : [
        `      ${title}: {`,
        ...members.map(
          ({ name, type, nullable }) => `        ${keyOf(name)}: ${type}${nullable ? ' | null' : ''}`,
        ),
        '      }',
      ]

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/** Of columns with one name the last is what a row has. */
const distinct = <C extends { readonly name: string }>(columns: readonly C[]): C[] => [
  ...new Map(columns.map((column) => [column.name, column])).values(),
]
