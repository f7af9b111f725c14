/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'chains.action-events': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: {
        id: number
        kind: 'cost' | 'disposal' | 'receipt' | 'scale' | 'withdrawal'
        source: 'corporate action' | 'transfer'
        event_date: string
        settlement_date: string | null
        bought_on: string | null
        quantity: number
        price: string
        cost: string
        charges: string
        gross: string
        net: string
        cost_of_funds: string | null
        given_by: 'cost' | 'shares' | null
        held: number | null
        num: string | null
        den: string | null
        less: number | null
        most: number | null
        allocations: unknown
        listed_on: string | null
        title: string | null
      }
    }
    'chains.create': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: never
    }
    'chains.create-all': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
      }
      row: never
    }
    'chains.events': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        trade_date: string
        opening_date: string | null
        settlement_date: string
        quantity: number
        price: string
        gross: string
        net: string
        cost_of_funds: string | null
        fees: string
        allocations: { buy: number; quantity: number }[] | null
      }
    }
    'chains.forget-history': {
      values: {
        chainIds: readonly (number | bigint)[]
        days: readonly (string | null)[] | null
      }
      row: never
    }
    'chains.forget-lots': {
      values: {
        eventIds: readonly (number | bigint)[]
      }
      row: never
    }
    'chains.forget-results': {
      values: {
        eventIds: readonly (number | bigint)[]
      }
      row: never
    }
    'chains.hold-securities': {
      values: {
        equityIds: readonly (number | bigint)[]
      }
      row: {
        take_lock: unknown
      }
    }
    'chains.lock': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: {
        id: number
        portfolio_id: number
        equity_id: number
        quantity: number
        cost: string
        charges: string
        last_event_date: string | null
        last_event_rank: number | null
        last_event_id: number | null
        age_rate: string
        age_rate_days: string
        lot_rate: string
        lot_rate_days: string
        unlisted_until: string | null
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        opening_date: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'chains.lock-all': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        portfolio_id: number
        equity_id: number
        quantity: number
        cost: string
        charges: string
        last_event_date: string | null
        last_event_rank: number | null
        last_event_id: number | null
        age_rate: string
        age_rate_days: string
        lot_rate: string
        lot_rate_days: string
        unlisted_until: string | null
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        opening_date: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'chains.lock-free': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        portfolio_id: number
        equity_id: number
        quantity: number
        cost: string
        charges: string
        last_event_date: string | null
        last_event_rank: number | null
        last_event_id: number | null
        age_rate: string
        age_rate_days: string
        lot_rate: string
        lot_rate_days: string
        unlisted_until: string | null
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        opening_date: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'chains.named-lots': {
      values: {
        chainId: number | bigint
        events: readonly (number | bigint)[]
      }
      row: {
        event_id: number
        trade_date: string
        opened_on: string | null
        settlement_date: string
        price: string
        quantity: number
        cost: string
        charges: string
        remaining_quantity: number
        remaining_cost: string
        remaining_charges: string
        cost_of_funds: string
      }
    }
    'chains.note-shares': {
      values: {
        eventIds: readonly (number | bigint)[]
        chainIds: readonly (number | bigint)[]
        sources: readonly string[]
        days: readonly string[]
        quantities: readonly (number | bigint)[]
        rewritten: readonly (number | bigint)[]
        since: readonly string[]
        takenBack: readonly (number | bigint)[]
      }
      row: never
    }
    'chains.oldest-lots': {
      values: {
        chainId: number | bigint
        date: string
        eventId: number | bigint
        page: number | bigint
      }
      row: {
        event_id: number
        trade_date: string
        opened_on: string | null
        settlement_date: string
        price: string
        quantity: number
        cost: string
        charges: string
        remaining_quantity: number
        remaining_cost: string
        remaining_charges: string
        cost_of_funds: string
      }
    }
    'chains.peek': {
      values: {
        portfolioId: number | bigint
        equityId: number | bigint
      }
      row: {
        id: number
        portfolio_id: number
        equity_id: number
        quantity: number
        cost: string
        charges: string
        last_event_date: string | null
        last_event_rank: number | null
        last_event_id: number | null
        age_rate: string
        age_rate_days: string
        lot_rate: string
        lot_rate_days: string
        unlisted_until: string | null
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        opening_date: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'chains.share-posting-dates': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'chains.write-ends': {
      values: {
        chainIds: readonly (number | bigint)[]
        quantities: readonly (number | bigint)[]
        costs: readonly (string | bigint)[]
        charges: readonly (string | bigint)[]
        days: readonly (string | null)[] | null
        ranks: readonly (number | null)[] | null
        eventIds: readonly (number | bigint | null)[] | null
        ageRates: readonly (string | bigint)[]
        ageRateDays: readonly (string | bigint)[]
        lotRates: readonly (string | bigint)[]
        lotRateDays: readonly (string | bigint)[]
        listings: readonly (string | null)[] | null
        proceeds: readonly (string | bigint)[]
        costsOut: readonly (string | bigint)[]
        chargesOut: readonly (string | bigint)[]
        fees: readonly (string | bigint)[]
        financing: readonly (string | bigint)[]
      }
      row: never
    }
  }
}
export {}
