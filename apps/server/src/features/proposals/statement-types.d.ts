/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'proposals.price-basis': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        basis: 'Close' | 'Last Trade'
      }
    }
    'rebalancing.add': {
      values: {
        portfolioId: number | bigint
        version: number
        cashTarget: string | bigint
        minimumTrade: string | bigint
        cashMinimum: string | bigint
        by: number | bigint
      }
      row: never
    }
    'rebalancing.add-lines': {
      values: {
        portfolioId: number | bigint
        version: number
        equityIds: readonly (number | bigint | null)[] | null
        sectors: readonly (string | null)[] | null
        weights: readonly (string | bigint)[]
        bands: readonly (string | bigint)[]
        lotSizes: readonly (number | bigint)[]
      }
      row: never
    }
    'rebalancing.cash-moves': {
      values: {
        portfolioId: number | bigint
        cash: readonly (number | bigint)[]
        date: string
      }
      row: {
        day: string
        moved: string
      }
    }
    'rebalancing.hold': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        id: number
      }
    }
    'rebalancing.lines': {
      values: {
        portfolioId: number | bigint
        version: number
      }
      row: {
        equity_id: number | null
        symbol: string | null
        company_name: string | null
        sector: string | null
        weight: string
        band: string
        lot_size: number
      }
    }
    'rebalancing.securities': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        symbol: string
        name: string
        sector: string | null
        is_active: boolean
      }
    }
    'rebalancing.targets': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        version: number
        cash_target: string
        minimum_trade: string
        cash_minimum: string
        recorded_at: string
        by: string
      }
    }
  }
}
export {}
