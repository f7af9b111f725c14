import type { ReportFormat } from '@em/contract/books/report-files'
import type { Report } from '@em/paper/report'
import { load } from '../../lib/parts.ts'
import { CSV_TYPE, saveFile, XLSX_TYPE } from '../grid/export.ts'
import { fileNameOf } from './file-name.ts'

/**
 * Makes the file and hands it to the browser to keep. What makes it (and the letters of a PDF) is fetched from our
 * own server when first asked for.
 * @throws PartMissing; ReportTooLong where a PDF would have more rows than it takes
 */
export async function exportReport(report: Report, format: ReportFormat): Promise<void> {
  const name = `${fileNameOf(report)}.${format}`
  if (format === 'pdf') {
    const { toPdf } = await load(() => import('./pdf.ts'))
    saveFile(name, await toPdf(report), 'application/pdf')
  } else if (format === 'csv') {
    const { reportCsv } = await load(() => import('./csv.ts'))
    saveFile(name, await reportCsv(report), CSV_TYPE)
  } else {
    const { reportXlsx } = await load(() => import('./xlsx.ts'))
    saveFile(name, await reportXlsx(report), XLSX_TYPE)
  }
}
