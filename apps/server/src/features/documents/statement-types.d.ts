/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'documents.accounts-there': {
      values: {
        names: readonly string[]
      }
      row: {
        name: string
        id: number
      }
    }
    'documents.add': {
      values: {
        kind: string
        fileName: string
        bytes: number
        sha256: Buffer
        content: Buffer
        brokerName: string | null
        header: string
        firstDate: string | null
        lastDate: string | null
        lines: number
        skipped: number
        problems: number
        skippedLines: string
        problemLines: string
        totals: string
        stated: string | null
        text: string | null
        uploadedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.add-batch': {
      values: {
        batchId: number | bigint
        documentId: number | bigint
        controls: string | null
        reason: string | null
      }
      row: {
        batch_id: number
      }
    }
    'documents.alone': {
      values: {
        sha256: string
      }
      row: {
        take_lock: unknown
      }
    }
    'documents.amended': {
      values: {
        id: number | bigint
      }
      row: {
        corrected: number
        deleted: number
      }
    }
    'documents.batches': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        status: 'failed' | 'success' | 'undone'
        recorded: number
        at: string
      }
    }
    'documents.brokers-by-code': {
      values: {
        codes: readonly string[]
      }
      row: {
        code: string
        name: string
      }
    }
    'documents.brokers-called': {
      values: {
        names: readonly string[]
      }
      row: {
        name: string
      }
    }
    'documents.brokers-of-sessions': {
      values: {}
      row: {
        session: string
        code: string
      }
    }
    'documents.carried-on': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        file_name: string
      }
    }
    'documents.corrected-later': {
      values: {
        id: number | bigint
        batchIds: readonly (number | bigint)[]
      }
      row: {
        deal_number: string
        later: number
        file_name: string
      }
    }
    'documents.covered': {
      values: {
        id: number | bigint
      }
      row: {
        clientAccount: string | null
        tradeDate: string
      }
    }
    'documents.days-of': {
      values: {
        id: number | bigint
      }
      row: {
        first: string
        last: string
      }
    }
    'documents.drop-copy-tags': {
      values: {}
      row: {
        target: string
        sender: string
        account_tag: number | null
        contract_tag: number | null
        foreign_from: '528' | '582' | 'account' | null
      }
    }
    'documents.earlier-fills': {
      values: {
        before: number | bigint | null
        first: string
        last: string
        days: readonly string[]
        symbols: readonly string[]
      }
      row: {
        document_id: number
        line: number
        trade_date: string
        trade_time: string | null
        side: 'buy' | 'sell'
        execution_id: string | null
        symbol: string
        isin: string | null
        company_name: string | null
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        foreign_brokerage: string
        net: string
        contract_number: string | null
        client_account: string | null
        client_name: string | null
        settlement_date: string | null
        order_id: string | null
        is_cancelled: boolean
        rest: unknown
      }
    }
    'documents.executed-as': {
      values: {
        documentId: number | bigint
        equities: readonly (number | bigint | null)[] | null
      }
      row: {
        line: number
        trade_id: number
      }
    }
    'documents.file': {
      values: {
        id: number | bigint
      }
      row: {
        kind: 'confirmation' | 'drop-copy' | 'monthly' | 'trade-file'
        file_name: string
        content: Buffer | null
      }
    }
    'documents.fills-of-trade-files': {
      values: {
        id: number | bigint
        first: string
        last: string
      }
      row: {
        document_id: number
        file_name: string
        line: number
        trade_date: string
        trade_time: string | null
        side: 'buy' | 'sell'
        execution_id: string | null
        symbol: string
        isin: string | null
        company_name: string | null
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        foreign_brokerage: string
        net: string
        contract_number: string | null
        client_account: string | null
        client_name: string | null
        settlement_date: string | null
        order_id: string | null
        is_cancelled: boolean
        rest: unknown
      }
    }
    'documents.fixed-trades': {
      values: {
        batchIds: readonly (number | bigint)[]
      }
      row: {
        deal_number: string
      }
    }
    'documents.forget-files': {
      values: {
        before: string | Date
      }
      row: {
        id: number
      }
    }
    'documents.forget-matches': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'documents.forget-matches-of-securities': {
      values: {
        id: number | bigint
        equities: readonly (number | bigint)[]
      }
      row: never
    }
    'documents.forget-proofs': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'documents.forget-proved': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'documents.his-upload': {
      values: {
        sha256: Buffer
        uploadedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.in-books': {
      values: {
        id: number | bigint
      }
      row: {
        trades: number
      }
    }
    'documents.is-proved': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.known-clients': {
      values: {
        accounts: readonly string[]
      }
      row: {
        client_account: string
        id: number
        code: string
        name: string
        account_id: number | null
        account_name: string | null
        broker_name: string | null
      }
    }
    'documents.lines': {
      values: {
        documentId: number | bigint
        symbols: readonly (string | null)[] | null
      }
      row: {
        line: number
        trade_date: string
        trade_time: string | null
        side: 'buy' | 'sell'
        execution_id: string | null
        symbol: string
        isin: string | null
        company_name: string | null
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        foreign_brokerage: string
        net: string
        contract_number: string | null
        client_account: string | null
        client_name: string | null
        settlement_date: string | null
        order_id: string | null
        is_cancelled: boolean
        rest: unknown
      }
    }
    'documents.lines-of': {
      values: {
        id: number | bigint
      }
      row: {
        lines: number
      }
    }
    'documents.list': {
      values: {
        kind: string | null
        from: string | null
        to: string | null
        search: string | null
        before: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        kind: 'confirmation' | 'drop-copy' | 'monthly' | 'trade-file'
        file_name: string
        bytes: number
        sha256: string
        kept: boolean
        replaced: boolean
        broker_name: string | null
        first_date: string | null
        last_date: string | null
        lines: number
        skipped: number
        problems: number
        totals: unknown
        uploaded_by: string
        uploaded_at: string
        recorded: number
        total: number
      }
    }
    'documents.matches-renewed': {
      values: {
        tradesNow: string
        portfolios: readonly (number | bigint)[]
        id: number | bigint
      }
      row: never
    }
    'documents.matches-to-check': {
      values: {
        id: number | bigint
      }
      row: {
        contract: number
        equity_id: number | null
        state: 'differs' | 'recorded' | 'undecided'
        trades: number[]
        versions: number[]
        differences: unknown
      }
    }
    'documents.matches-unchanged': {
      values: {
        id: number | bigint
        basis: string | null
        trades: string | null
      }
      row: {
        id: number
      }
    }
    'documents.missing-to-check': {
      values: {
        id: number | bigint
      }
      row: {
        trade_id: number
        version: number
        equity_id: number
      }
    }
    'documents.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        kind: 'confirmation' | 'drop-copy' | 'monthly' | 'trade-file'
        file_name: string
        bytes: number
        sha256: string
        kept: boolean
        replaced: boolean
        broker_name: string | null
        first_date: string | null
        last_date: string | null
        lines: number
        skipped: number
        problems: number
        totals: unknown
        uploaded_by: string
        uploaded_at: string
        recorded: number
        header: unknown
        stated_totals: unknown
        skipped_lines: unknown
        problem_lines: unknown
        content_text: string | null
      }
    }
    'documents.order': {
      values: {
        id: number | bigint
      }
      row: {
        document_order: unknown
        errors: import('@em/contract/batches/batches').BatchRecord['errors']
        document_id: number | null
        broker_name: string | null
      }
    }
    'documents.portfolios-in-sight': {
      values: {
        names: readonly string[]
      }
      row: {
        name: string
        code: string
      }
    }
    'documents.portfolios-to-check': {
      values: {
        id: number | bigint
      }
      row: {
        portfolios: number[]
      }
    }
    'documents.proofs-behind': {
      values: {
        limit: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.proposed-clients': {
      values: {
        accounts: readonly string[]
        names: readonly string[]
      }
      row: {
        client_account: string
        id: number
        code: string
        name: string
        account_id: number | null
        account_name: string | null
      }
    }
    'documents.recorded-from': {
      values: {
        documentId: number | bigint
        equities: readonly (number | bigint | null)[] | null
      }
      row: {
        line: number
        trade_id: number
      }
    }
    'documents.remember-clients': {
      values: {
        brokerName: string | null
        updatedBy: number | bigint
        accounts: readonly string[]
        portfolios: readonly (number | bigint)[]
        settlements: readonly (number | bigint)[]
      }
      row: never
    }
    'documents.remove': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.remove-lines': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'documents.remove-stored': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'documents.replaced': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.rules-until': {
      values: {
        day: string | null
      }
      row: {
        rules: string
      }
    }
    'documents.same': {
      values: {
        sha256: Buffer
      }
      row: {
        id: number
      }
    }
    'documents.session-alone': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'documents.set-failed': {
      values: {
        failed: number
        total: number
        errors: string
        order: string
        batchId: number | bigint
      }
      row: never
    }
    'documents.set-value': {
      values: {
        value: string | bigint
        batchId: number | bigint
      }
      row: never
    }
    'documents.standing-batches': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.standing-of-matches': {
      values: {
        within: number
        id: number | bigint
      }
      row: {
        broker_name: string | null
        proved: boolean
        basis: string | null
        trades: unknown
        symbols: unknown
        basis_now: string
        trades_now: unknown
      }
    }
    'documents.stored': {
      values: {
        id: number | bigint
      }
      row: {
        sums: unknown
        clients: unknown
      }
    }
    'documents.stored-count': {
      values: {
        id: number | bigint
        differences: boolean
        state: string | null
        side: string | null
        symbol: string | null
      }
      row: {
        lines: number
      }
    }
    'documents.stored-missing': {
      values: {
        id: number | bigint
        side: string | null
        symbol: string | null
        limit: number | bigint
        offset: number | bigint
      }
      row: {
        id: number
        version: number
        equity_id: number
        deal_number: string
        portfolio_id: number
        portfolio_name: string
        side: 'buy' | 'sell'
        trade_date: string
        settlement_date: string
        symbol: string
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        net: string
        contract_number: string | null
        broker_name: string | null
        is_formed: boolean
      }
    }
    'documents.stored-missing-count': {
      values: {
        id: number | bigint
        side: string | null
        symbol: string | null
      }
      row: {
        trades: number
      }
    }
    'documents.stored-page': {
      values: {
        id: number | bigint
        differences: boolean
        state: string | null
        side: string | null
        symbol: string | null
        limit: number | bigint
        offset: number | bigint
      }
      row: {
        line: number
        trade_date: string
        trade_time: string | null
        side: 'buy' | 'sell'
        execution_id: string | null
        symbol: string
        isin: string | null
        company_name: string | null
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        foreign_brokerage: string
        net: string
        contract_number: string | null
        client_account: string | null
        client_name: string | null
        settlement_date: string | null
        order_id: string | null
        is_cancelled: boolean
        rest: unknown
        contract: number
        proof: 'agrees' | 'cancelled' | 'differs' | 'no-tariff' | 'not-stated' | 'repeated' | 'taken-back'
        schedule: string | null
        fee_differences: string[] | null
        state: 'differs' | 'new' | 'recorded' | 'undecided'
        trades: number[] | null
        versions: number[] | null
        differences: unknown
      }
    }
    'documents.stored-states': {
      values: {
        id: number | bigint
      }
      row: {
        state: 'differs' | 'missing' | 'recorded' | 'undecided'
        contracts: number
      }
    }
    'documents.stored-trades': {
      values: {
        trades: readonly (number | bigint)[]
        versions: readonly number[]
      }
      row: {
        id: number
        version: number
        deal_number: string
        portfolio_id: number
        portfolio_name: string
        quantity: number
      }
    }
    'documents.symbols-by-isin': {
      values: {
        isins: readonly string[]
      }
      row: {
        isin: string
        symbol: string
      }
    }
    'documents.take': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.take-to-record': {
      values: {
        id: number | bigint
      }
      row: {
        replaced_at: string | null
      }
    }
    'documents.take-whole': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.there': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'documents.trades-of-the-books': {
      values: {
        equities: readonly (number | bigint | null)[] | null
        recorded: readonly (number | bigint)[]
        numbers: readonly string[]
        first: string
        last: string
        days: readonly string[]
        portfolios: readonly (number | bigint)[]
      }
      row: {
        id: number
        version: number
        equity_id: number
        deal_number: string
        portfolio_id: number
        portfolio_name: string
        side: 'buy' | 'sell'
        trade_date: string
        settlement_date: string
        symbol: string
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        net: string
        contract_number: string | null
        broker_name: string | null
        is_formed: boolean
      }
    }
    'documents.undo-chains': {
      values: {
        batchIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        equityId: number
      }
    }
    'documents.undo-lock': {
      values: {
        batchIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'documents.used': {
      values: {
        id: number | bigint
      }
      row: {
        batch_id: number
      }
    }
  }
}
export {}
