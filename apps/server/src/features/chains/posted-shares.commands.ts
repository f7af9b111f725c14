/**
 * The shares that corporate actions add and take, change by change, with the posting date of each: shares have no journal lines, and
 * a report of a closed day counts what was posted until then. Noted by the writer of chains, from the events before and after.
 */
import type { EventSource } from '@em/core/chains/chain-event'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { ChangedChain } from './changed-chain.ts'

// What postings share and a lock of a period takes alone: what is noted after it sees the lock that the entries see.
const SHARE = statement(
  'chains.share-posting-dates',
  `SELECT ${takeLock('what lines name', { isShared: true })}, ${takeLock('periods', { isShared: true })}`,
)
// Events that were removed have no row of their own any more: the notes of them show their action. What an action took back goes where it
// was posted, as the reversals of its entries do; anything else to the day of its event; neither into a locked period.
const NOTE = statement(
  'chains.note-shares',
  `INSERT INTO em.action_shares (event_id, action_id, portfolio_id, equity_id, source, belongs_to, posted_on, quantity)
   SELECT m.event_id, coalesce(x.action_id, (SELECT n.action_id FROM em.action_shares n WHERE n.event_id = m.event_id LIMIT 1)), c.portfolio_id,
          c.equity_id, m.source, m.day, greatest(m.posted_on, y.locked_through + 1), sum(m.quantity)
     FROM (SELECT k.event_id, k.chain_id, k.source, k.day, k.day AS posted_on, k.quantity
             FROM unnest(:eventIds::bigint[], :chainIds::bigint[], :sources::text[], :days::date[], :quantities::bigint[])
                  AS k (event_id, chain_id, source, day, quantity)
           UNION ALL
           SELECT e.id, e.chain_id, e.source, coalesce(p.belongs_to, e.event_date), coalesce(p.posted_on, e.event_date), - coalesce(p.quantity, e.quantity_change)
             FROM unnest(:rewritten::bigint[], :since::date[]) AS k (chain_id, day)
             JOIN em.chain_events e ON e.chain_id = k.chain_id AND e.event_date >= k.day AND e.source IN ('corporate action', 'transfer')
             LEFT JOIN LATERAL (SELECT n.belongs_to, n.posted_on, sum(n.quantity) AS quantity FROM em.action_shares n
                                 WHERE e.id = ANY (:takenBack::bigint[]) AND n.event_id = e.id GROUP BY 1, 2 HAVING sum(n.quantity) <> 0) p ON true) m
     JOIN em.chains c ON c.id = m.chain_id JOIN em.portfolios f ON f.id = c.portfolio_id JOIN em.entities y ON y.id = f.entity_id
     LEFT JOIN em.action_events x ON x.id = m.event_id
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(m.quantity) <> 0 ORDER BY m.event_id, 7`,
)

const isOfAction = (source: EventSource) => source === 'corporate action' || source === 'transfer'

/** Notes what changed chains do to the shares of corporate actions; to be sent before their history is written again. */
export function sendShares(tx: Transaction, changed: readonly ChangedChain[]): void {
  const rows = changed.flatMap(({ chain, change }) =>
    change.rows.filter(({ source }) => isOfAction(source)).map((row) => ({ chainId: chain.id, row })),
  )
  const rewritten = changed.flatMap(({ chain, change, gone }) =>
    change.from === null ? [] : [{ id: chain.id, from: change.from, gone }],
  )
  // Chains of trades alone, which is usual.
  if (rows.length === 0 && rewritten.every(({ gone }) => gone.length === 0)) return
  tx.send(SHARE, {})
  tx.send(NOTE, {
    eventIds: rows.map(({ row }) => row.sequence),
    chainIds: rows.map(({ chainId }) => chainId),
    sources: rows.map(({ row }) => row.source),
    days: rows.map(({ row }) => row.tradeDate),
    quantities: rows.map(({ row }) => row.change.quantity),
    rewritten: rewritten.map(({ id }) => id),
    since: rewritten.map(({ from }) => from),
    takenBack: changed.flatMap(({ takenBack = [] }) => takenBack.map(Number)),
  })
}
