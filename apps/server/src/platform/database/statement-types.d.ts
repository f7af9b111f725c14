/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module './statement.ts' {
  interface Statements {
    'acts.begin': {
      values: {
        people: readonly (number | bigint | null)[] | null
      }
      row: {
        begin_acts: number[] | null
      }
    }
    'acts.go-on': {
      values: {
        people: string | null
        acts: string | null
        act: string | null
      }
      row: {
        set_config: string | null
      }
    }
    'acts.said': {
      values: {}
      row: {
        people: string | null
        acts: string | null
        act: string | null
      }
    }
    'probe': {
      values: {}
      row: {
        version: string | null
      }
    }
  }
}
export {}
