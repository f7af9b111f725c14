/** Reads a file of a custodian in a reader process. */
import type { FileReaders } from '../../../platform/file-readers/pool.ts'
import type { FileJson } from './file-json.ts'

const SCRIPT = new URL('./message-reader.ts', import.meta.url)

/**
 * @throws Refusal `custodian.kind` (415), `custodian.unreadable` (422) with message and field, `file.unreadable`, `file.too-many` (422),
 *   `file.too-large` (413), `server.busy` (503) when many files are read already.
 */
export async function readFile(readers: FileReaders, who: number, data: string): Promise<FileJson> {
  const parts = await readers.read({ script: SCRIPT, asked: {}, data, who })
  return JSON.parse(Buffer.concat(parts).toString()) as FileJson
}
