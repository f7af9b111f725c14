import { PDF_MAX_ROWS, printable } from '@em/paper/printable'
import type { Report } from '@em/paper/report'
import { now } from '../../lib/dates.ts'
import { load } from '../../lib/parts.ts'
import type { PdfAnswer, PdfAsked } from './pdf.worker.ts'
import { ReportTooLong } from './too-long.ts'

/**
 * The report as a PDF, made in a worker that ends with it.
 * @throws ReportTooLong, PartMissing
 */
export async function toPdf(report: Report): Promise<Uint8Array> {
  const rows = report.tables.reduce((sum, table) => sum + table.rows.length, 0)
  if (rows > PDF_MAX_ROWS) throw new ReportTooLong(rows, PDF_MAX_ROWS)
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  try {
    // A worker that cannot be fetched says so by an error event; faults of a report come as an answer.
    const answer = await load(() =>
      ask(worker, { report: printable(report), printedAt: now().toISOString() }),
    )
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.pdf
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, asked: PdfAsked): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => resolve(data)
    worker.onerror = reject
    worker.postMessage(asked)
  })
}
