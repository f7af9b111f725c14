/** Reads an uploaded sheet of trades. */
import type { FileReading } from '@em/contract/books/batches'
import { bytesOf, type FileAnswer, readInWorker } from '../../platform/file-worker.ts'

export interface FileToRead {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet: string | null
}
/** What the worker answers. */
export type WorkerAnswer = FileAnswer<FileReading>

const TIME_MAX = 20_000

/**
 * The columns and rows of an .xlsx or .csv file.
 * @throws Refusal `file.kind` (415), `file.too-large` and the like; `server.busy` when many files are read already.
 */
export async function readFile({ data, ...asked }: FileToRead): Promise<FileReading> {
  const script = new URL('./sheet-worker.ts', import.meta.url)
  return readInWorker<FileReading>(script, { ...asked, bytes: bytesOf(data) }, TIME_MAX)
}
