/** Prices of locked days: no period is locked while they change, and a security gets none by a new symbol without a question. */
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'

// Shared here and exclusive where a period is locked: no period is locked while its prices change.
const SHARE_PERIODS = statement(
  'prices.share-periods',
  `SELECT ${takeLock('what lines name', { isShared: true })}, ${takeLock('periods', { isShared: true })}`,
)

/** No period can be locked until the transaction ends. */
export async function sharePeriods(tx: Transaction): Promise<void> {
  await tx.query(SHARE_PERIODS)
}

// Prices recorded under a symbol that no security has go to the security that gets the symbol.
const TAKEN = statement(
  'prices.taken-by-symbol',
  `SELECT y.name AS entity, y.locked_through AS through!, min(p.trade_date) AS first!, max(p.trade_date) AS last!
     FROM prices p JOIN em.chains c ON c.equity_id = :equityId::bigint
     JOIN em.portfolios f ON f.id = c.portfolio_id JOIN em.entities y ON y.id = f.entity_id AND y.locked_through >= p.trade_date
    CROSS JOIN LATERAL (SELECT e.quantity FROM em.chain_events e WHERE e.chain_id = c.id AND e.event_date <= p.trade_date
                         ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h
    WHERE p.symbol = upper(:symbol::text) AND p.equity_id IS NULL AND h.quantity > 0
      AND NOT EXISTS (SELECT FROM prices o WHERE o.equity_id = :equityId::bigint AND o.trade_date = p.trade_date)
    GROUP BY y.id ORDER BY y.name LIMIT 1`,
)

/**
 * Refuses a new symbol of a security that would add prices of locked days on which it was held.
 * @throws Refusal `period.locked` (409) without `openPeriod`.
 */
export async function refuseTakenPrices(
  tx: Transaction,
  { equityId, symbol }: { readonly equityId: number; readonly symbol: string },
  { openPeriod }: RecordedBy,
): Promise<void> {
  if (openPeriod) return
  const [taken] = await tx.query(TAKEN, { equityId, symbol })
  if (taken === undefined) return
  const { entity, through, first, last } = taken
  const days = first === last ? dayInWords(first) : `${dayInWords(first)} to ${dayInWords(last)}`
  const remedy = `By the symbol ${symbol} the security gets prices of ${days}, which count in them and come only where the period is opened for it.`
  throw new Refusal('period.locked', { entity, through, remedy }, [
    { field: 'openPeriod', message: `Values of ${days} follow the prices of ${symbol}.` },
  ])
}
