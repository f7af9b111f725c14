import type { QueryFunction } from '@tanstack/react-query'

/** One thing that needs the user: a settlement due, a failed import, a stale price. */
export interface AttentionItem {
  id: string
  title: string
  detail?: string
  tone: 'info' | 'warning' | 'error'
  /** Where to see to it: `hrefOf('Trade Capture', 'Transactions')`. */
  href: string
}

/** A feature's own list. Its key begins with `attention`, so that every write asks for it again. */
export interface AttentionSource {
  id: string
  load: QueryFunction<AttentionItem[]>
}
