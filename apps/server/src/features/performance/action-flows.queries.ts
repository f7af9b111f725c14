/**
 * The flows of corporate actions and transfers to and from securities, one by one: money that they paid or cost, shares that
 * moved between portfolios, and shares of one security that came for another. Of a portfolio as a whole see features/values.
 */
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { holdingValue } from '@em/core/valuation/holding-value'
import { type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { type Cents, decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { knownPrices } from '../prices/prices-at/price-at.queries.ts'
import { IS_SOLD } from '../value-history/holdings-facts.queries.ts'
import { APPLIED_OF_ACTIONS, IS_OF_ACTION, MONEY_OF_ACTIONS } from '../value-history/ledger-facts.queries.ts'

const DAY = 'coalesce(h.moved_from, h.entry_date)'
// Money that waits for shares is no security yet: it comes to it with the allotment.
const MONEY = statement(
  'performance.money-of-actions',
  `SELECT a.equity_id AS "equityId!", ${DAY} AS day!, ${MONEY_OF_ACTIONS} + ${APPLIED_OF_ACTIONS} AS amount!
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
     JOIN em.corporate_actions a ON a.id = h.cause_id AND a.equity_id IS NOT NULL
    WHERE ${IS_OF_ACTION} AND (:portfolioId?::bigint IS NULL OR l.portfolio_id = :portfolioId?)
      AND h.entry_date > :from::date AND ${DAY} > :from::date AND ${DAY} <= :to::date
    GROUP BY 1, 2, h.cause_id`,
)
// Shares of another security that came for those held: merger and spin-off.
const SHARES = statement(
  'performance.shares-of-actions',
  `SELECT x.equity_id AS "equityId", f.price_basis AS basis, x.event_date AS day, e.quantity_change AS quantity,
          (e.cost_change + e.charges_change)::numeric(20, 2) AS paid, CASE WHEN x.source = 'corporate action' THEN a.equity_id END AS "givenId"
     FROM action_events x JOIN chain_events e ON e.id = x.id JOIN portfolios f ON f.id = x.portfolio_id
     JOIN em.corporate_actions a ON a.id = x.action_id
    WHERE (:portfolioId?::bigint IS NULL OR x.portfolio_id = :portfolioId?) AND x.event_date > :from::date AND x.event_date <= :to::date
      AND (x.source = 'transfer' AND NOT ${IS_SOLD} OR x.source = 'corporate action' AND x.kind = 'receipt' AND x.equity_id = a.new_equity_id)`,
)

/** The flows of a security on a day, in cents. */
export interface SecurityFlow {
  readonly equityId: number
  readonly day: string
  readonly paidIn: Cents
  readonly takenOut: Cents
}

interface Between {
  readonly from: string
  readonly to: string
  readonly calendar: MarketCalendar
}

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)
const flowOf = (equityId: number, day: string, amount: Cents): SecurityFlow => ({
  equityId,
  day,
  paidIn: amount > 0n ? amount : 0n,
  takenOut: amount < 0n ? -amount : 0n,
})

/** The flows after a day until another; of all portfolios that one sees where none is named. `moved` are those between portfolios. */
export async function actionFlows(
  db: Queryable,
  portfolioId: number | null,
  between: Between,
): Promise<{ readonly own: readonly SecurityFlow[]; readonly moved: readonly SecurityFlow[] }> {
  const { from, to, calendar } = between
  const money = await db.query(MONEY, { portfolioId, from, to })
  const shares = await db.query(SHARES, { portfolioId, from, to })
  const own = money.map(({ equityId, day, amount }) => flowOf(equityId, day, -cents(amount)))
  const moved: SecurityFlow[] = []
  for (const [date, some] of Map.groupBy(shares, ({ day }) => day)) {
    const known = await knownPrices(db, [...new Set(some.map(({ equityId }) => equityId))], {
      date,
      calendar,
    })
    for (const { equityId, basis, quantity, paid, givenId } of some) {
      const price = priceAt(known.get(equityId) ?? null, { date, basis: basis as PriceBasis, calendar })
      const value = holdingValue(BigInt(quantity), price?.price ?? null, cents(paid))
      if (givenId === null) moved.push(flowOf(equityId, date, value))
      else own.push(flowOf(equityId, date, value), flowOf(givenId, date, -value))
    }
  }
  return { own, moved }
}
