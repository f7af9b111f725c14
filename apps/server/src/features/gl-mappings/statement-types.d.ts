/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'gl-mappings.account': {
      values: {
        code: string
      }
      row: {
        id: number
        account_code: string
        account_name: string
        account_type: string
        active_status: 'No' | 'Yes'
      }
    }
    'gl-mappings.account-by-id': {
      values: {
        id: number | bigint
      }
      row: {
        account_code: string
      }
    }
    'gl-mappings.all': {
      values: {}
      row: {
        role: import('@em/core/ledger/roles').PostingRole
        account_id: number
        account_code: string
        account_name: string
        portfolioId: string | null
        portfolioName: string | null
        settlement_account_id: number | null
        settlement_account: string
        portfolio_key: number
        effective_from: string
        effective_until: string | null
      }
    }
    'gl-mappings.bank': {
      values: {
        settlementAccount: number | bigint
      }
      row: {
        '?column?': number
      }
    }
    'gl-mappings.begun': {
      values: {
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
      }
      row: {
        day: string | null
      }
    }
    'gl-mappings.effective': {
      values: {
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        day: string
      }
      row: {
        account_id: number | null
      }
    }
    'gl-mappings.follow': {
      values: {
        account: number | bigint | null
        userId: number | bigint
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        from: string
      }
      row: never
    }
    'gl-mappings.held': {
      values: {
        day: string
        account: number | bigint
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        role: string
      }
      row: {
        portfolio_id: number | null
        portfolio_code: string | null
        settlement_account_id: number | null
        day: string
        net: string
      }
    }
    'gl-mappings.hold': {
      values: {}
      row: {
        hold_gl_mappings: unknown
      }
    }
    'gl-mappings.last-entry': {
      values: {
        accountId: number | bigint
        role: string
        from: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
      }
      row: {
        day: string | null
      }
    }
    'gl-mappings.latest': {
      values: {
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
      }
      row: {
        effective_from: string
        account_id: number | null
        account_before: number | null
      }
    }
    'gl-mappings.left': {
      values: {}
      row: {
        role: string
        from_account: string
        from_account_name: string
        to_account: string
        portfolioId: string | null
        portfolioName: string | null
        settlement_account_id: number | null
        balance: string
      }
    }
    'gl-mappings.manual-lines': {
      values: {
        accountId: number | bigint
      }
      row: {
        '?column?': number
      }
    }
    'gl-mappings.moves-to-reverse': {
      values: {
        accounts: readonly (number | bigint)[]
        role: string
        from: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
      }
      row: {
        id: number
      }
    }
    'gl-mappings.named': {
      values: {
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        from: string
      }
      row: {
        account_id: number
      }
    }
    'gl-mappings.open-items': {
      values: {
        day: string
        account: number | bigint
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        role: string
      }
      row: {
        entry_id: number
        line_no: number
        portfolio_id: number | null
        portfolio_code: string | null
        settlement_account_id: number | null
        day: string
        net: string
      }
    }
    'gl-mappings.others': {
      values: {
        day: string
        account: number | bigint
        role: string
      }
      row: {
        role: import('@em/core/ledger/roles').PostingRole
      }
    }
    'gl-mappings.posted-ahead': {
      values: {
        accounts: readonly (number | bigint)[]
        role: string
        from: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
      }
      row: {
        from_id: number
        to_id: number
        portfolio_id: number | null
        settlement_account_id: number | null
        day: string
        net: string
        portfolio_code: string | null
      }
    }
    'gl-mappings.set': {
      values: {
        role: string
        portfolioId: number | bigint
        settlementAccountId: number | bigint
        account: number | bigint | null
        from: string
        userId: number | bigint
      }
      row: never
    }
    'gl-mappings.to-move-along': {
      values: {
        trades: readonly (number | bigint)[]
        entries: readonly (number | bigint)[]
      }
      row: {
        trade_id: number | null
        deal_number: string | null
        day: string
        belongs_to: string
        role: string
        portfolio_id: number | null
        bank: number | null
        from_id: number
        to_id: number
        from_code: string
        to_code: string
        net: string
      }
    }
    'gl-mappings.wait': {
      values: {
        time: string
      }
      row: {
        set_config: string | null
      }
    }
  }
}
export {}
