/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module './database/statement.ts' {
  interface Statements {
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
        userIds: readonly (number | bigint)[]
        routes: readonly string[]
        keys: readonly (string | null)[] | null
        hashes: readonly (Buffer | null)[] | null
        statuses: readonly number[]
        answers: readonly (string | null)[] | null
        actions: readonly string[]
        entities: readonly string[]
        entityIds: readonly string[]
        befores: readonly (string | null)[] | null
        afters: readonly (string | null)[] | null
        requestIds: readonly (string | null)[] | null
        portfolios: readonly (number | bigint | null)[] | null
      }
      row: never
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
        route: string
        requestId: string | null
      }
      row: never
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
