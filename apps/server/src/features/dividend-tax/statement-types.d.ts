/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'dividend-tax.entity': {
      values: {
        entity: string
      }
      row: {
        name: string
      }
    }
  }
}
export {}
