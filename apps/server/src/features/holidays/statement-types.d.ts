/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'holidays.all': {
      values: {}
      row: {
        date: string
        name: string
        is_recurring: boolean
      }
    }
  }
}
export {}
