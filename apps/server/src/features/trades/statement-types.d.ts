/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'trades.for-sets': {
      values: {}
      row: {
        set_config: string | null
      }
    }
  }
}
export {}
