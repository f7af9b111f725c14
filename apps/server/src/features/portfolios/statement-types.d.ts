/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'portfolios.has-trades': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        '?column?': number
      }
    }
    'portfolios.in-path': {
      values: {
        id: number | bigint | null
        word: string
      }
      row: {
        id: number
        portfolioId: string
        portfolioName: string
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accountingTreatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        ordersAskedFrom: string | null
        costingMethod: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'portfolios.named': {
      values: {
        asked: readonly string[]
        ids: readonly (number | bigint | null)[] | null
      }
      row: {
        place: number | null
        id: number
        portfolioId: string
        portfolioName: string
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accountingTreatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        ordersAskedFrom: string | null
        costingMethod: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'portfolios.of-entity': {
      values: {
        name: string
      }
      row: {
        name: string
        ids: string[]
      }
    }
    'portfolios.of-treatment': {
      values: {
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        is_fvoci: boolean
      }
    }
    'portfolios.parents': {
      values: {}
      row: {
        id: number
        code: string
        name: string
        parent: string | null
      }
    }
  }
}
export {}
