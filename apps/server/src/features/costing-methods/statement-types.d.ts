/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'costing-methods.assign': {
      values: {
        portfolioId: number | bigint
        costingMethod: string
      }
      row: {
        portfolio_id: number
      }
    }
    'costing-methods.count': {
      values: {}
      row: {
        total: number
      }
    }
    'costing-methods.lock': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        id: number
      }
    }
    'costing-methods.of-portfolio': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        portfolioId: string
        portfolioName: string
        costing_method: 'CHERRY' | 'FIFO' | 'WAP'
        assigned_at: string
        hasTrades: boolean
      }
    }
    'costing-methods.page': {
      values: {
        key: number | bigint | null
        id: number | bigint | null
        limit: number | bigint
      }
      row: {
        portfolioId: string
        portfolioName: string
        costing_method: 'CHERRY' | 'FIFO' | 'WAP'
        assigned_at: string
        hasTrades: boolean
        key: string
        id: number
      }
    }
    'costing-methods.take-back': {
      values: {
        portfolioId: number | bigint
      }
      row: never
    }
    'costing-methods.trades': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        buys: number
        sells: number
        openings: number
      }
    }
  }
}
export {}
