/** Reads an uploaded trade summary in a reader process. */
import { PRICE_NUMBERS } from '@em/core/prices/price-row'
import type { FileReaders } from '../../platform/file-readers/pool.ts'
import type { SummaryAsked, SummaryReading } from './files/summary-table.ts'

const SCRIPT = new URL('./files/summary-reader.ts', import.meta.url)

export interface SummaryFile extends SummaryAsked {
  /** Base64. */
  readonly data: string
}

/**
 * The rows of a trade summary, in units.
 * @throws Refusal `file.kind` (415), `file.too-large`, `file.unreadable`, `prices.no-table`, `file.date-order`, `file.decimal-mark` and the like; `server.busy` when many files
 *   are read already.
 */
export async function readSummary(
  readers: FileReaders,
  who: number,
  { data, ...asked }: SummaryFile,
): Promise<SummaryReading> {
  const parts = await readers.read({ script: SCRIPT, asked, data, who })
  return JSON.parse(Buffer.concat(parts).toString(), withNumbers) as SummaryReading
}

const NUMBERS: ReadonlySet<string> = new Set(PRICE_NUMBERS)
/** Whole numbers come as text from the reader process: JSON has none that are exact. */
const withNumbers = (name: string, value: unknown) =>
  typeof value === 'string' && NUMBERS.has(name) ? BigInt(value) : value
