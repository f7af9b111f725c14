/**
 * The interface of `pdf-make.ts`, without pdfmake: its types include those of a browser, which only the web
 * may use. An import of `@em/paper/pdf-make` gets these types.
 */
import type { PrintableReport } from './printable.ts'

/** The letters of a PDF; their figures are tabular. They come with pdfmake, in `fonts/Roboto`. */
export type FontFile = 'Roboto-Regular.ttf' | 'Roboto-Medium.ttf'
export type FontReader = (file: FontFile) => Promise<Uint8Array>

/** The report as a PDF: A4, header of each table repeated, `Page 1 of 3` at the foot. */
export type MakePdf = (
  report: PrintableReport,
  /** An ISO moment. */
  printedAt: string,
  readFont: FontReader,
) => Promise<Uint8Array<ArrayBuffer>>

export declare const makePdf: MakePdf
