/** Reads an uploaded statement. */
import type { StatementMapping, StatementReading } from '@em/contract/books/reconciliation-statements'
import { bytesOf, type FileAnswer, readInWorker } from '../../../platform/file-worker.ts'
import type { FileAsked } from './answer.ts'

export interface StatementFile {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet: string | null
  readonly part: string | null
  readonly mapping: StatementMapping | null
  readonly remembered: StatementMapping | null
}
/** What the worker answers. */
export type WorkerAnswer = FileAnswer<StatementReading>

const TIME_MAX = 30_000

/**
 * The lines of a statement file, or what must be asked first.
 * @throws Refusal `statement.kind` (415), `file.too-large` (413), `statement.unreadable` (422) with the line,
 *   `statement.currency` (422); `server.busy` when many files are read already.
 */
export async function readStatement({ data, ...file }: StatementFile): Promise<StatementReading> {
  const asked: FileAsked = { ...file, bytes: bytesOf(data) }
  return readInWorker<StatementReading>(new URL('./statement-worker.ts', import.meta.url), asked, TIME_MAX)
}
