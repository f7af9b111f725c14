/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'custodian.accepted': {
      values: {
        id: number | bigint
      }
      row: {
        line: number
        trade_id: number
        deal_number: string
        amount: string
        by: string
        at: string
      }
    }
    'custodian.accounts': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        account: string
        basis: 'settled' | 'traded'
      }
    }
    'custodian.accounts-named': {
      values: {
        accounts: readonly string[]
      }
      row: {
        id: number
        account: string
      }
    }
    'custodian.add-file': {
      values: {
        kind: string
        fileName: string
        sha256: Buffer
        content: Buffer
        lines: number
        leftOut: string
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'custodian.add-note': {
      values: {
        id: number | bigint
        account: number | bigint
        date: string | null
        equityId: number | bigint | null
        written: string | null
        symbol: string
        note: string
        recordedBy: number | bigint
      }
      row: {
        text: string
        by: string
        at: string
      }
    }
    'custodian.alone': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'custodian.cancelled-statements': {
      values: {
        id: number | bigint
      }
      row: {
        account: string
        date: string
        reference: string
        file_id: number
        by_file: number
        by_reference: string
      }
    }
    'custodian.cancels-nothing': {
      values: {
        id: number | bigint
      }
      row: {
        place: number
        reference: string
      }
    }
    'custodian.candidates': {
      values: {
        from: string
        to: string
        ids: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        version: number
        deal_number: string
        portfolio_id: number
        portfolio_name: string
        equity_id: number
        side: 'buy' | 'sell'
        quantity: number
        is_deleted: boolean
        net: string
        outstanding: string
        due: string | null
        settlement_date: string
      }
    }
    'custodian.chosen-securities': {
      values: {
        written: readonly string[]
      }
      row: {
        written: string
        equity_id: number
      }
    }
    'custodian.content': {
      values: {
        id: number | bigint
      }
      row: {
        file_name: string
        content: Buffer
      }
    }
    'custodian.count-files': {
      values: {}
      row: {
        total: number
      }
    }
    'custodian.deals': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        deal_number: string
      }
    }
    'custodian.file': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        kind: 'confirmations' | 'holdings' | 'mixed'
        file_name: string
        sha256: string
        uploaded_by: string
        uploaded_at: string
        line_count: number
        left_out: unknown
        types: string[]
        accounts: string[]
        custodians: string[]
        messages: number
        faulty: number
        accepted: number
        first_date: string | null
        last_date: string | null
      }
    }
    'custodian.files': {
      values: {
        most: number | bigint
      }
      row: {
        id: number
        kind: 'confirmations' | 'holdings' | 'mixed'
        file_name: string
        sha256: string
        uploaded_by: string
        uploaded_at: string
        line_count: number
        left_out: unknown
        types: string[]
        accounts: string[]
        custodians: string[]
        messages: number
        faulty: number
        accepted: number
        first_date: string | null
        last_date: string | null
      }
    }
    'custodian.keep-portfolios': {
      values: {
        id: number | bigint
        recordedBy: number | bigint
      }
      row: never
    }
    'custodian.lines': {
      values: {
        id: number | bigint
      }
      row: {
        line: number
        message: number
        account_id: number
        isin: string | null
        symbol: string | null
        description: string | null
        fault_field: string | null
        fault: string | null
        aggregate: number | null
        available: number | null
        pledged: number | null
        pending_receipt: number | null
        pending_delivery: number | null
        side: 'buy' | 'sell' | null
        is_free: boolean | null
        our_reference: string | null
        settled: number | null
        settled_before: number | null
        remaining: number | null
        amount: string | null
        settled_on: string | null
        is_cancelled: boolean | null
      }
    }
    'custodian.lines-of-pages': {
      values: {
        files: readonly (number | bigint)[]
        places: readonly number[]
      }
      row: {
        line: number
        message: number
        account_id: number
        isin: string | null
        symbol: string | null
        description: string | null
        fault_field: string | null
        fault: string | null
        aggregate: number | null
        available: number | null
        pledged: number | null
        pending_receipt: number | null
        pending_delivery: number | null
        side: 'buy' | 'sell' | null
        is_free: boolean | null
        our_reference: string | null
        settled: number | null
        settled_before: number | null
        remaining: number | null
        amount: string | null
        settled_on: string | null
        is_cancelled: boolean | null
      }
    }
    'custodian.messages': {
      values: {
        id: number | bigint
      }
      row: {
        place: number
        type: string
        reference: string | null
        cancels: string | null
        account_id: number
        statement_date: string | null
        basis: 'settled' | 'traded' | null
        number: string | null
        page: number | null
        is_last: boolean | null
        is_whole: boolean | null
        is_cancelled: boolean
      }
    }
    'custodian.notes': {
      values: {
        id: number | bigint
      }
      row: {
        account_id: number
        statement_date: string | null
        equity_id: number | null
        written: string | null
        symbol: string
        text: string
        by: string
        at: string
      }
    }
    'custodian.other-pages': {
      values: {
        accountId: number | bigint
        date: string
        id: number | bigint
        basis: string | null
        number: string | null
      }
      row: {
        file_id: number
        place: number
        page: number | null
        is_last: boolean | null
      }
    }
    'custodian.portfolio-elsewhere': {
      values: {
        id: number | bigint
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolio_name: string
        account: string
      }
    }
    'custodian.portfolios-of': {
      values: {
        id: number | bigint
      }
      row: {
        portfolio_ids: number[]
      }
    }
    'custodian.portfolios-then': {
      values: {
        id: number | bigint
        others: readonly (number | bigint)[]
      }
      row: {
        account_id: number
        portfolio_ids: number[]
        has_changed: boolean
      }
    }
    'custodian.remember-security': {
      values: {
        written: string
        equityId: number | bigint
        recordedBy: number | bigint
      }
      row: never
    }
    'custodian.repeated-lines': {
      values: {
        id: number | bigint
      }
      row: {
        line: number
      }
    }
    'custodian.securities': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        symbol: string
        name: string
        isin: string | null
      }
    }
    'custodian.securities-of-isins': {
      values: {
        isins: readonly string[]
      }
      row: {
        isin: string
        id: number
      }
    }
    'custodian.security-of-symbol': {
      values: {
        symbol: string
        day: string
      }
      row: {
        id: number
        symbol: string
      }
    }
    'custodian.standing': {
      values: {
        sha256: Buffer
      }
      row: {
        id: number
      }
    }
    'custodian.taken-back': {
      values: {
        id: number | bigint
      }
      row: {
        line: number
        file_id: number
        reference: string
      }
    }
    'custodian.takes-back': {
      values: {
        id: number | bigint
      }
      row: {
        line: number
        file_id: number
        deal_number: string | null
      }
    }
  }
}
export {}
