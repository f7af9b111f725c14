/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'announcement-feed.clock': {
      values: {}
      row: {
        by_clock: boolean
        recorded_by: number
        recorded_at: string
        by: string | null
        is_active: boolean
      }
    }
    'announcement-feed.last': {
      values: {}
      row: {
        rows: number
        added: number
        changed: number
        error: string | null
        by_clock: boolean
        recorded_at: string
        by: string | null
      }
    }
    'announcement-feed.newest': {
      values: {}
      row: {
        recorded_at: string
        error: string | null
        is_failed: boolean
      }
    }
    'announcement-feed.note': {
      values: {
        rows: number
        added: number
        changed: number
        error: string | null
        isFailed: boolean
        byClock: boolean
        recordedBy: number | bigint
      }
      row: never
    }
    'announcement-feed.set-clock': {
      values: {
        byClock: boolean
        recordedBy: number | bigint
      }
      row: never
    }
    'announcements.add-set': {
      values: {
        source: string
        fileName: string | null
        sha256: Buffer | null
        reason: string | null
        rows: number
        added: number
        changed: number
        recordedBy: number | bigint
      }
      row: {
        id: number
      }
    }
    'announcements.by-origin': {
      values: {
        origins: readonly string[]
      }
      row: {
        id: number
        origin: string
        version: number
        is_removed: boolean
        announced_on: string
        announced_at: string | null
        category: string
        kind: string | null
        title: string
        company: string | null
        symbol: string | null
        priority: 'High' | 'Low' | 'Medium'
        summary: string | null
        content: string | null
        file_path: string | null
      }
    }
    'announcements.change': {
      values: {
        setId: number | bigint
        isRemoved: boolean
        date: string
        time: string | null
        category: string
        kind: string | null
        title: string
        company: string | null
        symbol: string | null
        priority: string
        summary: string | null
        content: string | null
        filePath: string | null
        id: number | bigint
      }
      row: never
    }
    'announcements.count': {
      values: {
        mayHold: boolean
        categories: readonly (string | null)[] | null
        since: string | null
        day: string | null
        priority: string | null
        search: string | null
        bySymbol: boolean
        onlyHeld: boolean
      }
      row: {
        total: number
      }
    }
    'announcements.hold': {
      values: {}
      row: {
        take_lock: unknown
      }
    }
    'announcements.keep-versions': {
      values: {
        setId: number | bigint
      }
      row: never
    }
    'announcements.list': {
      values: {
        mayHold: boolean
        categories: readonly (string | null)[] | null
        since: string | null
        day: string | null
        priority: string | null
        search: string | null
        bySymbol: boolean
        onlyHeld: boolean
        beforeDay: string | null
        beforeTime: string
        beforeId: number | bigint
        most: number
      }
      row: {
        id: number
        version: number
        title: string
        category: string
        kind: string | null
        company: string | null
        symbol: string | null
        date: string
        time: string | null
        priority: 'High' | 'Low' | 'Medium'
        summary: string | null
        source: 'feed' | 'file' | 'typed'
        recorded_at: string
        recorded_by: string | null
        attachments: string[]
        held: string[]
      }
    }
    'announcements.of-days': {
      values: {
        days: readonly string[]
      }
      row: {
        id: number
        version: number
        is_removed: boolean
        announced_on: string
        announced_at: string | null
        category: string
        kind: string | null
        title: string
        company: string | null
        symbol: string | null
        priority: 'High' | 'Low' | 'Medium'
        summary: string | null
        content: string | null
        file_path: string | null
      }
    }
    'announcements.of-set': {
      values: {
        setId: number | bigint
      }
      row: {
        id: number
      }
    }
    'announcements.one': {
      values: {
        mayHold: boolean
        id: number | bigint
      }
      row: {
        id: number
        version: number
        title: string
        category: string
        kind: string | null
        company: string | null
        symbol: string | null
        date: string
        time: string | null
        priority: 'High' | 'Low' | 'Medium'
        summary: string | null
        source: 'feed' | 'file' | 'typed'
        recorded_at: string
        recorded_by: string | null
        content: string | null
        file_path: string | null
        attachments: string[]
        held: string[]
      }
    }
    'announcements.securities': {
      values: {
        mayHold: boolean
        id: number | bigint
      }
      row: {
        symbol: string
        name: string
        held: boolean
      }
    }
    'announcements.standing': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        version: number
        is_removed: boolean
        announced_on: string
        announced_at: string | null
        category: string
        kind: string | null
        title: string
        company: string | null
        symbol: string | null
        priority: 'High' | 'Low' | 'Medium'
        summary: string | null
        content: string | null
        file_path: string | null
      }
    }
    'announcements.told-by-exchange': {
      values: {
        origins: readonly string[]
      }
      row: {
        id: number
        origin: string
        version: number
        is_removed: boolean
        announced_on: string
        announced_at: string | null
        category: string
        kind: string | null
        title: string
        company: string | null
        symbol: string | null
        priority: string
        summary: string | null
        content: string | null
        file_path: string | null
      }
    }
    'announcements.versions': {
      values: {
        id: number | bigint
        most: number
      }
      row: {
        version: number
        is_removed: boolean
        title: string
        category: string
        kind: string | null
        company: string | null
        symbol: string | null
        date: string
        time: string | null
        priority: string
        summary: string | null
        content: string | null
        source: 'feed' | 'file' | 'typed'
        reason: string | null
        recorded_at: string
        recorded_by: string | null
      }
    }
  }
}
export {}
