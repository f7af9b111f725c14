/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'realized.accounts-of-role': {
      values: {
        role: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        account_code: string
        is_shared: boolean
      }
    }
    'realized.count-of-all': {
      values: {
        from: string
        to: string
        beforeDay: string | null
        equityIds: readonly (number | bigint | null)[] | null
        kind: string | null
        beforeId: number | bigint | null
        most: number | bigint
      }
      row: {
        trades: number
      }
    }
    'realized.count-of-portfolios': {
      values: {
        from: string
        to: string
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint | null)[] | null
        kind: string | null
        beforeDay: string | null
        beforeId: number | bigint | null
        most: number | bigint
      }
      row: {
        trades: number
      }
    }
    'realized.history-details': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        deal_number: string
        contract_number: string | null
        symbol: string
        name: string
        portfolio_name: string
        portfolio_code: string
        quantity: number
        price: string
        trade_date: string
        gross: string
        fees: string
        cost_out: string | null
        charges_out: string | null
        capital_gain: string | null
        holding_days: number | null
        bought_price: string | null
        financing: string
        bought_on: string | null
      }
    }
    'realized.history-of-all': {
      values: {
        from: string
        to: string
        beforeDay: string | null
        equityIds: readonly (number | bigint | null)[] | null
        kind: string | null
        beforeId: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        day: string
      }
    }
    'realized.history-of-portfolios': {
      values: {
        from: string
        to: string
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint | null)[] | null
        kind: string | null
        beforeDay: string | null
        beforeId: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        day: string
      }
    }
    'realized.lines-of-other-roles': {
      values: {
        accountIds: readonly (number | bigint)[]
        from: string
        to: string
        role: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        amount: string
      }
    }
    'realized.name': {
      values: {
        id: number | bigint
      }
      row: {
        name: string
      }
    }
    'realized.schedule': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        trade_id: number
        day: string
        belongs_to: string
        kind: 'correction' | 'cost' | 'event' | 'sale'
        is_fvoci: boolean
        proceeds: string
        fees: string
        cost: string
        charges: string
        financing: string
        holding_days: number | null
        deal_number: string
        is_deleted: boolean
        contract_number: string | null
        symbol: string | null
        name: string
        title: string | null
        portfolio_name: string
        portfolio_code: string
        quantity: number | null
        cost_after: string | null
      }
    }
    'realized.schedule-totals': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        is_fvoci: boolean
        rows: number
        proceeds: string
        fees: string
        cost: string
        charges: string
        financing: string
      }
    }
    'realized.sums': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
        equityIds: readonly (number | bigint | null)[] | null
      }
      row: {
        trades: number
        winners: number
        proceeds: string
        cost: string
        charges: string
        fees: string
        financing: string
        short_gains: string
        long_gains: string
        short_losses: string
        long_losses: string
      }
    }
    'realized.sums-by': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
        equityIds: readonly (number | bigint | null)[] | null
      }
      row: {
        month: string | null
        equity_id: number | null
        symbol: string | null
        name: string | null
        trades: number
        winners: number
        proceeds: string
        cost: string
        charges: string
        fees: string
        financing: string
        short_gains: string
        long_gains: string
        short_losses: string
        long_losses: string
      }
    }
    'realized.sums-until': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        to: string
      }
      row: {
        equity_id: number
        proceeds: string
        cost: string
        charges: string
        fees: string
        financing: string
      }
    }
    'realized.tax-entities': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        name: string
        year_end_month: number
        share_gains_tax: 'business income' | 'exempt' | null
        version: number
      }
    }
    'realized.tax-fractions': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        action_id: number
        entity_id: number
        entity: string
        year_end: string
        day: string
        gain: string
        symbol: string | null
        name: string
        portfolio_name: string
        portfolio_code: string
      }
    }
    'realized.tax-moved': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        is_fvoci: boolean
        amount: string
      }
    }
    'realized.tax-rows': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
        equityIds: readonly (number | bigint | null)[] | null
      }
      row: {
        trade_id: number
        entity: string
        year_end: string
        disposed_on: string
        acquired_from: string | null
        acquired_to: string | null
        deal_number: string
        contract_number: string | null
        symbol: string
        name: string
        portfolio_name: string
        portfolio_code: string
        quantity: number
        days: number
        proceeds: string
        cost: string
        charges: string
        fees: string
      }
    }
    'realized.tax-totals': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        is_fvoci: boolean
        gain: string
      }
    }
    'realized.tax-years': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
        equityIds: readonly (number | bigint | null)[] | null
      }
      row: {
        entity_id: number
        entity: string
        year_end: string
        trades: number
        winners: number
        proceeds: string
        cost: string
        charges: string
        fees: string
        financing: string
        short_gains: string
        long_gains: string
        short_losses: string
        long_losses: string
      }
    }
  }
}
export {}
