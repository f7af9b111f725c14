/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'reports.balances': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
        accountIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolio_id: number
        account_id: number
        is_manual: boolean
        net: string
      }
    }
    'reports.cash-coming': {
      values: {
        accountIds: readonly (number | bigint)[]
        date: string
        until: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        day: string
        net: string
      }
    }
    'reports.cost-and-market': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint | null)[] | null
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        levels: readonly number[]
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
        threshold: string | bigint
        kind: string | null
      }
      row: {
        kind: 'above' | 'below' | 'price'
        equity_id: number
        is_fvoci: boolean
        basis: 'Close' | 'Last Trade'
        quantity: number
        carrying: string
        fair_value: string
        difference: string
        portfolioId: string
        portfolioName: string
      }
    }
    'reports.cost-and-market-counts': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint | null)[] | null
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        levels: readonly number[]
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
        threshold: string | bigint
      }
      row: {
        holdings: number
        below: number
        above: number
        prices: number
        level3: number
        below_by: string
        above_by: string
        prices_of: string
        level3_of: string
      }
    }
    'reports.fees-of-month': {
      values: {
        from: string
        to: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        side: 'buy' | 'sell'
        is_fvoci: boolean
        trades: number
        gross: string
        fees: string[]
      }
    }
    'reports.fees-of-month-accounts': {
      values: {
        roles: readonly string[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        role: import('@em/core/postings/roles').PostingRole
        codes: string[]
      }
    }
    'reports.fees-of-month-files': {
      values: {
        from: string
        to: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        documents: number
        fees: string[]
        not_recorded: string[]
        not_in_files: string[]
      }
    }
    'reports.fees-of-month-ledger': {
      values: {
        roles: readonly string[]
        portfolioIds: readonly (number | bigint | null)[] | null
        from: string
        to: string
      }
      row: {
        role: string
        what: 'earlier' | 'elsewhere' | 'events' | 'manual' | 'others' | 'trades'
        net: string
      }
    }
    'reports.fees-of-month-trades': {
      values: {
        from: string
        to: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        date: string
        deal_number: string
        contract_number: string | null
        side: 'buy' | 'sell'
        symbol: string
        name: string
        portfolio: string
        broker_name: string | null
        quantity: number
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        total: string
      }
    }
    'reports.general-entity': {
      values: {}
      row: {
        name: string
      }
    }
    'reports.investment-accounts': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        account_code: string
        roles: string[]
      }
    }
    'reports.moved-lines': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        account_id: number
        net: string
      }
    }
    'reports.moved-lines-by-portfolio': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        accountId: number
        net: string
      }
    }
    'reports.moved-shares': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint | null)[] | null
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        levels: readonly number[]
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: string
        portfolioName: string
        symbol: string
        companyName: string
        quantity: number
        cost: string
        fair_value: string
      }
    }
    'reports.movements': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
        before: string
        to: string
      }
      row: {
        is_fvoci: boolean
        equity_id: number
        symbol: string
        name: string
        q_opening: number
        c_opening: string
        k_opening: string
        q_openings: number
        c_openings: string
        k_openings: string
        q_additions: number
        c_additions: string
        k_additions: string
        q_disposals: number
        c_disposals: string
        k_disposals: string
        q_actions: number
        c_actions: string
        k_actions: string
        q_transfers: number
        c_transfers: string
        k_transfers: string
        q_closing: number
        c_closing: string
        k_closing: string
        adjusted: string
        released: string
        adjusts: string
      }
    }
    'reports.portfolios': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        code: string
        name: string
        treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        entity: string
      }
    }
    'reports.securities': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        symbol: string
        name: string
        sector: string | null
      }
    }
    'reports.stated-balances': {
      values: {
        date: string
        accountIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        accountId: number
        net: string
      }
    }
    'reports.valued-sums': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint | null)[] | null
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        levels: readonly number[]
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        is_fvoci: boolean | null
        basis: 'Close' | 'Last Trade' | null
        equity_id: number | null
        portfolio_id: number | null
        is_rights: boolean | null
        portfolios: number
        quantity: number
        cost: string
        capitalised: string
        fair_value: string
      }
    }
  }
}
export {}
