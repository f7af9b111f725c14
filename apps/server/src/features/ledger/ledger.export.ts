/** The lines that a filter leaves, made to a file by a job: as they were at one moment, however long it takes. */

import type { ExportFormat } from '@em/contract/exports/exports'
import type { Reply } from '@em/contract/kit/route'
import type { LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import { streamedFile } from '@em/paper/files/streamed'
import { LEDGER_COLUMNS } from '@em/paper/general-ledger'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { Progress, WriteInput } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { FILE_FORMATS } from '../exports/file-formats.ts'
import { keepExport } from '../exports/keep.commands.ts'
import { type Asked, filterOf } from './ledger.asked.ts'
import { runningBalances } from './ledger.balances.ts'
import { ledgerTotals, lineConditions } from './ledger.filter.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { pageOf, toEntry } from './ledger.queries.ts'

type Exporting = typeof ledger.export

const PAGE = 2_000

/**
 * Makes the file and keeps it; a preview says how many lines it would hold. The lines are read in a snapshot next to the transaction that the
 * file is written in: all at one moment, while others save.
 * @throws Refusal `ledger.too-many` where a file does not hold them, `ledger.search-too-wide` where a search text or a broker
 *   occurs in too many lines; what keeping the file refuses.
 */
export function exportLedger(
  { database, clock }: Pick<Server, 'database' | 'clock'>,
  tx: Transaction,
  { body, user, dryRun, job, progress }: WriteInput<Exporting>,
): Promise<Outcome<Reply<Exporting>>> {
  const { format } = body
  const today = clock.today()
  const fileName = `General Ledger ${today}.${format}`
  return database.snapshot(async (db) => {
    const { filter, portfolio } = await filterOf(db, body)
    const found = await linesOf(db, filter, today, format)
    const details = { file_name: fileName, ...filtersSet(body), ...(portfolio && { portfolio }) }
    const audit = { action: 'ledger.export', entity: 'export' } as const
    if (dryRun) {
      const answer = { dryRun: true as const, file_name: fileName, rows: found.total }
      return { answer, audit: { ...audit, entityId: 0, after: details } }
    }
    let rows = 0
    async function* lines() {
      for await (const page of found.pages(progress)) {
        rows += page.length
        yield* page
      }
    }
    const made = {
      ownerId: user.id,
      job,
      needs: 'ledger.read' as const,
      portfolios: filter.portfolioId === undefined ? user.portfolios.see : [filter.portfolioId],
      fileName,
      mediaType: FILE_FORMATS[format].mediaType,
      gzipped: format === 'csv',
    }
    const table = { name: 'General Ledger', columns: LEDGER_COLUMNS, rows: lines() }
    const answer = await keepExport(tx, made, streamedFile(table, format), () => rows)
    return { answer, audit: { ...audit, entityId: answer.id, after: { ...details, rows } } }
  })
}

/** The filters of a request that leave something out, by their names. */
function filtersSet(asked: Asked & { format: string }) {
  const isFilter = (name: string) => !['format', 'portfolio', 'portfolioId'].includes(name)
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => isFilter(name) && value != null))
}

/** How many lines a filter leaves, and the lines themselves with their running balances, newest first. */
async function linesOf(db: Queryable, filter: LedgerFilter, today: string, format: ExportFormat) {
  const conditions = await lineConditions(db, filter, today)
  const { entries: total, stopped } = await ledgerTotals(db, filter, today, conditions)
  if (stopped) throw new Refusal('ledger.search-too-wide')
  const { most, what } = FILE_FORMATS[format]
  if (total > most) {
    const words = (count: number) => count.toLocaleString('en-LK')
    throw new Refusal('ledger.too-many', { count: words(total), limit: words(most), file: what })
  }
  async function* pages(progress: Progress): AsyncGenerator<LedgerEntry[]> {
    let cursor: string | undefined
    let done = 0
    for (;;) {
      progress(done, total, 'Reading the lines')
      const page = (await pageOf(db, conditions, { cursor }, PAGE, total)).slice(0, PAGE)
      const balances = await runningBalances(db, page, filter.portfolioId)
      yield page.map((row, index) => toEntry(row, balances[index] ?? 0n))
      done += page.length
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      cursor = `${last.entry_date}_${last.entry_id}_${last.line_no}`
    }
  }
  return { total, pages }
}
