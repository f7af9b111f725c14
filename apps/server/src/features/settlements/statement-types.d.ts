/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'payments.keep-exports': {
      values: {
        recordedBy: number | bigint
        tradeIds: readonly (number | bigint)[]
        versions: readonly number[]
        swiftCode: readonly (string | bigint)[]
        bankNames: readonly (string | null)[] | null
        branchNames: readonly (string | null)[] | null
        accountNumbers: readonly (string | null)[] | null
        swiftCodes: readonly (string | null)[] | null
      }
      row: never
    }
    'payments.list': {
      values: {
        today: string
        portfolioId: number | bigint | null
      }
      row: {
        trade_id: number
        version: number
        deal_number: string
        contract_number: string | null
        symbol: string
        portfolio: string
        portfolioId: string
        due_date: string
        amount: string
        broker_name: string | null
        bank_name: string | null
        branch_name: string | null
        account_number: string | null
        swift_code: string | null
        settlement_account: number | null
        from_name: string | null
        from_number: string | null
        from_bank: string | null
        exported: string | null
        bank_changed: boolean
        exported_at: string | null
        exported_by: string | null
      }
    }
    'settlements.all-unbooked': {
      values: {
        upTo: string
      }
      row: {
        trade_id: number
      }
    }
    'settlements.confirm-as-booked': {
      values: {
        tradeIds: readonly (number | bigint)[]
        upTo: string
        reference: string | null
        recordedBy: number | bigint
      }
      row: {
        count: number
        pay_count: number
        payable: string
        receivable: string
      }
    }
    'settlements.due-by-day': {
      values: {}
      row: {
        day: string | null
        settlement_account: number | null
        count: number
        pay_count: number
        payable: string
        receivable: string
        net: string
        account_name: string | null
        account_number: string | null
        bank_name: string | null
      }
    }
    'settlements.entries': {
      values: {
        today: string
        tradeId: number | bigint
      }
      row: {
        id: number
        date: string
        description: string
        reversal_of: number | null
        reversed_by: number | null
        total: string
        status: 'Pending' | 'Posted'
      }
    }
    'settlements.history': {
      values: {
        tradeId: number | bigint
      }
      row: {
        id: number
        kind: 'failed' | 'part' | 'reopened' | 'rescheduled' | 'settled'
        date: string | null
        amount: string
        due_date: string | null
        reference: string | null
        note: string | null
        entries: number[]
        evidence: 'bank line' | 'none' | 'reference' | null
        bank_date: string | null
        reconciliation: number | null
        recorded_at: string
        recorded_by: string
      }
    }
    'settlements.keep': {
      values: {
        tradeIds: readonly (number | bigint)[]
        versions: readonly number[]
        kinds: readonly string[]
        dates: readonly (string | null)[] | null
        amounts: readonly (string | bigint)[]
        dueDates: readonly (string | null)[] | null
        references: readonly (string | null)[] | null
        notes: readonly (string | null)[] | null
        entryIds: readonly string[]
        standingDues: readonly (string | null)[] | null
        paid: readonly (string | bigint)[]
        expectedEntryIds: readonly (number | bigint | null)[] | null
        paidOn: readonly (string | null)[] | null
        pays: readonly boolean[]
        bankLineIds: readonly (number | bigint | null)[] | null
        bankLineDates: readonly (string | null)[] | null
        recordedBy: number | bigint
      }
      row: never
    }
    'settlements.late': {
      values: {
        today: string
        entityId: number | bigint
        through: string
      }
      row: {
        state: 'failed' | 'overdue'
        count: number
        amount: string
      }
    }
    'settlements.live-entries': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        trade_id: number
      }
    }
    'settlements.lock-trades': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'settlements.netted': {
      values: {}
      row: {
        broker_name: string | null
        date: string
        settlement_account: number | null
        count: number
        pay_count: number
        payable: string
        receivable: string
        net: string
        account_name: string | null
        account_number: string | null
        bank_name: string | null
      }
    }
    'settlements.one': {
      values: {
        today: string
        tradeId: number | bigint
      }
      row: {
        trade_id: number
        deal_number: string
        contract_number: string | null
        side: 'buy' | 'sell'
        direction: 'pay' | 'receive'
        symbol: string
        company_name: string
        portfolio: string
        portfolioId: string
        broker_name: string | null
        settlement_account: number | null
        account_name: string | null
        account_number: string | null
        bank_name: string | null
        payment_method: string | null
        trade_date: string
        settlement_date: string
        due_date: string | null
        paid_on: string | null
        net_value: string
        paid: string
        outstanding: string
        status: 'assumed' | 'failed' | 'overdue' | 'part' | 'pending' | 'settled'
        is_part: boolean
        is_deleted: boolean
        is_booked: boolean
        reference: string | null
        evidence: 'bank line' | 'none' | 'reference' | null
        version: number
        is_safekept: boolean
      }
    }
    'settlements.open-at-most': {
      values: {
        limit: number | bigint
      }
      row: {
        count: number
      }
    }
    'settlements.reconciled': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        entry_id: number
        day: string
        match_id: number
        line_id: number
        line_date: string
        reference: string | null
      }
    }
    'settlements.records': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        trade_id: number
        kind: 'failed' | 'part' | 'reopened' | 'rescheduled' | 'settled'
        actual_date: string | null
        amount: string
        due_date: string | null
      }
    }
    'settlements.restate': {
      values: {
        tradeIds: readonly (number | bigint)[]
        settled: readonly boolean[]
        dues: readonly (string | null)[] | null
        expectedEntryIds: readonly (number | bigint | null)[] | null
      }
      row: never
    }
    'settlements.sums': {
      values: {}
      row: {
        count: number
        pay_count: number
        payable: string
        receivable: string
        net: string
      }
    }
    'settlements.sums-of-matches': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        match_id: number
        settlements: string
        statement: string
        lines: number
      }
    }
    'settlements.trades': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        version: number
        side: 'buy' | 'sell'
        deal_number: string
        portfolio_id: number
        equity_id: number
        company_name: string
        trade_date: string
        settlement_date: string
        net: string
        broker_id: number | null
        settlement_account_id: number | null
        is_acted_upon: boolean
        expected_entry_id: number | null
      }
    }
    'settlements.unbooked': {
      values: {
        tradeIds: readonly (number | bigint)[]
        upTo: string
      }
      row: {
        id: number
        due: string
        pays: boolean
        amount: string
      }
    }
  }
}
export {}
