/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../platform/database/statement.ts' {
  interface Statements {
    'backups.last': {
      values: {}
      row: {
        last_good_at: string | null
        age_hours: number | null
        first_hours: number | null
        error: string | null
      }
    }
  }
}
export {}
