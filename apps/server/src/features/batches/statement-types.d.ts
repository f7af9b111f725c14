/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'batches.accounts': {
      values: {
        texts: readonly string[]
      }
      row: {
        id: number
        accountName: string
        accountNumber: string
        bankName: string
        branchName: string
        paymentMethod: string
      }
    }
    'batches.all-equities': {
      values: {}
      row: {
        id: number
        symbol: string
        companyName: string
        sector: string | null
        isActive: boolean
      }
    }
    'batches.brokers': {
      values: {
        names: readonly string[]
      }
      row: {
        id: number
        name: string
      }
    }
    'batches.failed': {
      values: {}
      row: {
        id: number
        file_name: string | null
        failed: number
        total: number
      }
    }
    'batches.fill-single': {
      values: {
        portfolio: string
        grossValue: string | bigint
        id: number | bigint
      }
      row: never
    }
    'batches.former-names': {
      values: {}
      row: {
        former: string
        formerName: string
        id: number
        symbol: string
        companyName: string
        sector: string | null
        isActive: boolean
      }
    }
    'batches.keep': {
      values: {
        source: string
        type: string
        fileName: string | null
        portfolio: string | null
        total: number
        recorded: number
        skipped: number
        failed: number
        errors: string
        recordedBy: number | bigint
        recordedAt: string | Date
        reference: string | null
        sent: string | null
        documentId: number | bigint | null
        order: string | null
      }
      row: {
        id: number
      }
    }
    'batches.list': {
      values: {
        type: string | null
        status: string | null
        from: string | null
        to: string | null
        search: string | null
        cursor: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        type: 'bulk-buy' | 'bulk-mixed' | 'bulk-sell' | 'opening'
        source: string
        documentId: number | null
        fileName: string | null
        portfolio: string | null
        totalTransactions: number
        successfulTransactions: number
        skippedTransactions: number
        failedTransactions: number
        status: 'failed' | 'success' | 'undone'
        totalValue: string
        importedBy: string
        importedAt: string
        undoneBy: string | null
        undoneAt: string | null
        seenBy: string | null
        seenAt: string | null
        dealNumber: string | null
        errors: import('@em/contract/batches/batches').BatchRecord['errors']
      }
    }
    'batches.lock-imports': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        take_lock: unknown
      }
    }
    'batches.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        type: 'bulk-buy' | 'bulk-mixed' | 'bulk-sell' | 'opening'
        source: string
        documentId: number | null
        fileName: string | null
        portfolio: string | null
        totalTransactions: number
        successfulTransactions: number
        skippedTransactions: number
        failedTransactions: number
        status: 'failed' | 'success' | 'undone'
        totalValue: string
        importedBy: string
        importedAt: string
        undoneBy: string | null
        undoneAt: string | null
        seenBy: string | null
        seenAt: string | null
        dealNumber: string | null
        errors: import('@em/contract/batches/batches').BatchRecord['errors']
      }
    }
    'batches.open-single': {
      values: {
        type: string
        recordedBy: number | bigint
        recordedAt: string | Date
        reference: string | null
      }
      row: {
        id: number
      }
    }
    'batches.rows-of': {
      values: {
        id: number | bigint
      }
      row: {
        total: number
      }
    }
    'batches.see': {
      values: {
        seenAt: string | Date
        seenBy: number | bigint
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'batches.sent-rows': {
      values: {
        id: number | bigint
      }
      row: {
        sent_rows: unknown
        errors: import('@em/contract/batches/batches').BatchRecord['errors']
      }
    }
    'batches.summary': {
      values: {
        type: string | null
        status: string | null
        from: string | null
        to: string | null
        search: string | null
      }
      row: {
        total: number
        success: number
        failed: number
        undone: number
        transactions: number
      }
    }
    'batches.to-undo': {
      values: {
        id: number | bigint
      }
      row: {
        status: 'failed' | 'success' | 'undone'
        type: 'bulk-buy' | 'bulk-mixed' | 'bulk-sell' | 'opening'
        balances_entry_id: number | null
        balances_of: string | null
      }
    }
    'start.account': {
      values: {
        bank: string
        number: string
      }
      row: {
        id: number
        account_name: string
      }
    }
    'start.keep-balances': {
      values: {
        portfolioId: number | bigint
        batchId: number | bigint
      }
      row: never
    }
    'start.lock-posting': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'start.portfolio': {
      values: {
        code: string
      }
      row: {
        portfolio_id: string
        opening_balances_entry_id: number | null
      }
    }
  }
}
export {}
