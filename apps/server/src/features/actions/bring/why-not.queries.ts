/** Why a chain cannot be brought to a plan, told by what stands in the way. */
import type { Rejection } from '@em/core/rejections'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import type { PlannedAction } from './planned.ts'

const NAMES = statement(
  'actions.names-of-event',
  `SELECT e.symbol, p.portfolio_name AS portfolio, t.deal_number, a.title
     FROM equities e CROSS JOIN portfolios p
     LEFT JOIN trades t ON t.id = :eventId::bigint
     LEFT JOIN action_events x ON x.id = :eventId LEFT JOIN corporate_actions a ON a.id = x.action_id
    WHERE e.id = :equityId AND p.id = :portfolioId`,
)

/** The refusal for what core refuses: a later sale or event that would have too few shares is named. */
export async function whyNot(
  db: Queryable,
  chain: Pick<LockedChain, 'place'>,
  { code, facts }: Rejection,
  plans: readonly PlannedAction[],
): Promise<Refusal> {
  const eventId = Number(facts['eventId'] ?? 0)
  const [row] = await db.query(NAMES, { eventId, ...chain.place })
  const portfolio = row?.portfolio ?? ''
  const own = plans.find(({ known }) => known.events.some(({ id }) => id === eventId))
  const title = plans[0]?.action.title ?? ''
  if (code === 'costing-method.missing') return new Refusal('action.method-needed', { portfolio, title })
  const later = row?.deal_number ?? row?.title ?? null
  if (later !== null && own === undefined && (code.startsWith('lots.') || code.startsWith('allocations.'))) {
    const date = facts['date'] ?? ''
    return new Refusal('action.needed', { title, portfolio, symbol: row?.symbol ?? '', date, later })
  }
  return new Refusal(code, facts)
}
