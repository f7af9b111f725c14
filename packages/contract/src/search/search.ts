import { z } from 'zod'
import { route } from '../kit/route.ts'

/** The results of one search: things of the books and the registers, people, tabs, and things to do. */
export const SEARCH_KINDS = [
  'security',
  'trade',
  'entry',
  'account',
  'portfolio',
  'document',
  'corporate-action',
  'announcement',
  'person',
  'tab',
  'action',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const SEARCH_LETTERS = 100

const found = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** The key of the record within its kind: a number, a symbol, a code. */
  id: z.string(),
  title: z.string(),
  /** What distinguishes it from others of the same title; '' where nothing does. */
  detail: z.string(),
  /** In rupees: the net amount of a trade, the debits of an entry, what was paid; null for others. */
  amount: z.number().nullable(),
  /** YYYY-MM-DD: when it was traded, posted, announced; null for what has no day. */
  date: z.string().nullable(),
  /** Where it is shown: the address of a tab, `trade-capture/transactions?trade=5`. */
  tab: z.string(),
})
export type Found = z.output<typeof found>

export const search = route({
  name: 'search',
  needs: 'signed-in',
  load: 'heavy',
  method: 'GET',
  path: '/search',
  tag: 'Search',
  summary:
    'Finds by names, numbers and exact amounts whatever one may see: the nearest names first. Numbers are looked for where the text has a digit.',
  query: z.object({ q: z.string().trim().min(1).max(SEARCH_LETTERS) }),
  reply: z.array(found),
})
