/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../database/statement.ts' {
  interface Statements {
    'door.change-reconciled': {
      values: {}
      row: {
        set_config: string | null
      }
    }
  }
}
export {}
