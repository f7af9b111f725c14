/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'report-schedules.add': {
      values: {
        ownerId: number | bigint
        report: string
        portfolio: number | bigint | null
        format: string
        every: string
        time: string
        isOn: boolean
        now: string | Date
        next: string | Date
      }
      row: {
        id: number
      }
    }
    'report-schedules.advance': {
      values: {
        doneTo: string | Date
        next: string | Date
        id: number | bigint
        from: string | Date
      }
      row: never
    }
    'report-schedules.change': {
      values: {
        portfolio: number | bigint | null
        format: string
        every: string
        time: string
        isOn: boolean
        doneTo: string | Date
        next: string | Date
        id: number | bigint
      }
      row: never
    }
    'report-schedules.count': {
      values: {
        ownerId: number | bigint
      }
      row: {
        count: number
      }
    }
    'report-schedules.lock': {
      values: {
        id: number | bigint
        ownerId: number | bigint
      }
      row: {
        id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio_id: number | null
        every: 'market-day' | 'month-end'
        at_time: string
        is_on: boolean
        version: number
        done_to: string
      }
    }
    'report-schedules.note-run': {
      values: {
        day: string
        at: string | Date
        job: number | bigint | null
        error: string | null
        id: number | bigint
      }
      row: never
    }
    'report-schedules.on': {
      values: {}
      row: {
        id: number
        owner_id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        done_to: string
        next_at: string
      }
    }
    'report-schedules.one': {
      values: {
        id: number | bigint
        ownerId: number | bigint
      }
      row: {
        id: number
        owner_id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        done_to: string
        next_at: string
      }
    }
    'report-schedules.one-by-one': {
      values: {
        ownerId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'report-schedules.own': {
      values: {
        ownerId: number | bigint
        id: number | bigint | null
      }
      row: {
        id: number
        report: 'daily-holdings' | 'fees-and-levies' | 'limits' | 'trade-blotter'
        portfolio: number | null
        code: string | null
        name: string | null
        format: 'csv' | 'pdf' | 'xlsx'
        every: 'market-day' | 'month-end'
        at_time: string
        is_on: boolean
        version: number
        done_to: string
        run_day: string | null
        run_at: string | null
        run_error: string | null
        job_id: number | null
        job_status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting' | null
        job_error: string | null
        file_id: number | null
        file_portfolios: number[] | null
        file_name: string | null
        media_type: string | null
        rows: number | null
        bytes: number | null
        kept_until: string | null
      }
    }
    'report-schedules.remove': {
      values: {
        id: number | bigint
      }
      row: never
    }
  }
}
export {}
