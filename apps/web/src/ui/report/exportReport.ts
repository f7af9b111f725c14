import type { ReportFormat } from '@em/contract/reports/report-files'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import type { Report } from '@em/paper/report'
import { now } from '../../lib/dates.ts'
import { load } from '../../lib/parts.ts'
import { saveFile } from '../save-file.ts'
import { fileNameOf } from './file-name.ts'

/**
 * Makes the file and saves it in the browser. What makes it (and the letters of a PDF) is fetched from our
 * own server when first asked for.
 * @throws PartMissing; ReportTooLong where a PDF would have more rows than it takes
 */
export async function exportReport(report: Report, format: ReportFormat): Promise<void> {
  saveFile(`${fileNameOf(report)}.${format}`, await contentOf(report, format), MEDIA_TYPES[format])
}

async function contentOf(report: Report, format: ReportFormat): Promise<Uint8Array> {
  if (format === 'pdf') {
    const { toPdf } = await load(() => import('./pdf.ts'))
    return toPdf(report)
  }
  const exportedAt = now().toISOString()
  if (format === 'csv') {
    const { reportCsv } = await load(() => import('@em/paper/files/csv'))
    return reportCsv(report, exportedAt)
  }
  const { reportXlsx } = await load(() => import('@em/paper/files/workbook'))
  return reportXlsx(report, exportedAt)
}
