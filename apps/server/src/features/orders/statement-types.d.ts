/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'orders.add': {
      values: {
        validUntil: string
        today: string
        by: number | bigint
      }
      row: {
        id: number
      }
    }
    'orders.add-portfolios': {
      values: {
        id: number | bigint
        version: number
        portfolioIds: readonly (number | bigint)[]
        quantities: readonly (number | bigint | null)[] | null
      }
      row: never
    }
    'orders.add-step': {
      values: {
        id: number | bigint
        version: number
        what: string
        reason: string | null
        by: number | bigint
      }
      row: never
    }
    'orders.add-version': {
      values: {
        id: number | bigint
        version: number
        side: string
        equityId: number | bigint
        amount: string | bigint | null
        limitPrice: string | bigint | null
        broker: string | null
        validUntil: string
        reason: string | null
        by: number | bigint
        judged: string
      }
      row: never
    }
    'orders.asking-portfolios': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        portfolio_name: string
        asked_from: string
      }
    }
    'orders.count': {
      values: {
        today: string
        states: readonly (string | null)[] | null
        since: string | null
        portfolioId: number | bigint | null
        pattern: string | null
      }
      row: {
        total: number
      }
    }
    'orders.fill': {
      values: {
        id: number | bigint
        by: number | bigint
        trades: readonly (number | bigint)[]
      }
      row: never
    }
    'orders.filled-by': {
      values: {
        id: number | bigint
      }
      row: {
        trade_id: number
        deal_number: string
        contract_number: string | null
        code: string
        trade_date: string
        quantity: number
        price: string
        gross: string
        broker_name: string | null
      }
    }
    'orders.fitting': {
      values: {
        id: number | bigint
        most: number | bigint
      }
      row: {
        trade_id: number
        deal_number: string
        contract_number: string | null
        code: string
        trade_date: string
        quantity: number
        price: string
        gross: string
        broker_name: string | null
      }
    }
    'orders.held': {
      values: {
        equityId: number | bigint
        today: string
        id: number | bigint
        portfolioIds: readonly (number | bigint)[]
        asked: readonly (number | bigint)[]
      }
      row: {
        name: string
        held: number
        asked: number
        others: number
      }
    }
    'orders.hold': {
      values: {
        id: number | bigint
      }
      row: {
        version: number
      }
    }
    'orders.hold-security': {
      values: {
        equityId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'orders.list': {
      values: {
        today: string
        states: readonly (string | null)[] | null
        since: string | null
        portfolioId: number | bigint | null
        pattern: string | null
        before: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        version: number
        state: string
        side: 'buy' | 'sell'
        equity_id: number
        symbol: string
        company_name: string
        quantity: number | null
        amount: string | null
        limit_price: string | null
        broker_name: string | null
        valid_until: string
        reason: string | null
        codes: string[]
        filled: number
        filled_gross: string
        average_price: string | null
        proposed_by: string
        proposed_at: string
        proposed_on: string
        proposer_id: number
        released_by: string | null
      }
    }
    'orders.move': {
      values: {
        step: string
        version: number
        validUntil: string
        id: number | bigint
      }
      row: never
    }
    'orders.one': {
      values: {
        today: string
        id: number | bigint
      }
      row: {
        id: number
        version: number
        state: string
        side: 'buy' | 'sell'
        equity_id: number
        symbol: string
        company_name: string
        quantity: number | null
        amount: string | null
        limit_price: string | null
        broker_name: string | null
        valid_until: string
        reason: string | null
        codes: string[]
        filled: number
        filled_gross: string
        average_price: string | null
        proposed_by: string
        proposed_at: string
        proposed_on: string
        proposer_id: number
        released_by: string | null
      }
    }
    'orders.open': {
      values: {
        today: string
        portfolioId: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        side: 'buy' | 'sell'
        equity_id: number
        symbol: string
        limit_price: string | null
        left_shares: number | null
        left_amount: string | null
      }
    }
    'orders.open-for': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        sides: readonly string[]
        days: readonly string[]
        prices: readonly (string | bigint)[]
        brokers: readonly (string | null)[] | null
      }
      row: {
        place: number
        id: number
        is_seen: boolean
      }
    }
    'orders.security-of': {
      values: {
        id: number | bigint
      }
      row: {
        equity_id: number
      }
    }
    'orders.shares': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        code: string
        name: string
        quantity: number | null
        filled: number
      }
    }
    'orders.steps': {
      values: {
        id: number | bigint
      }
      row: {
        what: 'approved' | 'cancelled' | 'changed' | 'placed' | 'proposed'
        version: number
        by: string
        at: string
        reason: string | null
        number: string | null
        approved_by: string | null
        is_release: boolean | null
      }
    }
    'orders.trades': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        deal_number: string
        portfolio_id: number
        equity_id: number
        side: 'buy' | 'opening' | 'sell'
        trade_date: string
        filled_order: number | null
        seen_order: number | null
      }
    }
    'orders.trades-without': {
      values: {
        portfolioId: number | bigint | null
        most: number | bigint
      }
      row: {
        trade_id: number
        deal_number: string
        contract_number: string | null
        code: string
        portfolio_name: string
        side: 'buy' | 'sell'
        symbol: string
        trade_date: string
        quantity: number
        price: string
        gross: string
        broker_name: string | null
      }
    }
    'orders.unfill': {
      values: {
        id: number | bigint
        trade: number | bigint
      }
      row: {
        trade_id: number
      }
    }
    'orders.writer': {
      values: {
        id: number | bigint
        version: number
      }
      row: {
        recorded_by: number
        name: string
      }
    }
  }
}
export {}
