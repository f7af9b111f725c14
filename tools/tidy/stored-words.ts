/**
 * Every word that is stored or sent: it is in books, in backups, in files of users and in programs that call the server, so
 * that a renamed one breaks them. Derived from the contract, the schema document, the sidebar and the book file.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../../apps/server/src/features/book/sections/all.ts'
import { routeShapes, type Shape } from '../../apps/server/src/features/system/route-shapes.ts'
import { RIGHTS } from '../../packages/contract/src/identity/rights.ts'
import { BUILT_IN_ROLES } from '../../packages/contract/src/identity/roles.ts'
import { JOB_NAMES } from '../../packages/contract/src/jobs/job-names.ts'
import { LABELLED_ACTIONS } from '../../packages/contract/src/kit/act-labels.ts'
import { refusals } from '../../packages/contract/src/kit/errors.ts'
import { registers } from '../../packages/contract/src/kit/registers.ts'
import { addressOf, groups } from '../../packages/contract/src/tabs/tabs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const LIST = join(root, 'tools/tidy/stored-words.txt')

/** A word with what it is a word of: `field orders.list reply.rows: side`. */
const word = (of: string, name: string): string => `${of}: ${name}`

/** The fields of a payload by the objects that have them, and the values that are written as words. */
export function wordsOfShape(shape: Shape, of: string, field = ''): string[] {
  const values = [...(shape.enum ?? []), ...(shape.const === undefined ? [] : [shape.const])]
  const forms = [
    shape.items,
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...((shape['allOf'] as Shape[]) ?? []),
  ]
  return [
    ...values.filter((value) => typeof value === 'string').map((value) => word(`value ${field}`, value)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
      word(`field ${of}`, name),
      ...wordsOfShape(inner, `${of}.${name}`, name),
    ]),
    ...forms.flatMap((form) => (form === undefined ? [] : wordsOfShape(form, of, field))),
  ]
}

function ofRoutes(): string[] {
  return routeShapes().flatMap(({ route, params, query, body, reply }) => [
    word('path', `${route.method} ${route.path}`),
    word('route', route.name),
    ...Object.entries({ params, query, body: body ?? {}, reply }).flatMap(([part, shape]) =>
      wordsOfShape(shape, `${route.name} ${part}`),
    ),
  ])
}

const NO_COLUMN = /^(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i

/** The tables that an SQL document creates, with their columns. */
export function wordsOfSchema(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''")
  return [...bare.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)\s*\(/g)].flatMap(
    (found) => {
      const [whole, table = ''] = found
      const parts = ['']
      let depth = 1
      for (let at = found.index + whole.length; depth > 0 && at < bare.length; at += 1) {
        const sign = bare.charAt(at)
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
        if (sign === ',' && depth === 1) parts.push('')
        else if (depth > 0) parts[parts.length - 1] += sign
      }
      const columns = parts.map((part) => part.trim()).filter((part) => part !== '' && !NO_COLUMN.test(part))
      return [
        word('table', table),
        ...columns.map((column) => word(`column ${table}`, column.split(/\s/, 1)[0] ?? '')),
      ]
    },
  )
}

function ofSchema(): string[] {
  return globSync('apps/server/schema/*.sql', { cwd: root }).flatMap((file) =>
    wordsOfSchema(readFileSync(join(root, file), 'utf8')),
  )
}

/** The actions and kinds of record that source code writes into audit rows. */
function ofAudit(): string[] {
  const texts = globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const found = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [
    ...found(/\b(?:action: |outcome\(|refused: )'([a-z-]+\.[a-z-]+)'/g),
    ...LABELLED_ACTIONS,
    ...registers.flatMap((register) =>
      ['create', 'update', 'remove'].map((verb) => `${register.word}.${verb}`),
    ),
  ]
    .map((action) => word('audit action', action))
    .concat(found(/\bentity: '([a-z-]+)'/g).map((entity) => word('audit record', entity)))
}

function ofTabs(): string[] {
  return groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ id }) => [word('tab', id), word('tab address', addressOf(id))]),
  )
}

function ofBookFile(): string[] {
  return SECTIONS.flatMap(({ name, columns }) => [
    word('book section', name),
    ...columns.map((column) => word(`book column ${name}`, column.name)),
  ])
}

/** All of them, each once. */
export function storedWords(): string[] {
  const words = [
    ...ofRoutes(),
    ...RIGHTS.map(({ name }) => word('right', name)),
    ...BUILT_IN_ROLES.map(({ name }) => word('role', name)),
    ...Object.keys(refusals).map((code) => word('error', code)),
    ...Object.keys(JOB_NAMES).map((name) => word('job', name)),
    ...ofAudit(),
    ...ofSchema(),
    ...ofTabs(),
    ...ofBookFile(),
  ]
  return [...new Set(words)]
}

const byCharacters = (one: string, other: string) => (one < other ? -1 : 1)
const APART = ' | '

/** The list as a file: a line for what has words of its own (an object, a table), its words in one line. */
export function asText(words: Iterable<string>): string {
  const lines = new Map<string, string[]>()
  for (const one of [...new Set(words)].toSorted(byCharacters)) {
    const [of = '', name = ''] = one.split(/: (.*)/s)
    // Words without an owner have a line each.
    const line = of.includes(' ') && !/^(audit|tab|book section)/.test(of) ? of : one
    lines.set(line, [...(lines.get(line) ?? []), name])
  }
  return `${[...lines].map(([of, names]) => (of.includes(': ') ? of : word(of, names.join(APART)))).join('\n')}\n`
}

export function wordsIn(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [of = '', names = ''] = line.split(/: (.*)/s)
      return names.split(APART).map((name) => word(of, name))
    })
}

export const listedWords = (): string[] => (existsSync(LIST) ? wordsIn(readFileSync(LIST, 'utf8')) : [])
