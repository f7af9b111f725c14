/** Makes PDF files in the browser. Heavy (pdfmake and its letters): loaded when the first file is asked for. */
import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url'
import { now } from '../../lib/dates.ts'
import { load } from '../../lib/parts.ts'
import { definitionOf } from './pdf-layout.ts'
import { type Report, ReportTooLong } from './report.ts'

/** Rows of all tables together; with more the page would stand still for too long. */
export const PDF_MAX_ROWS = 10_000

const FONTS = { 'Roboto-Regular.ttf': regular, 'Roboto-Medium.ttf': medium }
type FontReader = (address: string) => Promise<ArrayBuffer>

/** From our own server, beside the page. */
const fetchFont: FontReader = async (address) => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.arrayBuffer()
}

let printer: ReturnType<typeof preparePrinter> | null = null

/**
 * The report as a PDF: A4, header of each table repeated, `Page 1 of 3` at the foot.
 * @throws ReportTooLong, PartMissing
 */
export async function toPdf(report: Report, readFont: FontReader = fetchFont): Promise<Uint8Array> {
  const rows = report.tables.reduce((sum, table) => sum + table.rows.length, 0)
  if (rows > PDF_MAX_ROWS) throw new ReportTooLong(rows, PDF_MAX_ROWS)
  printer ??= preparePrinter(readFont)
  try {
    const pdfMake = await printer
    return new Uint8Array(await pdfMake.createPdf(definitionOf(report, now().toISOString())).getBuffer())
  } catch (error) {
    // What could not be fetched is asked for again the next time.
    printer = null
    throw error
  }
}

async function preparePrinter(readFont: FontReader) {
  const [{ default: pdfMake }, ...fonts] = await load(() =>
    Promise.all([
      import('pdfmake/build/pdfmake.min.js'),
      ...Object.entries(FONTS).map(
        async ([name, address]) => [name, base64(await readFont(address))] as const,
      ),
    ]),
  )
  // Nothing is fetched, whatever a document says; there are no local files in a browser.
  pdfMake.setUrlAccessPolicy(() => false)
  pdfMake.addVirtualFileSystem(Object.fromEntries(fonts))
  pdfMake.setFonts({ Roboto: { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } })
  return pdfMake
}

function base64(bytes: ArrayBuffer): string {
  let text = ''
  const all = new Uint8Array(bytes)
  for (let at = 0; at < all.length; at += 0x8000)
    text += String.fromCharCode(...all.subarray(at, at + 0x8000))
  return btoa(text)
}
