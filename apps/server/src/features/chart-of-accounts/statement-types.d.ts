/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'chart-of-accounts.active': {
      values: {
        today: string
      }
      row: {
        account_code: string
        account_name: string
        description: string | null
        is_cash: boolean
      }
    }
    'chart-of-accounts.mapped': {
      values: {
        today: string
        beforeId: number | bigint
      }
      row: {
        roles: string | null
      }
    }
    'chart-of-accounts.with-roles': {
      values: {
        to: string
        from: string | null
      }
      row: {
        id: number
        account_code: string
        account_name: string
        account_type: string
        is_system: boolean
        known: string[]
        serves: string[]
        served: import('@em/core/ledger/roles').PostingRole | null
      }
    }
  }
}
export {}
