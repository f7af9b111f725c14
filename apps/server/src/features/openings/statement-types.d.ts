/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'open-items.accounts': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        accountName: string
        accountNumber: string
        bankName: string
        branchName: string
        paymentMethod: string
      }
    }
    'open-items.add': {
      values: {
        portfolioId: number | bigint
        version: number
        items: string
      }
      row: never
    }
    'open-items.add-version': {
      values: {
        portfolioId: number | bigint
        version: number
        openingDate: string
        recordedBy: number | bigint
      }
      row: never
    }
    'open-items.equities': {
      values: {
        words: readonly string[]
      }
      row: {
        id: number
        symbol: string
        companyName: string
        isActive: boolean
      }
    }
    'open-items.head': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        portfolioId: string
        portfolio: string
        openingDate: string | null
        version: number | null
        taken_on: string | null
        recorded_at: string | null
        recorded_by: string | null
      }
    }
    'open-items.standing': {
      values: {
        today: string
        portfolioId: number | bigint
        version: number
      }
      row: {
        place: number
        kind: 'application' | 'buy' | 'dividend' | 'sell'
        form: unknown
        equity_id: number
        symbol: string
        company_name: string
        action_id: number | null
        trade_id: number | null
        entitled_gross: string | null
        entitled_tax: string | null
        entitled_net: string | null
        expected: string | null
        expected_on: string | null
        received: string | null
        written_off: string | null
        is_confirmed: boolean | null
        still_to_come: string | null
        allotted: number | null
        allotted_on: string | null
        money_on: string | null
        certificate: string | null
        certificate_on: string | null
        deal_number: string | null
        gross: string | null
        net: string | null
        carried_charges: string | null
        settles_on: string | null
        state: 'assumed' | 'failed' | 'overdue' | 'part' | 'pending' | 'settled'
        outstanding: string | null
        paid: string | null
        paid_on: string | null
        status: 'failed' | 'open' | 'settled' | null
      }
    }
    'open-items.trades': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        side: 'buy' | 'opening' | 'sell'
        deal_number: string
        equity_id: number
        symbol: string
        company_name: string
        is_active: boolean
      }
    }
    'openings.accounts': {
      values: {
        openingDate: string
        systemOnlyRoles: readonly string[]
        reservedCodes: readonly string[]
        openItemRoles: readonly string[]
        openItemCodes: readonly string[]
        codes: readonly string[]
      }
      row: {
        id: number
        account_code: string
        active_status: 'No' | 'Yes'
        reserved: boolean
        is_open_item: boolean
      }
    }
    'openings.allocated': {
      values: {
        lotId: number | bigint
      }
      row: {
        deal_number: string
      }
    }
    'openings.balance-lines': {
      values: {
        entryId: number | bigint
      }
      row: {
        account_code: string
        account_name: string
        settlement_account: number | null
        settlement_account_name: string | null
        debit: string
        credit: string
        description: string | null
        is_capital: boolean
      }
    }
    'openings.balances': {
      values: {
        entryId: number | bigint
      }
      row: {
        entryId: number
        date: string
        reference: string | null
        description: string
        recorded_at: string
        recorded_by: string
      }
    }
    'openings.balances-head': {
      values: {
        entryId: number | bigint
      }
      row: {
        reference: string | null
        description: string
      }
    }
    'openings.brokers': {
      values: {
        words: readonly string[]
      }
      row: {
        id: number
        name: string
      }
    }
    'openings.cash-accounts': {
      values: {
        portfolioId: number | bigint
        openingDate: string
        settlementIds: readonly (number | bigint)[]
      }
      row: {
        settlement_account_id: number
        id: number
        account_code: string
        active_status: 'No' | 'Yes'
        reserved: boolean
        is_open_item: boolean
      }
    }
    'openings.forget-date': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: never
    }
    'openings.free-date': {
      values: {
        portfolioId: number | bigint
      }
      row: never
    }
    'openings.free-date-alone': {
      values: {
        portfolioId: number | bigint
      }
      row: never
    }
    'openings.has-openings': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        has_lots: boolean
        has_open_items: boolean
      }
    }
    'openings.list': {
      values: {
        portfolioId: number | bigint | null
      }
      row: {
        id: number
        portfolioId: string
        portfolio: string
        accountingTreatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        openingDate: string | null
        entry_id: number | null
        lots: number
        quantity: number
        cost: string
        charges: string
        open_items: number
        capital: string
      }
    }
    'openings.lock-portfolio': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        opening_date: string | null
        entry_id: number | null
        status: 'Active' | 'Closed' | 'Inactive' | 'Suspended'
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
      }
    }
    'openings.lot': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
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
        opening_date: string
      }
    }
    'openings.lots-of': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        id: number
        version: number
        deal_number: string
        portfolio: string
        portfolioId: string
        symbol: string
        company_name: string
        quantity: number
        remaining_quantity: number
        price: string
        cost: string
        charges: string
        fair_value: string | null
        trade_date: string
        settlement_date: string
        opening_date: string
        cost_of_funds: string | null
        reference: string | null
        broker_name: string | null
        batch_id: number | null
        created_at: string
      }
    }
    'openings.one-lot': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        version: number
        deal_number: string
        portfolio: string
        portfolioId: string
        symbol: string
        company_name: string
        quantity: number
        remaining_quantity: number
        price: string
        cost: string
        charges: string
        fair_value: string | null
        trade_date: string
        settlement_date: string
        opening_date: string
        cost_of_funds: string | null
        reference: string | null
        broker_name: string | null
        batch_id: number | null
        created_at: string
      }
    }
    'openings.point-at-balances': {
      values: {
        entryId: number | bigint | null
        portfolioId: number | bigint
      }
      row: never
    }
    'openings.set-date': {
      values: {
        openingDate: string
        portfolioId: number | bigint
      }
      row: never
    }
    'openings.settlement-accounts': {
      values: {
        settlementIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'openings.sold-before': {
      values: {
        portfolioId: number | bigint
        openingDate: string
      }
      row: {
        trade_date: string
      }
    }
    'openings.sums': {
      values: {
        entryIds: readonly (number | bigint)[]
      }
      row: {
        account_code: string
        account_name: string
        debit: string
        credit: string
      }
    }
  }
}
export {}
