/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'statements.by-portfolio': {
      values: {
        dates: readonly string[]
        accountIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        place: number
        accountId: number
        owned: string | null
        owed: string | null
      }
    }
    'statements.cash-several': {
      values: {
        cash: readonly (number | bigint)[]
        startDate: string | null
        endDate: string
        portfolioIds: readonly (number | bigint | null)[] | null
        without: string | null
      }
      row: {
        entry_id: number
        portfolio_id: number
        bank_id: number | null
        account_id: number | null
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'opening' | 'settlement' | 'trade' | 'valuation'
        net: string
      }
    }
    'statements.cash-simple': {
      values: {
        cash: readonly (number | bigint)[]
        startDate: string | null
        endDate: string
        portfolioIds: readonly (number | bigint | null)[] | null
        without: string | null
      }
      row: {
        bank_id: number
        account_id: number
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'opening' | 'settlement' | 'trade' | 'valuation'
        net: string
      }
    }
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
    'statements.stored-sums': {
      values: {
        months: readonly string[]
        last: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
        dates: readonly string[]
      }
      row: {
        whole: boolean
        place: number
        account_id: number
        bank_id: number
        type: ''
        debit: string
        credit: string
        lines: number
      }
    }
    'statements.stored-sums-bank': {
      values: {
        months: readonly string[]
        last: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
        dates: readonly string[]
      }
      row: {
        whole: boolean
        place: number
        account_id: number
        bank_id: number
        type: ''
        debit: string
        credit: string
        lines: number
      }
    }
    'statements.stored-sums-bank-type': {
      values: {
        months: readonly string[]
        types: readonly string[]
        last: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
        dates: readonly string[]
        until: string
      }
      row: {
        whole: boolean
        place: number
        account_id: number
        bank_id: number
        type: string
        debit: string
        credit: string
        lines: number
      }
    }
    'statements.stored-sums-type': {
      values: {
        months: readonly string[]
        types: readonly string[]
        last: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
        dates: readonly string[]
        until: string
      }
      row: {
        whole: boolean
        place: number
        account_id: number
        bank_id: number
        type: string
        debit: string
        credit: string
        lines: number
      }
    }
  }
}
export {}
