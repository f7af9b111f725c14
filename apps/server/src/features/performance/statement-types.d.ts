/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'performance.benchmark': {
      values: {
        portfolioId: number | bigint | null
        code: string | null
      }
      row: {
        id: number
        code: string
        name: string
      }
    }
    'performance.days': {
      values: {
        portfolioId: number | bigint
        to: string
        from: string
      }
      row: {
        day: string
        shares_value: string
        stale_value: string
        paid_in: string
        taken_out: string
        cash: string
        receivable: string
        dividends: string
        applications: string
        payable: string
        fund_in: string
        fund_out: string
        has_prices: boolean
      }
    }
    'performance.days-of-listed': {
      values: {
        to: string
        from: string
      }
      row: {
        day: string
        shares_value: string
        stale_value: string
        paid_in: string
        taken_out: string
        cash: string
        receivable: string
        dividends: string
        applications: string
        payable: string
        fund_in: string
        fund_out: string
        has_prices: boolean
      }
    }
    'performance.first-day': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        day: string | null
      }
    }
    'performance.gains': {
      values: {
        from: string
        to: string
        portfolioId: number | bigint | null
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        startPrices: readonly (string | bigint | null)[] | null
        endPrices: readonly (string | bigint | null)[] | null
      }
      row: {
        id: number
        symbol: string
        name: string
        sector: string
        start_value: string
        end_value: string
        paid_in: string
        taken_out: string
      }
    }
    'performance.held': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        id: number
      }
    }
    'performance.index-days': {
      values: {
        indexId: number | bigint
        from: string
        to: string
      }
      row: {
        date: string
        value: string
        total_return: string | null
      }
    }
    'performance.money-of-actions': {
      values: {
        portfolioId: number | bigint | null
        from: string
        to: string
      }
      row: {
        equityId: number
        day: string
        amount: string
      }
    }
    'performance.opened': {
      values: {
        portfolioId: number | bigint | null
        from: string
        to: string
      }
      row: {
        equityId: number
        basis: 'Close' | 'Last Trade'
        day: string
        quantity: number
        paid: string
      }
    }
    'performance.overdrawn': {
      values: {
        portfolioId: number | bigint
        to: string
      }
      row: {
        day: string | null
        known: boolean
      }
    }
    'performance.overdrawn-listed': {
      values: {
        to: string
      }
      row: {
        day: string | null
      }
    }
    'performance.sector-indices': {
      values: {
        from: string
        to: string
      }
      row: {
        sector: string
        day: string
        value: string
      }
    }
    'performance.sectors': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        sector: string
      }
    }
    'performance.shares-of-actions': {
      values: {
        portfolioId: number | bigint | null
        from: string
        to: string
      }
      row: {
        equityId: number
        basis: 'Close' | 'Last Trade'
        day: string
        quantity: number
        paid: string
        givenId: number | null
      }
    }
    'performance.stored-sectors': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        last: string | null
        ids: number[]
        areTogether: boolean
      }
    }
    'performance.values-of-sectors': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        from: string
        to: string
      }
      row: {
        sector: string
        days: string
        values: string
        paidIn: string
        takenOut: string
      }
    }
    'performance.weights': {
      values: {
        indexId: number | bigint
        to: string
      }
      row: {
        from: string
        sector: string
        weight: string
      }
    }
  }
}
export {}
