import {
  type ApprovalRow,
  type ApprovalRule,
  approvalRules,
  approvals,
} from '@em/contract/approvals/approvals'
import { addDays } from '@em/core/values/dates'
import { call, callPage } from '../../lib/api.ts'
import type { AttentionItem, AttentionSource } from '../../lib/attention.ts'
import { today } from '../../lib/dates.ts'
import { mayNow } from '../../lib/may.ts'
import { hrefOf } from '../../links/tabs.ts'

const READ_MOST = 50
/** Who switches rules off on the machine is no person. */
const OF_MACHINE = 'npm run admin'
const DAY_MS = 24 * 60 * 60_000

/** Outcomes of one's own requests within the last day, and those that expire tomorrow. */
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

/** Lists requests that wait for one's own approval, and the outcome of one's own requests. */
export const approvalsAttention: AttentionSource = {
  id: 'approvals',
  load: async ({ signal }) => {
    const isKeeper = mayNow(approvalRules.create)
    const [forMe, mine, rules] = await Promise.all([
      callPage<ApprovalRow>(approvals.list, { query: { of: 'for-me', limit: 1 }, signal }),
      callPage<ApprovalRow>(approvals.list, { query: { of: 'mine', limit: READ_MOST }, signal }),
      isKeeper ? call(approvalRules.list, { signal }) : [],
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
      ...NEWS.flatMap((news) => itemsOf(news, recent)),
      ...ofRules(rules),
    ]
  },
}

const WEEK_MS = 7 * DAY_MS

/** For users who write rules: rules that no user can decide, and rules switched off on the machine this week. */
function ofRules(rules: readonly ApprovalRule[]): AttentionItem[] {
  const href = hrefOf('Administration', 'Approvals', { view: 'rules' })
  const names = (some: readonly ApprovalRule[]) => some.map(({ name }) => name).join(', ')
  const alone = rules.filter(({ isOn, canBeDecided }) => isOn && !canBeDecided)
  const off = rules.filter(
    ({ isOn, recordedBy, recordedAt }) =>
      !isOn && recordedBy === OF_MACHINE && Date.parse(recordedAt) > Date.now() - WEEK_MS,
  )
  return [
    ...(alone.length === 0
      ? []
      : [
          {
            id: 'approvals-nobody',
            title: 'Nobody is left to decide what an approval rule asks for',
            detail: names(alone),
            tone: 'error' as const,
            href,
          },
        ]),
    ...(off.length === 0
      ? []
      : [
          {
            id: 'approvals-off',
            title: 'Approval rules were switched off on the machine',
            detail: names(off),
            tone: 'warning' as const,
            href,
          },
        ]),
  ]
}

function itemsOf(
  { id, tone, words, is }: (typeof NEWS)[number],
  rows: readonly ApprovalRow[],
): AttentionItem[] {
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
