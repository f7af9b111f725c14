import { type ApprovalRow, approvals } from '@em/contract/books/approvals'
import { addDays } from '@em/core/values/dates'
import { callPage } from '../../lib/api.ts'
import type { AttentionItem, AttentionSource } from '../../lib/attention.ts'
import { today } from '../../lib/dates.ts'
import { hrefOf } from '../../places/places.ts'

const LOOKED_AT = 50
const DAY_MS = 24 * 60 * 60_000

/** What became of one's own requests within the last day, and which of them expire tomorrow. */
const NEWS: readonly {
  readonly id: string
  readonly tone: AttentionItem['tone']
  readonly words: string
  readonly is: (row: ApprovalRow, tomorrow: string) => boolean
}[] = [
  { id: 'approved', tone: 'info', words: 'approved', is: ({ state }) => state === 'done' },
  {
    id: 'collect',
    tone: 'info',
    words: 'approved, and can be collected',
    is: ({ state, isCollected }) => state === 'approved' && isCollected,
  },
  { id: 'rejected', tone: 'warning', words: 'rejected', is: ({ state }) => state === 'rejected' },
  {
    id: 'returned',
    tone: 'warning',
    words: 'returned: it could not be carried out',
    is: ({ state }) => state === 'returned',
  },
  {
    id: 'expiring',
    tone: 'warning',
    words: 'not decided, and expires by tomorrow',
    is: ({ state, expiresAt }, tomorrow) => state === 'waiting' && expiresAt <= tomorrow,
  },
]

/** Tells of requests that wait for one's own approval, and of what became of one's own requests. */
export const approvalsAttention: AttentionSource = {
  id: 'approvals',
  load: async ({ signal }) => {
    const [forMe, mine] = await Promise.all([
      callPage<ApprovalRow>(approvals.list, { query: { of: 'for-me', limit: 1 }, signal }),
      callPage<ApprovalRow>(approvals.list, { query: { of: 'mine', limit: LOOKED_AT }, signal }),
    ])
    const since = Date.now() - DAY_MS
    const recent = mine.rows.filter(({ endedAt }) => endedAt === null || Date.parse(endedAt) > since)
    const count = forMe.total ?? forMe.rows.length
    return [
      ...(count === 0
        ? []
        : [
            {
              id: 'approvals-for-me',
              title: `${count.toLocaleString('en-LK')} ${count === 1 ? 'request waits' : 'requests wait'} for your approval`,
              detail: forMe.rows[0] === undefined ? '' : `${forMe.rows[0].number}: ${forMe.rows[0].title}`,
              tone: 'warning' as const,
              href: hrefOf('Administration', 'Approvals'),
            },
          ]),
      ...NEWS.flatMap((news) => told(news, recent)),
    ]
  },
}

function told({ id, tone, words, is }: (typeof NEWS)[number], rows: readonly ApprovalRow[]): AttentionItem[] {
  const tomorrow = addDays(today(), 1)
  const found = rows.filter((row) => is(row, tomorrow))
  const [first] = found
  if (first === undefined) return []
  return [
    {
      id: `approvals-${id}`,
      title:
        found.length === 1 ? `${first.number} is ${words}` : `${found.length} of your requests: ${words}`,
      detail: first.title,
      tone,
      href: hrefOf('Administration', 'Approvals', {
        view: 'mine',
        ...(found.length === 1 && { request: String(first.id) }),
      }),
    },
  ]
}
