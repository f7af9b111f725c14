/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'cds-comparisons.add-note': {
      values: {
        statementId: number | bigint
        accountId: number | bigint
        symbol: string
        note: string
        recordedBy: number | bigint
      }
      row: {
        note: string
        recorded_at: string
        recorded_by_name: string
      }
    }
    'cds-comparisons.break': {
      values: {
        accountId: number | bigint
        symbol: string
        statementId: number | bigint
      }
      row: {
        cause: string
      }
    }
    'cds-comparisons.count': {
      values: {}
      row: {
        total: number
      }
    }
    'cds-comparisons.lines': {
      values: {
        comparisonId: number | bigint
      }
      row: {
        place: number
        account_id: number
        account: string
        equity_id: number | null
        symbol: string
        company_name: string | null
        held: number
        unsettled_buys: number
        unsettled_sales: number
        settled: number
        pledged: number
        balance: number | null
        stated_pledged: number | null
        difference: number
        cause: string | null
        other_account: string | null
        awaited: string | null
        note: string | null
        noted_at: string | null
        noted_by: string
      }
    }
    'cds-comparisons.list': {
      values: {
        most: number | bigint
      }
      row: {
        id: number
        statement_date: string
        file_name: string | null
        sha256: string
        uploaded_by: string
        uploaded_at: string
        comparison_id: number
        version: number
        compared_by: string
        compared_at: string
        lines: number
        breaks: number
        accounts: number
        explained: number
      }
    }
    'cds-comparisons.one': {
      values: {
        id: number | bigint
        version: number | null
      }
      row: {
        id: number
        statement_date: string
        file_name: string | null
        sha256: string
        uploaded_by: string
        uploaded_at: string
        comparison_id: number
        version: number
        compared_by: string
        compared_at: string
        lines: number
        breaks: number
        accounts: number
        explained: number
      }
    }
    'cds-comparisons.trades': {
      values: {
        comparisonId: number | bigint
      }
      row: {
        place: number
        trade_id: number
        deal_number: string
        side: 'buy' | 'opening' | 'sell'
        quantity: number
        trade_date: string
        due: string | null
        is_unsettled: boolean
        is_cause: boolean
      }
    }
    'cds.account': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        account: string
      }
    }
    'cds.accounts-by-number': {
      values: {
        numbers: readonly string[]
      }
      row: {
        id: number
        account: string
      }
    }
    'cds.add-comparison': {
      values: {
        statementId: number | bigint
        version: number
        lines: number
        breaks: number
        outcome: Buffer
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'cds.add-placements': {
      values: {
        accountId: number | bigint | null
        quantity: number | bigint | null
        recordedBy: number | bigint
        ids: readonly (number | bigint)[]
        versions: readonly number[]
        portfolioIds: readonly (number | bigint)[]
      }
      row: never
    }
    'cds.add-pledge': {
      values: {
        accountId: number | bigint
        portfolioId: number | bigint
        equityId: number | bigint
        quantity: number | bigint
        pledgedOn: string
        pledgee: string
        reason: string | null
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'cds.add-statement': {
      values: {
        date: string
        fileName: string | null
        sha256: Buffer
        readBy: string
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'cds.alone': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'cds.awaited': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        portfolio_id: number
        equity_id: number
        kind: string
        quantity: number
        placed_account: number | null
        placed_quantity: number | null
      }
    }
    'cds.clear-main': {
      values: {
        portfolioId: number | bigint
        from: string
        accountId: number | bigint
        was: string | null
      }
      row: never
    }
    'cds.compared-accounts': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        account: string
        statement_date: string | null
        breaks: number
      }
    }
    'cds.events': {
      values: {
        portfolioId: number | bigint
        symbol: string
        most: number | bigint
      }
      row: {
        id: number
        kind: string
        deal_number: string | null
        event_date: string
        quantity_change: number
        account_id: number | null
        placed_quantity: number | null
        account: string | null
      }
    }
    'cds.events-named': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        quantity_change: number
        portfolio_id: number
        portfolio_name: string
        version: number | null
      }
    }
    'cds.held': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        portfolio_id: number
        equity_id: number
        quantity: number
      }
    }
    'cds.hold-account': {
      values: {
        accountId: number | bigint
      }
      row: {
        id: number
      }
    }
    'cds.hold-pledge': {
      values: {
        accountId: number | bigint
      }
      row: {
        id: number
      }
    }
    'cds.hold-portfolios': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'cds.link': {
      values: {
        accountId: number | bigint
        portfolioId: number | bigint
      }
      row: never
    }
    'cds.main-accounts': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        date: string | null
      }
      row: {
        portfolio_id: number
        account_id: number
        account: string
      }
    }
    'cds.make-main': {
      values: {
        portfolioId: number | bigint
        from: string
        accountId: number | bigint
      }
      row: never
    }
    'cds.near-trades': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        version: number
        portfolio_id: number
        equity_id: number
        side: 'buy' | 'sell'
        quantity: number
        due: string | null
        settled: number
        settled_on: string | null
        is_open: boolean
        placed_account: number | null
        placed_quantity: number | null
      }
    }
    'cds.no-main': {
      values: {
        accountId: number | bigint
        portfolioId: number | bigint
      }
      row: never
    }
    'cds.pledge': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        account_id: number
        account: string
        portfolioId: string
        portfolioName: string
        equity_id: number
        symbol: string
        company_name: string
        quantity: number
        pledged_on: string
        pledgee: string
        reason: string | null
        released_on: string | null
        release_reason: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'cds.pledged': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        account_id: number
        portfolio_id: number
        equity_id: number
        quantity: number
      }
    }
    'cds.pledges': {
      values: {
        accountId: number | bigint | null
        date: string | null
        most: number | bigint
      }
      row: {
        id: number
        account_id: number
        account: string
        portfolioId: string
        portfolioName: string
        equity_id: number
        symbol: string
        company_name: string
        quantity: number
        pledged_on: string
        pledgee: string
        reason: string | null
        released_on: string | null
        release_reason: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'cds.pledges-count': {
      values: {
        accountId: number | bigint | null
        date: string | null
      }
      row: {
        total: number
      }
    }
    'cds.portfolios-without': {
      values: {}
      row: {
        portfolioId: string
        portfolioName: string
      }
    }
    'cds.promote': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        accountId: number | bigint
      }
      row: never
    }
    'cds.related-accounts': {
      values: {
        accountIds: readonly (number | bigint)[]
      }
      row: {
        account_id: number
        portfolio_id: number
      }
    }
    'cds.release-pledge': {
      values: {
        id: number | bigint
        releasedOn: string
        reason: string | null
        recordedBy: number | bigint
      }
      row: {
        pledge_id: number
      }
    }
    'cds.securities': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        symbol: string
        name: string
      }
    }
    'cds.securities-named': {
      values: {
        day: string
        words: readonly string[]
      }
      row: {
        word: string
        id: number | null
      }
    }
    'cds.security-named': {
      values: {
        symbol: string
        pledgedOn: string
      }
      row: {
        id: number
        symbol: string
      }
    }
    'cds.served-portfolios': {
      values: {
        today: string
        accountId: number | bigint
      }
      row: {
        id: number
        portfolioId: string
        portfolioName: string
        main_from: string | null
        isMain: boolean
      }
    }
    'cds.serves': {
      values: {
        accountId: number | bigint
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolio_id: number
      }
    }
    'cds.statement': {
      values: {
        id: number | bigint
      }
      row: {
        statement_date: string
        version: number
        outcome: Buffer
      }
    }
    'cds.statement-lines': {
      values: {
        statementId: number | bigint
      }
      row: {
        line: number
        account_id: number
        symbol: string
        balance: number
        pledged: number | null
      }
    }
    'cds.statement-standing': {
      values: {
        sha256: Buffer
        date: string
        readBy: string
      }
      row: {
        id: number
      }
    }
    'cds.still-in-account': {
      values: {
        accountId: number | bigint
        portfolioId: number | bigint
      }
      row: {
        pledges: number
        trades: number
      }
    }
    'cds.sums-in-accounts': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        portfolio_id: number
        equity_id: number
        account_id: number
        quantity: number
      }
    }
    'cds.unlink': {
      values: {
        accountId: number | bigint
        portfolioId: number | bigint
      }
      row: never
    }
  }
}
export {}
