/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'histories.cost-of-funds': {
      values: {
        id: number | bigint
      }
      row: {
        effective_date: string
        cost_of_funds: string
        tax_rate: string
        after_tax_cost_of_funds: string
      }
    }
    'histories.event': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'histories.placements': {
      values: {
        id: number | bigint
        last: number | null
        most: number
      }
      row: {
        place: number
        act_id: number
        at: string
        by: string | null
        action: 'cds.place'
        before: unknown
        after: { account: string | null; quantity: number | null }
        total: number
      }
    }
  }
}
export {}
