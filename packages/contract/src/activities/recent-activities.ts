import { z } from 'zod'
import { route } from '../kit/route.ts'

/** Recent Activity: what was recorded, newest first, from the facts themselves. */

export const ACTIVITY_TYPES = {
  trade: 'Trades',
  dividend: 'Dividends',
  corporate_action: 'Corporate Actions',
  portfolio_change: 'Portfolio Changes',
  market_event: 'Market Events',
} as const
export type ActivityType = keyof typeof ACTIVITY_TYPES
const activityType = z.enum(['trade', 'dividend', 'corporate_action', 'portfolio_change', 'market_event'])

/** The newest activities are listed; older ones are in the lists of their kind. */
export const ACTIVITIES_MOST = 5_000
export const ACTIVITIES_PAGE = 50
/** Of how many days before now. */
export const ACTIVITY_DAYS = [7, 30, 90, 365] as const

const activity = z.object({
  /** One of its own for each row. */
  key: z.string(),
  type: activityType,
  icon: z.enum(['BUY', 'SELL', 'DIV', 'CORP', 'PORT', 'MKT', 'ACT']),
  /** Of a trade and its settlement; null for others. */
  action: z.enum(['BUY', 'SELL']).nullable(),
  /** '' where it concerns no security. */
  symbol: z.string(),
  /** The portfolio's name; '' where it concerns none. */
  portfolio: z.string(),
  timestamp: z.string(),
  status: z.string(),
  /** Shares and the price of one, of trades and opening lots; null for others. */
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  /** In rupees: gross of a trade and an opening lot, fair value of a mark-to-market run; null for others. */
  value: z.number().nullable(),
  /**
   * In rupees, the money of it: net of a trade, what a settlement paid, what a run posted, what a corporate
   * action pays (below zero: costs) the portfolios that the user sees, by its current version; null where
   * there is none.
   */
  amount: z.number().nullable(),
  details: z.string(),
  /** What the record is known by: a deal number, a portfolio ID. */
  id: z.string(),
  by: z.string(),
})
export type Activity = z.output<typeof activity>

export const recentActivities = route({
  name: 'dashboard.recent-activities',
  needs: 'holdings.read',
  load: 'list',
  method: 'GET',
  path: '/dashboard/recent-activities',
  tag: 'Dashboard',
  summary: `What was recorded, newest first (the newest ${ACTIVITIES_MOST}); whoever may not read one kind is not told of it`,
  query: z.object({
    type: activityType.optional(),
    /** Those of the last so many days. */
    days: z.coerce.number().int().min(1).max(3_660).optional(),
    page: z.coerce.number().int().min(1).max(ACTIVITIES_MOST).optional(),
    limit: z.coerce.number().int().min(1).max(ACTIVITIES_MOST).optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(activity),
    /** How many there are on all pages together. */
    total: z.number(),
    /** Whether there are older ones that are not listed. */
    more: z.boolean(),
  }),
})
