/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'audit.acts': {
      values: {}
      row: {
        action: string
        entity: string
      }
    }
    'audit.acts-of-request': {
      values: {
        request: string
      }
      row: {
        act_id: number
      }
    }
    'audit.acts-of-settlement': {
      values: {
        trade: number | bigint
      }
      row: {
        act_id: number
      }
    }
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
    'audit.rows': {
      values: {}
      row: {
        looked: number
        last: number | null
        id: number | null
        at: string | null
        by: string | null
        action: string | null
        entity: string | null
        entity_id: string | null
        before: import('./audit-texts.ts').RecordFields | null
        after: import('./audit-texts.ts').RecordFields | null
        request: string | null
        deal_number: string | null
        person: string | null
      }
    }
  }
}
export {}
