/** Reads an uploaded statement. */
import type { StatementMapping } from '@em/contract/reconciliation/reconciliation-statements'
import type { FileReaders } from '../../../platform/file-readers/pool.ts'
import type { BalanceAsked } from './balance-sign.ts'

export interface StatementFile extends BalanceAsked {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet: string | null
  readonly part: string | null
  readonly mapping: StatementMapping | null
  readonly remembered: StatementMapping | null
}

const SCRIPT = new URL('./statement-reader.ts', import.meta.url)

/**
 * The lines of a statement file, or what must be asked first, as the JSON text of a `StatementReading`.
 * @throws Refusal `statement.kind` (415), `file.too-large` (413), `statement.unreadable` (422) with the line,
 *   `statement.currency` (422); `server.busy` when many files are read already.
 */
export function readStatement(
  readers: FileReaders,
  who: number,
  { data, ...asked }: StatementFile,
): Promise<Buffer[]> {
  return readers.read({ script: SCRIPT, asked, data, who })
}
