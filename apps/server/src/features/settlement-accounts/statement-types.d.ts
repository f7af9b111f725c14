/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'settlement-accounts.by-bank': {
      values: {}
      row: {
        id: number
        account_name: string
        account_number: string
        bank_name: string
        payment_method: string
      }
    }
    'settlement-accounts.used-outside': {
      values: {
        id: number | bigint
        within: readonly (number | bigint)[]
      }
      row: {
        outside: boolean
      }
    }
  }
}
export {}
