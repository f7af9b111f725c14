/** Makes one PDF in a worker, so that the page stays usable meanwhile: a long report takes some seconds. */
import { type FontReader, makePdf } from '@em/paper/pdf-make'
import type { PrintableReport } from '@em/paper/printable'
import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url'

export interface PdfAsked {
  readonly report: PrintableReport
  readonly printedAt: string
}
export type PdfAnswer = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly fault: string }

/** The part of a worker's scope that is used here: the page's types know another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<PdfAsked>) => void) | null
  postMessage(message: PdfAnswer, transfer?: Transferable[]): void
}
const scope = globalThis as unknown as WorkerScope

const ADDRESSES = { 'Roboto-Regular.ttf': regular, 'Roboto-Medium.ttf': medium }

/** From our own server, where the page comes from. */
const fetchFont: FontReader = async (file) => {
  const answer = await fetch(ADDRESSES[file])
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

scope.onmessage = ({ data }) => {
  makePdf(data.report, data.printedAt, fetchFont).then(
    (pdf) => scope.postMessage({ pdf }, [pdf.buffer]),
    (error: unknown) => scope.postMessage({ fault: String(error) }),
  )
}
