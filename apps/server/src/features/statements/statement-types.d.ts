/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'statements.reversed-payments': {
      values: {
        startDate: string | null
        endDate: string
        cash: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        bank_id: number
        debit: string
        credit: string
      }
    }
  }
}
export {}
