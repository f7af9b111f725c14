/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'journal.accounts': {
      values: {
        date: string
        roles: readonly string[]
        codes: readonly string[]
        wanted: readonly string[]
      }
      row: {
        id: number
        account_code: string
        active_status: 'No' | 'Yes'
        reserved: boolean
        is_clearing: boolean
      }
    }
    'journal.cash-accounts': {
      values: {
        codes: readonly string[]
        date: string
      }
      row: {
        account_code: string
      }
    }
    'journal.counts': {
      values: {
        today: string
      }
      row: {
        posted: number
        pending: number
        draft: number
        cancelled: number
        due: number
      }
    }
    'journal.draft': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        status: 'Cancelled' | 'Draft' | 'Posted'
        posted_as: number | null
        date: string
        description: string
        reference: string | null
        transaction_type: string
        taken_from: number | null
        recurring_id: number | null
        due_on: string | null
        version: number
        recorded_at: string
        recorded_by: string
        changed_at: string | null
        changed_by: string | null
      }
    }
    'journal.draft-head': {
      values: {
        id: number | bigint
      }
      row: {
        date: string
        description: string
        reference: string | null
      }
    }
    'journal.draft-lines': {
      values: {
        id: number | bigint
      }
      row: {
        line_no: number
        account_code: string
        account_name: string
        role: 'manual' | 'suspense'
        debit: string
        credit: string
        description: string | null
        portfolio_code: string | null
        transaction_type: 'Journal Entry'
        bank_id: number | null
        bank_account_name: string | null
        bank_account_number: string | null
        bank_name: string | null
        clears_entry_id: number | null
        clears_line_no: number | null
      }
    }
    'journal.draft-to-post': {
      values: {
        roles: readonly string[]
        codes: readonly string[]
        id: number | bigint
      }
      row: {
        role: 'manual' | 'suspense'
        account_id: number
        account_code: string
        active: boolean
        reserved: boolean
        is_clearing: boolean
        portfolio_id: number | null
        portfolio: string | null
        settlement_account_id: number | null
        debit: string
        credit: string
        description: string | null
        clears_entry_id: number | null
        clears_line_no: number | null
      }
    }
    'journal.entry': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        date: string
        description: string
        reference: string | null
        transaction_type: string
        journal_type: 'Corporate Action' | 'Dividend' | 'Manual' | 'Mapping Move' | 'Trade'
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'mapping' | 'opening' | 'settlement' | 'trade' | 'valuation'
        trade_id: number | null
        deal_number: string | null
        moved_from: string | null
        reversal_of: number | null
        reversed_by: number | null
        replaced_by: number | null
        replaces: number | null
        reason: string | null
        recurring_id: number | null
        due_on: string | null
        recorded_at: string
        recorded_by: string
      }
    }
    'journal.history': {
      values: {
        postedAs: string
      }
      row: {
        at: string
        by: string
        action: string
      }
    }
    'journal.insert-draft': {
      values: {
        status: string
        entryDate: string
        description: string
        reference: string | null
        transactionType: string
        takenFrom: number | bigint | null
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'journal.insert-draft-lines': {
      values: {
        draftId: number | bigint
        lineNos: readonly number[]
        accountIds: readonly (number | bigint)[]
        roles: readonly string[]
        debits: readonly (string | bigint)[]
        credits: readonly (string | bigint)[]
        descriptions: readonly (string | null)[] | null
        portfolioIds: readonly (number | bigint | null)[] | null
        settlementAccountIds: readonly (number | bigint | null)[] | null
        clearsEntryIds: readonly (number | bigint | null)[] | null
        clearsLineNos: readonly (number | null)[] | null
      }
      row: never
    }
    'journal.lines': {
      values: {
        id: number | bigint
      }
      row: {
        line_no: number
        account_code: string
        account_name: string
        role: string
        debit: string
        credit: string
        description: string | null
        portfolio_code: string | null
        transaction_type: string
        bank_id: number | null
        bank_account_name: string | null
        bank_account_number: string | null
        bank_name: string | null
        clears_entry_id: number | null
        clears_line_no: number | null
      }
    }
    'journal.list': {
      values: {
        today: string
      }
      row: {
        id: number
        date: string
        description: string
        reference: string | null
        transaction_type: 'Corporate Action' | 'Dividend' | 'Manual' | 'Mapping Move' | 'Trade'
        status: 'Cancelled' | 'Draft' | 'Pending' | 'Posted'
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'mapping' | 'opening' | 'settlement' | 'trade' | 'valuation'
        trade_id: number | null
        deal_number: string | null
        reversal_of: number | null
        reversed_by: number | null
        replaces: number | null
        replaced_by: number | null
        recurring_id: number | null
        due_on: string | null
        recorded_at: string
        account_code: string | null
        account_name: string | null
        line_count: number
        one_line: boolean | null
        portfolios: string[]
        debit: string | null
        credit: string | null
        difference: string | null
        attachments: number
        recorded_by: string
      }
    }
    'journal.lock-draft': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        status: 'Cancelled' | 'Draft' | 'Posted' | 'Template'
        description: string
        version: number
      }
    }
    'journal.lock-entry': {
      values: {
        entryId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'journal.net-of-entries': {
      values: {
        postedIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        account_code: string
        account_name: string
        net: string
      }
    }
    'journal.note-change': {
      values: {
        entryId: number | bigint
        reversalId: number | bigint
        replacementId: number | bigint | null
        reason: string | null
      }
      row: never
    }
    'journal.openings': {
      values: {
        portfolios: readonly string[]
      }
      row: {
        code: string
        name: string
        openingDate: string | null
      }
    }
    'journal.posted': {
      values: {
        id: number | bigint
      }
      row: {
        date: string
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'opening' | 'settlement' | 'trade' | 'valuation'
        reversal_of: number | null
        reversed_by: number | null
      }
    }
    'journal.suspense-account': {
      values: {
        portfolioId: number | bigint
        date: string
      }
      row: {
        id: number
        account_code: string
        active_status: 'No' | 'Yes'
        reserved: boolean
        is_clearing: boolean
      }
    }
    'journal.update-draft': {
      values: {
        status: string
        entryDate: string
        description: string
        reference: string | null
        transactionType: string
        changedBy: number | bigint
        id: number | bigint
      }
      row: never
    }
    'recurring.advance': {
      values: {
        passed: number
        due: string | null
        id: number | bigint
      }
      row: never
    }
    'recurring.all': {
      values: {}
      row: {
        id: number
        description: string
        reference: string | null
        transaction_type: string
        total: string
        unit: 'month' | 'quarter' | 'week' | 'year'
        every: number
        first_date: string
        last_date: string | null
        next_date: string | null
        state: 'active' | 'ended' | 'paused'
        version: number
        recorded_at: string
        recorded_by: string
        history: { id: number; due_on: string; status: 'Cancelled' | 'Draft' | 'Posted'; posted_as: number | null }[]
      }
    }
    'recurring.copy-lines': {
      values: {
        templateId: number | bigint
        draftId: number | bigint
      }
      row: never
    }
    'recurring.due': {
      values: {
        today: string
      }
      row: {
        id: number
        recorded_by: number
      }
    }
    'recurring.insert': {
      values: {
        templateId: number | bigint
        unit: string
        every: number
        firstDate: string
        lastDate: string | null
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'recurring.lock': {
      values: {
        id: number | bigint
      }
      row: {
        unit: 'month' | 'quarter' | 'week' | 'year'
        every: number
        firstDate: string
        lastDate: string | null
        passed: number
        nextDate: string | null
        version: number
      }
    }
    'recurring.lock-due': {
      values: {
        id: number | bigint
        today: string
      }
      row: {
        unit: 'month' | 'quarter' | 'week' | 'year'
        every: number
        firstDate: string
        lastDate: string | null
        passed: number
        templateId: number
        nextDate: string
        recordedBy: number
      }
    }
    'recurring.make': {
      values: {
        due: string
        recurringId: number | bigint
        recordedBy: number | bigint
        templateId: number | bigint
      }
      row: {
        id: number
      }
    }
    'recurring.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        description: string
        reference: string | null
        transaction_type: string
        total: string
        unit: 'month' | 'quarter' | 'week' | 'year'
        every: number
        first_date: string
        last_date: string | null
        next_date: string | null
        state: 'active' | 'ended' | 'paused'
        version: number
        recorded_at: string
        recorded_by: string
        history: { id: number; due_on: string; status: 'Cancelled' | 'Draft' | 'Posted'; posted_as: number | null }[]
      }
    }
    'recurring.refused-account': {
      values: {
        templateId: number | bigint
        roles: readonly string[]
        codes: readonly string[]
      }
      row: {
        account_code: string
      }
    }
    'recurring.template': {
      values: {
        firstDate: string
        recordedBy: number | bigint
        entryId: number | bigint
      }
      row: {
        id: number
      }
    }
    'recurring.template-lines': {
      values: {
        templateId: number | bigint
        description: string
        entryId: number | bigint
      }
      row: never
    }
  }
}
export {}
