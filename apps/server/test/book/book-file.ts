/** Book files in tests: made by the job as people make them, loaded as the tool loads them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { book } from '@em/contract/book/book'
import type { ExportFile } from '@em/contract/exports/exports'
import { afterAll } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { loadInto } from '../../../../tools/load-book.ts'
import type { Row } from '../../src/features/book/format/section.ts'
import { type ZipFile, zipOf } from '../../src/features/book/format/zip-writer.ts'
import type { LoadedBook } from '../../src/features/book/load/load-book.ts'
import { BookFile } from '../../src/features/book/load/read-book.ts'
import { SECTIONS } from '../../src/features/book/sections/all.ts'
import { readSettings } from '../../src/platform/settings.ts'
import type { Api } from '../support/api.ts'
import { download } from '../support/exports.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Keeps bytes as a file. */
export async function savedFile(bytes: Uint8Array, name = 'book.zip'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'em-book-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** The whole book of a server as a file. */
export async function exportedBook(api: Api): Promise<string> {
  const made = await api.ask(book.export, { query: {}, body: {} })
  const { status, bytes } = await download(api, (made as ExportFile).id)
  if (status !== 200) throw new Error(`the download answered ${status}: ${bytes.toString()}`)
  return savedFile(bytes)
}

export const bytesOf = (path: string): Promise<Buffer> => readFile(path)

/** Loads a book into a server's installation. */
export const load = (api: Api, path: string): Promise<LoadedBook> =>
  loadInto(api.database, { settings: readSettings({ LOG_LEVEL: 'silent' }), path }, () => undefined)

/** All rows of a file by section, without what is of the installation: positions among the acts, numbers, times and people. */
export async function rowsOf(path: string): Promise<Record<string, Row[]>> {
  const file = await BookFile.open(path)
  try {
    const all: Record<string, Row[]> = {}
    for (const section of SECTIONS) {
      const rows: Row[] = []
      for await (const { row } of file.rows(section)) {
        const {
          order: _order,
          recorded_at: _at,
          recorded_by: _by,
          import: _import,
          number: _number,
          undoes: _undoes,
          ...says
        } = row
        rows.push(says)
      }
      all[section.name] = rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .map((text) => JSON.parse(text) as Row)
    }
    return all
  } finally {
    file.close()
  }
}

/** Each file of a book as another text, or left out where it becomes null. */
export async function rewritten(
  path: string,
  change: (name: string, text: string) => string | null,
): Promise<string> {
  const zip = await fromBufferPromise(await bytesOf(path), { lazyEntries: true, autoClose: false })
  const files: ZipFile[] = []
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      parts.push(part)
    const text = change(entry.fileName, Buffer.concat(parts).toString())
    if (text !== null) files.push({ name: entry.fileName, content: oneText(text) })
  }
  const pieces: Uint8Array[] = []
  for await (const piece of zipOf(each(files))) pieces.push(piece)
  return savedFile(Buffer.concat(pieces))
}

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one)
}
const oneText = (text: string) => each([text])
