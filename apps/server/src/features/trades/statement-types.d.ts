/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'corrections.allocated': {
      values: {
        tradeId: number | bigint
      }
      row: {
        deal_number: string
      }
    }
    'corrections.trade': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        version: number
        is_deleted: boolean
        deal_number: string
        portfolio_id: number
        portfolio_code: string
        portfolio_name: string
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        equity_id: number
        symbol: string
        company_name: string
        trade_date: string
        trade_time: string | null
        opening_date: string | null
        quantity: number
        price: string
        gross: string
        contract_number: string | null
        broker_name: string | null
        description: string | null
        cash_flow_on_settlement: string | null
        cost_of_funds: string | null
        generate_payment: 'No' | 'Yes'
        fee_source: 'contract' | 'manual' | 'schedule'
        brokerage: string
        cse_fees: string
        cds_fees: string
        clearing_fees: string
        sec: string
        stl: string
      }
    }
    'sells.buys': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        deal_number: string
        contract_number: string | null
        trade_date: string
        settlement_date: string
        price: string
      }
    }
    'trade-book.by-state': {
      values: {
        today: string
      }
      row: {
        state: 'assumed' | 'failed' | 'overdue' | 'part' | 'pending' | 'settled'
        count: number
      }
    }
    'trade-book.entries': {
      values: {
        tradeId: number | bigint
      }
      row: {
        id: number
        date: string
        kind: 'closing' | 'correction' | 'event' | 'manual' | 'opening' | 'settlement' | 'trade' | 'valuation'
        description: string
        reversal_of: number | null
        total: string
        reversed_by: number | null
      }
    }
    'trade-book.lots': {
      values: {
        eventId: number | bigint
      }
      row: {
        buyTransactionId: number
        deal_number: string
        contract_number: string | null
        trade_date: string
        settlement_date: string
        price: string
        quantity: number
        cost: string
      }
    }
    'trade-book.one': {
      values: {
        today: string
        id: number | bigint
      }
      row: {
        id: number
        version: number
        side: 'buy' | 'opening' | 'sell'
        deal_number: string
        contract_number: string | null
        company_name: string
        symbol: string
        portfolio: string
        portfolio_code: string
        broker_name: string | null
        trade_date: string
        trade_time: string | null
        settlement_date: string
        opening_date: string | null
        state: 'assumed' | 'failed' | 'overdue' | 'part' | 'pending' | 'settled'
        paid: string
        outstanding: string
        quantity: number
        price: string
        gross: string
        fees: string
        net: string
        money_generation_cost: string
        capital_gain: string | null
        profit_loss: string | null
        batch_id: number | null
        recorded_at: string
        deleted_at: string | null
        deleted_reason: string | null
        deleted_by: string | null
        is_deleted: boolean
      }
    }
    'trade-book.sums': {
      values: {}
      row: {
        trades: number
        buys: number
        sells: number
        openings: number
        bought: string
        sold: string
        fees: string
        gain: string
      }
    }
    'trade-book.versions': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        trade_id: number
        version: number
        recorded_at: string
        recorded_by: string
        reason: string | null
        is_deleted: boolean
        trade_date: string
        trade_time: string | null
        settlement_date: string
        quantity: number
        price: string
        gross: string
        net: string
        contract_number: string | null
        broker_name: string | null
        cost_of_funds: string | null
        account_name: string | null
        account_number: string | null
        cash_flow_on_settlement: string | null
        generate_payment: 'No' | 'Yes'
        description: string | null
        fees: string
        allocations: string | null
      }
    }
    'trades.allocated-elsewhere': {
      values: {
        buyTradeIds: readonly (number | bigint)[]
        batchId: number | bigint
      }
      row: {
        id: number
        deal_number: string
      }
    }
    'trades.analyze-grown': {
      values: {
        written: number | bigint
      }
      row: {
        analyze_grown: unknown
      }
    }
    'trades.buys-by-name': {
      values: {
        chainId: number | bigint
      }
      row: {
        id: number
        deal_number: string
        contract_number: string | null
      }
    }
    'trades.context': {
      values: {
        tradeDate: string
        contractNumber: string
        side: string
        except: number | bigint | null
        symbol: string
        companyName: string
        settlementAccount: number | bigint
        brokerName: string
        securityClass: string
      }
      row: {
        equity_id: number | null
        symbol: string
        company_name: string
        is_active: boolean
        account_id: number | null
        account_name: string
        account_number: string
        bank_name: string
        branch_name: string
        payment_method: string
        broker_id: number | null
        equity_ids: number[] | null
        is_named: boolean | null
        id: number | null
        effective_from: string | null
        security_class: 'debenture' | 'non-voting' | 'ordinary' | 'preference' | 'rights' | 'unit' | 'warrant' | null
        band_limit: string | null
        brokerage: string | null
        cse: string | null
        cds: string | null
        clearing: string | null
        sec: string | null
        stl: string | null
        excess_brokerage: string | null
        excess_cse: string | null
        excess_cds: string | null
        excess_clearing: string | null
        excess_sec: string | null
        excess_stl: string | null
        source: string | null
        version: number | null
        created_at: string | null
        updated_at: string | null
        near_date: string | null
        near_high: string | null
        near_low: string | null
        near_last: string | null
        near_rescaled: boolean | null
        tolerances: { board: string | null; effective_from: string; alert_from: string; asked_from: string }[] | null
        board: string | null
        holidays: { date: string; name: string; is_recurring: boolean }[] | null
        contract_in: number[] | null
      }
    }
    'trades.draw': {
      values: {
        count: number
      }
      row: {
        id: number
        first: number
        second: number
        recorded_at: string
        closed_through: string | null
      }
    }
    'trades.draw-many': {
      values: {
        count: number
      }
      row: {
        ids: string[] | null
      }
    }
    'trades.first-accounts': {
      values: {}
      row: {
        id: number
        payment_method: string
        account_name: string
        account_number: string
        bank_name: string
        branch_name: string
        swift_code: string | null
        iban: string | null
      }
    }
    'trades.first-portfolios': {
      values: {
        change: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: string
        portfolio: string
      }
    }
    'trades.for-sets': {
      values: {}
      row: {
        set_config: string | null
      }
    }
    'trades.highest-number': {
      values: {
        stem: string
      }
      row: {
        ordinal: number | null
      }
    }
    'trades.last-actions': {
      values: {
        equityIds: readonly (number | bigint)[]
      }
      row: {
        equity_id: number
        day: string | null
      }
    }
    'trades.last-of-person': {
      values: {
        person: number | bigint
      }
      row: {
        deal_number: string
        record_id: number
        portfolioId: string
        portfolio: string
        is_active: boolean
        broker_name: string | null
        settlement_account_id: number | null
        cost_of_funds: string | null
        trade_date: string
        settlement_date: string
        is_of_today: boolean
      }
    }
    'trades.live-entries': {
      values: {
        tradeIds: readonly (number | bigint)[]
      }
      row: {
        id: number
        trade_id: number
        version: number
      }
    }
    'trades.next-version': {
      values: {
        tradeIds: readonly (number | bigint)[]
        versions: readonly number[]
      }
      row: never
    }
    'trades.of-batch': {
      values: {
        batchId: number | bigint
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        portfolioId: number
        equityId: number
        portfolio_code: string
        portfolio_name: string
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        symbol: string
        company_name: string
      }
    }
    'trades.one-buy': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        version: number
        company_name: string
        symbol: string
        equity_id: number
        portfolio: string
        portfolio_code: string
        portfolio_record_id: number
        deal_number: string
        recorded_at: string
        trade_date: string
        trade_time: string | null
        settlement_date: string
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
        fee_source: 'contract' | 'manual' | 'schedule'
        step_up: string | null
        contract_number: string | null
        broker_name: string | null
        cost_of_funds: string | null
        settlement_account_id: number | null
        account_name: string | null
        account_number: string | null
        bank_name: string | null
        branch_name: string | null
        payment_method: string | null
        cash_flow_on_settlement: string | null
        generate_payment: 'No' | 'Yes'
        description: string | null
        money_generation_cost: string
      }
    }
    'trades.one-sell': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        version: number
        company_name: string
        symbol: string
        equity_id: number
        portfolio: string
        portfolio_code: string
        portfolio_record_id: number
        deal_number: string
        recorded_at: string
        trade_date: string
        trade_time: string | null
        settlement_date: string
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
        fee_source: 'contract' | 'manual' | 'schedule'
        step_up: string | null
        contract_number: string | null
        broker_name: string | null
        cost_of_funds: string | null
        settlement_account_id: number | null
        account_name: string | null
        account_number: string | null
        bank_name: string | null
        branch_name: string | null
        payment_method: string | null
        cash_flow_on_settlement: string | null
        generate_payment: 'No' | 'Yes'
        description: string | null
        money_generation_cost: string
        cost_out: string | null
        capital_gain: string | null
        holding_days: number | null
        bought_price: string | null
        profit_loss: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
        closing_price: string | null
        total_shares: number | null
        buy_contract: string | null
        buy_dates: string | null
        allocations: { buyTransactionId: number; allocatedQuantity: number }[] | null
      }
    }
    'trades.remove': {
      values: {
        tradeIds: readonly (number | bigint)[]
        recordedBy: number | bigint
        reason: string | null
        audited: boolean
      }
      row: {
        record_acts: number | null
      }
    }
    'trades.sale-keys': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        version: number
        deal_number: string
        trade_date: string
        settlement_date: string
        broker_id: number | null
        settlement_account_id: number | null
        company_name: string
        symbol: string
      }
    }
    'trades.start-account': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        payment_method: string
        account_name: string
        account_number: string
        bank_name: string
        branch_name: string
        swift_code: string | null
        iban: string | null
      }
    }
  }
}
export {}
