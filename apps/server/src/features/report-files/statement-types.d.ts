/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'report-files.person': {
      values: {
        userId: number | bigint
      }
      row: {
        first_name: string
        last_name: string
      }
    }
  }
}
export {}
