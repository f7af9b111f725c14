/** Makes one PDF beside the page, which stays usable meanwhile: a long report takes some seconds. */
import type { PrintableReport } from './paper.ts'
import { makePdf } from './pdf-make.ts'

export interface PdfAsked {
  readonly report: PrintableReport
  readonly printedAt: string
}
export type PdfAnswer = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly fault: string }

/** What of a worker's world is used here: the page's types know another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<PdfAsked>) => void) | null
  postMessage(message: PdfAnswer, transfer?: Transferable[]): void
}
const scope = globalThis as unknown as WorkerScope

scope.onmessage = ({ data }) => {
  makePdf(data.report, data.printedAt).then(
    (pdf) => scope.postMessage({ pdf }, [pdf.buffer]),
    (error: unknown) => scope.postMessage({ fault: String(error) }),
  )
}
