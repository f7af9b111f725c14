/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../platform/database/statement.ts' {
  interface Statements {
    'jobs.add': {
      values: {
        kind: string
        line: string
        ownerId: number | bigint
        key: string | null
        hash: Buffer
        dryRun: boolean
        requestId: string
        portfolios: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number
        recorded: number | null
      }
    }
    'jobs.broken-off': {
      values: {
        counts: number
        words: string
        id: number | bigint
        turn: number
      }
      row: never
    }
    'jobs.by-key': {
      values: {
        ownerId: number | bigint
        kind: string
        dryRun: boolean
        key: string
      }
      row: {
        id: number
        body_hash: Buffer
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        request: number | null
        request_state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn' | null
        request_reason: string | null
      }
    }
    'jobs.cancel': {
      values: {
        id: number | bigint
        by: number | bigint
      }
      row: {
        id: number
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        owner_id: number | null
        reading: boolean
        recorded: number | null
      }
    }
    'jobs.cancelled': {
      values: {
        id: number | bigint
        turn: number
      }
      row: {
        id: number
      }
    }
    'jobs.count': {
      values: {
        ownerId: number | bigint
        kinds: readonly string[]
        long: readonly string[]
      }
      row: {
        total: number
      }
    }
    'jobs.done': {
      values: {
        answerStatus: number
        answer: string
        wouldWait: string | null
        id: number | bigint
        turn: number
      }
      row: {
        id: number
        recorded: number | null
      }
    }
    'jobs.end': {
      values: {
        id: number | bigint
      }
      row: {
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        result_status: number | null
        result: string | null
        would_wait: unknown
        error_status: number | null
        error: string | null
        portfolios: number[] | null
        request: number | null
        rules: unknown
        expires_on: string | null
      }
    }
    'jobs.failed': {
      values: {
        answerStatus: number
        error: string
        id: number | bigint
        turn: number
      }
      row: {
        id: number
        recorded: number | null
      }
    }
    'jobs.forget': {
      values: {
        exports: readonly string[]
        last: readonly string[]
        atOnce: number | bigint
      }
      row: {
        id: number
      }
    }
    'jobs.forget-files': {
      values: {}
      row: never
    }
    'jobs.forget-gone-files': {
      values: {}
      row: never
    }
    'jobs.forget-inputs': {
      values: {}
      row: never
    }
    'jobs.forget-over': {
      values: {
        ownerId: number | bigint
        most: number | bigint
      }
      row: never
    }
    'jobs.forming-due': {
      values: {
        now: string | Date
      }
      row: {
        due: boolean
      }
    }
    'jobs.handled': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        ownerId: number
        reading: boolean
      }
    }
    'jobs.input': {
      values: {
        id: number | bigint
        turn: number
      }
      row: {
        kind: string
        owner_id: number | null
        key: string | null
        request_id: string | null
        dry_run: boolean
        params: string
        query: string
        body: Buffer | null
      }
    }
    'jobs.keep-input': {
      values: {
        id: number | bigint
        params: string
        query: string
        body: Buffer | null
      }
      row: never
    }
    'jobs.list': {
      values: {
        ownerId: number | bigint
        kinds: readonly string[]
        long: readonly string[]
        before: number | bigint | null
        limit: number | bigint
      }
      row: {
        id: number
        kind: string
        owner_id: number | null
        owner_name: string | null
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        dry_run: boolean
        cancelling: boolean
        done: number
        of: number
        words: string | null
        error_status: number | null
        error: string | null
        created_at: string
        started_at: string | null
        ended_at: string | null
        portfolios: number[] | null
        approval_id: number | null
        file_id: number | null
        file_portfolios: number[] | null
        file_name: string | null
        media_type: string | null
        rows: number | null
        bytes: number | null
        kept_until: string | null
      }
    }
    'jobs.lock-person': {
      values: {
        ownerId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'jobs.lost': {
      values: {}
      row: {
        ownerId: number
        reading: boolean
      }
    }
    'jobs.newest-of-kind': {
      values: {
        kind: string
      }
      row: {
        id: number
        kind: string
        owner_id: number | null
        owner_name: string | null
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        dry_run: boolean
        cancelling: boolean
        done: number
        of: number
        words: string | null
        error_status: number | null
        error: string | null
        created_at: string
        started_at: string | null
        ended_at: string | null
        portfolios: number[] | null
        approval_id: number | null
        file_id: number | null
        file_portfolios: number[] | null
        file_name: string | null
        media_type: string | null
        rows: number | null
        bytes: number | null
        kept_until: string | null
        result: string | null
      }
    }
    'jobs.next': {
      values: {
        ownerId: number | bigint
        reading: boolean
        isLost: boolean
        handled: number | bigint
      }
      row: {
        id: number
        line: 'long' | 'reading' | 'short'
      }
    }
    'jobs.note-scheduled': {
      values: {
        kind: string
        error: string | null
        words: string | null
        errorStatus: number | null
      }
      row: {
        recorded: number | null
      }
    }
    'jobs.one': {
      values: {
        id: number | bigint
        ownerId: number | bigint
        kinds: readonly string[]
        long: readonly string[]
      }
      row: {
        id: number
        kind: string
        owner_id: number | null
        owner_name: string | null
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        dry_run: boolean
        cancelling: boolean
        done: number
        of: number
        words: string | null
        error_status: number | null
        error: string | null
        created_at: string
        started_at: string | null
        ended_at: string | null
        portfolios: number[] | null
        approval_id: number | null
        file_id: number | null
        file_portfolios: number[] | null
        file_name: string | null
        media_type: string | null
        rows: number | null
        bytes: number | null
        kept_until: string | null
        result_status: number | null
        result: string | null
        would_wait: unknown
      }
    }
    'jobs.open': {
      values: {
        ownerId: number | bigint
      }
      row: {
        open: number
        bytes: number
      }
    }
    'jobs.progress': {
      values: {
        done: number | bigint
        of: number | bigint
        words: string
        id: number | bigint
        turn: number
      }
      row: never
    }
    'jobs.reports-due': {
      values: {
        now: string | Date
      }
      row: {
        due: boolean
      }
    }
    'jobs.standing': {
      values: {
        id: number | bigint
      }
      row: {
        status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting'
        turn: number
        tries: number
        cancelling: boolean
      }
    }
    'jobs.start': {
      values: {
        id: number | bigint
        most: number
      }
      row: {
        turn: number
        tries: number
      }
    }
    'jobs.take-key': {
      values: {
        ownerId: number | bigint
        kind: string
        dryRun: boolean
        key: string
      }
      row: {
        take_lock: unknown
      }
    }
    'jobs.tell-held': {
      values: {
        id: number | bigint
      }
      row: {
        pg_notify: unknown
      }
    }
    'jobs.values-behind': {
      values: {}
      row: {
        behind: boolean
      }
    }
    'jobs.wait-again': {
      values: {
        id: number | bigint
      }
      row: {
        owner_id: number | null
        reading: boolean
        has_input: boolean
        recorded: number | null
      }
    }
    'jobs.works-with': {
      values: {
        portfolios: readonly (number | bigint | null)[] | null
        id: number | bigint
        turn: number
      }
      row: never
    }
  }
}
export {}
