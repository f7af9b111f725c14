/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'ledger.account': {
      values: {
        code: string
      }
      row: {
        id: number
      }
    }
    'ledger.balances': {
      values: {
        date: string
        portfolioId: number | bigint | null
        accountIds: readonly (number | bigint | null)[] | null
      }
      row: {
        account_id: number
        debit: string
        credit: string
      }
    }
    'ledger.change-reconciled': {
      values: {
        accepted: string
      }
      row: {
        set_config: string | null
      }
    }
    'ledger.draft-sums': {
      values: {
        portfolioId: number | bigint | null
        accountId: number | bigint | null
        from: string | null
        to: string | null
        type: string | null
        symbol: string | null
        broker: string | null
        word: string | null
      }
      row: {
        entries: number
        debits: string
        credits: string
      }
    }
    'ledger.drafts': {
      values: {
        portfolioId: number | bigint | null
        accountId: number | bigint | null
        from: string | null
        to: string | null
        type: string | null
        symbol: string | null
        broker: string | null
        word: string | null
        afterDate: string | null
        afterDraft: number | bigint | null
        afterLine: number | null
        limit: number | bigint | null
        skip: number | bigint | null
      }
      row: {
        entry_id: number
        line_no: number
        date: string
        account_code: string
        account_name: string
        description: string
        reference: string | null
        portfolio: string | null
        portfolioId: string | null
        debit: string
        credit: string
        transaction_type: string
        belongs_to: string
        recorded_by: string
        recorded_at: string
        transaction_account_name: string | null
        account_number: string | null
        bank_name: string | null
        payment_method: string | null
      }
    }
    'ledger.draw-ids': {
      values: {
        count: number
      }
      row: {
        ids: number[] | null
      }
    }
    'ledger.entries-of-versions': {
      values: {
        tradeIds: readonly (number | bigint)[]
        versions: readonly number[]
        most: number | bigint
      }
      row: {
        lines: number
        ids: number[] | null
      }
    }
    'ledger.entries-to-reverse': {
      values: {
        entryIds: readonly (number | bigint)[]
      }
      row: {
        entry_id: number
        entry_date: string
        moved_from: string | null
        entry_type: string
        entry_description: string
        reference: string | null
        trade_id: number | null
        trade_version: number | null
        account_id: number
        role: string
        debit: string
        credit: string
        transaction_type: string
        description: string | null
        portfolio_id: number | null
        equity_id: number | null
        settlement_account_id: number | null
        broker_id: number | null
      }
    }
    'ledger.found': {
      values: {
        plain: string
        like: string
        most: number
      }
      row: {
        descriptions: string[] | null
        references: string[] | null
        line_texts: string[] | null
        accounts: number[] | null
        equities: number[] | null
        account_lines: number
        trades: number[] | null
      }
    }
    'ledger.found-by-deal': {
      values: {
        plain: string
        like: string
        most: number
        deal: string
        bulkDeal: string
      }
      row: {
        descriptions: string[] | null
        references: string[] | null
        line_texts: string[] | null
        accounts: number[] | null
        equities: number[] | null
        account_lines: number
        trades: number[] | null
      }
    }
    'ledger.found-by-own': {
      values: {
        plain: string
        like: string
        most: number
      }
      row: {
        descriptions: string[] | null
        references: string[] | null
        line_texts: string[] | null
        accounts: number[] | null
        equities: number[] | null
        account_lines: number
        trades: number[] | null
      }
    }
    'ledger.found-entries': {
      values: {
        descriptions: readonly string[]
        most: number | bigint
        tradeIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        references: readonly string[]
        lineTexts: readonly string[]
        versionTradeIds: readonly (number | bigint)[]
        versions: readonly number[]
      }
      row: {
        lines: number
        ids: number[] | null
      }
    }
    'ledger.lines-of': {
      values: {
        entryIds: readonly (number | bigint)[]
      }
      row: {
        date: string
        account_code: string
        account_name: string
        debit: string
        credit: string
        transaction_type: string
      }
    }
    'ledger.locks': {
      values: {}
      row: {
        portfolio_id: number | null
        locked_through: string
      }
    }
    'ledger.mappings': {
      values: {}
      row: {
        role: import('@em/core/ledger/roles').PostingRole
        portfolio_id: number
        settlement_account_id: number
        account_id: number | null
        effective_from: string
      }
    }
    'ledger.movements': {
      values: {
        accountIds: readonly (number | bigint)[]
        first: string
        last: string
        portfolio: number | bigint | null
      }
      row: {
        account_id: number
        day: string
        net: string
      }
    }
    'ledger.newest-mapping': {
      values: {}
      row: {
        id: number
        recorded_at: string
      }
    }
    'ledger.noted': {
      values: {
        like: string
        plain: string
        most: number
      }
      row: {
        trades: number[] | null
        versions: number[] | null
      }
    }
    'ledger.noted-broker': {
      values: {
        broker: string
        most: number
      }
      row: {
        trades: number[] | null
        versions: number[] | null
      }
    }
    'ledger.of-amount': {
      values: {
        amount: string | bigint
        most: number | bigint
      }
      row: {
        trades: number[] | null
        entries: number[] | null
      }
    }
    'ledger.page': {
      values: {
        today: string
      }
      row: {
        entry_id: number
        line_no: number
        entry_date: string
        account_id: number
        account_code: string
        account_name: string
        description: string
        reference: string | null
        portfolio: string | null
        portfolio_code: string | null
        symbol: string | null
        quantity: number | null
        price: string | null
        contract_number: string | null
        broker_name: string | null
        debit: string
        credit: string
        transaction_type: string
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'mapping' | 'opening' | 'settlement' | 'trade' | 'valuation'
        trade_id: number | null
        reversal_of: number | null
        belongs_to: string
        recorded_by: string
        recorded_at: string
        transaction_account_name: string | null
        account_number: string | null
        bank_name: string | null
        payment_method: string | null
        pending: boolean
      }
    }
    'ledger.share-postings': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'ledger.sums': {
      values: {}
      row: {
        entries: number
        debits: string
        credits: string
      }
    }
    'ledger.within-day': {
      values: {
        accountIds: readonly (number | bigint)[]
        entryDates: readonly string[]
        portfolio: number | bigint | null
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
      }
      row: {
        entry_id: number
        line_no: number
        net: string
      }
    }
  }
}
export {}
