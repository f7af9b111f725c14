/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'reconciliation.account': {
      values: {
        code: string
      }
      row: {
        id: number
      }
    }
    'reconciliation.add-event': {
      values: {
        id: number | bigint
        action: string
        by: number | bigint
        reason: string | null
        figures: string | null
      }
      row: never
    }
    'reconciliation.at-work-on-cash': {
      values: {
        settlementAccountId: number | bigint | null
        portfolioId: number | bigint | null
      }
      row: {
        id: number
      }
    }
    'reconciliation.balance': {
      values: {
        day: string
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
      }
      row: {
        net: string
        lines: number
      }
    }
    'reconciliation.breaks-changed': {
      values: {}
      row: {
        id: number
        version: number
        accountId: number
        settlementAccountId: number
        portfolioId: number
        accountCode: string
        accountName: string
        settlementAccount: { id: number; account_name: string; account_number: string; bank_name: string } | null
        portfolio: string | null
        portfolioCode: string | null
        startDate: string
        endDate: string
        referenceType: 'bank' | 'customer' | 'vendor'
        referenceNumber: string | null
        externalOpening: string | null
        externalClosing: string | null
        notes: string | null
        status: 'reconciled'
        explanation: string | null
        reconciledAt: string | null
        reconciledBy: string | null
        coveredUntil: string | null
        glClosing: string | null
        glLines: number | null
        figures: import('./lines/figures.ts').StoredFigures | null
        createdAt: string
        createdBy: string
      }
    }
    'reconciliation.breaks-pending': {
      values: {
        begunBy: string
      }
      row: {
        id: number
        version: number
        accountId: number
        settlementAccountId: number
        portfolioId: number
        accountCode: string
        accountName: string
        settlementAccount: { id: number; account_name: string; account_number: string; bank_name: string } | null
        portfolio: string | null
        portfolioCode: string | null
        startDate: string
        endDate: string
        referenceType: 'bank' | 'customer' | 'vendor'
        referenceNumber: string | null
        externalOpening: string | null
        externalClosing: string | null
        notes: string | null
        status: 'pending' | 'reconciled'
        explanation: string | null
        reconciledAt: string | null
        reconciledBy: string | null
        coveredUntil: string | null
        glClosing: string | null
        glLines: number | null
        figures: import('./lines/figures.ts').StoredFigures | null
        createdAt: string
        createdBy: string
      }
    }
    'reconciliation.bump': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'reconciliation.cash-lines': {
      values: {
        entries: readonly (number | bigint)[]
      }
      row: {
        entry_id: number
        line_no: number
      }
    }
    'reconciliation.change': {
      values: {
        referenceType: string | null
        referenceNumber: string | null
        externalOpening: string | bigint | null
        externalClosing: string | bigint | null
        notes: string | null
        id: number | bigint
      }
      row: never
    }
    'reconciliation.changed-lines': {
      values: {
        reconciliationId: number | bigint
        fromDay: string | null
        fromEntry: number | bigint | null
        fromLine: number | null
        limit: number | bigint
      }
      row: {
        entry_id: number
        line_no: number
        taken_into: number | null
        outside: boolean
        entry_date: string
        recorded_at: string
        recorded_by: string
      }
    }
    'reconciliation.changed-since': {
      values: {
        reconciliationIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        lines: number
        net: string
        outside_lines: number
        outside_net: string
        first: string
        last: string
        open: number
      }
    }
    'reconciliation.chosen-matches': {
      values: {
        reconciliationId: number | bigint
        ids: readonly (number | bigint | null)[] | null
        type: string | null
      }
      row: {
        id: number
      }
    }
    'reconciliation.close-changes': {
      values: {
        id: number | bigint
        chain: readonly (number | bigint)[]
      }
      row: never
    }
    'reconciliation.count': {
      values: {
        accountId: number | bigint | null
        settlementAccountId: number | bigint | null
        portfolioId: number | bigint | null
        status: string | null
      }
      row: {
        count: number
      }
    }
    'reconciliation.count-changes': {
      values: {
        reconciliationId: number | bigint
      }
      row: {
        count: number
      }
    }
    'reconciliation.count-matches': {
      values: {
        reconciliationId: number | bigint
        type: string | null
      }
      row: {
        count: number
      }
    }
    'reconciliation.create': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        startDate: string
        endDate: string
        referenceType: string
        referenceNumber: string | null
        opening: string | bigint | null
        closing: string | bigint | null
        notes: string | null
        userId: number | bigint
      }
      row: {
        id: number
      }
    }
    'reconciliation.days-that-stay': {
      values: {
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
        days: readonly (string | null)[] | null
        until: string
      }
      row: {
        entry_id: number
      }
    }
    'reconciliation.drop-proposals': {
      values: {
        reconciliationId: number | bigint
      }
      row: never
    }
    'reconciliation.earlier': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        startDate: string
      }
      row: {
        id: number
        status: 'pending' | 'reconciled'
        start_date: string
        end_date: string
        covered_until: string | null
        external_closing: string | null
        gl_lines: number | null
        residual: string | null
      }
    }
    'reconciliation.entry-date': {
      values: {
        entryId: number | bigint
      }
      row: {
        entry_date: string
      }
    }
    'reconciliation.events': {
      values: {
        reconciliationId: number | bigint
      }
      row: {
        no: number
        action: 'created' | 'reopened' | 'signed-off'
        at: string
        by: string
        reason: string | null
        figures: import('./lines/figures.ts').StoredFigures | null
      }
    }
    'reconciliation.external-lines': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        date: string
        description: string | null
        reference: string | null
        debit: string
        credit: string
        balance: string | null
        bankId: string | null
        statementId: number
        line: number | null
        state: 'active' | 'held' | 'skipped'
        hold_reason: 'outside-period' | 'same-bank-id' | 'same-line' | null
        duplicate_of: number | null
        matched_in: number | null
        first_date: string | null
        first_file: string | null
      }
    }
    'reconciliation.external-of-matches': {
      values: {
        matchIds: readonly (number | bigint)[]
      }
      row: {
        match_id: number
        id: number
      }
    }
    'reconciliation.find': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        version: number
        accountId: number
        settlementAccountId: number
        portfolioId: number
        accountCode: string
        accountName: string
        settlementAccount: { id: number; account_name: string; account_number: string; bank_name: string } | null
        portfolio: string | null
        portfolioCode: string | null
        startDate: string
        endDate: string
        referenceType: 'bank' | 'customer' | 'vendor'
        referenceNumber: string | null
        externalOpening: string | null
        externalClosing: string | null
        notes: string | null
        status: 'pending' | 'reconciled'
        explanation: string | null
        reconciledAt: string | null
        reconciledBy: string | null
        coveredUntil: string | null
        glClosing: string | null
        glLines: number | null
        figures: import('./lines/figures.ts').StoredFigures | null
        createdAt: string
        createdBy: string
      }
    }
    'reconciliation.hold-postings': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'reconciliation.keep-days': {
      values: {
        id: number | bigint
        days: readonly string[]
        lines: readonly (number | bigint)[]
      }
      row: never
    }
    'reconciliation.keep-lines': {
      values: {
        reconciliationId: number | bigint
        statementId: number | bigint
        lines: readonly (number | null)[] | null
        dates: readonly string[]
        descriptions: readonly (string | null)[] | null
        references: readonly (string | null)[] | null
        debits: readonly (string | bigint)[]
        credits: readonly (string | bigint)[]
        balances: readonly (string | bigint | null)[] | null
        bankIds: readonly (string | null)[] | null
        prints: readonly string[]
        reasons: readonly (string | null)[] | null
        duplicates: readonly (number | bigint | null)[] | null
      }
      row: never
    }
    'reconciliation.keep-matches': {
      values: {
        matchTypes: readonly string[]
        differences: readonly (string | bigint)[]
        explanations: readonly (string | null)[] | null
        reconciliationId: number | bigint
        matchedBy: number | bigint
        ledgerNos: readonly (number | bigint)[]
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
        externalNos: readonly (number | bigint)[]
        externalIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'reconciliation.keep-open-external': {
      values: {
        id: number | bigint
        lines: readonly (number | bigint)[]
      }
      row: never
    }
    'reconciliation.keep-open-ledger': {
      values: {
        id: number | bigint
        entries: readonly (number | bigint)[]
        lines: readonly number[]
      }
      row: never
    }
    'reconciliation.keep-proposals': {
      values: {
        reconciliationId: number | bigint
        keys: readonly string[]
        reasons: readonly string[]
        ledger: readonly string[]
        external: readonly string[]
      }
      row: never
    }
    'reconciliation.known-lines': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        prints: readonly string[]
        bankIds: readonly string[]
      }
      row: {
        id: number
        fingerprint: string
        bank_id: string | null
      }
    }
    'reconciliation.later': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        startDate: string
      }
      row: {
        id: number
      }
    }
    'reconciliation.ledger-lines': {
      values: {
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
      }
      row: {
        entry_id: number
        line_no: number
        date: string
        description: string
        reference: string | null
        debit: string
        credit: string
        transaction_type: string
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'opening' | 'settlement' | 'trade' | 'valuation'
        trade_id: number | null
        portfolio: string | null
        portfolioId: string | null
        matched_in: number | null
      }
    }
    'reconciliation.ledger-of-matches': {
      values: {
        matchIds: readonly (number | bigint)[]
      }
      row: {
        match_id: number
        entry_id: number
        line_no: number
      }
    }
    'reconciliation.lines-as-evidence': {
      values: {
        external: readonly (number | bigint)[]
      }
      row: {
        id: number
        line_date: string
        text: string | null
        net: string
      }
    }
    'reconciliation.list': {
      values: {
        accountId: number | bigint | null
        settlementAccountId: number | bigint | null
        portfolioId: number | bigint | null
        status: string | null
        afterDate: string | null
        afterId: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        version: number
        accountId: number
        settlementAccountId: number
        portfolioId: number
        accountCode: string
        accountName: string
        settlementAccount: { id: number; account_name: string; account_number: string; bank_name: string } | null
        portfolio: string | null
        portfolioCode: string | null
        startDate: string
        endDate: string
        referenceType: 'bank' | 'customer' | 'vendor'
        referenceNumber: string | null
        externalOpening: string | null
        externalClosing: string | null
        notes: string | null
        status: 'pending' | 'reconciled'
        explanation: string | null
        reconciledAt: string | null
        reconciledBy: string | null
        coveredUntil: string | null
        glClosing: string | null
        glLines: number | null
        figures: import('./lines/figures.ts').StoredFigures | null
        createdAt: string
        createdBy: string
      }
    }
    'reconciliation.lock': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'reconciliation.lock-account': {
      values: {
        accountId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'reconciliation.made-confirmations': {
      values: {
        matchIds: readonly (number | bigint)[]
      }
      row: {
        match_id: number
        trade_id: number
      }
    }
    'reconciliation.mapping': {
      values: {
        accountCode: string
        settlementAccountId: number | bigint
      }
      row: {
        mapping: import('@em/contract/reconciliation/reconciliation-statements').StatementMapping
      }
    }
    'reconciliation.matched-later': {
      values: {
        reconciliationId: number | bigint
      }
      row: {
        count: number
      }
    }
    'reconciliation.matched-payments': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        match_id: number
        reconciliation_id: number
        trade_id: number
        deal: string
      }
    }
    'reconciliation.matches': {
      values: {
        reconciliationId: number | bigint
        type: string | null
        cursor: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        matchType: 'auto' | 'manual' | 'proposed'
        matchedAt: string
        matchedBy: string
        difference: string
        explanation: string | null
      }
    }
    'reconciliation.names': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        day: string
        account: string
      }
    }
    'reconciliation.new-lines': {
      values: {
        signedOff: readonly (number | bigint)[]
        from: string
        until: string
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
      }
      row: {
        day: string
        lines: number
      }
    }
    'reconciliation.no-proposal': {
      values: {
        reconciliationId: number | bigint
        ledgerKeys: readonly string[]
        externalIds: readonly (number | bigint)[]
      }
      row: never
    }
    'reconciliation.of-period': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        startDate: string
        endDate: string
      }
      row: {
        id: number
      }
    }
    'reconciliation.overlapping': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        portfolioId: number | bigint
        endDate: string
        startDate: string
      }
      row: {
        id: number
      }
    }
    'reconciliation.proposals': {
      values: {
        reconciliationId: number | bigint
        rejected: boolean
      }
      row: {
        id: number
        key: string
        reason: string
        ledger: string[]
        external: number[]
        rejected: boolean
      }
    }
    'reconciliation.propose-confirmed': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: never
    }
    'reconciliation.remember-mapping': {
      values: {
        accountId: number | bigint
        settlementAccountId: number | bigint
        mapping: string
      }
      row: never
    }
    'reconciliation.settlement-account': {
      values: {
        settlementAccount: number | bigint
      }
      row: {
        id: number
      }
    }
    'reconciliation.settlement-lines': {
      values: {
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
      }
      row: {
        entry_id: number
        line_no: number
        trade_id: number
        net: string
      }
    }
    'reconciliation.sign-off': {
      values: {
        userId: number | bigint
        explanation: string | null
        until: string
        glClosing: string | bigint
        lines: number | bigint
        residual: string | bigint
        figures: string
        id: number | bigint
      }
      row: never
    }
    'reconciliation.some-matches': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        matchType: 'auto' | 'manual' | 'proposed'
        matchedAt: string
        matchedBy: string
        difference: string
        explanation: string | null
      }
    }
    'reconciliation.statements': {
      values: {
        reconciliationId: number | bigint
        only: number | bigint | null
      }
      row: {
        id: number
        fileName: string | null
        format: import('@em/contract/reconciliation/reconciliation-statements').StatementFormat
        account: string | null
        from: string
        to: string
        opening: string | null
        closing: string | null
        lines: number
        importedAt: string
        importedBy: string
        held: number
      }
    }
    'reconciliation.unreconciled': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        settlementAccountId: number
        accountName: string
        accountNumber: string
        bankName: string
        reconciledThrough: string | null
        balance: string | null
      }
    }
  }
}
export {}
