/** Makes a backup, and checks one. */
import type pg from 'pg'
import { openBackupFile, readParts } from './file-reader.ts'
import { writeBackupFile } from './file-writer.ts'
import type { Header } from './format.ts'
import { beginSnapshot, openConnection, partsOf } from './snapshot.ts'

export interface BackupOrder {
  /** Of the owner of the books. */
  readonly connection: pg.ClientConfig
  readonly target: string
  /** The version of Equity Manager, for the file's header. */
  readonly product: string
  /** Encrypts with it; at least `PASSPHRASE_MIN` letters. */
  readonly passphrase?: string | undefined
  /** One line for the person at the console, at most one a second. */
  readonly say: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** The contents of a file. */
export interface Held {
  readonly header: Header
  readonly tables: number
  readonly rows: number
}

export interface Made {
  readonly takenAt: string
  readonly rows: number
  /** Of the file. */
  readonly bytes: number
}

/**
 * Writes all tables, as they are at one moment, to a new file, and reads it again before it gets its name. People go on
 * working. Memory does not grow with the books.
 * @throws BackupError with a sentence for the person at the console.
 */
export async function makeBackup(order: BackupOrder): Promise<Made> {
  const client = await openConnection(order.connection)
  try {
    const snapshot = await beginSnapshot(client)
    const { migrations, postgres, takenAt } = snapshot
    const progress = progressLines(order.say)
    let held: Held | undefined
    const bytes = await writeBackupFile({
      target: order.target,
      header: { product: order.product, migrations, postgres, takenAt },
      passphrase: order.passphrase,
      parts: partsOf(client, snapshot, progress),
      signal: order.signal,
      check: async (path) => {
        // The snapshot has been read: what was replaced since may be cleared away.
        await client.query('COMMIT')
        held = await checkBackup(
          path,
          async () => order.passphrase,
          () => undefined,
          order.signal,
        )
      },
    })
    return { takenAt, rows: held?.rows ?? 0, bytes }
  } finally {
    await client.end()
  }
}

/**
 * Reads a file from its beginning to its end and compares every checksum in it.
 * @param passphrase asked for where the file is encrypted.
 * @throws BackupError that says what is wrong with it.
 */
export async function checkBackup(
  path: string,
  passphrase: () => Promise<string | undefined>,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Held> {
  const file = await openBackupFile(path)
  const given = file.header.encryption === null ? undefined : await passphrase()
  const progress = progressLines(say)
  let at = 0
  let names: string[] = []
  let rows = 0
  await readParts(
    file,
    given,
    async (part) => {
      if (part.kind === 'contents') names = part.contents.tables.map(({ name }) => name)
      else if (part.kind === 'rows') progress(names[at] ?? '', part.bytes.length)
      else {
        at += 1
        rows += part.end.rows
      }
    },
    signal,
  )
  return { header: file.header, tables: names.length, rows }
}

/** The schema of a backup in a word: the number of its last migration. */
export const schemaOf = ({ migrations }: Header): number => Math.max(...migrations)

const EVERY_MS = 1_000
const MEGABYTE = 1e6

/** Says how far it is, once a second: the table and the bytes of rows so far. */
export function progressLines(say: (line: string) => void): (table: string, bytes: number) => void {
  let last = performance.now()
  let total = 0
  return (table, bytes) => {
    total += bytes
    if (performance.now() - last < EVERY_MS) return
    last = performance.now()
    say(`  ${table}: ${megabytes(total)} so far`)
  }
}

/** Bytes as text: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(Math.round(bytes / (MEGABYTE / 10)) / 10).toLocaleString('en', { minimumFractionDigits: 1 })} MB`
}
