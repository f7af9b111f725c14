/** The further tables that lists of trades read: each is joined only where it is named. */

const JOINS = {
  v: 'JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version',
  e: 'JOIN equities e ON e.id = t.equity_id',
  p: 'JOIN portfolios p ON p.id = t.portfolio_id',
  r: 'LEFT JOIN event_results r ON r.event_id = t.id',
  s: 'LEFT JOIN settlement_states s ON s.trade_id = t.id',
} as const

/** The joins of all of them, behind a table of trades called t. */
export const ALL_JOINS: string = Object.values(JOINS).join(' ')

/** The trades with only those tables that the SQL names: a count over all trades reads none of them. */
export function fromFor(sql: string): string {
  const named = Object.entries(JOINS).filter(([alias]) => new RegExp(`\\b${alias}\\.`).test(sql))
  return `FROM trades t ${named.map(([, join]) => join).join(' ')}`
}
