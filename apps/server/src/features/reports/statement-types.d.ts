/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'reports.balances': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolio_id: number
        account_id: number
        is_manual: boolean
        net: string
      }
    }
    'reports.investment-accounts': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        account_code: string
        roles: string[]
      }
    }
    'reports.securities': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        symbol: string
        name: string
        sector: string | null
      }
    }
    'reports.stated-balances': {
      values: {
        date: string
        accountIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        accountId: number
        net: string
      }
    }
    'reports.valued-sums': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint)[]
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        is_fvoci: boolean | null
        basis: 'Close' | 'Last Trade' | null
        equity_id: number | null
        portfolio_id: number | null
        is_rights: boolean | null
        portfolios: number
        quantity: number
        cost: string
        capitalised: string
        fair_value: string
      }
    }
  }
}
export {}
