/** Which outside account a line goes to: the row of its portfolio before the general one, each as it holds on the date of the entry. */

export interface MappingRow {
  readonly accountCode: string
  readonly outside: string
  /** Null: every portfolio without a row of its own. */
  readonly portfolioId: number | null
  readonly costCentre: string | null
  /** Null: since ever. */
  readonly effectiveFrom: string | null
}
export interface MappedTo {
  readonly outside: string
  readonly costCentre: string | null
}

const keyOf = (accountCode: string, portfolioId: number | null) => `${accountCode} ${portfolioId ?? ''}`

/** The rows of a mapping, asked by account, portfolio and date. */
export class AccountMap {
  /** Of each account and portfolio the newest first. */
  readonly #rows: ReadonlyMap<string, readonly MappingRow[]>

  constructor(rows: readonly MappingRow[]) {
    const newestFirst = rows.toSorted((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? 1 : -1))
    this.#rows = Map.groupBy(newestFirst, (row) => keyOf(row.accountCode, row.portfolioId))
  }

  /** Undefined where no row holds: nothing is mapped by default. */
  of(accountCode: string, portfolioId: number | null, date: string): MappedTo | undefined {
    return (
      (portfolioId === null ? undefined : this.#on(accountCode, portfolioId, date)) ??
      this.#on(accountCode, null, date)
    )
  }

  #on(accountCode: string, portfolioId: number | null, date: string): MappedTo | undefined {
    return this.#rows
      .get(keyOf(accountCode, portfolioId))
      ?.find(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= date)
  }
}

/** Places of a mapping with two rows from the same day on: which would hold is not said. */
export function repeatedRows(rows: readonly MappingRow[]): number[] {
  const seen = new Set<string>()
  return rows.flatMap((row, index) => {
    const key = `${keyOf(row.accountCode, row.portfolioId)} ${row.effectiveFrom ?? ''}`
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}
