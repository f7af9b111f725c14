/** Reads the recent activities from the facts: each kind gives its newest, and a page is taken of all together. */
import {
  ACTIVITIES_MOST,
  ACTIVITIES_PAGE,
  type Activity,
  type ActivityType,
} from '@em/contract/activities/recent-activities'
import type { Queryable } from '../../platform/database/database.ts'
import { LIST } from './activities.statements.ts'
import { activityOf } from './activity-texts.ts'

/** The kinds of activities that a user may see. */
export interface Permitted {
  readonly trades: boolean
  readonly settlements: boolean
  readonly portfolios: boolean
  readonly prices: boolean
  readonly valuations: boolean
  readonly actions: boolean
  /** All portfolios: also those that are there no more. */
  readonly seesAll: boolean
}
interface Asked {
  readonly type?: ActivityType | undefined
  readonly days?: number | undefined
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** A page of the newest activities, how many are listed, and whether older ones are not. */
export async function listActivities(
  db: Queryable,
  { type, days, page = 1, limit = ACTIVITIES_PAGE }: Asked,
  may: Permitted,
): Promise<{ data: Activity[]; total: number; more: boolean }> {
  const asked = (one: ActivityType) => type === undefined || type === one
  const rows = await db.query(LIST, {
    trades: may.trades && asked('trade'),
    settlements: may.settlements && asked('trade'),
    portfolios: may.portfolios && asked('portfolio_change'),
    prices: may.prices && asked('market_event'),
    valuations: may.valuations && asked('market_event'),
    dividends: may.actions && asked('dividend'),
    actions: may.actions && asked('corporate_action'),
    seesAll: may.seesAll,
    days: days ?? null,
    most: ACTIVITIES_MOST,
    limit,
    skip: (page - 1) * limit,
  })
  const total = rows[0]?.total ?? 0
  return {
    data: rows.flatMap((row) => (row.kind === null ? [] : activityOf({ ...row, kind: row.kind }))),
    total: Math.min(total, ACTIVITIES_MOST),
    more: total > ACTIVITIES_MOST,
  }
}
