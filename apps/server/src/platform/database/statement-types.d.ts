/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module './statement.ts' {
  interface Statements {
    'probe': {
      values: {}
      row: {
        version: string | null
      }
    }
  }
}
export {}
