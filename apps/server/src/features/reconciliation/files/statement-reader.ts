/** The reader of statements: runs in a reader process. */
import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import type { FileAsked } from './answer.ts'
import { readBytes } from './read-bytes.ts'

/** @throws FileRefusal. */
export function read(bytes: Uint8Array, asked: Omit<FileAsked, 'bytes'>): Promise<StatementReading> {
  return readBytes({ ...asked, bytes })
}
