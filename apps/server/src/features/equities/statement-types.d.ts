/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'equities.by-symbol': {
      values: {
        symbol: string
      }
      row: {
        issuer: string
        votes: number
      }
    }
    'equities.meant': {
      values: {
        words: readonly string[]
        days: readonly string[]
      }
      row: {
        asked: number
        place: number
        bySymbol: boolean
        id: number
        symbol: string
        name: string
        sector: string | null
        isActive: boolean
      }
    }
    'equities.of-symbol': {
      values: {
        symbol: string
      }
      row: {
        id: number
      }
    }
    'equities.symbol-taken': {
      values: {
        symbol: string
      }
      row: {
        '?column?': number
      }
    }
    'equities.were-called': {
      values: {
        words: readonly string[]
      }
      row: {
        word: string
      }
    }
  }
}
export {}
