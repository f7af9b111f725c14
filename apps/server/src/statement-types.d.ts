/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module './platform/database/statement.ts' {
  interface Statements {
    'seed.done': {
      values: {}
      row: {
        name: string
      }
    }
    'seed.lock': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'seed.remember': {
      values: {
        name: string
      }
      row: never
    }
    'settings.last': {
      values: {}
      row: {
        after: import('./features/audit/audit-texts.ts').RecordFields | null
      }
    }
  }
}
export {}
