/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'periods.balances': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        role: 'cash' | 'inter-portfolio-clearing'
        settlement_account_id: number
        name: string
        net: string
      }
    }
    'periods.certificates': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        through: string
      }
      row: {
        title: string
        missing: number
        tax: string
      }
    }
    'periods.chart': {
      values: {}
      row: {
        id: number
        account_code: string
        account_name: string
      }
    }
    'periods.closing': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        entity_id: number
        year_end: string
        undone: boolean
      }
    }
    'periods.closing-entries': {
      values: {
        closingId: number | bigint
      }
      row: {
        id: number
      }
    }
    'periods.closings': {
      values: {
        entityId: number | bigint
      }
      row: {
        id: number
        year_end: string
        recorded_at: string
        recorded_by: string
        undone_at: string | null
        undone_by: string | null
        result: string
        portfolios: number
      }
    }
    'periods.drafts': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        count: number
      }
    }
    'periods.due-events': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        title: string
      }
    }
    'periods.entities': {
      values: {
        id: number | bigint | null
      }
      row: {
        id: number
        name: string
        is_general: boolean
        year_end_month: number
        common_year_end_month: number
        locked_through: string | null
        first_open_day: string | null
        last_closed: string | null
        share_gains_tax: 'business income' | 'exempt' | null
        version: number
        portfolios: { portfolioId: string; portfolioName: string }[]
      }
    }
    'periods.hold': {
      values: {
        id: number | bigint
      }
      row: {
        version: number
      }
    }
    'periods.hold-postings': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'periods.last-check': {
      values: {
        kind: string
      }
      row: {
        day: string
        found: number
      }
    }
    'periods.last-closing-before': {
      values: {
        entityId: number | bigint
        yearEnd: string
      }
      row: {
        year_end: string | null
      }
    }
    'periods.late-money': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        late: string
      }
      row: {
        title: string
        amount: string
        since: string | null
      }
    }
    'periods.later-closing': {
      values: {
        entityId: number | bigint
        yearEnd: string
      }
      row: {
        year_end: string
      }
    }
    'periods.locks': {
      values: {
        entityId: number | bigint
      }
      row: {
        id: number
        locked_through: string | null
        was_locked_through: string | null
        reason: string | null
        open_points: import('@em/contract/periods/periods').LockCheck[] | null
        set_at: string
        set_by: string
      }
    }
    'periods.moved-years': {
      values: {
        entityId: number | bigint | null
        resultTypes: readonly string[]
      }
      row: {
        entity: string
        yearEnd: string
        amount: string
        isRunStale: boolean
      }
    }
    'periods.note-closing': {
      values: {
        entityId: number | bigint
        yearEnd: string
        undoes: number | bigint | null
        userId: number | bigint
      }
      row: {
        id: number
      }
    }
    'periods.of-portfolios': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        entity: string
        through: string
        open: string
      }
    }
    'periods.open-breaches': {
      values: {
        through: string
        today: string
        portfolioIds: readonly (number | bigint)[]
        entityId: number | bigint
      }
      row: {
        code: string
        measure: string
        unit: 'LKR' | 'none' | 'percent' | 'shares'
        subject: string
        kind: 'active' | 'passive'
        level: string | null
        until: string | null
        value: string | null
      }
    }
    'periods.portfolio-ids': {
      values: {
        entityId: number | bigint
      }
      row: {
        id: number
      }
    }
    'periods.price-sheet': {
      values: {
        through: string
      }
      row: {
        day: string
        is_signed: boolean | null
      }
    }
    'periods.results': {
      values: {
        today: string
        resultTypes: readonly string[]
        entityId: number | bigint
      }
      row: {
        month: string
        result: string | null
        unclosed: string
      }
    }
    'periods.set': {
      values: {
        yearEndMonth: number
        gainsTax: string | null
        id: number | bigint
      }
      row: never
    }
    'periods.set-lock': {
      values: {
        entityId: number | bigint
        through: string | null
        lockedThrough: string | null
        reason: string | null
        userId: number | bigint
        openPoints: string | null
      }
      row: never
    }
    'periods.to-close': {
      values: {
        resultTypes: readonly string[]
        entityId: number | bigint
        month: string
      }
      row: {
        portfolio_id: number | null
        portfolio_code: string | null
        portfolio_name: string | null
        account_id: number
        account_code: string
        account_name: string
        net: string
      }
    }
    'periods.year-end-month': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        month: number
      }
    }
  }
}
export {}
