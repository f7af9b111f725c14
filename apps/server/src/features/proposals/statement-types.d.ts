/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'proposals.price-basis': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        basis: 'Close' | 'Last Trade'
      }
    }
  }
}
export {}
