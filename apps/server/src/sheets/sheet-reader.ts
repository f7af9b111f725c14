/** The reader of trade files: runs in a reader process. */
import type { FileReading } from '@em/contract/batches/batches'
import { readSheet } from './sheet-reading.ts'

/** @throws FileRefusal. */
export function read(
  bytes: Uint8Array,
  { fileName, sheet }: { readonly fileName: string; readonly sheet: string | null },
): Promise<FileReading> {
  return readSheet(bytes, fileName, sheet)
}
