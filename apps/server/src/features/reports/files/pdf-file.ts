/** A report as a PDF, as the browser makes it of the screen. Made by a job's process, so that no request waits for it. */
import { installedFont } from '@em/paper/installed-fonts'
import { printable } from '@em/paper/printable'
import type { Report } from '@em/paper/report'

/** @param report is asked for when there is room for the file. */
export async function* pdfOf(report: () => Promise<Report>, printedAt: Date): AsyncGenerator<Uint8Array> {
  const [described, { makePdf }] = await Promise.all([
    report(),
    // Heavy: loaded with the first PDF.
    import('@em/paper/pdf-make'),
  ])
  yield await makePdf(printable(described), printedAt.toISOString(), installedFont)
}
