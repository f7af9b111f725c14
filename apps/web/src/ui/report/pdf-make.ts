/** pdfmake and the letters it prints with. Heavy: only the worker imports it. */
import pdfMake from 'pdfmake/build/pdfmake.min.js'
import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url'
import type { PrintableReport } from './paper.ts'
import { definitionOf } from './pdf-layout.ts'

const FONTS = { 'Roboto-Regular.ttf': regular, 'Roboto-Medium.ttf': medium }
export type FontReader = (address: string) => Promise<ArrayBuffer>

/** From our own server, beside the page. */
const fetchFont: FontReader = async (address) => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return answer.arrayBuffer()
}

/** The report as a PDF: A4, header of each table repeated, `Page 1 of 3` at the foot. */
export async function makePdf(
  report: PrintableReport,
  printedAt: string,
  readFont: FontReader = fetchFont,
): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = Object.entries(FONTS).map(
    async ([name, address]) => [name, base64(await readFont(address))] as const,
  )
  // Nothing is fetched, whatever a document says; there are no local files in a browser.
  pdfMake.setUrlAccessPolicy(() => false)
  pdfMake.addVirtualFileSystem(Object.fromEntries(await Promise.all(fonts)))
  pdfMake.setFonts({ Roboto: { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } })
  return new Uint8Array(await pdfMake.createPdf(definitionOf(report, printedAt)).getBuffer())
}

function base64(bytes: ArrayBuffer): string {
  let text = ''
  const all = new Uint8Array(bytes)
  for (let at = 0; at < all.length; at += 0x8000)
    text += String.fromCharCode(...all.subarray(at, at + 0x8000))
  return btoa(text)
}
