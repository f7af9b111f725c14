/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'equities.named': {
      values: {
        word: string
      }
      row: {
        id: number
        symbol: string
        name: string
        sector: string | null
        isActive: boolean
        bySymbol: boolean
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
  }
}
export {}
