/** The acts that a filter leaves, made to a file by a job: all at one moment, a page in memory at a time. */
import type { AuditRow, audit } from '@em/contract/audit/audit'
import type { Reply } from '@em/contract/kit/route'
import { AUDIT_COLUMNS } from '@em/paper/audit-trail'
import { streamedFile } from '@em/paper/files/streamed'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { Progress, WriteInput } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { FILE_FORMATS } from '../exports/file-formats.ts'
import { keepExport } from '../exports/keep.commands.ts'
import { listAudit } from './audit.queries.ts'
import type { About, AuditAsked } from './audit-page.ts'
import { needsOf } from './audit-rights.ts'

type Exporting = typeof audit.export

const PAGE = 1_000

/**
 * Makes the file and keeps it; a preview says how many acts it would hold.
 * @throws Refusal `audit.too-many` where a file does not hold them; `rights.missing` and `rights.scope` as the list; what keeping the
 *   file refuses.
 */
export async function exportAudit(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  { body, user, dryRun, job, progress }: WriteInput<Exporting>,
): Promise<Outcome<Reply<Exporting>>> {
  const { format, about = 'books', ...asked } = body
  const needs = needsOf(about, user)
  const fileName = `Audit Trail ${clock.today()}.${format}`
  return database.snapshot(async (db) => {
    let rows = 0
    const { most, what } = FILE_FORMATS[format]
    async function* lines(progress: Progress): AsyncGenerator<AuditRow> {
      for await (const page of pagesOf(db, about, asked)) {
        rows += page.length
        if (rows > most) {
          const limit = most.toLocaleString('en-LK')
          throw new Refusal('audit.too-many', { limit, file: what })
        }
        progress(rows, 0, 'Reading the acts')
        yield* page
      }
    }
    const details = { file_name: fileName, about, ...filtersSet(asked) }
    const act = { action: 'audit.export', entity: 'export' } as const
    if (dryRun) {
      for await (const _ of lines(() => undefined)) continue
      const answer = { dryRun: true as const, file_name: fileName, rows }
      return { answer, audit: { ...act, entityId: 0, after: details } }
    }
    const made = {
      ownerId: user.id,
      job,
      needs,
      portfolios: user.portfolios.see,
      fileName,
      mediaType: FILE_FORMATS[format].mediaType,
      gzipped: format === 'csv',
    }
    const table = { name: 'Audit Trail', columns: AUDIT_COLUMNS, rows: lines(progress) }
    const answer = await keepExport(tx, made, streamedFile(table, format), () => rows)
    return { answer, audit: { ...act, entityId: answer.id, after: { ...details, rows } } }
  })
}

/** The filters of a request that leave something out, by their names. */
const filtersSet = (asked: AuditAsked) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value != null))

async function* pagesOf(db: Queryable, about: About, asked: AuditAsked): AsyncGenerator<AuditRow[]> {
  let cursor: string | undefined
  do {
    const page = await listAudit(db, about, { ...asked, limit: PAGE, cursor })
    yield page.rows
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
