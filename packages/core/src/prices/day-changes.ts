/**
 * The changes that recorded prices make to the current prices of a day. Nothing is overwritten: each change
 * is the symbol's next version.
 */
import { type PriceFigures, type PriceRow, sameFigures } from './price-row.ts'

/** The newest version of a symbol's price on the day. */
export interface CurrentPrice {
  readonly symbol: string
  readonly version: number
  /** Null where the price was taken back. */
  readonly figures: PriceFigures | null
}

/** A version to be kept; without figures it takes the price back. */
export interface NextVersion {
  readonly symbol: string
  readonly version: number
  readonly figures: PriceFigures | null
}

export interface DayChanges<Price extends CurrentPrice = CurrentPrice> {
  readonly versions: readonly NextVersion[]
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Rows that repeat the current price. */
  readonly unchanged: number
  /** The current prices of the rows' symbols, equal or not. */
  readonly current: readonly Price[]
}

/**
 * The versions that follow from the rows of a day.
 * @param rows each symbol once.
 * @param whole the rows are the whole day: a current price that is not among them is taken back.
 */
export function changesOfDay<Price extends CurrentPrice>(
  before: readonly Price[],
  rows: readonly PriceRow[],
  { whole = false }: { readonly whole?: boolean } = {},
): DayChanges<Price> {
  const known = new Map(before.map((price) => [price.symbol, price]))
  const versions: NextVersion[] = []
  const current: Price[] = []
  let [added, changed, removed, unchanged] = [0, 0, 0, 0]
  for (const { symbol, ...figures } of rows) {
    const earlier = known.get(symbol)
    if (earlier !== undefined && earlier.figures !== null) {
      current.push(earlier)
      if (sameFigures(earlier.figures, figures)) {
        unchanged += 1
        continue
      }
      changed += 1
    } else added += 1
    versions.push({ symbol, version: (earlier?.version ?? 0) + 1, figures })
  }
  if (whole) {
    const sent = new Set(rows.map(({ symbol }) => symbol))
    for (const { symbol, version, figures } of before) {
      if (figures === null || sent.has(symbol)) continue
      removed += 1
      versions.push({ symbol, version: version + 1, figures: null })
    }
  }
  return { versions, added, changed, removed, unchanged, current }
}
