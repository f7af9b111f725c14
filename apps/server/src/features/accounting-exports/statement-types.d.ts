/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'accounting.accounts-named': {
      values: {
        codes: readonly string[]
      }
      row: {
        account_code: string
      }
    }
    'accounting.add-batch': {
      values: {
        target: number | bigint
        sequence: number
        number: string
        to: string
        entries: number
        vouchers: number
        lines: number
        amount: string | bigint
        fileName: string
        mediaType: string
        bytes: number | bigint
        sha256: Buffer
        tie: string
        by: number | bigint
      }
      row: {
        id: number
      }
    }
    'accounting.add-made': {
      values: {
        id: number | bigint
        by: number | bigint
      }
      row: never
    }
    'accounting.add-mapping': {
      values: {
        id: number | bigint
        codes: readonly string[]
        portfolios: readonly (number | bigint | null)[] | null
        outsides: readonly string[]
        costCentres: readonly (string | null)[] | null
        days: readonly (string | null)[] | null
      }
      row: never
    }
    'accounting.add-part': {
      values: {
        id: number | bigint
        part: number
        content: Buffer
      }
      row: never
    }
    'accounting.add-step': {
      values: {
        id: number | bigint
        what: string
        by: number | bigint
        reference: string | null
        reason: string | null
      }
      row: never
    }
    'accounting.add-target': {
      values: {
        code: string
        name: string
        format: string
        detail: string
        entityId: number | bigint | null
        portfolios: readonly (number | bigint | null)[] | null
        startDate: string
        openFrom: string | null
        taxRate: string | null
        layout: string | null
      }
      row: {
        id: number
      }
    }
    'accounting.batches': {
      values: {
        target: number | bigint | null
        id: number | bigint | null
        below: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        number: string
        target_id: number
        code: string
        name: string
        to_date: string
        state: 'acknowledged' | 'made' | 'refused' | 'replaced'
        reference: string | null
        entries: number
        vouchers: number
        lines: number
        amount: string
        file_name: string
        bytes: number
        sha256: Buffer
        recorded_by: string
        recorded_at: string
        total: number
        reason: string | null
      }
    }
    'accounting.change-target': {
      values: {
        name: string
        detail: string
        startDate: string
        openFrom: string | null
        taxRate: string | null
        layout: string | null
        id: number | bigint
      }
      row: never
    }
    'accounting.clear-mapping': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'accounting.entity-named': {
      values: {
        name: string
      }
      row: {
        id: number
      }
    }
    'accounting.entries-of-batch': {
      values: {
        id: number | bigint
        voucher: number
        entry: number | bigint
        most: number | bigint
      }
      row: {
        voucher: number
        entry_id: number
        entry_date: string
        reference: string | null
        description: string
      }
    }
    'accounting.exported-before': {
      values: {
        target: number | bigint
      }
      row: {
        account_id: number
        net: string
      }
    }
    'accounting.file': {
      values: {
        id: number | bigint
      }
      row: {
        file_name: string
        media_type: string
        bytes: number
      }
    }
    'accounting.free-entries': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'accounting.give-opening-up': {
      values: {
        target: number | bigint
      }
      row: never
    }
    'accounting.hold-target': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'accounting.lines': {
      values: {
        ids: readonly (number | bigint)[]
        portfolios: readonly (number | bigint)[]
        target: number | bigint
      }
      row: {
        id: number
        entry_date: string
        reference: string | null
        description: string
        line_no: number
        account_id: number
        account_code: string
        account_name: string
        portfolio_id: number | null
        portfolio: string | null
        line_description: string | null
        debit: string
        credit: string
      }
    }
    'accounting.mapping': {
      values: {
        id: number | bigint
      }
      row: {
        account_code: string
        outside: string
        portfolio: number | null
        portfolio_code: string | null
        cost_centre: string | null
        effective_from: string | null
      }
    }
    'accounting.move-batch': {
      values: {
        state: string
        reference: string | null
        id: number | bigint
      }
      row: never
    }
    'accounting.next-mapping': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'accounting.numbered': {
      values: {
        sequence: number
        id: number | bigint
      }
      row: never
    }
    'accounting.opening': {
      values: {
        target: number | bigint
      }
      row: {
        account_id: number
        portfolio: number | null
        account_code: string
        net: string
      }
    }
    'accounting.outside-balances': {
      values: {
        target: number | bigint
        batch: number | bigint
      }
      row: {
        account: string
        net: string
      }
    }
    'accounting.part': {
      values: {
        id: number | bigint
        part: number
      }
      row: {
        content: Buffer
      }
    }
    'accounting.patience': {
      values: {}
      row: {
        set_config: string | null
      }
    }
    'accounting.pick': {
      values: {
        to: string
        portfolios: readonly (number | bigint)[]
        target: number | bigint
      }
      row: {
        id: number
      }
    }
    'accounting.steps': {
      values: {
        id: number | bigint
      }
      row: {
        what: 'acknowledged' | 'made' | 'refused' | 'replaced'
        at: string
        by: string
        reference: string | null
        reason: string | null
      }
    }
    'accounting.take-opening': {
      values: {
        target: number | bigint
        start: string
        portfolios: readonly (number | bigint)[]
      }
      row: never
    }
    'accounting.targets': {
      values: {
        id: number | bigint | null
      }
      row: {
        id: number
        code: string
        name: string
        format: 'csv' | 'quickbooks' | 'xero'
        detail: 'day' | 'line' | 'month'
        entity: string | null
        is_general: boolean
        start_date: string
        open_from: string | null
        tax_rate: string | null
        layout: unknown
        version: number
        mapping_version: number
        last_number: number
        ids: number[]
        codes: string[]
        exported_to: string | null
      }
    }
    'accounting.tie': {
      values: {
        id: number | bigint
      }
      row: {
        account_code: string
        account_name: string
        before: string | null
        debit: string | null
        credit: string | null
        balance: string | null
      }
    }
    'accounting.used-accounts': {
      values: {
        portfolios: readonly (number | bigint)[]
        id: number | bigint
      }
      row: {
        account_code: string
        account_name: string
        debit: string
        credit: string
        is_mapped: boolean
      }
    }
  }
}
export {}
