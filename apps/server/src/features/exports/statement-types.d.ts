/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'exports.add': {
      values: {
        ownerId: number | bigint
        job: number | bigint | null
        needs: string
        portfolios: readonly (number | bigint | null)[] | null
        fileName: string
        mediaType: string
        gzipped: boolean
      }
      row: {
        id: number
      }
    }
    'exports.add-part': {
      values: {
        id: number | bigint
        part: number
        content: Buffer
      }
      row: never
    }
    'exports.be-patient': {
      values: {}
      row: {
        set_config: string | null
      }
    }
    'exports.file': {
      values: {
        id: number | bigint
        ownerId: number | bigint
      }
      row: {
        file_name: string
        media_type: string
        gzipped: boolean
        stored: number
        needs: string
        portfolios: number[] | null
        kept_until: string
        gone: boolean
      }
    }
    'exports.finish': {
      values: {
        rows: number | bigint
        bytes: number | bigint
        stored: number | bigint
        days: number
        id: number | bigint
      }
      row: {
        kept_until: string
      }
    }
    'exports.part': {
      values: {
        id: number | bigint
        part: number
      }
      row: {
        content: Buffer
      }
    }
    'exports.taken': {
      values: {
        ownerId: number | bigint
      }
      row: {
        stored: number
        oldest: string
      }
    }
  }
}
export {}
