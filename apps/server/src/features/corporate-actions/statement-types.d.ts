/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'actions.account-peers': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'actions.accounts-there': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'actions.add': {
      values: {
        kind: string
        state: string
        title: string
        equityId: number | bigint | null
        newEquityId: number | bigint | null
        rightsEquityId: number | bigint | null
        securityName: string
        portfolioId: number | bigint | null
        toPortfolioId: number | bigint | null
        announcement: string | null
        ex: string | null
        record: string | null
        payment: string | null
        allotment: string | null
        subscriptionStart: string | null
        renunciation: string | null
        last: string | null
        subscriptionPrice: string | bigint | null
        recordedBy: number | bigint
        takenOn: string | null
      }
      row: {
        id: number
      }
    }
    'actions.add-certificate': {
      values: {
        id: number | bigint
        portfolioId: number | bigint
        number: string | null
        receivedOn: string | null
        recordedBy: number | bigint
      }
      row: never
    }
    'actions.add-elections': {
      values: {
        id: number | bigint
        turn: number
        recordedBy: number | bigint
        portfolioIds: readonly (number | bigint)[]
        subscribe: readonly (number | bigint)[]
        sell: readonly (number | bigint)[]
        lapse: readonly (number | bigint)[]
        additional: readonly (number | bigint)[]
        days: readonly string[]
        accounts: readonly (number | bigint | null)[] | null
        lots: readonly (string | null)[] | null
      }
      row: never
    }
    'actions.add-money': {
      values: {
        id: number | bigint
        turn: number
        portfolioId: number | bigint
        kind: string
        date: string
        amount: string | bigint
        accountId: number | bigint | null
        reference: string | null
        reason: string | null
        recordedBy: number | bigint
        against: string | null
      }
      row: never
    }
    'actions.add-rights': {
      values: {
        symbol: string
        equityId: number | bigint
      }
      row: {
        id: number
        symbol: string
        name: string
      }
    }
    'actions.add-version': {
      values: {
        id: number | bigint
        version: number
        form: string
        reason: string | null
        recordedBy: number | bigint
      }
      row: never
    }
    'actions.after': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
        except: readonly (number | bigint)[]
      }
      row: {
        id: number
        portfolios: string[]
      }
    }
    'actions.allot': {
      values: {
        id: number | bigint
        turn: number
        portfolioId: number | bigint
        allotted: number | bigint
        date: string
        refundDate: string | null
        accountId: number | bigint | null
        recordedBy: number | bigint
      }
      row: never
    }
    'actions.allotments-in-force': {
      values: {
        actionIds: readonly (number | bigint)[]
        turns: readonly number[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        allotted: number
        allotted_on: string
        refunded_on: string | null
        settlement_account_id: number | null
      }
    }
    'actions.announced-with-tax': {
      values: {}
      row: {
        id: number
      }
    }
    'actions.certificates': {
      values: {
        portfolioId: number | bigint | null
        from: string | null
        to: string | null
      }
      row: {
        action: number
        code: string
        name: string
        security_name: string
        symbol: string | null
        ex_date: string | null
        withheld_on: string | null
        gross: string
        rate: string | null
        tax: string
        memo_tax: string
        is_taken_on: boolean
        number: string | null
        received_on: string | null
      }
    }
    'actions.chains-of-portfolios': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolio_id: number
        equity_id: number
      }
    }
    'actions.change': {
      values: {
        state: string
        title: string
        newEquityId: number | bigint | null
        rightsEquityId: number | bigint | null
        portfolioId: number | bigint | null
        toPortfolioId: number | bigint | null
        announcement: string | null
        ex: string | null
        record: string | null
        payment: string | null
        allotment: string | null
        subscriptionStart: string | null
        renunciation: string | null
        last: string | null
        subscriptionPrice: string | bigint | null
        id: number | bigint
      }
      row: {
        version: number
      }
    }
    'actions.changed-lots': {
      values: {
        eventIds: readonly (number | bigint)[]
      }
      row: {
        event_id: number
        lot_event_id: number
        quantity_change: number
        cost_change: string
        charges_change: string
        trade_date: string
        settlement_date: string
        cost_of_funds: string
        shares_before: number
      }
    }
    'actions.count': {
      values: {
        kinds: readonly (string | null)[] | null
        states: readonly (string | null)[] | null
        symbol: string | null
        portfolioId: number | bigint | null
        from: string | null
        to: string | null
        search: string | null
        person: number | bigint | null
        isNewest: boolean | null
      }
      row: {
        total: number
      }
    }
    'actions.count-entitlements': {
      values: {
        id: number | bigint
        all: boolean
      }
      row: {
        total: number
      }
    }
    'actions.due-days': {
      values: {
        portfolioId: number | bigint | null
        from: string
        to: string
      }
      row: {
        day: string
        what: 'XD' | 'acceptance' | 'allotment' | 'payment' | 'record' | 'renunciation' | 'subscription'
        action: number
        kind: string
        title: string
        symbol: string | null
        portfolios: number
        net: string | null
      }
    }
    'actions.elected-since-form': {
      values: {
        id: number | bigint
        turn: number
        portfolioId: number | bigint
      }
      row: {}
    }
    'actions.elections-in-force': {
      values: {
        actionIds: readonly (number | bigint)[]
        turns: readonly number[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        subscribe: number
        sell: number
        lapse: number
        additional: number
        pay_date: string
        settlement_account_id: number | null
        taken_out: boolean
        allocations: unknown
      }
    }
    'actions.entities-of': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        entity_id: number
      }
    }
    'actions.entitlements': {
      values: {
        today: string
        turn: number
        id: number | bigint
        all: boolean
        limit: number
        skip: number
      }
      row: {
        portfolio_id: number
        code: string
        name: string
        version: number
        is_current: boolean
        held: number
        entitled: number
        gross: string
        tax: string
        net: string
        fraction: string
        memo_tax: string
        tax_rate: string | null
        tax_rate_on: string | null
        ex_tax_rate: string | null
        recorded_at: string
        subscribe: number
        sell: number
        lapse: number
        additional: number
        allotted: number
        received: string
        outstanding: string
        expected: string
        is_confirmed: boolean
        due: string | null
        lapsed: number
        allocations: unknown
        picks: boolean
      }
    }
    'actions.entity-of': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        entity: string
      }
    }
    'actions.events-standing': {
      values: {
        actionIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        plan_portfolio_id: number
        part: string
        portfolio_id: number
        equity_id: number
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
        quantity_change: number | null
        cost_change: string | null
        charges_change: string | null
      }
    }
    'actions.first-day-price': {
      values: {
        equityId: number | bigint
        day: string
      }
      row: {
        price: string
      }
    }
    'actions.forget-events': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: never
    }
    'actions.held-before': {
      values: {
        actionIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
        onlyOf: readonly (number | bigint | null)[] | null
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        quantity: number
        cost: string
        charges: string
      }
    }
    'actions.held-by-peers': {
      values: {
        actionIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        action_id: number
        portfolio_id: number
        equity_id: number
        quantity: number
      }
    }
    'actions.hold-chains': {
      values: {
        equityIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
      }
    }
    'actions.hold-securities': {
      values: {
        equityIds: readonly (number | bigint)[]
      }
      row: {
        take_lock: unknown
      }
    }
    'actions.how-many-hold': {
      values: {
        id: number | bigint
      }
      row: {
        count: number
      }
    }
    'actions.identity-before': {
      values: {
        actionId: number | bigint
      }
      row: {
        detail: string | null
      }
    }
    'actions.in-accounts-before': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        actionIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
      }
      row: {
        action_id: number
        portfolio_id: number
        equity_id: number
        account_id: number
        quantity: number
      }
    }
    'actions.keep-identity': {
      values: {
        actionId: number | bigint
        id: number | bigint
      }
      row: never
    }
    'actions.keep-standings': {
      values: {
        actionIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint)[]
        versions: readonly number[]
        roles: readonly (string | null)[] | null
        expected: readonly (string | bigint)[]
        dues: readonly (string | null)[] | null
        received: readonly (string | bigint)[]
        writtenOff: readonly (string | bigint)[]
        confirmed: readonly boolean[]
        open: readonly boolean[]
        accounts: readonly (number | bigint | null)[] | null
      }
      row: never
    }
    'actions.keep-state': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'actions.last-accounts': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        portfolio_id: number
        account_id: number | null
      }
    }
    'actions.later-identity': {
      values: {
        equityId: number | bigint
        actionId: number | bigint
      }
      row: {
        title: string
      }
    }
    'actions.list': {
      values: {
        today: string
        kinds: readonly (string | null)[] | null
        states: readonly (string | null)[] | null
        symbol: string | null
        portfolioId: number | bigint | null
        from: string | null
        to: string | null
        search: string | null
        person: number | bigint | null
        isNewest: boolean | null
        day: string | null
        id: number | bigint | null
        limit: number
      }
      row: {
        id: number
        kind: string
        state: 'announced' | 'cancelled' | 'draft' | 'entitled' | 'processed'
        version: number
        title: string
        equity_id: number | null
        security_code: string | null
        security_name: string
        portfolio_code: string | null
        portfolio_name: string | null
        announcement_date: string | null
        ex_date: string | null
        record_date: string | null
        payment_date: string | null
        allotment_date: string | null
        subscription_start: string | null
        renunciation_date: string | null
        last_date: string | null
        remarks: string | null
        taken_on: string | null
        day: string
        recorded_by: string
        recorded_at: string
        portfolios: number
        held: number
        entitled: number
        gross: string
        tax: string
        net: string
        outstanding: string
      }
    }
    'actions.live-entries': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'actions.lock': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'actions.main-accounts-before': {
      values: {
        days: readonly string[]
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        day: string
        portfolio_id: number
        account_id: number
      }
    }
    'actions.money-in-force': {
      values: {
        actionIds: readonly (number | bigint)[]
        turns: readonly number[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        kind: 'received' | 'written-off'
        money_date: string
        amount: string
        settlement_account_id: number | null
        against: 'dividend-income' | 'impairment' | 'other-income' | null
      }
    }
    'actions.names-of-event': {
      values: {
        eventId: number | bigint
        equityId: number | bigint
        portfolioId: number | bigint
      }
      row: {
        symbol: string
        portfolio: string
        deal_number: string | null
        title: string | null
      }
    }
    'actions.next-form': {
      values: {
        id: number | bigint
        form: string
        recordedBy: number | bigint
      }
      row: never
    }
    'actions.next-life': {
      values: {
        state: string
        id: number | bigint
      }
      row: never
    }
    'actions.note-step': {
      values: {
        id: number | bigint
        what: string
        detail: string | null
        recordedBy: number | bigint
      }
      row: never
    }
    'actions.one': {
      values: {
        today: string
        id: number | bigint
      }
      row: {
        id: number
        kind: string
        state: 'announced' | 'cancelled' | 'draft' | 'entitled' | 'processed'
        version: number
        title: string
        equity_id: number | null
        security_code: string | null
        security_name: string
        portfolio_code: string | null
        portfolio_name: string | null
        announcement_date: string | null
        ex_date: string | null
        record_date: string | null
        payment_date: string | null
        allotment_date: string | null
        subscription_start: string | null
        renunciation_date: string | null
        last_date: string | null
        remarks: string | null
        taken_on: string | null
        day: string
        recorded_by: string
        recorded_at: string
        portfolios: number
        held: number
        entitled: number
        gross: string
        tax: string
        net: string
        outstanding: string
      }
    }
    'actions.one-certificate': {
      values: {
        id: number | bigint
        portfolioId: number | bigint
      }
      row: {
        action: number
        code: string
        name: string
        security_name: string
        symbol: string | null
        ex_date: string | null
        withheld_on: string | null
        gross: string
        rate: string | null
        tax: string
        memo_tax: string
        is_taken_on: boolean
        number: string | null
        received_on: string | null
      }
    }
    'actions.paid-since': {
      values: {
        today: string
      }
      row: {
        id: number
        recorded_by: number
      }
    }
    'actions.payments-standing': {
      values: {
        actionIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint)[]
        days: readonly string[]
      }
      row: {
        id: number
        action_id: number
      }
    }
    'actions.portfolios-of-plans': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        code: string
        name: string
        accounting_treatment: 'Amortized Cost' | 'FVOCI' | 'FVTPL' | 'HTM' | null
        entity: string
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
      }
    }
    'actions.posted': {
      values: {
        actionIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        day: string
        role: string
        equity_id: number | null
        settlement_account_id: number | null
        type: string
        amount: string
      }
    }
    'actions.preview-positions': {
      values: {
        portfolioIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
      }
      row: {
        place: number | null
        code: string
        name: string
        symbol: string
      }
    }
    'actions.preview-postings': {
      values: {
        entryIds: readonly (number | bigint)[]
      }
      row: {
        date: string
        account_code: string
        account_name: string
        transaction_type: string
        debit: string
        credit: string
      }
    }
    'actions.price-before': {
      values: {
        equityId: number | bigint
        day: string
      }
      row: {
        price: string
      }
    }
    'actions.provisional-tax': {
      values: {
        from: string | null
        to: string | null
        portfolioId: number | bigint | null
      }
      row: {
        amount: string
      }
    }
    'actions.receivables': {
      values: {
        today: string
        portfolioId: number | bigint | null
        from: string | null
        to: string | null
        open: boolean
      }
      row: {
        action: number
        kind: string
        title: string
        symbol: string | null
        security_name: string
        code: string
        name: string
        role: string
        due: string | null
        expected: string
        received: string
        written_off: string
        outstanding: string
        is_confirmed: boolean
        ex_date: string | null
        since: string | null
      }
    }
    'actions.recorded-choices': {
      values: {
        id: number | bigint
        turn: number
      }
      row: {
        count: number
      }
    }
    'actions.recorded-twice': {
      values: {
        equityId: number | bigint
        ex: string
        kind: string
        id: number | bigint
        portfolioId: number | bigint | null
      }
      row: {
        title: string
      }
    }
    'actions.rename': {
      values: {
        symbol: string | null
        name: string | null
        isin: string | null
        id: number | bigint
      }
      row: never
    }
    'actions.rights-in-use': {
      values: {
        symbol: string
        equityId: number | bigint
      }
      row: {
        id: number
      }
    }
    'actions.rights-left': {
      values: {
        actionIds: readonly (number | bigint)[]
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
        onlyOf: readonly (number | bigint | null)[] | null
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        quantity: number
      }
    }
    'actions.same-day': {
      values: {
        equityId: number | bigint
        ex: string
        except: number | bigint | null
        kinds: readonly string[]
        portfolioId: number | bigint | null
      }
      row: {
        title: string
      }
    }
    'actions.security-allotted': {
      values: {
        id: number | bigint
        symbol: string
        date: string
      }
      row: {
        id: number
      }
    }
    'actions.set-state': {
      values: {
        state: string
        id: number | bigint
      }
      row: never
    }
    'actions.settlements-due': {
      values: {
        from: string
        today: string
        to: string
        portfolioId: number | bigint | null
      }
      row: {
        day: string
        side: 'buy' | 'sell'
        trades: number
        portfolios: number
        net: string
      }
    }
    'actions.shared-accounts': {
      values: {
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        account_id: number
        portfolio_id: number
      }
    }
    'actions.some': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        kind: string
        state: 'announced' | 'cancelled' | 'draft' | 'entitled' | 'processed'
        version: number
        turn: number
        title: string
        ex_date: string | null
        last_date: string | null
        portfolio_id: number | null
        to_portfolio_id: number | null
        taken_on: string | null
        form: unknown
        held_id: number | null
        held_symbol: string | null
        held_name: string | null
        new_id: number | null
        new_symbol: string | null
        new_name: string | null
        rights_id: number | null
        rights_symbol: string | null
        rights_name: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
        across: boolean | null
      }
    }
    'actions.some-by-day': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        kind: string
        state: 'announced' | 'cancelled' | 'draft' | 'entitled' | 'processed'
        version: number
        turn: number
        title: string
        ex_date: string | null
        last_date: string | null
        portfolio_id: number | null
        to_portfolio_id: number | null
        taken_on: string | null
        form: unknown
        held_id: number | null
        held_symbol: string | null
        held_name: string | null
        new_id: number | null
        new_symbol: string | null
        new_name: string | null
        rights_id: number | null
        rights_symbol: string | null
        rights_name: string | null
        costing_method: 'CHERRY' | 'FIFO' | 'WAP' | null
        across: boolean | null
      }
    }
    'actions.standings': {
      values: {
        actionIds: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        action_id: number
        portfolio_id: number
        version: number
        expected_role: string | null
        expected: string
        due: string | null
        received: string
        written_off: string
        is_confirmed: boolean
        is_open: boolean
        settlement_account_id: number | null
        tax_rate: string | null
        tax_rate_on: string | null
        ex_tax_rate: string | null
        ex_tax: string | null
        held: number
        entitled: number
        gross: string
        tax: string
        net: string
        fraction: string
        memo_tax: string
      }
    }
    'actions.steps': {
      values: {
        id: number | bigint
      }
      row: {
        at: string
        by: string
        what: string
        detail: string | null
      }
    }
    'actions.symbol-taken': {
      values: {
        symbol: string
        id: number | bigint
      }
      row: {
        name: string
      }
    }
    'actions.take-out': {
      values: {
        id: number | bigint
        turn: number
        today: string
        recordedBy: number | bigint
        portfolioIds: readonly (number | bigint)[]
      }
      row: never
    }
    'actions.tax-in-ledger': {
      values: {
        portfolioId: number | bigint | null
        from: string | null
        to: string | null
      }
      row: {
        amount: string
      }
    }
    'actions.tax-rates': {
      values: {}
      row: {
        effective_from: string
        entity: string | null
        rate: string
      }
    }
    'actions.to-attend': {
      values: {
        today: string
        soon: string
        late: string
      }
      row: {
        due: number
        first: string | null
        closing: number
        last: string | null
        late: number
        uncertified: number
        firstUncertified: string | null
      }
    }
    'actions.to-lapse': {
      values: {
        today: string
      }
      row: {
        id: number
        recorded_by: number
      }
    }
    'actions.traded-rights': {
      values: {
        equityId: number | bigint
        from: string
      }
      row: {
        portfolio_id: number
        bought: number
        sold: number
      }
    }
    'events.count': {
      values: {
        portfolioId: number | bigint | null
        symbol: string | null
        kinds: readonly (string | null)[] | null
        states: readonly (string | null)[] | null
        from: string | null
        to: string | null
        open: boolean
        today: string
      }
      row: {
        total: number
      }
    }
    'events.list': {
      values: {
        today: string
        portfolioId: number | bigint | null
        symbol: string | null
        kinds: readonly (string | null)[] | null
        states: readonly (string | null)[] | null
        from: string | null
        to: string | null
        open: boolean
        day: string | null
        id: number | bigint | null
        after: number | bigint | null
        differing: boolean
        limit: number
      }
      row: {
        action: number
        portfolio_id: number
        kind: string
        state: 'announced' | 'entitled' | 'processed'
        title: string
        symbol: string | null
        security_name: string
        ex_date: string | null
        payment_date: string | null
        day: string
        held: number
        entitled: number
        gross: string
        tax: string
        net: string
        expected: string
        booked: string
        difference: string
        received: string
        assumed: string
        written_off: string
        open: string
        is_confirmed: boolean
        code: string
        name: string
      }
    }
    'events.sums': {
      values: {
        today: string
        portfolioId: number | bigint | null
        symbol: string | null
        kinds: readonly (string | null)[] | null
        states: readonly (string | null)[] | null
        from: string | null
        to: string | null
        open: boolean
        differing: boolean
      }
      row: {
        lines: number
        differing: number
        gross: string
        tax: string
        net: string
        expected: string
        booked: string
        difference: string
        received: string
        assumed: string
        written_off: string
        open: string
      }
    }
    'events.unsettled-trades': {
      values: {
        from: string
        to: string
        today: string
        symbol: string | null
        kinds: readonly (string | null)[] | null
        daysBefore: number
        portfolioId: number | bigint | null
      }
      row: {
        action: number
        trade: number
        deal_number: string
        side: 'buy' | 'sell'
        trade_date: string
        quantity: number
        broker_name: string | null
        due: string | null
        status: 'failed' | 'open' | 'settled' | null
        paid_on: string | null
        by_hand: boolean
        code: string
        name: string
        entity: string
        tax_rate: string | null
        is_paid: boolean
      }
    }
  }
}
export {}
