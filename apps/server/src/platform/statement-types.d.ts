/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module './database/statement.ts' {
  interface Statements {
    'acts.record': {
      values: {
        place: number
        actions: readonly string[]
        entities: readonly string[]
        entityIds: readonly string[]
        befores: readonly (string | null)[] | null
        afters: readonly (string | null)[] | null
        requestIds: readonly (string | null)[] | null
      }
      row: {
        record_acts: number | null
      }
    }
    'acts.record-alone': {
      values: {
        by: number | bigint | null
        action: string
        entity: string
        entityId: string
        after: string | null
        requestId: string | null
      }
      row: {
        record_acts: number | null
      }
    }
    'door.forget': {
      values: {
        keptDays: number
        atOnce: number | bigint
      }
      row: {
        '?column?': number
      }
    }
    'door.leave': {
      values: {
        portfolios: readonly (number | bigint | null)[] | null
        userIds: readonly (number | bigint)[]
        routes: readonly string[]
        keys: readonly string[]
        hashes: readonly Buffer[]
        statuses: readonly number[]
        answers: readonly string[]
        places: readonly number[]
        actions: readonly string[]
        entities: readonly string[]
        entityIds: readonly string[]
        befores: readonly (string | null)[] | null
        afters: readonly (string | null)[] | null
        requestIds: readonly (string | null)[] | null
        calls: readonly (string | null)[] | null
        rulesActs: readonly (number | bigint | null)[] | null
      }
      row: {
        record_acts: number | null
      }
    }
    'door.look-up': {
      values: {
        users: readonly (number | bigint)[]
        routes: readonly string[]
        keys: readonly string[]
      }
      row: {
        place: number | null
        body_hash: Buffer
        status: number
        answer: string
        portfolios: number[] | null
      }
    }
    'door.refused': {
      values: {
        userId: number | bigint
        action: string
        route: string
        after: string | null
        requestId: string | null
        code: string | null
      }
      row: {
        record_acts: number | null
      }
    }
    'door.take-keys': {
      values: {
        users: readonly (number | bigint)[]
        routes: readonly string[]
        keys: readonly string[]
      }
      row: {
        free: boolean
      }
    }
  }
}
export {}
