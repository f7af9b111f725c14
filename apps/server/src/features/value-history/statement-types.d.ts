/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'values.add-totals': {
      values: {
        from: string | null
        until: string
      }
      row: never
    }
    'values.add-totals-of-sectors': {
      values: {
        from: string | null
        until: string
      }
      row: never
    }
    'values.balances-before': {
      values: {
        before: string
        accounts: readonly (number | bigint)[]
        roles: readonly string[]
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        role: string
        amount: string
      }
    }
    'values.behind': {
      values: {
        portfolioId: number | bigint | null
        to: string
        from: string | null
        lastDay: string
      }
      row: {
        day: string | null
      }
    }
    'values.claim-marks': {
      values: {
        marks: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
      }
    }
    'values.days-with-prices': {
      values: {
        from: string
        to: string
      }
      row: {
        day: number
      }
    }
    'values.due': {
      values: {}
      row: {
        portfolioId: number
        from: string
        until: string | null
        marks: number[]
        firstDay: string | null
      }
    }
    'values.entries-of-actions': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        before: string
        until: string
      }
      row: {
        portfolioId: number
        day: number
        actionId: number
        money: string
        applied: string
      }
    }
    'values.equities': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        byClose: boolean
      }
    }
    'values.events': {
      values: {
        before: string
        until: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        chainId: number
        portfolioId: number
        equityId: number
        day: number
        kind: string
        source: 'corporate action' | 'opening' | 'trade' | 'transfer'
        quantityChange: number
        paid: string
        net: string | null
        quantity: number
        cost: string
        sold: boolean
        byClose: boolean
        sector: string
      }
    }
    'values.first-days': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        firstDay: string | null
      }
    }
    'values.forget-days': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        froms: readonly (string | null)[] | null
        untils: readonly string[]
      }
      row: never
    }
    'values.forget-days-of-sectors': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        froms: readonly (string | null)[] | null
        untils: readonly string[]
      }
      row: never
    }
    'values.forget-totals': {
      values: {
        from: string | null
        until: string
      }
      row: never
    }
    'values.forget-totals-of-sectors': {
      values: {
        from: string | null
        until: string
      }
      row: never
    }
    'values.go-on': {
      values: {
        lastDay: string
      }
      row: never
    }
    'values.history': {
      values: {
        portfolioId: number | bigint
        from: string | null
        to: string
        most: number
      }
      row: {
        day: string
        value: string
        cost: string
      }
    }
    'values.history-of-listed': {
      values: {
        from: string | null
        to: string
        most: number
      }
      row: {
        day: string
        value: string
        cost: string
      }
    }
    'values.holdings-before': {
      values: {
        before: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        chainId: number
        portfolioId: number
        equityId: number
        quantity: number
        cost: string
        byClose: boolean
        sector: string
      }
    }
    'values.keep-spans': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: never
    }
    'values.moved-lines': {
      values: {
        accounts: readonly (number | bigint)[]
        roles: readonly string[]
        before: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        role: string
        fromDay: number
        toDay: number
        amount: string
      }
    }
    'values.movements': {
      values: {
        accounts: readonly (number | bigint)[]
        roles: readonly string[]
        before: string
        until: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        role: string
        day: number
        amount: string
      }
    }
    'values.owners-flows': {
      values: {
        owners: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint)[]
        before: string
        until: string
        cash: readonly (number | bigint)[]
        accounts: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        day: number
        came: string
        went: string
      }
    }
    'values.price-columns': {
      values: {
        equityIds: readonly (number | bigint)[]
        from: string
        withClose: boolean
        to: string
      }
      row: {
        id: number
        beforeDay: number | null
        before: string | null
        beforeClose: string | null
        days: string | null
        prices: string | null
        closes: string | null
        previousCloses: string | null
      }
    }
    'values.spread-marks': {
      values: {}
      row: never
    }
    'values.try-lock': {
      values: {}
      row: {
        mine: boolean
      }
    }
  }
}
export {}
