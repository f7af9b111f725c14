import { notifications } from '@em/contract/dashboard/notifications'
import { groups } from '@em/contract/tabs/tabs'
import { call } from '../../lib/api.ts'
import type { AttentionSource } from '../../lib/attention.ts'
import { hrefOf } from '../../links/tabs.ts'

/** The query of the linked tab, where a note is about a part of it. */
const QUERIES: Record<string, Record<string, string>> = {
  'settlements-due': { status: 'pending' },
  'settlements-overdue': { status: 'overdue' },
  'settlements-failed': { status: 'failed' },
  suspense: { view: 'suspense' },
  'imports-failed': { status: 'failed' },
}
/** Boards of announcements: those of the last week on securities held. */
const NEW_ON_BOARD = { held: '1', days: '7' }

/** The books' own notes: settlements due, suspense, missing and old prices, portfolios without a method. */
export const bookAttention: AttentionSource = {
  id: 'books',
  load: async ({ signal }) => {
    const notes = await call(notifications, { signal })
    return notes.map(({ id, title, detail, severity, tab, record }) => ({
      id,
      title,
      detail,
      tone: severity,
      href: hrefOfTab(tab ?? 'Dashboard', {
        ...QUERIES[id],
        ...(id.startsWith('announcements-') ? NEW_ON_BOARD : {}),
        ...(record === null ? {} : recordIn(id, record)),
      }),
    }))
  },
}

/** The record that a note is about, as its tab's address names it. */
function recordIn(id: string, record: number): Record<string, string> {
  if (id.startsWith('breach-worsened-')) return { view: 'breaches', breach: String(record) }
  if (id === 'imports-failed') return { import: String(record) }
  if (id.startsWith('announcements-')) return { announcement: String(record) }
  if (id.startsWith('forming-')) return { document: String(record) }
  return id.startsWith('reconciliation-') ? { reconciliation: String(record) } : {}
}

/** A tab by its name alone: the first group that has it. */
export function hrefOfTab(tab: string, query: Record<string, string> = {}): string {
  const group = groups.find((one) => one.tabs.some(({ name }) => name === tab))
  return group === undefined ? hrefOf('Dashboard') : hrefOf(group.name, tab, query)
}
