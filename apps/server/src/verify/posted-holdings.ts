/**
 * The holdings of portfolios by posting date, computed a second way: from the beginning of the ledger, entry by entry, where the reader takes
 * the state by trade date and leaves out what was posted later. And the effect of each event, by the entitlement of what was held by then.
 */
import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { postedHoldings } from '../features/holdings/posted.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import { sqlList } from '../platform/database/sql-list.ts'
import type { Figures, Findings } from './report.ts'

const CHECK = 'holdings by posting date'
/** The ledger is read whole for each day. */
const DAYS_MOST = 5

// The day before something was posted that belongs before it: where the two ways go apart.
const DAYS = `
  SELECT h.entry_date - 1 AS day FROM journal_entries h
   WHERE h.moved_from IS NOT NULL
     AND ($1::bigint IS NULL OR EXISTS (SELECT FROM journal_lines l WHERE l.entry_id = h.id AND l.portfolio_id = $1))
  UNION
  SELECT a.posted_on - 1 FROM action_shares a WHERE a.posted_on > a.belongs_to AND ($1::bigint IS NULL OR a.portfolio_id = $1)
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
       WHERE o.kind IN ('trade', 'opening') AND (t.side <> 'sell' OR v.opening_date IS NULL) AND h.entry_date <= $2::date AND ($1::bigint IS NULL OR t.portfolio_id = $1)
      UNION ALL
      SELECT a.portfolio_id, a.equity_id, a.quantity, 0, 0 FROM action_shares a
       WHERE a.posted_on <= $2::date AND ($1::bigint IS NULL OR a.portfolio_id = $1)) parts
   GROUP BY 1, 2 HAVING sum(quantity) <> 0 OR sum(cost) <> 0 OR sum(capitalised) <> 0`

const BY_HOLDING = sqlList(kindsWhere(({ moves }) => moves !== undefined && moves !== 'given'))
const REPLACING = sqlList(kindsWhere(({ moves }) => moves === 'replaced'))
const SCALING = sqlList(kindsWhere(({ moves }) => moves === 'scaled'))

/**
 * What an event did, by what the ledger had until a day: of the shares that had been posted by then as held before it, entitlements were
 * recorded, and each says what the event adds or takes. Changes are rounded one by one, so that each but the first may leave one share.
 * Asked where something of the holding was posted later: elsewhere the stored shares are those posted.
 */
const EVENTS_BY_ENTITLEMENT = `
  WITH late AS MATERIALIZED (
    SELECT t.portfolio_id, t.equity_id FROM journal_entries h JOIN trades t ON t.id = h.trade_id
     WHERE h.moved_from <= $2::date AND h.entry_date > $2::date AND ($1::bigint IS NULL OR t.portfolio_id = $1)
    UNION
    SELECT portfolio_id, equity_id FROM action_shares
     WHERE posted_on > belongs_to AND belongs_to <= $2::date AND posted_on > $2::date AND ($1::bigint IS NULL OR portfolio_id = $1)),
  shares AS MATERIALIZED (
    SELECT t.portfolio_id, t.equity_id, coalesce(h.moved_from, h.entry_date) - (v.opening_date IS NOT NULL)::int AS day,
           CASE WHEN (t.side = 'sell') = (h.id = o.id) THEN - v.quantity ELSE v.quantity END AS quantity
      FROM late k JOIN trades t ON t.portfolio_id = k.portfolio_id AND t.equity_id = k.equity_id
      JOIN journal_entries o ON o.trade_id = t.id AND o.kind IN ('trade', 'opening') AND o.reversal_of IS NULL
      JOIN trade_versions v ON v.trade_id = t.id AND v.version = o.trade_version AND (t.side <> 'sell' OR v.opening_date IS NULL)
      JOIN journal_entries h ON (h.id = o.id OR h.reversal_of = o.id) AND h.entry_date <= $2::date
    UNION ALL
    SELECT a.portfolio_id, a.equity_id, a.belongs_to, a.quantity
      FROM late k JOIN action_shares a ON a.portfolio_id = k.portfolio_id AND a.equity_id = k.equity_id AND a.posted_on <= $2::date),
  events AS (
    SELECT s.action_id, s.portfolio_id, s.equity_id, s.belongs_to, a.kind, a.title, a.equity_id AS held_equity, sum(s.quantity) AS quantity, count(*) AS changes
      FROM action_shares s JOIN corporate_actions a ON a.id = s.action_id
      JOIN late k ON k.portfolio_id = s.portfolio_id AND k.equity_id = a.equity_id
     WHERE s.posted_on <= $2::date AND a.kind IN ${BY_HOLDING} AND ($1::bigint IS NULL OR s.portfolio_id = $1)
     GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(s.quantity) <> 0),
  told AS (
    SELECT e.*, (SELECT coalesce(sum(k.quantity), 0) FROM shares k
                  WHERE k.portfolio_id = e.portfolio_id AND k.equity_id = e.held_equity AND k.day < e.belongs_to) AS held FROM events e)
  SELECT concat_ws(' ', p.portfolio_id, q.symbol, 'on', $2::date || ',', t.title) AS place, t.quantity::text AS stored, min(x.expected)::text AS expected
    FROM told t JOIN portfolios p ON p.id = t.portfolio_id JOIN equities q ON q.id = t.equity_id
    JOIN action_entitlements v ON v.action_id = t.action_id AND v.portfolio_id = t.portfolio_id AND v.held = t.held
   CROSS JOIN LATERAL (SELECT CASE WHEN t.kind IN ${REPLACING} AND t.equity_id = t.held_equity THEN - v.held
                                   WHEN t.kind IN ${SCALING} THEN v.entitled - v.held ELSE v.entitled END AS expected) x
   GROUP BY t.action_id, 1, t.quantity, t.changes HAVING min(abs(x.expected - t.quantity)) >= t.changes`

interface Key {
  readonly portfolio: number
  readonly equity: number
}
const keyOf = ({ portfolio, equity }: Key) => `${portfolio} ${equity}`

/** Compares both ways on the days with entries that belong before them. */
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
    const computed = new Map(
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
    for (const key of new Set([...read.keys(), ...computed.keys()]))
      found.compare(CHECK, `${names.get(key) ?? key} on ${day}`, read.get(key), computed.get(key))
    for (const row of await tx.query<Record<'place' | 'stored' | 'expected', string>>(EVENTS_BY_ENTITLEMENT, [
      portfolioId,
      day,
    ]))
      found.add({ check: CHECK, what: 'shares of the event', ...row })
    found.count(CHECK, computed.size)
  }
}
