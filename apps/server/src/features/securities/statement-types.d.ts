/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'security.days': {
      values: {
        equityId: number | bigint
        from: string | null
        to: string | null
        most: number | bigint
      }
      row: {
        trade_date: string
        open: string | null
        high: string | null
        low: string | null
        last_trade: string
        share_volume: number | null
      }
    }
    'security.earlier-symbols': {
      values: {
        equityId: number | bigint
      }
      row: {
        symbol: string
        until: string | null
      }
    }
    'security.facts': {
      values: {
        equityId: number | bigint
      }
      row: {
        symbol: string
        name: string
        isin: string | null
        sector: string | null
        is_active: boolean
      }
    }
    'security.marks': {
      values: {
        equityId: number | bigint
        from: string | null
        to: string | null
        most: number | bigint
      }
      row: {
        date: string
        side: 'buy' | 'opening' | 'sell'
        quantity: number
        trades: number
      }
    }
    'security.portfolios': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        code: string
        name: string
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'security.price': {
      values: {
        equityId: number | bigint
        asOf: string
      }
      row: {
        trade_date: string
        last_trade: string
        previous: string | null
        change: string | null
        change_percent: string | null
      }
    }
    'security.sides': {
      values: {
        equityId: number | bigint
        asOf: string
      }
      row: {
        side: 'buy' | 'opening' | 'sell'
        trades: number
        quantity: number
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        fees: string
        net: string
        capital_gain: string
        profit_loss: string
      }
    }
    'security.splits': {
      values: {
        equityId: number | bigint
        from: string | null
        to: string | null
        most: number | bigint
      }
      row: {
        date: string
        title: string
        from: number
        to: number
        kind: 'bonus' | 'consolidation' | 'split'
      }
    }
  }
}
export {}
