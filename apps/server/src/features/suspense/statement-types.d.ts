/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'suspense.accounts': {
      values: {}
      row: {
        account_code: string
        account_name: string
      }
    }
    'suspense.clearing': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        recorded_at: string
        recorded_by: string
        entry_id: number | null
        amount: string
        undone_at: string | null
        undone_by: string | null
        reason: string | null
        reversed: boolean
        items: { entry_id: number; line_no: number; date: string; description: string; portfolioId: string | null; debit: number; credit: number; cleared: number }[]
      }
    }
    'suspense.clearings': {
      values: {
        before: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        recorded_at: string
        recorded_by: string
        entry_id: number | null
        amount: string
        undone_at: string | null
        undone_by: string | null
        reason: string | null
        reversed: boolean
        items: { entry_id: number; line_no: number; date: string; description: string; portfolioId: string | null; debit: number; credit: number; cleared: number }[]
      }
    }
    'suspense.count-clearings': {
      values: {}
      row: {
        count: number
      }
    }
    'suspense.items': {
      values: {
        asOf: string
        portfolioId: number | bigint | null
        entityId: number | bigint | null
        latest: string | null
        search: string | null
        items: readonly (string | null)[] | null
        afterDate: string | null
        afterEntry: number | bigint | null
        afterLine: number | null
        limit: number | bigint
      }
      row: {
        entry_id: number
        line_no: number
        date: string
        since: string
        age_days: number
        description: string
        reference: string | null
        account_code: string
        portfolioId: string | null
        portfolioName: string | null
        debit: string
        credit: string
        open_debit: string
        open_credit: string
      }
    }
    'suspense.keyed': {
      values: {
        asOf: string
        entries: readonly (number | bigint)[]
        lines: readonly number[]
      }
      row: {
        entry_id: number
        line_no: number
        date: string
        since: string
        age_days: number
        description: string
        reference: string | null
        account_code: string
        portfolioId: string | null
        portfolioName: string | null
        debit: string
        credit: string
        open_debit: string
        open_credit: string
        account_id: number
        portfolio_id: number | null
        capacity: string
      }
    }
    'suspense.link': {
      values: {
        clearingId: number | bigint
        debitEntryIds: readonly (number | bigint)[]
        debitLineNos: readonly number[]
        creditEntryIds: readonly (number | bigint)[]
        creditLineNos: readonly number[]
        amounts: readonly (string | bigint)[]
      }
      row: never
    }
    'suspense.links-of': {
      values: {
        entryId: number | bigint
      }
      row: {
        debit_entry_id: number
        debit_line_no: number
        credit_entry_id: number
        credit_line_no: number
        amount: string
        is_debit: boolean
      }
    }
    'suspense.lock-items': {
      values: {}
      row: {
        share_postings: unknown
        take_lock: unknown
      }
    }
    'suspense.lock-items-alone': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'suspense.move': {
      values: {
        entryId: number | bigint
        toLines: readonly number[]
        entryIds: readonly (number | bigint)[]
        lineNos: readonly number[]
      }
      row: never
    }
    'suspense.note-clearing': {
      values: {
        entryId: number | bigint | null
        user: number | bigint
      }
      row: {
        id: number
      }
    }
    'suspense.sums': {
      values: {
        asOf: string
        portfolioId: number | bigint | null
        entityId: number | bigint | null
        latest: string | null
        search: string | null
        items: readonly (string | null)[] | null
      }
      row: {
        portfolioId: string | null
        portfolioName: string | null
        count: number
        debits: string
        credits: string
        oldest_date: string
      }
    }
    'suspense.undo': {
      values: {
        clearingId: number | bigint
        reason: string | null
        user: number | bigint
      }
      row: never
    }
  }
}
export {}
