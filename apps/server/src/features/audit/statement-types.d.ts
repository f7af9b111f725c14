/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'audit.first-since': {
      values: {
        moment: string | Date
      }
      row: {
        id: number | null
      }
    }
    'audit.people': {
      values: {}
      row: {
        id: number
        name: string
      }
    }
  }
}
export {}
