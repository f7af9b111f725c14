/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'search.entries': {
      values: {
        lows: readonly (number | bigint)[]
        highs: readonly (number | bigint)[]
        ending: number | bigint | null
        every: number | bigint | null
        most: number
        plain: string
        last: string
      }
      row: {
        id: number
        entry_date: string
        description: string
        reference: string | null
        transaction_type: string
        amount: string | null
      }
    }
    'search.names': {
      values: {
        securities: boolean
        portfolios: boolean
        accounts: boolean
        settlements: boolean
        people: boolean
        typed: string
        parts: readonly string[]
        most: number
      }
      row: {
        kind: 'account' | 'person' | 'portfolio' | 'security' | 'settlementAccount'
        id: string
        code: string
        title: string
        other: string | null
        former: string | null
        detail: string | null
        is_active: boolean
      }
    }
    'search.payments': {
      values: {
        amount: string | bigint | null
        most: number
        plain: string
        last: string
      }
      row: {
        trade_id: number
        amount: string
        actual_date: string | null
        reference: string | null
        side: 'buy' | 'opening' | 'sell'
        deal_number: string
        symbol: string
        portfolio_name: string
      }
    }
    'search.texts': {
      values: {
        documents: boolean
        walked: number
        parts: readonly string[]
        most: number
        actions: boolean
        announcements: boolean
      }
      row: {
        kind: 'announcement' | 'corporate-action' | 'document'
        id: number
        title: string
        detail: string | null
        day: string | null
        word: string
      }
    }
    'search.trades': {
      values: {
        plain: string
        last: string
        most: number
        deals: readonly string[]
        deal: string
        amount: string | bigint | null
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        deal_number: string
        contract_number: string | null
        trade_date: string
        quantity: number
        net: string
        gross: string
        fees: string
        broker_name: string | null
        symbol: string
        portfolio_name: string
      }
    }
  }
}
export {}
