/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'cost-of-funds.at': {
      values: {
        date: string
      }
      row: {
        id: number
        effective_date: string
        cost_of_funds: string
        tax_rate: string
        after_tax_cost_of_funds: string
        created_at: string
      }
    }
    'cost-of-funds.by-id': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        effective_date: string
        cost_of_funds: string
        tax_rate: string
        after_tax_cost_of_funds: string
        created_at: string
      }
    }
    'cost-of-funds.count': {
      values: {}
      row: {
        total: number
      }
    }
    'cost-of-funds.page': {
      values: {
        key: string | null
        id: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        effective_date: string
        cost_of_funds: string
        tax_rate: string
        after_tax_cost_of_funds: string
        created_at: string
        key: string
      }
    }
    'cost-of-funds.remove': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'cost-of-funds.save': {
      values: {
        effectiveDate: string
        costOfFunds: string | bigint
        taxRate: string | bigint
        afterTax: string | bigint
      }
      row: {
        id: number
      }
    }
  }
}
export {}
