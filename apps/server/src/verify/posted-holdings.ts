/**
 * What portfolios hold by posting date, told a second way: from the beginning of the ledger, entry by entry, where the reader takes
 * the standing by trade date and leaves out what was posted later.
 */
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { postedHoldings } from '../features/holdings/posted.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Figures, Findings } from './report.ts'

const CHECK = 'holdings by posting date'
/** The ledger is read whole for each day. */
const DAYS_MOST = 5

// The day before something was posted that belongs before it: where the two ways go apart.
const DAYS = `
  SELECT DISTINCT h.entry_date - 1 AS day FROM journal_entries h
   WHERE h.moved_from IS NOT NULL
     AND ($1::bigint IS NULL OR EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = h.id AND l.portfolio_id = $1))
   ORDER BY 1 DESC LIMIT ${DAYS_MOST}`
const NAMES = `
  SELECT c.portfolio_id AS portfolio, c.equity_id AS equity, concat_ws(' ', p.portfolio_id, e.symbol) AS name
    FROM chains c JOIN portfolios p ON p.id = c.portfolio_id JOIN equities e ON e.id = c.equity_id
   WHERE $1::bigint IS NULL OR c.portfolio_id = $1`
const FROM_THE_LEDGER = `
  SELECT portfolio, equity, sum(quantity)::text AS quantity, sum(cost)::numeric(20, 2) AS cost, sum(capitalised)::numeric(20, 2) AS capitalised
    FROM (
      SELECT l.portfolio_id AS portfolio, l.equity_id AS equity, 0 AS quantity,
             CASE l.role WHEN 'investment' THEN l.debit - l.credit ELSE 0 END AS cost,
             CASE l.role WHEN 'transaction-costs' THEN l.debit - l.credit ELSE 0 END AS capitalised
        FROM journal_lines l
       WHERE l.role IN ('investment', 'transaction-costs') AND l.equity_id IS NOT NULL AND l.entry_date <= $2::date
         AND ($1::bigint IS NULL OR l.portfolio_id = $1)
      UNION ALL
      SELECT t.portfolio_id, t.equity_id, CASE WHEN t.side = 'sell' THEN - v.quantity ELSE v.quantity END * CASE WHEN h.id = o.id THEN 1 ELSE -1 END, 0, 0
        FROM journal_entries h JOIN journal_entries o ON o.id = coalesce(h.reversal_of, h.id)
        JOIN trades t ON t.id = o.trade_id JOIN trade_versions v ON v.trade_id = t.id AND v.version = o.trade_version
       WHERE o.kind IN ('trade', 'opening') AND h.entry_date <= $2::date AND ($1::bigint IS NULL OR t.portfolio_id = $1)
      UNION ALL
      -- Shares of corporate actions and transfers stand with the first entry that carries their cost; not every one has an entry.
      SELECT c.portfolio_id, c.equity_id, e.quantity_change, 0, 0
        FROM chains c JOIN chain_events e ON e.chain_id = c.id AND e.source IN ('corporate action', 'transfer')
       WHERE e.event_date <= $2::date AND action_posted_on(e.id) <= $2::date AND ($1::bigint IS NULL OR c.portfolio_id = $1)
      UNION ALL
      -- They count what is held by trade date: not what they did to trades that are posted later.
      SELECT t.portfolio_id, t.equity_id,
             (s.shares - shares_carried(t.portfolio_id, t.equity_id, s.shares, h.moved_from, $2::date)), 0, 0
        FROM journal_entries h JOIN journal_entries o ON o.id = coalesce(h.reversal_of, h.id)
        JOIN trades t ON t.id = o.trade_id JOIN trade_versions v ON v.trade_id = t.id AND v.version = o.trade_version
       CROSS JOIN LATERAL (SELECT CASE WHEN (t.side = 'sell') = (h.id = o.id) THEN - v.quantity ELSE v.quantity END AS shares) s
       WHERE o.kind IN ('trade', 'opening') AND h.moved_from <= $2::date AND h.entry_date > $2::date
         AND ($1::bigint IS NULL OR t.portfolio_id = $1)) parts
   GROUP BY 1, 2 HAVING sum(quantity) <> 0 OR sum(cost) <> 0 OR sum(capitalised) <> 0`

interface Key {
  readonly portfolio: number
  readonly equity: number
}
const keyOf = ({ portfolio, equity }: Key) => `${portfolio} ${equity}`

/** Compares both ways on the days on which entries stand that belong before them. */
export async function comparePostedHoldings(
  tx: Transaction,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  const days = await tx.query<{ day: string }>(DAYS, [portfolioId])
  const names = new Map(
    (await tx.query<Key & { name: string }>(NAMES, [portfolioId])).map((row) => [keyOf(row), row.name]),
  )
  const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
  for (const { day } of days) {
    const held = await postedHoldings(tx, portfolioId === null ? null : [portfolioId], day)
    const read = new Map(
      held.map(({ portfolioId: portfolio, equityId: equity, quantity, cost, capitalised }) => [
        keyOf({ portfolio, equity }),
        { quantity: String(quantity), cost: money(cost), capitalised: money(capitalised) },
      ]),
    )
    const told = new Map(
      (
        await tx.query<Key & Record<'quantity' | 'cost' | 'capitalised', string>>(FROM_THE_LEDGER, [
          portfolioId,
          day,
        ])
      ).map(({ quantity, cost, capitalised, ...key }): [string, Figures] => [
        keyOf(key),
        { quantity, cost, capitalised },
      ]),
    )
    for (const key of new Set([...read.keys(), ...told.keys()]))
      found.compare(CHECK, `${names.get(key) ?? key} on ${day}`, read.get(key), told.get(key))
    found.count(CHECK, told.size)
  }
}
