/** Reads an uploaded sheet of trades. */
import type { FileReaders } from '../platform/file-readers/pool.ts'

export interface FileToRead {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet: string | null
}

const SCRIPT = new URL('./sheet-reader.ts', import.meta.url)

/**
 * The columns and rows of an .xlsx or .csv file, as the JSON text of a `FileReading`.
 * @throws Refusal `file.kind` (415), `file.too-large` and the like; `server.busy` when many files are read already.
 */
export function readFile(
  readers: FileReaders,
  who: number,
  { data, ...asked }: FileToRead,
): Promise<Buffer[]> {
  return readers.read({ script: SCRIPT, asked, data, who })
}
