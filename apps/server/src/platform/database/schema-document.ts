/**
 * The schema as it is now, read as one document: the files of `apps/server/schema` in the order of `order.txt`. A new database is made
 * of it. What may be run again says so: every function and trigger is written CREATE OR REPLACE, and these statements and the comments
 * on tables are run again on older books, so that a function is written in one place only.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { md5Of } from './steps.ts'

const FOLDER = fileURLToPath(new URL('../../../schema/', import.meta.url))

export interface SchemaDocument {
  /** Everything, for a new database. */
  readonly whole: string
  /** The statements that may be run again. */
  readonly again: string
  /** Of what may be run again. */
  readonly md5: string
}

/** A comment, a text, a body between dollars, or the end of a statement. */
const TOKENS = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/** The statements of a text, each without the comments before it. */
export function statementsOf(sql: string): string[] {
  const found: string[] = []
  let start = 0
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (token !== ';') continue
    found.push(sql.slice(start, index + 1).replace(/^(?:\s|--[^\n]*\n)*/, ''))
    start = index + 1
  }
  return found
}

/** @throws when a file is missing in the order, or the order names one that is not there. */
export async function readSchema(): Promise<SchemaDocument> {
  const order = (await readFile(join(FOLDER, 'order.txt'), 'utf8'))
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
    .filter((word) => word !== '')
  const files = (await readdir(FOLDER))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
  const odd = [
    ...files.filter((word) => !order.includes(word)),
    ...order.filter((word) => !files.includes(word)),
  ]
  if (odd.length > 0)
    throw new Error(`schema/order.txt and the files of its folder differ: ${odd.join(', ')}.`)
  const texts = await Promise.all(order.map((word) => readFile(join(FOLDER, `${word}.sql`), 'utf8')))
  const whole = texts.join('\n')
  const again = statementsOf(whole)
    .filter((statement) => /^(CREATE OR REPLACE|COMMENT ON) /.test(statement))
    .join('\n')
  return { whole, again, md5: md5Of(again) }
}
