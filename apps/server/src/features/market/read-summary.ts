/** Reads an uploaded trade summary in a reader process. */
import type { PriceRow } from '@em/core/prices/price-row'
import type { FileReaders } from '../../platform/file-readers/pool.ts'
import type { ReadPrice, SummaryAsked, SummaryReading } from './files/summary-table.ts'

const SCRIPT = new URL('./files/summary-reader.ts', import.meta.url)

export interface SummaryFile extends SummaryAsked {
  /** Base64. */
  readonly data: string
}

export interface Summary extends Omit<SummaryReading, 'rows'> {
  readonly rows: readonly ReadRow[]
}

/** A row with the line of the file that it stands in. */
export interface ReadRow extends PriceRow {
  readonly line: number
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
): Promise<Summary> {
  const parts = await readers.read({ script: SCRIPT, asked, data, who })
  const reading = JSON.parse(Buffer.concat(parts).toString()) as SummaryReading
  return { ...reading, rows: reading.rows.map(rowOf) }
}

const units = (text: string | null) => (text === null ? null : BigInt(text))

function rowOf(row: ReadPrice): ReadRow {
  return {
    line: row.line,
    symbol: row.symbol,
    companyName: row.companyName,
    shareVolume: units(row.shareVolume),
    tradeVolume: units(row.tradeVolume),
    previousClose: units(row.previousClose),
    open: units(row.open),
    high: units(row.high),
    low: units(row.low),
    lastTrade: BigInt(row.lastTrade),
    close: units(row.close),
    changeRs: units(row.changeRs),
    changePercent: units(row.changePercent),
  }
}
