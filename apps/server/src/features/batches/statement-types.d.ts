/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'batches.failed': {
      values: {}
      row: {
        id: number
        file_name: string | null
        failed: number
        total: number
      }
    }
  }
}
export {}
