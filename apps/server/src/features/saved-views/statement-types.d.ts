/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'favourites.own': {
      values: {
        ownerId: number | bigint
      }
      row: {
        tabs: string[]
      }
    }
    'favourites.save': {
      values: {
        ownerId: number | bigint
        tabs: readonly string[]
      }
      row: never
    }
    'saved-views.add': {
      values: {
        ownerId: number | bigint
        list: string
        name: string
        query: string
        search: string
        columns: string
        isDefault: boolean
      }
      row: {
        id: number
      }
    }
    'saved-views.change': {
      values: {
        name: string
        query: string
        search: string
        columns: string
        isDefault: boolean
        id: number | bigint
      }
      row: never
    }
    'saved-views.count': {
      values: {
        ownerId: number | bigint
      }
      row: {
        count: number
      }
    }
    'saved-views.named': {
      values: {
        ownerId: number | bigint
        list: string
        name: string
      }
      row: {
        id: number
      }
    }
    'saved-views.no-default': {
      values: {
        ownerId: number | bigint
        list: string
        id: number | bigint
      }
      row: never
    }
    'saved-views.one-by-one': {
      values: {
        ownerId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'saved-views.own': {
      values: {
        ownerId: number | bigint
        id: number | bigint | null
      }
      row: {
        id: number
        list: string
        name: string
        query: string
        search: string
        columns: unknown
        is_default: boolean
        version: number
      }
    }
    'saved-views.remove': {
      values: {
        id: number | bigint
      }
      row: never
    }
  }
}
export {}
