/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'index-values.add-set': {
      values: {
        indexId: number | bigint
        source: string
        reason: string | null
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'index-values.add-weights': {
      values: {
        indexId: number | bigint
        effectiveFrom: string
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'index-values.before': {
      values: {
        indexId: number | bigint
        day: string
      }
      row: {
        value: string
      }
    }
    'index-values.hold': {
      values: {
        indexId: number | bigint
      }
      row: {
        id: number
      }
    }
    'index-values.index': {
      values: {
        code: string
      }
      row: {
        id: number
        code: string
        name: string
      }
    }
    'index-values.keep-newest': {
      values: {
        setId: number | bigint
      }
      row: {
        keep_newest_index_values: unknown
      }
    }
    'index-values.latest': {
      values: {
        until: string | null
      }
      row: {
        code: string
        name: string
        kind: 'Indicator' | 'Market' | 'Regional' | 'Sector'
        sector: string | null
        date: string | null
        value: string | null
        totalReturn: string | null
        previous: string | null
        change: string | null
        changePercent: string | null
        weightsFrom: string | null
      }
    }
    'index-values.list': {
      values: {
        indexId: number | bigint
        from: string | null
        to: string | null
        limit: number
      }
      row: {
        date: string
        value: string
        totalReturn: string | null
        version: number
        source: 'feed' | 'file' | 'pasted' | 'typed'
        recorded_at: string
        recorded_by: string | null
        total: number
      }
    }
    'index-values.standing': {
      values: {
        indexId: number | bigint
        from: string
        to: string
      }
      row: {
        day: string
        version: number
        value: string | null
        total_return: string | null
      }
    }
    'index-values.weights': {
      values: {
        indexId: number | bigint
        setId: number | bigint | null
      }
      row: {
        id: number
        effective_from: string
        recorded_at: string
        recorded_by: string | null
        sector: string
        weight: string
      }
    }
  }
}
export {}
