/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'attempts.clear': {
      values: {
        keys: readonly Buffer[]
        first: Buffer
      }
      row: never
    }
    'attempts.forget-old': {
      values: {
        longest: number
      }
      row: never
    }
    'attempts.take': {
      values: {
        tries: readonly Buffer[]
        seconds: number
      }
      row: {
        key: Buffer
        tries: number
        seconds: number
      }
    }
    'identity.actor': {
      values: {
        userId: number | bigint
      }
      row: {
        id: number
        is_active: boolean
        roles: string[]
        own_rights: string[]
        sees: number[] | null
        changes: number[] | null
      }
    }
    'identity.any-user': {
      values: {}
      row: {
        found: boolean
      }
    }
    'identity.any-user-at-start': {
      values: {}
      row: {
        found: boolean
      }
    }
    'identity.before-sign-up': {
      values: {
        waitingMost: number | bigint
        network: string
        waitingOfNetwork: number | bigint
      }
      row: {
        any_user: boolean
        full: boolean
      }
    }
    'identity.drop-link': {
      values: {
        userId: number | bigint
      }
      row: never
    }
    'identity.end-other-sessions': {
      values: {
        userId: number | bigint
        sessionId: number | bigint
      }
      row: {
        open: boolean
      }
    }
    'identity.end-session': {
      values: {
        sessionId: number | bigint
        userId: number | bigint
      }
      row: {
        id: number
      }
    }
    'identity.end-waiting': {
      values: {
        waitingDays: number
      }
      row: {
        record_acts: number | null
      }
    }
    'identity.hold-for-sign-in': {
      values: {
        userId: number | bigint
      }
      row: {
        is_active: boolean
        password_hash: string
      }
    }
    'identity.link-owner': {
      values: {
        tokenHash: Buffer
      }
      row: {
        id: number
        first_name: string
        last_name: string
        email: string
      }
    }
    'identity.lock-user': {
      values: {
        userId: number | bigint
      }
      row: {
        password_hash: string
      }
    }
    'identity.new-link': {
      values: {
        userId: number | bigint
        tokenHash: Buffer
        by: number | bigint | null
        linkHours: number
      }
      row: {
        expires_at: string
      }
    }
    'identity.new-user': {
      values: {
        firstName: string
        lastName: string
        email: string
        hash: string
        mode: string
        network: string
      }
      row: {
        id: number
        waiting: boolean
      }
    }
    'identity.one-sign-up': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'identity.open-session': {
      values: {
        userId: number | bigint
        tokenHash: Buffer
        seconds: number
        keep: boolean
        ip: string
        agent: string | null
      }
      row: never
    }
    'identity.own-password': {
      values: {
        userId: number | bigint
      }
      row: {
        first_name: string
        last_name: string
        email: string
        password_hash: string
      }
    }
    'identity.own-sessions': {
      values: {
        userId: number | bigint
        idleMinutes: number
      }
      row: {
        id: number
        created_at: string
        last_used_at: string
        expires_at: string
        kept: boolean
        address: string | null
        user_agent: string | null
      }
    }
    'identity.read-session': {
      values: {
        hash: Buffer
        idleMinutes: number
      }
      row: {
        id: number
        user_id: number
        unused: number
        roles: string[]
        own_rights: string[]
        sees: number[] | null
        changes: number[] | null
      }
    }
    'identity.repeated-sign-up': {
      values: {
        hash: string
        network: string
        email: string
      }
      row: {
        id: number
      }
    }
    'identity.session-ended': {
      values: {
        sessionId: number | bigint
      }
      row: {}
    }
    'identity.set-password': {
      values: {
        userId: number | bigint
        hash: string
      }
      row: {
        set_password: unknown
      }
    }
    'identity.take-up': {
      values: {
        firstName: string | null
        lastName: string | null
        userId: number | bigint
      }
      row: never
    }
    'identity.use-link': {
      values: {
        tokenHash: Buffer
      }
      row: {
        user_id: number
        created_by: number | null
      }
    }
    'identity.use-session': {
      values: {
        sessionId: number | bigint
        seconds: number
      }
      row: never
    }
    'identity.user-by-email': {
      values: {
        email: string
      }
      row: {
        id: number
        is_active: boolean
        waiting: boolean
        password_hash: string
        repeated_signup_hash: string | null
        signed_in_before: boolean
      }
    }
    'identity.user-by-id': {
      values: {
        userId: number | bigint
      }
      row: {
        id: number
        first_name: string
        last_name: string
        email: string
        roles: string[]
        own_rights: string[]
        sees: string[] | null
        changes: string[] | null
        created_at: string
      }
    }
    'roles.add': {
      values: {
        name: string
        rights: readonly string[]
      }
      row: {
        name: string
      }
    }
    'roles.change': {
      values: {
        rights: readonly string[]
        name: string
      }
      row: never
    }
    'roles.list': {
      values: {}
      row: {
        name: string
        is_built_in: boolean
        rights: string[]
        version: number
        people: number
      }
    }
    'roles.lock': {
      values: {
        name: string
      }
      row: {
        name: string
      }
    }
    'roles.one': {
      values: {
        name: string
      }
      row: {
        name: string
        is_built_in: boolean
        rights: string[]
        version: number
        people: number
      }
    }
    'roles.remove': {
      values: {
        name: string
      }
      row: never
    }
    'sign-in-origins.find': {
      values: {
        email: string
        keys: readonly Buffer[]
      }
      row: {
        key: Buffer
        own: boolean
      }
    }
    'sign-in-origins.forget': {
      values: {
        userId: number | bigint
        keptDays: number
        keptMost: number | bigint
      }
      row: never
    }
    'sign-in-origins.keep': {
      values: {
        userId: number | bigint
        key: readonly Buffer[]
      }
      row: never
    }
    'users.enable': {
      values: {
        isActive: boolean
        id: number | bigint
      }
      row: never
    }
    'users.find-portfolios': {
      values: {
        words: readonly string[]
        ids: readonly (number | bigint | null)[] | null
      }
      row: {
        id: number | null
      }
    }
    'users.find-roles': {
      values: {
        names: readonly string[]
      }
      row: {
        name: string | null
        rights: string[] | null
      }
    }
    'users.give-portfolios': {
      values: {
        id: number | bigint
        changed: readonly (number | bigint)[]
        listed: readonly (number | bigint)[]
      }
      row: never
    }
    'users.give-roles': {
      values: {
        id: number | bigint
        roles: readonly string[]
      }
      row: never
    }
    'users.invite': {
      values: {
        firstName: string
        lastName: string
        email: string
        hash: string
      }
      row: {
        id: number
      }
    }
    'users.list': {
      values: {
        state: string | null
      }
      row: {
        id: number
        first_name: string
        last_name: string
        email: string
        roles: string[]
        own_rights: string[]
        sees: string[] | null
        changes: string[] | null
        is_active: boolean
        state: 'active' | 'disabled' | 'invited' | 'waiting'
        version: number
        created_at: string
        last_seen_at: string | null
        total: number
      }
    }
    'users.lock-administrators': {
      values: {}
      row: {
        id: number
      }
    }
    'users.lock-one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
      }
    }
    'users.next-version': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'users.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        first_name: string
        last_name: string
        email: string
        roles: string[]
        own_rights: string[]
        sees: string[] | null
        changes: string[] | null
        is_active: boolean
        state: 'active' | 'disabled' | 'invited' | 'waiting'
        version: number
        created_at: string
        last_seen_at: string | null
      }
    }
    'users.scope-of': {
      values: {
        id: number | bigint
      }
      row: {
        sees_all: boolean
        changes_all: boolean
        sees: number[]
        changes: number[]
      }
    }
    'users.set-scope': {
      values: {
        seesAll: boolean
        changesAll: boolean
        id: number | bigint
      }
      row: never
    }
    'users.take-portfolios': {
      values: {
        id: number | bigint
      }
      row: never
    }
    'users.take-roles': {
      values: {
        id: number | bigint
        roles: readonly string[]
      }
      row: never
    }
  }
}
export {}
