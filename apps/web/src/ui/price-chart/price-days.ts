/** Prices of a day; open, high and low are null where only a price is known. */
export interface ChartDay {
  readonly date: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly last: number
  /** Shares traded. */
  readonly volume: number | null
}

/** Something that happened on a day, as a buy of one's own. */
export interface ChartMark {
  readonly date: string
  readonly kind: 'buy' | 'sell' | 'opening'
  /** "Bought 1,000". */
  readonly text: string
}
