/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'activities.list': {
      values: {
        trades: boolean
        most: number
        portfolios: boolean
        settlements: boolean
        seesAll: boolean
        prices: boolean
        valuations: boolean
        dividends: boolean
        actions: boolean
        days: number | null
        limit: number
        skip: number
      }
      row: {
        total: number
        kind: 'action' | 'correction' | 'index' | 'opening' | 'portfolio' | 'prices' | 'reversal' | 'settlement' | 'sign-off' | 'strategy' | 'trade' | 'valuation' | null
        id: number | null
        part: number | null
        at: string | null
        by: string | null
        side: 'buy' | 'opening' | 'sell' | null
        deal_number: string | null
        symbol: string | null
        portfolio: string | null
        portfolio_code: string | null
        quantity: number | null
        price: string | null
        gross: string | null
        net: string | null
        trade_date: string | null
        is_deleted: boolean | null
        reason: string | null
        outcome: 'failed' | 'part' | 'reopened' | 'rescheduled' | 'settled' | null
        amount: string | null
        actual_date: string | null
        due_date: string | null
        pays: boolean | null
        action: string | null
        entity_id: string | null
        price_date: string | null
        source: 'feed' | 'file' | 'pasted' | 'summary' | 'typed' | null
        file_name: string | null
        added: number | null
        changed: number | null
        removed: number | null
        rows: number | null
        is_signed: boolean | null
        index_code: string | null
        index_name: string | null
        index_source: 'feed' | 'file' | 'pasted' | 'typed' | null
        step: string | null
        step_detail: string | null
        action_title: string | null
        action_kind: string | null
        action_id: number | null
        expected: string | null
        run_id: number | null
        valuation_date: string | null
        valuation_version: number | null
        fair_value: string | null
        posted: string | null
        index_values: number
      }
    }
  }
}
export {}
