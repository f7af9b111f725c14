/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'holdings.cash': {
      values: {
        date: string
        cash: readonly (number | bigint)[]
        portfolioId: number | bigint | null
      }
      row: {
        cash: string
      }
    }
    'holdings.companies': {
      values: {
        portfolioId: number | bigint | null
        date: string
      }
      row: {
        company_name: string
        symbol: string
        formerly: string | null
        quantity: number
      }
    }
    'holdings.cost-by-lot': {
      values: {
        date: string
        portfolioId: number | bigint
        most: number | bigint
      }
      row: {
        equity_id: number
        id: number
        deal_number: string
        contract_number: string | null
        is_opening: boolean
        trade_date: string
        settlement_date: string
        price: string
        quantity: number
        left: number
        cost: string
        charges: string
        days: number
      }
    }
    'holdings.held-securities': {
      values: {
        portfolioId: number | bigint | null
        date: string
      }
      row: {
        equity_id: number
        quantity: number
      }
    }
    'holdings.holders': {
      values: {
        date: string
        equityId: number | bigint
        holdersMost: number | bigint
      }
      row: {
        portfolioId: string
        portfolioName: string
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
        quantity: number
        cost: string
        charges: string
      }
    }
    'holdings.how-valued': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        basis: 'Close' | 'Last Trade'
        pooled: boolean
      }
    }
    'holdings.long-term': {
      values: {
        date: string
        portfolioId: number | bigint
        longTermDays: number
      }
      row: {
        equity_id: number
        quantity: number
        cost: string
      }
    }
    'holdings.lots': {
      values: {
        date: string
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: {
        id: number
        deal_number: string
        contract_number: string | null
        trade_date: string
        settlement_date: string
        price: string
        quantity: number
        remaining_quantity: number
        remaining_cost: string
        remaining_charges: string
      }
    }
    'holdings.method': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        costing_method: 'CHERRY' | 'FIFO' | 'WAP'
      }
    }
    'holdings.portfolio-names': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        code: string
        name: string
      }
    }
    'holdings.portfolios': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        code: string
        name: string
      }
    }
    'holdings.posted': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        date: string
      }
      row: {
        portfolioId: number
        equityId: number
        quantity: number
        cost: string
        capitalised: string
      }
    }
    'holdings.price-moves': {
      values: {
        equityIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        equity_id: number
        trade_date: string
        last_trade: string
        previous: string | null
      }
    }
    'holdings.return-of-fractions': {
      values: {
        to: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        equity_id: number | null
        gain: string
      }
    }
    'holdings.return-of-income': {
      values: {
        accountIds: readonly (number | bigint)[]
        to: string
        closing: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        equity_id: number | null
        account_id: number
        net: string
      }
    }
    'holdings.securities': {
      values: {
        date: string
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        name: string
        symbol: string
        sector: string | null
      }
    }
    'holdings.standing': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
        date: string
      }
      row: {
        quantity: number
        cost: string
        charges: string
      }
    }
    'holdings.unpriced': {
      values: {
        portfolioId: number | bigint | null
        date: string
        entityId: number | bigint
      }
      row: {
        id: number
        symbol: string
      }
    }
    'holdings.valued': {
      values: {
        portfolioId: number | bigint
        date: string
      }
      row: {
        equity_id: number
        portfolio_id: number
        quantity: number
        cost: string
        charges: string
        lot_weight: string
        age_weight: string
      }
    }
    'holdings.valued-of-all': {
      values: {
        date: string
      }
      row: {
        equity_id: number
        portfolio_id: number
        quantity: number
        cost: string
        charges: string
        lot_weight: string
        age_weight: string
      }
    }
    'holdings.valued-of-security': {
      values: {
        equityId: number | bigint
        date: string
      }
      row: {
        equity_id: number
        portfolio_id: number
        quantity: number
        cost: string
        charges: string
        lot_weight: string
        age_weight: string
      }
    }
  }
}
export {}
