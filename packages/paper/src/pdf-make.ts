/** pdfmake, which prints. Heavy: the web's worker and the server's jobs alone import it, the latter when a PDF is asked for. */
import pdfMake from 'pdfmake/build/pdfmake.min.js'
import { definitionOf } from './pdf-layout.ts'
import type { FontFile, MakePdf } from './pdf-maker.ts'

const FONT_FILES: readonly FontFile[] = ['Roboto-Regular.ttf', 'Roboto-Medium.ttf']

export const makePdf: MakePdf = async (report, printedAt, readFont) => {
  const fonts = FONT_FILES.map(async (file) => [file, base64(await readFont(file))] as const)
  // Nothing is fetched, whatever a document says; this build of pdfmake knows no files but those that it is given.
  pdfMake.setUrlAccessPolicy(() => false)
  pdfMake.addVirtualFileSystem(Object.fromEntries(await Promise.all(fonts)))
  pdfMake.setFonts({ Roboto: { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } })
  return new Uint8Array(await pdfMake.createPdf(definitionOf(report, printedAt)).getBuffer())
}

function base64(all: Uint8Array): string {
  let text = ''
  for (let at = 0; at < all.length; at += 0x8000)
    text += String.fromCharCode(...all.subarray(at, at + 0x8000))
  return btoa(text)
}
