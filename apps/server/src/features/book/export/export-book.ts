/** The whole book as a file that a job makes: every section as it was at one moment, however long it takes. */
import type { book } from '@em/contract/book/book'
import type { Reply } from '@em/contract/kit/route'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import type { Progress, WriteInput } from '../../../platform/http/writes.ts'
import { keepExport } from '../../exports/keep.commands.ts'
import {
  csvName,
  csvOf,
  FORMAT,
  FORMAT_VERSION,
  HEAD,
  type Head,
  jsonName,
  jsonOf,
  README,
  README_TEXT,
} from '../format/book.ts'
import type { Row } from '../format/section.ts'
import { type ZipFile, zipOf } from '../format/zip-writer.ts'
import { SECTIONS } from '../sections/all.ts'
import { readRows } from '../sections/read.queries.ts'

type Exporting = typeof book.export

const COUNT = 'SELECT (SELECT count(*) FROM trade_versions) + (SELECT count(*) FROM prices) AS rows'

/**
 * Makes the file and keeps it for its maker; a preview says about how many rows it would hold. Everything is read in a snapshot next to the transaction that the
 * file is written in, while others save; no section is ever in memory as a whole.
 * @throws what keeping the file refuses.
 */
export function exportBook(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  { user, dryRun, job, progress }: WriteInput<Exporting>,
): Promise<Outcome<Reply<Exporting>>> {
  const fileName = `Book ${clock.today()}.zip`
  return database.snapshot(async (db) => {
    const audit = { action: 'book.export', entity: 'export' } as const
    if (dryRun) {
      const [count] = await db.query<{ rows: number }>(COUNT, [])
      return {
        answer: { dryRun: true as const, file_name: fileName, rows: count?.rows ?? 0 },
        audit: { ...audit, entityId: 0 },
      }
    }
    let rows = 0
    const files = filesOf(db, { now: clock.now(), progress, onRows: (some) => (rows += some) })
    const made = {
      ownerId: user.id,
      job,
      needs: 'books.export' as const,
      portfolios: user.portfolios.see,
      fileName,
      mediaType: 'application/zip',
      gzipped: false,
    }
    const answer = await keepExport(tx, made, zipOf(files), () => rows)
    return { answer, audit: { ...audit, entityId: answer.id, after: { file_name: fileName, rows } } }
  })
}

interface Reading {
  readonly now: Date
  readonly progress: Progress
  onRows(some: number): void
}

/** The files of a book, each read when its section is written. */
export async function* filesOf(db: Queryable, { now, progress, onRows }: Reading): AsyncGenerator<ZipFile> {
  const sections: Record<string, number> = {}
  for (const [index, section] of SECTIONS.entries()) {
    progress(index, SECTIONS.length, `Writing ${section.name.replaceAll('_', ' ')}`)
    let count = 0
    const counted = async function* (): AsyncGenerator<readonly Row[]> {
      for await (const some of readRows(db, section)) {
        count += some.length
        onRows(some.length)
        yield some
      }
    }
    yield { name: jsonName(section), content: jsonOf(counted()) }
    sections[section.name] = count
    yield { name: csvName(section), content: csvOf(section, readRows(db, section)) }
  }
  yield { name: README, content: one(README_TEXT) }
  const head: Head = {
    format: FORMAT,
    version: FORMAT_VERSION,
    exported_at: now.toISOString(),
    currency: 'LKR',
    sections,
  }
  yield { name: HEAD, content: one(`${JSON.stringify(head, null, 2)}\n`) }
}

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
