/** The common parts of every file of a report: its name, its bounds, its place among the exports. */

import type { ExportFile, exportPreview } from '@em/contract/exports/exports'
import type { Right } from '@em/contract/identity/rights'
import type { ReportFormat } from '@em/contract/reports/report-files'
import { type StreamedTable, streamedFile } from '@em/paper/files/streamed'
import { reportXlsx } from '@em/paper/files/workbook'
import { allPortfoliosOf } from '@em/paper/portfolio-labels'
import type { Report } from '@em/paper/report'
import type { z } from 'zod'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FILE_FORMATS } from '../../exports/file-formats.ts'
import { BE_PATIENT, keepExport } from '../../exports/keep.commands.ts'
import type { Portfolio } from '../../portfolios/portfolios.queries.ts'
import { pdfOf } from './pdf-file.ts'

const PERSON = statement('report-files.person', 'SELECT first_name, last_name FROM users WHERE id = :userId')

/** A report that is to be a file. */
export interface ReportFile<Line> {
  readonly title: string
  /** In the file's name after the title: the days. */
  readonly period: string
  /** Null: all that the person sees. */
  readonly portfolio: Portfolio | null
  readonly format: ReportFormat
  /** How many lines it has, without totals. */
  readonly count: number
  /** The right that it is read with. */
  readonly needs: Right
  /** Its table in a workbook and in a CSV file. */
  readonly table: Omit<StreamedTable<Line>, 'name'>
  /** The same as the screen prints it; `by` is who asks for it. */
  paper(by: string): Promise<Report>
  /** Of several tables, and short: its workbook has a sheet for each, as the screen's has. */
  readonly sheets?: 'of each table'
  /** The details in the audit trail, in addition to its name and portfolio. */
  readonly asked: object
}

interface Maker {
  readonly user: SignedIn
  readonly dryRun: boolean
  readonly job: number | null
}

interface Means {
  readonly tx: Transaction
  /** The source that the report is read from. */
  readonly db: Queryable
  readonly now: Date
}

/**
 * Makes the file and keeps it; a preview says how many lines it would hold.
 * @throws Refusal `report.too-long`; what keeping the file refuses.
 */
export async function makeReportFile<Line>(
  { tx, db, now }: Means,
  report: ReportFile<Line>,
  { user, dryRun, job }: Maker,
): Promise<Outcome<ExportFile | z.output<typeof exportPreview>>> {
  const { title, portfolio, format, count, needs } = report
  const { mediaType, most, what } = FILE_FORMATS[format]
  if (count > most) {
    const words = (lines: number) => lines.toLocaleString('en-LK')
    throw new Refusal('report.too-long', { count: words(count), limit: words(most), file: what })
  }
  const fileName = `${[title, inFileName(portfolio), report.period].filter(Boolean).join(' ')}.${format}`
  const details = {
    file_name: fileName,
    ...report.asked,
    ...(portfolio && { portfolio: portfolio.portfolioName }),
  }
  const audit = { action: 'report.export', entity: 'export' } as const
  if (dryRun) {
    const answer = { dryRun: true as const, file_name: fileName, rows: count }
    return { answer, audit: { ...audit, entityId: 0, after: details } }
  }
  const made = {
    ownerId: user.id,
    job,
    needs,
    portfolios: portfolio === null ? user.portfolios.see : [portfolio.id],
    fileName,
    mediaType,
    gzipped: format === 'csv',
  }
  const paper = async () => {
    // Once it is read, the PDF is made.
    await db.query(BE_PATIENT)
    const [person] = await db.query(PERSON, { userId: user.id })
    return report.paper(`${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim())
  }
  const content =
    format === 'pdf'
      ? pdfOf(paper, now)
      : format === 'xlsx' && report.sheets === 'of each table'
        ? workbookOf(paper, now)
        : streamedFile({ name: title, ...report.table }, format)
  const answer = await keepExport(tx, made, content, () => count)
  return { answer, audit: { ...audit, entityId: answer.id, after: { ...details, rows: count } } }
}

async function* workbookOf(paper: () => Promise<Report>, at: Date): AsyncGenerator<Uint8Array> {
  yield await reportXlsx(await paper(), at.toISOString())
}

/** The scope of the report, as the screen names it: "Growth Fund (GROW)", or the name of all portfolios together. */
export const whoseWords = (
  portfolio: Portfolio | null,
  { portfolios }: Pick<SignedIn, 'portfolios'>,
): string =>
  portfolio === null
    ? allPortfoliosOf(portfolios.see)
    : `${portfolio.portfolioName} (${portfolio.portfolioId})`

/** The code of a portfolio in letters that every system takes. */
const inFileName = (portfolio: Portfolio | null): string =>
  (portfolio?.portfolioId ?? '').replace(/[^\p{L}\p{N} ._-]/gu, '-').slice(0, 80)
