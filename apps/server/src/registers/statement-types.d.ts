/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../platform/database/statement.ts' {
  interface Statements {
    'registers.acts': {
      values: {
        entity: string
        record: string
        actions: readonly string[]
        last: number | null
        most: number
      }
      row: {
        place: number
        act_id: number
        at: string
        by: string | null
        action: string
        before: import('../features/audit/audit-texts.ts').RecordFields | null
        after: import('../features/audit/audit-texts.ts').RecordFields | null
        total: number
      }
    }
    'registers.seen-portfolios': {
      values: {}
      row: {
        code: string
      }
    }
  }
}
export {}
