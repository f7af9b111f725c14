/**
 * SQL for the name, symbol and ISIN of a security on a day. A recorded change of identity counts from its effective date; before that
 * day the security has its name from before the change. An edit in Equity Master has no date: it corrects the name in force.
 *
 * SLIC.N0000 is SLICL.N0000 from 16 March: a statement of 15 March says SLIC.N0000, one of 16 March SLICL.N0000.
 */
import { RENAMING } from '@em/contract/corporate-actions/kinds'
import { sqlList } from '../../../platform/database/sql-list.ts'

/** For all portfolios, whichever one the event was recorded for: a security has one name. */
const on = (what: 'symbol' | 'name' | 'isin', security: string, day: string): string =>
  `coalesce((SELECT was.detail::json ->> '${what}' FROM em.corporate_actions named JOIN em.action_steps was ON was.action_id = named.id AND was.what = 'was'
              WHERE named.kind IN ${sqlList(RENAMING)} AND named.state = 'processed' AND named.equity_id = ${security}.id AND named.ex_date > ${day}
              ORDER BY named.ex_date, was.id DESC LIMIT 1), ${security}.${what})`

/** SQL: the symbol of a security (the alias of its row in equities) on a day, an SQL expression. */
export const symbolOn = (security: string, day: string): string => on('symbol', security, day)

/** SQL: its name on a day. */
export const companyOn = (security: string, day: string): string => on('name', security, day)

/** SQL: its ISIN on a day; null where it had none. */
export const isinOn = (security: string, day: string): string => on('isin', security, day)
