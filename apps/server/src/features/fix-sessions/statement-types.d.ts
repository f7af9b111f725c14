/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'fix.add-messages': {
      values: {
        id: number | bigint
        day: string
        numberings: readonly number[]
        directions: readonly string[]
        numbers: readonly number[]
        types: readonly string[]
        executions: readonly boolean[]
        faults: readonly string[]
        behind: readonly number[]
        gaps: readonly string[]
        gapsFrom: readonly number[]
        gapsTo: readonly number[]
        applIds: readonly string[]
        applNumbers: readonly (number | bigint)[]
        raws: readonly string[]
      }
      row: never
    }
    'fix.add-unknown': {
      values: {
        id: number | bigint
        numbering: number
        days: readonly string[]
        firsts: readonly number[]
      }
      row: never
    }
    'fix.application-gaps': {
      values: {
        id: number | bigint
        days: readonly string[]
        most: number | bigint
      }
      row: {
        day: string
        appl_id: string
        from: number
        to: number
      }
    }
    'fix.count-executions': {
      values: {
        id: number | bigint
        day: string | null
      }
      row: {
        count: number
      }
    }
    'fix.count-faults': {
      values: {
        id: number | bigint
        day: string | null
      }
      row: {
        count: number
      }
    }
    'fix.count-messages': {
      values: {
        id: number | bigint
        day: string | null
      }
      row: {
        count: number
      }
    }
    'fix.days': {
      values: {
        id: number | bigint
        most: number
      }
      row: {
        day: string
        executions: number
      }
    }
    'fix.end-day': {
      values: {
        until: string | null
        id: number | bigint
        holder: string
      }
      row: {
        held: boolean
      }
    }
    'fix.executions': {
      values: {
        id: number | bigint
        day: string | null
      }
      row: {
        raw: Buffer
      }
    }
    'fix.forming': {
      values: {
        id: number | bigint | null
      }
      row: {
        id: number
        name: string
        is_on: boolean
        at_time: string
        waits_for_trade_file: boolean
        done_to: string
        version: number
        owner: string
      }
    }
    'fix.forming-advance': {
      values: {
        doneTo: string | Date
        next: string | Date
        id: number | bigint
        from: string | Date
      }
      row: never
    }
    'fix.forming-day': {
      values: {
        day: string
        id: number | bigint
      }
      row: {
        isWhole: boolean
        isAwaited: boolean
        hasExecutions: boolean
      }
    }
    'fix.forming-days': {
      values: {
        id: number | bigint | null
      }
      row: {
        session_id: number
        day: string
        at: string
        executions: number
        document_id: number | null
        blocked: string | null
        job_status: 'cancelled' | 'done' | 'failed' | 'held' | 'running' | 'waiting' | null
        job_error: string | null
        request: number | null
        request_state: 'approved' | 'done' | 'expired' | 'rejected' | 'returned' | 'waiting' | 'withdrawn' | null
        request_reason: string | null
        isTakenOver: boolean
        unrecorded: number
        differing: number
      }
    }
    'fix.forming-executions': {
      values: {
        id: number | bigint
        day: string
      }
      row: {
        count: number
      }
    }
    'fix.forming-former-requests': {
      values: {
        ofDay: string
        key: string
      }
      row: {
        id: number
        maker: number
      }
    }
    'fix.forming-note': {
      values: {
        id: number | bigint
        day: string
        at: string | Date
        executions: number
        document: number | bigint | null
        job: number | bigint | null
        blocked: string | null
      }
      row: never
    }
    'fix.forming-on': {
      values: {}
      row: {
        id: number
        name: string
        broker: string
        owner_id: number
        at_time: string
        waits: boolean
        done_to: string
        next_at: string
      }
    }
    'fix.forming-open': {
      values: {
        id: number | bigint
        since: string
      }
      row: {
        day: string
      }
    }
    'fix.forming-save': {
      values: {
        id: number | bigint
        ownerId: number | bigint
        isOn: boolean
        time: string
        waits: boolean
        doneTo: string | Date
        next: string | Date
      }
      row: never
    }
    'fix.forming-session': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'fix.forming-standing': {
      values: {
        id: number | bigint
      }
      row: {
        is_on: boolean
        at_time: string
        done_to: string
        version: number
      }
    }
    'fix.go-on': {
      values: {
        day: string | null
        numbering: number
        nextIn: number
        nextOut: number
        resetDue: boolean
        isDayEnded: boolean
        isConnected: boolean
        reason: string | null
        gapFrom: number | null
        gapTo: number | null
        gapsClosed: number
        received: boolean
        sent: boolean
        id: number | bigint
        holder: string
      }
      row: {
        held: boolean
      }
    }
    'fix.highest': {
      values: {
        id: number | bigint
        day: string
        numbering: number
      }
      row: {
        highest: number
      }
    }
    'fix.hold': {
      values: {
        holder: string
        id: number | bigint
      }
      row: never
    }
    'fix.messages': {
      values: {
        id: number | bigint
        day: string | null
        before: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        day: string
        at: string
        direction: 'in' | 'out'
        number: number | null
        type: string | null
        fault: string | null
        behind_gap: number | null
        gap: 'closed' | 'given-up' | 'open' | 'unknown' | null
        gap_from: number | null
        gap_to: number | null
        sha256: string
        raw: Buffer
        length: number
      }
    }
    'fix.messages-executions': {
      values: {
        id: number | bigint
        day: string | null
        before: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        day: string
        at: string
        direction: 'in' | 'out'
        number: number | null
        type: '8' | 'AE'
        fault: string | null
        behind_gap: number | null
        gap: 'closed' | 'given-up' | 'open' | 'unknown' | null
        gap_from: number | null
        gap_to: number | null
        sha256: string
        raw: Buffer
        length: number
      }
    }
    'fix.messages-faults': {
      values: {
        id: number | bigint
        day: string | null
        before: number | bigint | null
        most: number | bigint
      }
      row: {
        id: number
        day: string
        at: string
        direction: 'in' | 'out'
        number: number | null
        type: string | null
        fault: string
        behind_gap: number | null
        gap: 'closed' | 'given-up' | 'open' | 'unknown' | null
        gap_from: number | null
        gap_to: number | null
        sha256: string
        raw: Buffer
        length: number
      }
    }
    'fix.missing': {
      values: {
        id: number | bigint
        days: readonly string[]
      }
      row: {
        day: string
        from: number
        to: number | null
      }
    }
    'fix.next-numbering': {
      values: {
        than: number
        id: number | bigint
      }
      row: {
        numbering: number
      }
    }
    'fix.notify': {
      values: {
        id: number | bigint
      }
      row: {
        pg_notify: unknown
      }
    }
    'fix.running': {
      values: {}
      row: {
        id: number
        name: string
        begin_string: 'FIX.4.4' | 'FIXT.1.1'
        sender: string
        target: string
        host: string
        port: number
        tls: boolean
        certificate: string | null
        username: string | null
        password_from: string | null
        heartbeat: number
        days: 'Every day' | 'Monday to Friday'
        from_time: string | null
        to_time: string | null
        reset_time: string
        application_resend: boolean
        version: number
        turned_at: string
      }
    }
    'fix.session-there': {
      values: {
        id: number | bigint
      }
      row: {
        name: string
      }
    }
    'fix.standing': {
      values: {
        id: number | bigint
        holder: string
      }
      row: {
        day: string | null
        numbering: number
        next_in: number
        next_out: number
        reset_due: boolean
        is_day_ended: boolean
      }
    }
    'fix.start-or-stop': {
      values: {
        id: number | bigint
        isRunning: boolean
        by: number | bigint
        reset: boolean
      }
      row: never
    }
    'fix.states': {
      values: {}
      row: {
        id: number
        name: string
        broker: string
        is_running: boolean
        connected_at: string | null
        reason: string | null
        day: string | null
        next_in: number
        next_out: number
        gap_from: number | null
        gap_to: number | null
        gap_since: string | null
        gaps_closed: number
        last_in: string | null
        last_out: string | null
        turned_at: string | null
        unfinished_day: string | null
        unfinished_from: number | null
        by: string | null
        messages: number
        executions: number
        faults: number
      }
    }
  }
}
export {}
