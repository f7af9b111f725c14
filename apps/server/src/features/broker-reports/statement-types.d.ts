/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'broker-reports.broker': {
      values: {
        name: string
      }
      row: {
        id: number | null
        name: string
        keys: string[]
      }
    }
    'broker-reports.charged-together': {
      values: {
        startDate: string
        endDate: string
        broker: string | null
        portfolioId: number | bigint | null
      }
      row: {
        broker_key: string
        month: string
        trade_date: string
        side: 'buy' | 'opening' | 'sell'
        symbol: string
        gross: string
        own: string
        is_asked: boolean
        account_id: number | null
        portfolio_id: number
      }
    }
    'broker-reports.commission': {
      values: {
        startDate: string
        endDate: string
        broker: string | null
        portfolioId: number | bigint | null
      }
      row: {
        broker: string
        broker_key: string
        month: string
        trades: number
        bought: string
        sold: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        foreign_brokerage: string
        rounding: string
        schedule: string
      }
    }
    'broker-reports.compared-brokers': {
      values: {
        through: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        name: string
        compared_to: string | null
        differing: number
      }
    }
    'broker-reports.confirmed-client': {
      values: {
        broker: string | null
        date: string
        portfolioId: number | bigint
      }
      row: {
        code: string
        entity: string
        account: string | null
        holder_name: string | null
        email: string | null
        phone: string | null
        known: string | null
      }
    }
    'broker-reports.confirmed-trades': {
      values: {
        portfolioId: number | bigint
        date: string
        limit: number | bigint
      }
      row: {
        id: number
        deal_number: string
        side: 'buy' | 'opening' | 'sell'
        broker_name: string | null
        broker_key: string
        contract_number: string | null
        symbol: string
        isin: string | null
        company_name: string
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        net: string
        settlement_date: string
      }
    }
    'broker-reports.contract-notes': {
      values: {
        startDate: string
        endDate: string
        portfolioId: number | bigint | null
        broker: string | null
        search: string | null
        status: string | null
        limit: number | bigint
        offset: number | bigint
      }
      row: {
        id: number
        contract_number: string
        broker_name: string | null
        trade_date: string
        side: 'buy' | 'opening' | 'sell'
        symbol: string
        quantity: number
        price: string
        gross: string
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
        net: string
        portfolio_name: string
        deal_number: string
        is_deleted: boolean
        reason: string | null
        alike: number
        status: 'deleted' | 'duplicate' | 'recorded'
        document_id: number | null
        file_name: string | null
        total: number
      }
    }
    'broker-reports.days': {
      values: {
        brokerId: number | bigint | null
        keys: readonly string[]
        startDate: string
        endDate: string
        portfolioId: number | bigint | null
      }
      row: {
        day: string
        bought: string | null
        sold: string | null
        paid: string | null
        received: string | null
      }
    }
    'broker-reports.fee-proof': {
      values: {
        startDate: string
        endDate: string
        broker: string | null
      }
      row: {
        broker: string
        documents: number
        lines: number
        different: number
        unproved: number
        repeated: number
        charged: string | null
        schedule: string | null
        brokerage: string | null
        cse_fees: string | null
        cds_fees: string | null
        clearing_fees: string | null
        sec: string | null
        stl: string | null
      }
    }
    'broker-reports.fee-proof-behind': {
      values: {
        startDate: string
        endDate: string
      }
      row: {
        behind: number
      }
    }
    'broker-reports.fee-proof-lines': {
      values: {
        startDate: string
        endDate: string
        broker: string | null
        state: string | null
        search: string | null
        limit: number | bigint
        offset: number | bigint
      }
      row: {
        document_id: number
        file_name: string
        line: number
        broker: string
        trade_date: string
        side: 'buy' | 'sell'
        symbol: string
        contract_number: string | null
        client_account: string | null
        quantity: number
        gross: string
        charged: string
        schedule: string | null
        fee_differences: string[] | null
        state: 'agrees' | 'differs' | 'no-tariff'
        total: number
      }
    }
    'broker-reports.gaps': {
      values: {
        startDate: string
        endDate: string
        portfolioId: number | bigint | null
        broker: string | null
        most: string | bigint
      }
      row: {
        broker: string
        after: string
        before: string
        missing: number
      }
    }
    'broker-reports.keep-comparison': {
      values: {
        brokerId: number | bigint
        portfolioId: number | bigint | null
        startDate: string
        endDate: string
        differing: number
        comparedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'broker-reports.last-trade-day': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        day: string | null
      }
    }
    'broker-reports.opening': {
      values: {
        startDate: string
        brokerId: number | bigint | null
        keys: readonly string[]
        portfolioId: number | bigint | null
      }
      row: {
        amount: string
      }
    }
  }
}
export {}
