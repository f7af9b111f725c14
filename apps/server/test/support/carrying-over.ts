/** Statements of a migration that carry books over, run again on books that a test put back to how they were before. */
import { readFile } from 'node:fs/promises'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { Api } from './api.ts'

/** What stands in a migration from some words to the next empty line. */
export async function carryingOver(file: string, from: string): Promise<string> {
  const text = await readFile(new URL(`../../carry-over/${file}`, import.meta.url), 'utf8')
  const start = text.indexOf(from)
  if (start === -1) throw new Error(`${file} has no ${from}`)
  const end = text.indexOf('\n\n', start)
  return text.slice(start, end === -1 ? undefined : end)
}

/** Runs statements as the owner of the books, with their triggers. */
export async function asOwner(api: Api, statements: string): Promise<void> {
  const database = await openDatabase(api.fresh.admin, 1)
  try {
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE')
      await tx.query(statements)
    })
  } finally {
    await database.close()
  }
}
