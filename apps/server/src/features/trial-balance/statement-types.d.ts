/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'trial-balance.account': {
      values: {
        code: string
      }
      row: {
        id: number
        account_code: string
        account_name: string
      }
    }
    'trial-balance.entries': {
      values: {
        accountId: number | bigint
        startDate: string | null
        endDate: string
        portfolioIds: readonly (number | bigint | null)[] | null
        leftOut: readonly string[]
        only: string | null
        bankId: number | bigint | null
      }
      row: {
        entry_id: number
        date: string
        description: string
        reference: string | null
        debit: string
        credit: string
        transaction_type: string
      }
    }
  }
}
export {}
