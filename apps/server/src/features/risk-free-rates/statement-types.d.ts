/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'risk-free-rates.in-force': {
      values: {
        to: string
        from: string
      }
      row: {
        effective_from: string
        rate: string
      }
    }
  }
}
export {}
