/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'price-feed.clock': {
      values: {}
      row: {
        by_clock: boolean
        recorded_by: number
        recorded_at: string
        by: string | null
        is_active: boolean
      }
    }
    'price-feed.last': {
      values: {}
      row: {
        trade_date: string
        rows: number
        added: number
        changed: number
        is_closed: boolean
        by_clock: boolean
        recorded_at: string
        by: string | null
      }
    }
    'price-feed.newest': {
      values: {}
      row: {
        recorded_at: string
        error: string | null
      }
    }
    'price-feed.note': {
      values: {
        tradeDate: string | null
        rows: number
        added: number
        changed: number
        closed: boolean
        error: string | null
        byClock: boolean
        recordedBy: number | bigint
      }
      row: never
    }
    'price-feed.set-clock': {
      values: {
        byClock: boolean
        recordedBy: number | bigint
      }
      row: never
    }
    'price-tolerances.boards': {
      values: {
        days: readonly string[]
        equityIds: readonly (number | bigint)[]
      }
      row: {
        day: string
        equity_id: number
        board: string
      }
    }
    'price-tolerances.rows': {
      values: {}
      row: {
        board: string | null
        effective_from: string
        alert_from: string
        asked_from: string
      }
    }
    'prices.add-cost-choices': {
      values: {
        recordedBy: number | bigint
        equityIds: readonly (number | bigint)[]
      }
      row: never
    }
    'prices.add-set': {
      values: {
        source: string
        tradeDate: string
        fileName: string | null
        sha256: Buffer | null
        reason: string | null
        rows: number
        added: number
        changed: number
        removed: number
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'prices.add-sign-off': {
      values: {
        date: string
        isSigned: boolean
        recordedBy: number | bigint
      }
      row: never
    }
    'prices.at-cost': {
      values: {}
      row: {
        symbol: string
        at: string
        by: string | null
      }
    }
    'prices.companies': {
      values: {}
      row: {
        symbol: string
        company_name: string | null
      }
    }
    'prices.days': {
      values: {
        before: string | null
        limit: number
      }
      row: {
        day: string
        rows: number
        unknown: number
        sources: string[] | null
        recorded_at: string
        file_name: string | null
        recorded_by: string | null
      }
    }
    'prices.equity-master': {
      values: {}
      row: {
        symbol: string
        name: string
      }
    }
    'prices.hold-day': {
      values: {
        tradeDate: string
      }
      row: {
        take_lock: unknown
      }
    }
    'prices.holders': {
      values: {
        equityIds: readonly (number | bigint)[]
        date: string
      }
      row: {
        portfolioId: number
        entity: string
        through: string | null
        until: string
        locked: boolean
      }
    }
    'prices.keep-newest': {
      values: {
        setId: number | bigint
      }
      row: {
        keep_newest_prices: unknown
      }
    }
    'prices.known-at': {
      values: {
        equityIds: readonly (number | bigint)[]
        day: string
      }
      row: {
        equityId: number
        price_date: string
        last_trade: string
        close: string | null
        price_source: string
        next_date: string | null
        next_previous_close: string | null
      }
    }
    'prices.list': {
      values: {
        tradeDate: string | null
        search: string | null
        limit: number
        skip: number
      }
      row: {
        symbol: string
        trade_date: string
        company_name: string | null
        share_volume: number | null
        trade_volume: number | null
        previous_close: string | null
        open: string | null
        high: string | null
        low: string | null
        last_trade: string
        close: string | null
        change_rs: string | null
        change_percent: string | null
        version: number
        equity_id: number | null
        known: boolean
        source: string
        compared_with: string | null
      }
    }
    'prices.near': {
      values: {
        equityIds: readonly (number | bigint)[]
        days: readonly string[]
      }
      row: {
        place: number
        near_date: string
        near_high: string | null
        near_low: string | null
        near_last: string
        near_rescaled: boolean
      }
    }
    'prices.of-codes': {
      values: {
        codes: readonly string[]
      }
      row: {
        symbol: string
      }
    }
    'prices.of-company': {
      values: {
        symbols: readonly string[]
        from: string | null
        to: string | null
        limit: number
      }
      row: {
        symbol: string
        trade_date: string
        company_name: string | null
        share_volume: number | null
        trade_volume: number | null
        previous_close: string | null
        open: string | null
        high: string | null
        low: string | null
        last_trade: string
        close: string | null
        change_rs: string | null
        change_percent: string | null
        version: number
        equity_id: number | null
        known: boolean
        source: string
        compared_with: string | null
      }
    }
    'prices.priced': {
      values: {
        equityIds: readonly (number | bigint)[]
      }
      row: {
        symbol: string
      }
    }
    'prices.rights-offers': {
      values: {
        equityIds: readonly (number | bigint)[]
      }
      row: {
        rightsId: number
        shareId: number
        from: string
        until: string | null
        price: string
      }
    }
    'prices.securities': {
      values: {
        words: readonly string[]
        date: string
      }
      row: {
        word: string
        equity_id: number | null
        symbol: string | null
        name: string | null
        choices: string[] | null
        before: string | null
        before_close: string | null
      }
    }
    'prices.securities-of-symbols': {
      values: {
        day: string
        symbols: readonly string[]
      }
      row: {
        id: number | null
      }
    }
    'prices.share-periods': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'prices.sheet-rows': {
      values: {
        held: readonly (number | bigint)[]
        date: string
      }
      row: {
        equity_id: number | null
        symbol: string
        name: string | null
        before_date: string | null
        before_last: string | null
        before_close: string | null
        last_trade: string | null
        close: string | null
        high: string | null
        low: string | null
        previous_close: string | null
        version: number | null
        source: string | null
        recorded_at: string | null
        recorded_by: string | null
        recorded_today: boolean
        replaced_last: string | null
        replaced_close: string | null
      }
    }
    'prices.signed-off': {
      values: {
        date: string
      }
      row: {
        is_signed: boolean
        recorded_at: string
        by: string | null
      }
    }
    'prices.standing': {
      values: {
        tradeDate: string
      }
      row: {
        symbol: string
        version: number
        is_removed: boolean
        company_name: string | null
        share_volume: string | null
        trade_volume: string | null
        previous_close: string | null
        open: string | null
        high: string | null
        low: string | null
        last_trade: string | null
        close: string | null
        change_rs: string | null
        change_percent: string | null
        source: 'feed' | 'file' | 'pasted' | 'summary' | 'typed'
      }
    }
    'prices.stored-of-symbols': {
      values: {
        tradeDate: string
        symbols: readonly string[]
      }
      row: {
        symbol: string
        equity_id: number | null
        before: string | null
      }
    }
    'prices.symbols-named': {
      values: {
        word: string
      }
      row: {
        symbol: string
        bySymbol: boolean | null
      }
    }
    'prices.taken-by-symbol': {
      values: {
        equityId: number | bigint
        symbol: string
      }
      row: {
        entity: string
        through: string
        first: string
        last: string
      }
    }
    'prices.totals': {
      values: {
        tradeDate: string | null
        search: string | null
      }
      row: {
        records: number
        first: string | null
        last: string | null
        companies: number
      }
    }
    'prices.unknown': {
      values: {}
      row: {
        symbol: string
        company_name: string | null
        days: number
        first: string
        last: string
        last_trade: string | null
      }
    }
  }
}
export {}
