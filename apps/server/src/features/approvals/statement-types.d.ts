/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'approval-delegations.active': {
      values: {
        id: number | bigint
      }
      row: {}
    }
    'approval-delegations.add': {
      values: {
        from: number | bigint
        to: number | bigint
        fromDay: string
        untilDay: string
        reason: string
      }
      row: {
        id: number
      }
    }
    'approval-delegations.end': {
      values: {
        id: number | bigint
        person: number | bigint
      }
      row: {
        id: number
      }
    }
    'approval-delegations.list': {
      values: {
        all: boolean
        person: number | bigint
      }
      row: {
        id: number
        from_user: number
        from_name: string
        to_user: number
        to_name: string
        from_day: string
        until_day: string
        reason: string
        ended_at: string | null
      }
    }
    'approval-delegations.people': {
      values: {
        person: number | bigint
      }
      row: {
        id: number
        name: string
      }
    }
    'approval-rules.add': {
      values: {}
      row: {
        id: number
      }
    }
    'approval-rules.add-version': {
      values: {
        id: number | bigint
        version: number
        name: string
        acts: readonly string[]
        atLeast: string | bigint | null
        changeOver: string | bigint | null
        approvals: number
        portfolios: readonly (number | bigint | null)[] | null
        expiresAfter: number
        isOn: boolean
        by: number | bigint | null
      }
      row: never
    }
    'approval-rules.hold': {
      values: {
        id: number | bigint
      }
      row: {
        version: number
      }
    }
    'approval-rules.next': {
      values: {
        version: number
        id: number | bigint
      }
      row: never
    }
    'approval-rules.one-at-a-time': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'approvals.acts': {
      values: {}
      row: {
        newest: number
        acts: string[]
      }
    }
    'approvals.add': {
      values: {
        job: number | bigint
        act: string
        title: string
        maker: number | bigint
        submittedAt: string | Date
        expiresOn: string
        needed: number
        rules: string
        amount: string | bigint | null
        portfolios: readonly (number | bigint | null)[] | null
        about: number | bigint | null
        dated: string | null
        cameTo: string
        hash: Buffer
      }
      row: {
        id: number
      }
    }
    'approvals.add-step': {
      values: {
        id: number | bigint
        what: string
        by: number | bigint | null
        forUser: number | bigint | null
        reason: string | null
        hash: Buffer | null
      }
      row: never
    }
    'approvals.all-entries': {
      values: {
        trade: number | bigint
        entry: number | bigint
      }
      row: {
        dated: string | null
        sha256: string
      }
    }
    'approvals.all-trades': {
      values: {
        trade: number | bigint
      }
      row: {
        trades: number
        gross: string
        fees: string
        net: string
        cost_out: string | null
        capital_gain: string | null
        dated: string | null
        portfolios: number[] | null
        sha256: string
      }
    }
    'approvals.begin-act': {
      values: {
        by: number | bigint | null
      }
      row: {
        places: number[] | null
      }
    }
    'approvals.by-account': {
      values: {
        trade: number | bigint
        entry: number | bigint
      }
      row: {
        account_code: string
        account_name: string
        lines: number
        debit: string
        credit: string
        portfolios: number[]
      }
    }
    'approvals.by-key': {
      values: {
        maker: number | bigint
        act: string
        key: string
      }
      row: {
        id: number
        state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn'
        expires_on: string
        rules: unknown
        body_hash: Buffer
        result_status: number | null
        result: string | null
        portfolios: number[] | null
        reason: string | null
      }
    }
    'approvals.changed-since': {
      values: {
        at: string | Date
      }
      row: {
        changed: boolean
      }
    }
    'approvals.count': {
      values: {
        state: string | null
        today: string
        acts: readonly (string | null)[] | null
        search: string | null
        of: string
        person: number | bigint
        changes: readonly (number | bigint | null)[] | null
        decides: boolean
        standsIn: readonly (number | bigint)[]
        looks: boolean
        people: boolean
        sees: readonly (number | bigint | null)[] | null
      }
      row: {
        total: number
      }
    }
    'approvals.dated': {
      values: {
        today: string
        through: string
        portfolioIds: readonly (number | bigint)[]
      }
      row: {
        id: number
      }
    }
    'approvals.delegations-of-day': {
      values: {
        today: string
      }
      row: {
        from_user: number
        to_user: number
      }
    }
    'approvals.fresh-session': {
      values: {
        session: number | bigint
        minutes: number
      }
      row: {}
    }
    'approvals.from': {
      values: {}
      row: {
        entry: number
        trade: number
        prices: number
      }
    }
    'approvals.hold': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'approvals.hold-job': {
      values: {
        job: number | bigint
      }
      row: {
        id: number
      }
    }
    'approvals.hold-new': {
      values: {
        act: string
        maker: number | bigint
        key: string | null
        hash: Buffer
        requestId: string | null
        portfolios: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
      }
    }
    'approvals.job-done': {
      values: {
        status: number
        answer: string
        job: number | bigint
      }
      row: never
    }
    'approvals.job-ended': {
      values: {
        job: number | bigint
      }
      row: {
        told: unknown
      }
    }
    'approvals.job-returned': {
      values: {
        status: number
        error: string
        job: number | bigint
      }
      row: never
    }
    'approvals.job-waits': {
      values: {
        job: number | bigint
      }
      row: {
        owner_id: number | null
        reading: boolean
      }
    }
    'approvals.keep-sent': {
      values: {
        job: number | bigint
        params: string
        query: string
        body: Buffer | null
      }
      row: never
    }
    'approvals.last-word': {
      values: {
        id: number | bigint
      }
      row: {
        hash: Buffer | null
      }
    }
    'approvals.let-in': {
      values: {
        id: number | bigint
      }
      row: {
        name: string
      }
    }
    'approvals.lines': {
      values: {
        trade: number | bigint
        entry: number | bigint
        most: number | bigint
      }
      row: {
        date: string
        account_code: string
        account_name: string
        portfolio: string | null
        portfolio_id: number | null
        debit: string
        credit: string
      }
    }
    'approvals.list': {
      values: {
        before: number | bigint | null
        state: string | null
        today: string
        acts: readonly (string | null)[] | null
        search: string | null
        of: string
        person: number | bigint
        changes: readonly (number | bigint | null)[] | null
        decides: boolean
        standsIn: readonly (number | bigint)[]
        looks: boolean
        people: boolean
        sees: readonly (number | bigint | null)[] | null
        limit: number | bigint
      }
      row: {
        id: number
        job_id: number
        act: string
        title: string
        state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn'
        maker: number
        maker_name: string | null
        submitted_at: string
        expires_on: string
        ended_at: string | null
        amount: string | null
        portfolios: number[] | null
        codes: string[] | null
        rules: unknown
        given: number
        needed: number
        about: number | null
        dated: string | null
        approved: number[]
      }
    }
    'approvals.move': {
      values: {
        state: string
        given: number
        id: number | bigint
      }
      row: never
    }
    'approvals.of-job': {
      values: {
        job: number | bigint
      }
      row: {
        id: number
        state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn'
      }
    }
    'approvals.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        job_id: number
        act: string
        title: string
        state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn'
        maker: number
        maker_name: string | null
        submitted_at: string
        expires_on: string
        ended_at: string | null
        amount: string | null
        portfolios: number[] | null
        codes: string[] | null
        rules: unknown
        given: number
        needed: number
        about: number | null
        dated: string | null
        approved: number[]
        came_to: unknown
        hash: Buffer
        comes_to: unknown
        refusal: string | null
        looked_at: string | null
        key: string | null
        body_hash: Buffer
        request_id: string | null
        job_status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        params: string | null
        query: string | null
        body: Buffer | null
      }
    }
    'approvals.overdue': {
      values: {
        job: number | bigint | null
        today: string | null
      }
      row: {
        id: number
        job_id: number
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        error: string | null
      }
    }
    'approvals.people': {
      values: {}
      row: {
        id: number
        name: string
        roles: string[]
        own_rights: string[]
        sees: number[] | null
        changes: number[] | null
      }
    }
    'approvals.portfolios-of-actions': {
      values: {
        ids: readonly (number | bigint)[]
      }
      row: {
        portfolio_id: number | null
      }
    }
    'approvals.portfolios-of-codes': {
      values: {
        codes: readonly string[]
      }
      row: {
        id: number
      }
    }
    'approvals.previewed': {
      values: {
        comesTo: string | null
        refusal: string | null
        at: string | Date
        id: number | bigint
      }
      row: never
    }
    'approvals.price-change': {
      values: {
        prices: number | bigint
      }
      row: {
        change: string | null
        prices: number
      }
    }
    'approvals.released-order': {
      values: {
        id: number | bigint
        version: number
      }
      row: {
        judged: unknown
      }
    }
    'approvals.rules': {
      values: {}
      row: {
        id: number
        version: number
        name: string
        acts: string[]
        at_least: string | null
        change_over: string | null
        approvals: number
        portfolios: number[] | null
        expires_after: number
        is_on: boolean
        recorded_at: string
        recorded_by: string | null
        codes: string[] | null
        newest: number
      }
    }
    'approvals.same-word': {
      values: {
        hash: Buffer
        id: number | bigint
      }
      row: {
        same: boolean | null
      }
    }
    'approvals.steps': {
      values: {
        id: number | bigint
      }
      row: {
        what: 'approved' | 'carried-out' | 'expired' | 'lapsed' | 'rejected' | 'returned' | 'submitted' | 'withdrawn'
        at: string
        by_name: string | null
        for_name: string | null
        reason: string | null
        hash: Buffer | null
        by_user: number | null
      }
    }
    'approvals.take-key': {
      values: {
        maker: number | bigint
        act: string
        key: string
      }
      row: {
        take_lock: unknown
      }
    }
    'approvals.trades': {
      values: {
        trade: number | bigint
        most: number | bigint
      }
      row: {
        side: 'buy' | 'opening' | 'sell'
        symbol: string
        portfolio: string
        portfolio_id: number
        quantity: number
        price: string
        gross: string
        is_deleted: boolean
        fees: string
        net: string
        cost_out: string | null
        capital_gain: string | null
        trade_date: string
      }
    }
    'approvals.waiting': {
      values: {
        maker: number | bigint
      }
      row: {
        open: number
        bytes: number
      }
    }
  }
}
export {}
