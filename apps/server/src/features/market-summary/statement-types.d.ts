/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'market-summary.days': {
      values: {
        day: string | null
      }
      row: {
        day: string | null
        newest: string | null
        previous: string | null
        next: string | null
      }
    }
    'market-summary.movers': {
      values: {
        day: string
        most: number
      }
      row: {
        list: 'gainers' | 'losers' | 'turnover' | 'volume'
        symbol: string
        company_name: string | null
        known: boolean
        sector: string | null
        last_trade: string
        change_rs: string | null
        change_percent: string | null
        share_volume: number | null
        trade_volume: number | null
        turnover: string | null
      }
    }
    'market-summary.sectors': {
      values: {
        day: string
      }
      row: {
        whole: boolean
        known: boolean | null
        sector: string | null
        securities: number
        advanced: number
        declined: number
        unchanged: number
        notCompared: number
        shareVolume: number
        trades: number
        turnover: string
        equalChange: string | null
        weightedChange: string | null
        unknown: number
      }
    }
    'market-summary.top-stocks': {
      values: {
        day: string
        most: number
      }
      row: {
        known: boolean
        sector: string | null
        symbol: string
        company_name: string | null
        change_percent: string | null
        turnover: string
      }
    }
    'market-summary.trend': {
      values: {
        day: string
        days: number
      }
      row: {
        date: string
        securities: number
        advanced: number
        declined: number
        unchanged: number
        notCompared: number
        shareVolume: number
        trades: number
        turnover: string
        equalChange: string | null
        weightedChange: string | null
      }
    }
  }
}
export {}
