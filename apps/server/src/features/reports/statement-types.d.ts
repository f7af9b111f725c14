/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'report-files.person': {
      values: {
        userId: number | bigint
      }
      row: {
        first_name: string
        last_name: string
      }
    }
    'report-schedules.add': {
      values: {
        ownerId: number | bigint
        report: string
        portfolio: number | bigint | null
        format: string
        every: string
        time: string
        isOn: boolean
        now: string | Date
        next: string | Date
      }
      row: {
        id: number
      }
    }
    'report-schedules.advance': {
      values: {
        doneTo: string | Date
        next: string | Date
        id: number | bigint
        from: string | Date
      }
      row: never
    }
    'report-schedules.change': {
      values: {
        portfolio: number | bigint | null
        format: string
        every: string
        time: string
        isOn: boolean
        doneTo: string | Date
        next: string | Date
        id: number | bigint
      }
      row: never
    }
    'report-schedules.count': {
      values: {
        ownerId: number | bigint
      }
      row: {
        count: number
      }
    }
    'report-schedules.lock': {
      values: {
        id: number | bigint
        ownerId: number | bigint
      }
      row: {
        id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio_id: number | null
        every: 'market-day' | 'month-end'
        at_time: string
        is_on: boolean
        version: number
        done_to: string
      }
    }
    'report-schedules.note-run': {
      values: {
        day: string
        at: string | Date
        job: number | bigint | null
        error: string | null
        id: number | bigint
      }
      row: never
    }
    'report-schedules.on': {
      values: {}
      row: {
        id: number
        owner_id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        done_to: string
        next_at: string
      }
    }
    'report-schedules.one': {
      values: {
        id: number | bigint
        ownerId: number | bigint
      }
      row: {
        id: number
        owner_id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        done_to: string
        next_at: string
      }
    }
    'report-schedules.one-by-one': {
      values: {
        ownerId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'report-schedules.own': {
      values: {
        ownerId: number | bigint
        id: number | bigint | null
      }
      row: {
        id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        name: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        is_on: boolean
        version: number
        done_to: string
        run_day: string | null
        run_at: string | null
        run_error: string | null
        job_id: number | null
        job_status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting' | null
        job_error: string | null
        file_id: number | null
        file_portfolios: number[] | null
        file_name: string | null
        media_type: string | null
        rows: number | null
        bytes: number | null
        kept_until: string | null
      }
    }
    'report-schedules.remove': {
      values: {
        id: number | bigint
      }
      row: never
    }
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
        role: import('@em/core/ledger/roles').PostingRole
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
