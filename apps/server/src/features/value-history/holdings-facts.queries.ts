/** The holdings of portfolios before some days, and the events of their chains on them. */
import type { FlowEvent } from '@em/core/performance/daily-values'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'

const SECTOR = "coalesce(q.sector, 'Unclassified') AS sector!"
// A chain that has nothing after the day is read from its tail; any other is looked up in its history.
const BEFORE = statement(
  'values.holdings-before',
  `SELECT c.id AS "chainId", c.portfolio_id AS "portfolioId", c.equity_id AS "equityId", h.quantity, h.cost, f.price_basis = 'Close' AS "byClose!", ${SECTOR}
     FROM chains c JOIN portfolios f ON f.id = c.portfolio_id JOIN equities q ON q.id = c.equity_id
    CROSS JOIN LATERAL (
      SELECT c.quantity, c.cost WHERE c.last_event_date <= :before::date
      UNION ALL
      (SELECT e.quantity, e.cost FROM chain_events e
        WHERE c.last_event_date > :before::date AND e.chain_id = c.id AND e.event_date <= :before::date
        ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1)) h
    WHERE c.portfolio_id = ANY (:portfolioIds::bigint[]) AND h.quantity > 0`,
)
/** SQL: whether the event `e` moves shares that one portfolio buys of another, also of one that the user does not see. */
export const IS_SOLD = `(e.source = 'transfer' AND EXISTS (
            SELECT FROM em.action_events x JOIN em.action_events o ON o.action_id = x.action_id AND o.kind = 'disposal' WHERE x.id = e.id))`
const EVENTS = statement(
  'values.events',
  `SELECT e.chain_id AS "chainId", c.portfolio_id AS "portfolioId", c.equity_id AS "equityId", e.event_date - date '1970-01-01' AS day,
          e.kind, e.source, e.quantity_change AS "quantityChange", (e.cost_change + e.charges_change)::numeric(20, 2) AS paid, v.net, e.quantity, e.cost, ${IS_SOLD} AS sold!,
          f.price_basis = 'Close' AS "byClose!", ${SECTOR}
     FROM chains c JOIN portfolios f ON f.id = c.portfolio_id JOIN equities q ON q.id = c.equity_id
     JOIN chain_events e ON e.chain_id = c.id AND e.event_date > :before::date AND e.event_date <= :until::date
     LEFT JOIN trades t ON e.kind = 'sell' AND t.id = e.id
     LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE c.portfolio_id = ANY (:portfolioIds::bigint[]) AND c.last_event_date > :before::date
    ORDER BY e.chain_id, e.event_date, e.rank, e.id`,
)

/** An event of a chain with the state after it. */
export interface ValuedEvent extends FlowEvent {
  readonly day: number
  readonly after: { readonly quantity: number; readonly cost: bigint }
}

/** A chain as daily values see it. */
export interface HeldChain {
  readonly portfolioId: number
  readonly equityId: number
  readonly sector: string
  /** Whether its portfolio values by close. */
  readonly byClose: boolean
  /** At the end of the day before; null where nothing was held. */
  readonly before: { readonly quantity: number; readonly cost: bigint } | null
  /** In the order of the chain. */
  readonly events: readonly ValuedEvent[]
}

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

/**
 * The chains of some portfolios that hold or held anything: at the end of the day `before`, and their events after it until the
 * day `until`. Dates.
 */
export async function loadHoldings(
  db: Queryable,
  portfolioIds: readonly number[],
  { before, until }: { readonly before: string; readonly until: string },
): Promise<HeldChain[]> {
  const standing = await db.query(BEFORE, { portfolioIds, before })
  const events = await db.query(EVENTS, { portfolioIds, before, until })
  const chains = new Map<number, HeldChain & { readonly events: ValuedEvent[] }>()
  for (const { chainId, portfolioId, equityId, sector, byClose, quantity, cost } of standing) {
    const held = { quantity: quantity ?? 0, cost: cents(cost) }
    chains.set(chainId, { portfolioId, equityId, sector, byClose, before: held, events: [] })
  }
  for (const row of events) {
    const { chainId, portfolioId, equityId, sector, byClose } = row
    const chain = chains.get(chainId) ?? { portfolioId, equityId, sector, byClose, before: null, events: [] }
    chains.set(chainId, chain)
    chain.events.push({
      day: row.day ?? 0,
      // A kind that flows do not know yet is a fault that `flowOf` reports.
      kind: row.kind as FlowEvent['kind'],
      source: row.source as FlowEvent['source'],
      quantity: BigInt(row.quantityChange),
      paid: cents(row.paid),
      net: cents(row.net),
      isSold: row.sold,
      after: { quantity: row.quantity, cost: cents(row.cost) },
    })
  }
  return [...chains.values()]
}
