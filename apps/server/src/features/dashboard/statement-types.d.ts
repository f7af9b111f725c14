/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'dashboard.last-price': {
      values: {}
      row: {
        day: string | null
      }
    }
    'dashboard.most-traded': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        equity_id: number
        symbol: string
        company_name: string
        buys: number
      }
    }
    'dashboard.recent': {
      values: {
        today: string
        portfolioId: number | bigint | null
      }
      row: {
        id: number
        side: 'buy' | 'sell'
        symbol: string
        company_name: string
        portfolio: string
        quantity: number
        price: string
        net_value: string
        trade_date: string
        state: 'assumed' | 'failed' | 'overdue' | 'part' | 'pending' | 'settled'
        created_at: string
      }
    }
    'dashboard.setup': {
      values: {}
      row: {
        equities: number
        portfolios: number
        settlementAccounts: number
        costOfFunds: number
        trades: number
      }
    }
    'dashboard.without-method': {
      values: {}
      row: {
        portfolios: number
      }
    }
    'dashboard.without-price': {
      values: {}
      row: {
        id: number
        symbol: string
      }
    }
  }
}
export {}
