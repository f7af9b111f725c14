/** Written by `npm run statement-types`: what the statements of this room take and give, asked of the database. */
declare module '../../platform/database/statement.ts' {
  interface Statements {
    'attachments.add': {
      values: {
        kind: string
        ownerId: number | bigint
        fileName: string
        type: string
        length: number
        content: Buffer
        userId: number | bigint
      }
      row: {
        id: number
      }
    }
    'attachments.content': {
      values: {
        id: number | bigint
      }
      row: {
        file_name: string
        media_type: string
        content: Buffer
      }
    }
    'attachments.list': {
      values: {
        kind: string
        ownerId: number | bigint
      }
      row: {
        id: number
        owner_kind: 'announcement' | 'journal-draft' | 'journal-entry' | 'reconciliation'
        owner_id: number
        file_name: string
        media_type: string
        bytes: number
        added_at: string
        added_by: string
        permanent: boolean
        removed_at: string | null
        removed_by: string | null
        removal_reason: string | null
      }
    }
    'attachments.lock': {
      values: {
        kind: string
        ownerId: string
      }
      row: {
        take_lock: unknown
      }
    }
    'attachments.lock-person': {
      values: {
        userId: number | bigint
      }
      row: {
        take_lock: unknown
      }
    }
    'attachments.mark-removed': {
      values: {
        removedBy: number | bigint
        reason: string
        id: number | bigint
      }
      row: never
    }
    'attachments.one': {
      values: {
        id: number | bigint
      }
      row: {
        id: number
        owner_kind: 'announcement' | 'journal-draft' | 'journal-entry' | 'reconciliation'
        owner_id: number
        file_name: string
        media_type: string
        bytes: number
        added_at: string
        added_by: string
        permanent: boolean
        removed_at: string | null
        removed_by: string | null
        removal_reason: string | null
      }
    }
    'attachments.taken': {
      values: {
        addedBy: number | bigint
      }
      row: {
        bytes: number
      }
    }
  }
}
export {}
