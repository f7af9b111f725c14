/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'limits.accounts-by-hand': {
      values: {}
      row: {
        id: number
      }
    }
    'limits.add': {
      values: {
        code: string
        kind: string
        measure: string
        subjectType: string
        subject: string
        subjectId: number | bigint | null
        top: number | null
        scopeType: string
        scope: string | null
        scopeId: number | bigint | null
        unit: string
      }
      row: {
        id: number
      }
    }
    'limits.add-breach': {
      values: {
        limitId: number | bigint
        portfolioId: number | bigint | null
        subject: string
        kind: string
        cause: string
        causeText: string
        causedBy: number | bigint | null
        day: string
        value: string | bigint
      }
      row: {
        id: number
      }
    }
    'limits.add-issued': {
      values: {
        equityId: number | bigint
        from: string
        quantity: number | bigint
        source: string
        by: number | bigint
      }
      row: {
        id: number
      }
    }
    'limits.add-step': {
      values: {
        id: number | bigint
        what: string
        day: string
        value: string | bigint | null
        before: string | bigint | null
        note: string | null
        by: number | bigint | null
      }
      row: never
    }
    'limits.add-version': {
      values: {
        id: number | bigint
        version: number
        name: string
        bound: string | bigint | null
        operator: string
        hardness: string
        warning: number
        from: string
        to: string | null
        source: string | null
        grace: number | null
        days: number | null
        collateral: string | bigint | null
        side: string | null
        reason: string | null
        changeReason: string | null
        by: number | bigint
      }
      row: never
    }
    'limits.any-hard': {
      values: {}
      row: {
        any: boolean
        hard: boolean
      }
    }
    'limits.any-restriction': {
      values: {}
      row: {
        any: boolean
      }
    }
    'limits.any-written': {
      values: {}
      row: {
        any: boolean
      }
    }
    'limits.breach-steps': {
      values: {
        ids: readonly (number | bigint)[]
        day: string
      }
      row: {
        breach_id: number
        what: 'cured' | 'noted' | 'opened' | 'overridden' | 'reopened' | 'worsened'
        day: string
        value: string | null
        value_before: string | null
        note: string | null
        level: string | null
        until: string | null
        at: string
        by: string | null
      }
    }
    'limits.breaches': {
      values: {
        id: number | bigint | null
        isOpen: boolean | null
        from: string | null
        to: string | null
        most: number | bigint
      }
      row: {
        id: number
        limit_id: number
        portfolio_id: number | null
        subject: string
        kind: 'active' | 'passive'
        cause: 'action' | 'cash' | 'correction' | 'issued-shares' | 'limit' | 'other' | 'price' | 'reference-data' | 'trade'
        cause_text: string
        caused_by: number | null
        opened_on: string
        cured_on: string | null
        value: string | null
        worst: string | null
      }
    }
    'limits.breaches-to-attend': {
      values: {
        today: string
      }
      row: {
        active: number
        passive: number
        kind: string | null
      }
    }
    'limits.broker-named': {
      values: {
        name: string
      }
      row: {
        id: number | null
        name: string | null
      }
    }
    'limits.brokers-called': {
      values: {
        written: readonly string[]
      }
      row: {
        written: string
        name: string
      }
    }
    'limits.by-code': {
      values: {
        code: string
      }
      row: {
        id: number
        version: number
      }
    }
    'limits.changes': {
      values: {
        from: string
        to: string
      }
      row: {
        id: number
        code: string
        unit: 'LKR' | 'none' | 'percent' | 'shares'
        version: number
        name: string
        bound: string | null
        operator: 'above' | 'at-or-above'
        hardness: 'hard' | 'inform' | 'soft'
        warning: number
        effective_from: string
        effective_to: string | null
        source: string | null
        grace: number | null
        days: number | null
        collateral: string | null
        side: 'both' | 'buys' | 'sales' | null
        reason: string | null
        change_reason: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'limits.day-closed': {
      values: {
        day: string
      }
      row: {
        closed: boolean
      }
    }
    'limits.dealt': {
      values: {
        day: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        securityId: number
        broker: string | null
        side: 'buy' | 'sell'
        gross: string
      }
    }
    'limits.entity-named': {
      values: {
        name: string
      }
      row: {
        id: number
        name: string
      }
    }
    'limits.forget-marks': {
      values: {}
      row: never
    }
    'limits.held-shares': {
      values: {
        portfolioId: number | bigint
        securityId: number | bigint
      }
      row: {
        quantity: number
      }
    }
    'limits.hold': {
      values: {
        id: number | bigint
      }
      row: {
        version: number
      }
    }
    'limits.hold-breach': {
      values: {
        id: number | bigint
      }
      row: {
        caused_by: number | null
        cured_on: string | null
      }
    }
    'limits.hold-portfolio': {
      values: {
        portfolioId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'limits.hold-review': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'limits.holdings': {
      values: {
        equityIds: readonly (number | bigint)[]
        bases: readonly string[]
        prices: readonly (string | bigint | null)[] | null
        doubtful: readonly boolean[]
        rights: readonly boolean[]
        levels: readonly number[]
        date: string
        ofCells: readonly (number | bigint)[]
        cells: readonly (number | bigint)[]
        portfolioIds: readonly (number | bigint | null)[] | null
        half: number | null
        alonePortfolios: readonly (number | bigint)[]
        aloneSecurities: readonly (number | bigint)[]
      }
      row: {
        portfolioId: number
        securityId: number
        quantity: number
        price: string | null
        carried: string
        value: string
      }
    }
    'limits.issued-shares': {
      values: {
        today: string
        id: number | bigint | null
        symbol: string | null
      }
      row: {
        id: number
        symbol: string
        company_name: string
        effective_from: string
        quantity: number
        source: string
        recorded_by: string
        recorded_at: string
        issued: number | null
      }
    }
    'limits.keep-review': {
      values: {
        at: string | Date
        day: string
        trade: number | bigint
      }
      row: never
    }
    'limits.last-review': {
      values: {}
      row: {
        reviewed_at: string
        day: string
        last_trade: number
      }
    }
    'limits.late-days': {
      values: {
        last: number | bigint
        day: string
      }
      row: {
        trade_date: string
      }
    }
    'limits.late-trades': {
      values: {
        last: number | bigint
        day: string
        from: string
      }
      row: {
        portfolioId: number
        securityId: number
        broker: string | null
        side: 'buy' | 'sell'
        gross: string
        tradeDate: string
      }
    }
    'limits.list': {
      values: {
        day: string
        ids: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        code: string
        kind: 'act' | 'cash' | 'exposure' | 'position' | 'restriction' | 'share'
        measure: string
        subject_type: 'board' | 'broker' | 'class' | 'issuer' | 'issuer-group' | 'portfolio' | 'sector' | 'security'
        subject_top: number | null
        scope_type: 'all' | 'entity' | 'group' | 'portfolio' | 'rule-set'
        scope: string | null
        scope_id: number | null
        unit: 'LKR' | 'none' | 'percent' | 'shares'
        newest: number
        subject: string
        version: number
        name: string
        bound: string | null
        operator: 'above' | 'at-or-above'
        hardness: 'hard' | 'inform' | 'soft'
        warning: number
        effective_from: string
        effective_to: string | null
        source: string | null
        grace: number | null
        days: number | null
        collateral: string | null
        side: 'both' | 'buys' | 'sales' | null
        reason: string | null
        change_reason: string | null
        recorded_by: string
        recorded_at: string
        spans: { from: string; to: string | null; side: 'both' | 'buys' | 'sales' | null }[] | null
      }
    }
    'limits.marks': {
      values: {
        day: string | null
        today: string
      }
      row: {
        id: number | null
        field: 'board' | 'entity' | 'issued shares' | 'issuer' | 'issuer group' | 'parent portfolio' | 'rule set' | 'sector' | 'votes per share'
        securityId: number | null
        portfolioId: number | null
        name: string
        was: string | null
        becomes: string | null
        from: string | null
        by: number | null
      }
    }
    'limits.move': {
      values: {
        version: number
        id: number | bigint
      }
      row: never
    }
    'limits.move-breach': {
      values: {
        value: string | bigint | null
        worst: string | bigint | null
        curedOn: string | null
        id: number | bigint
      }
      row: never
    }
    'limits.on-days': {
      values: {
        ids: readonly (number | bigint)[]
        days: readonly string[]
      }
      row: {
        place: number
        id: number
        code: string
        kind: 'act' | 'cash' | 'exposure' | 'position' | 'restriction' | 'share'
        measure: string
        subject_type: 'board' | 'broker' | 'class' | 'issuer' | 'issuer-group' | 'portfolio' | 'sector' | 'security'
        subject_top: number | null
        scope_type: 'all' | 'entity' | 'group' | 'portfolio' | 'rule-set'
        scope: string | null
        scope_id: number | null
        unit: 'LKR' | 'none' | 'percent' | 'shares'
        newest: number
        subject: string
        version: number
        name: string
        bound: string | null
        operator: 'above' | 'at-or-above'
        hardness: 'hard' | 'inform' | 'soft'
        warning: number
        effective_from: string
        effective_to: string | null
        source: string | null
        grace: number | null
        days: number | null
        collateral: string | null
        side: 'both' | 'buys' | 'sales' | null
        reason: string | null
        change_reason: string | null
        recorded_by: string
        recorded_at: string
        spans: { from: string; to: string | null; side: 'both' | 'buys' | 'sales' | null }[] | null
      }
    }
    'limits.open-breaches': {
      values: {}
      row: {
        id: number
        limit_id: number
        portfolio_id: number
        subject: string
      }
    }
    'limits.open-to-review': {
      values: {
        ids: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        limit_id: number
        portfolio_id: number | null
        subject: string
        value: string | null
        worst: string | null
        opened_on: string
        worsened_on: string | null
      }
    }
    'limits.others-since': {
      values: {
        since: string | Date
      }
      row: {
        prices: string | null
        action: string | null
      }
    }
    'limits.portfolios': {
      values: {
        day: string
      }
      row: {
        id: number
        code: string
        name: string
        entityId: number
        entity: string
        ruleSet: string | null
        parent: string | null
        basis: 'Close' | 'Last Trade'
      }
    }
    'limits.price-bases': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        basis: 'Close' | 'Last Trade'
      }
    }
    'limits.reviewed-until': {
      values: {}
      row: {
        at: string
        trade: number
      }
    }
    'limits.security-facts': {
      values: {
        day: string
      }
      row: {
        equity_id: number | null
        symbol: string | null
        issuer: string | null
        issuer_group: string | null
        sector: string | null
        board: string | null
        security_class: string | null
        votes: number | null
        issued: number | null
      }
    }
    'limits.settlements': {
      values: {
        today: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        portfolioId: number
        broker: string
        due: string | null
        isLate: boolean
        pays: boolean
        amount: string
      }
    }
    'limits.settlements-of-day': {
      values: {
        day: string
        portfolioIds: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        portfolioId: number
        broker: string
        side: 'buy' | 'sell'
        tradeDate: string
        settlementDate: string
        net: string
        isByHand: boolean
        records: { kind: 'failed' | 'part' | 'reopened' | 'rescheduled' | 'settled'; date: string | null; pays: boolean; amount: string; dueDate: string | null; recordedOn: string }[] | null
      }
    }
    'limits.step-breach': {
      values: {
        what: string
        day: string
        note: string
        level: string | bigint | null
        until: string | null
        by: number | bigint
        id: number | bigint
      }
      row: never
    }
    'limits.subjects-known': {
      values: {
        day: string
        type: string
        id: string
      }
      row: {
        known: boolean
      }
    }
    'limits.symbols': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        id: number
        symbol: string
      }
    }
    'limits.take-marks': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: never
    }
    'limits.trades-since': {
      values: {
        last: number | bigint
        since: string | Date
      }
      row: {
        id: number
        deal_number: string
        portfolioId: number
        securityId: number
        side: 'buy' | 'opening' | 'sell'
        version: number
        quantity: number
        recorded_by: number
        recorded_at: string
        broker: string | null
        is_deleted: boolean
        recorder: string | null
      }
    }
    'limits.versions': {
      values: {
        id: number | bigint
      }
      row: {
        version: number
        name: string
        bound: string | null
        operator: 'above' | 'at-or-above'
        hardness: 'hard' | 'inform' | 'soft'
        warning: number
        effective_from: string
        effective_to: string | null
        source: string | null
        grace: number | null
        days: number | null
        collateral: string | null
        side: 'both' | 'buys' | 'sales' | null
        reason: string | null
        change_reason: string | null
        recorded_by: string
        recorded_at: string
      }
    }
    'limits.waiting': {
      values: {
        today: string
        portfolioIds: readonly (number | bigint)[]
        except: number | bigint | null
      }
      row: {
        side: 'buy' | 'sell'
        portfolioId: number
        securityId: number
        limit_price: string | null
        amount: string | null
        broker: string | null
        quantity: number
        gross: string
      }
    }
    'limits.worsened-by-acts': {
      values: {
        today: string
      }
      row: {
        id: number
        kind: 'act' | 'cash' | 'exposure' | 'position' | 'restriction' | 'share'
        limit: string
        subject: string
        act: string | null
        by: string
      }
    }
  }
}
export {}
