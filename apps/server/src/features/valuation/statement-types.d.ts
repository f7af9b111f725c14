/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'valuations.add-run': {
      values: {
        date: string
        portfolioId: number | bigint | null
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'valuations.bring-into-force': {
      values: {
        date: string
        runId: number | bigint
        portfolioIds: readonly (number | bigint)[]
        valuationIds: readonly (number | bigint)[]
        byClose: readonly boolean[]
      }
      row: never
    }
    'valuations.brought-forward': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        equityId: number
        amount: string
      }
    }
    'valuations.chart': {
      values: {}
      row: {
        id: number
        account_code: string
        account_name: string
      }
    }
    'valuations.closed-years': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
        since: string | Date | null
      }
      row: {
        entity: string
        year_end: string
      }
    }
    'valuations.count': {
      values: {
        from: string | null
        to: string | null
        portfolioIds: readonly (number | bigint | null)[] | null
        state: string | null
      }
      row: {
        total: number
      }
    }
    'valuations.count-lines': {
      values: {
        id: number | bigint
        portfolioId: number | bigint | null
        exceptions: boolean
      }
      row: {
        total: number
      }
    }
    'valuations.day': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        portfolioId: string
        portfolioName: string
        carrying: string
        run: number | null
        state: 'not-valued' | 'stale' | 'valued'
        locked: boolean
      }
    }
    'valuations.draw-ids': {
      values: {
        count: number
      }
      row: {
        ids: number[] | null
      }
    }
    'valuations.forget-in-force': {
      values: {
        valuationIds: readonly (number | bigint)[]
      }
      row: never
    }
    'valuations.forget-marks': {
      values: {
        valuationIds: readonly (number | bigint)[]
      }
      row: never
    }
    'valuations.hold': {
      values: {}
      row: {
        held: boolean
      }
    }
    'valuations.in-force': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        id: number
        run: number
        posted: string
        entry: number | null
        reversal: number | null
        basis: 'Close' | 'Last Trade'
        marked: boolean
      }
    }
    'valuations.in-force-of-run': {
      values: {
        runId: number | bigint
      }
      row: {
        portfolioId: number
        id: number
        date: string
        entry: number | null
        reversal: number | null
      }
    }
    'valuations.lines': {
      values: {
        id: number | bigint
        portfolioId: number | bigint | null
        exceptions: boolean
        limit: number
        skip: number
      }
      row: {
        portfolioId: string
        portfolioName: string
        equity_id: number
        symbol: string
        company_name: string
        quantity: number
        cost: string
        capitalised: string
        carrying: string
        price: string | null
        price_date: string | null
        price_kind: 'close' | 'last trade' | 'previous close' | null
        price_source: string | null
        price_age: number | null
        level: number
        fair_value: string
        difference: string
        posted: string
        exceptions: string | null
      }
    }
    'valuations.lines-in-force': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        equity_id: number
        quantity: number
        cost: string
        capitalised: string
        price: string | null
        price_date: string | null
        price_kind: 'close' | 'last trade' | 'previous close' | null
        price_source: string | null
        level: number
        fair_value: string
        posted: string
      }
    }
    'valuations.lines-until': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        lines: number
      }
    }
    'valuations.list': {
      values: {
        from: string | null
        to: string | null
        portfolioIds: readonly (number | bigint | null)[] | null
        state: string | null
        cursor: number | bigint | null
        limit: number
      }
      row: {
        id: number
        date: string
        state: 'posted' | 'replaced' | 'reversed' | 'stale'
        portfolios: number
        posted: number
        stale: number
        replaced: number
        reversed: number
        holdings: number
        exceptions: number
        carrying: string
        fair_value: string
        difference: string
        code: string | null
        name: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'valuations.lock': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'valuations.mark': {
      values: {
        valuationIds: readonly (number | bigint)[]
      }
      row: never
    }
    'valuations.note-reversals': {
      values: {
        runId: number | bigint
        reason: string
        recordedBy: number | bigint
        valuationIds: readonly (number | bigint)[]
      }
      row: never
    }
    'valuations.of-run': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        entity: string
        portfolioId: string
        portfolioName: string
        treatment: 'FVOCI' | 'FVTPL'
        price_basis: 'Close' | 'Last Trade'
        holdings: number
        exceptions: number
        carrying: string
        fair_value: string
        difference: string
        is_new: boolean
        entry_id: number | null
        reversal_entry_id: number | null
        in_force_by: number | null
        state: 'posted' | 'replaced' | 'reversed' | 'stale'
        reason: string | null
        reversed_at: string | null
        reversed_by: string | null
      }
    }
    'valuations.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        date: string
        state: 'posted' | 'replaced' | 'reversed' | 'stale'
        portfolios: number
        posted: number
        stale: number
        replaced: number
        reversed: number
        holdings: number
        exceptions: number
        carrying: string
        fair_value: string
        difference: string
        code: string | null
        name: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'valuations.patience': {
      values: {}
      row: {
        set_config: string | null
      }
    }
    'valuations.portfolios': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        code: string
        name: string
        treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        basis: 'Close' | 'Last Trade'
        opening_date: string | null
      }
    }
    'valuations.resting-on-prices': {
      values: {
        equityIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        id: number
        run: number
        date: string
        portfolio: number
        portfolioId: string
        portfolioName: string
        entity: string
        through: string | null
        locked: boolean
        marked: boolean
      }
    }
    'valuations.securities': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        symbol: string
        name: string
      }
    }
    'valuations.stale-days': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        date: string
        portfolios: number
        locked: boolean
      }
    }
    'valuations.taken-over': {
      values: {
        day: string
        portfolioIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        id: number
      }
    }
    'valuations.unmark': {
      values: {
        valuationIds: readonly (number | bigint)[]
      }
      row: never
    }
    'valuations.versions': {
      values: {
        date: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        version: number
      }
    }
  }
}
export {}
