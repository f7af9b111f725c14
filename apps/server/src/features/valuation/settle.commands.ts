/**
 * Valuations that use given prices, and which of them are stale. A valuation is stale where a run of the same day would give another
 * result, whatever was changed in between: a price that is put back makes it current again.
 */
import type { RestedOnPrices } from '@em/contract/prices/price-effect'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { decideRun } from './decide-run.ts'
import { readInputs } from './inputs.queries.ts'
import { holdInputs, unmark } from './into-force.commands.ts'

// Of all portfolios, whatever the person may see: the effect of a price is computed for the books.
const RESTING = statement(
  'valuations.resting-on-prices',
  `SELECT f.valuation_id AS id, f.run_id AS run, f.valuation_date AS date, f.portfolio_id AS portfolio, p.portfolio_id AS "portfolioId",
          p.portfolio_name AS "portfolioName", y.name AS entity, y.locked_through AS through, coalesce(y.locked_through >= f.valuation_date, false) AS locked!,
          EXISTS (SELECT FROM em.valuation_marks m WHERE m.valuation_id = f.valuation_id) AS marked!
     FROM em.valuations_by_prices(:equityIds::bigint[], array_fill(:date::date, ARRAY[cardinality(:equityIds::bigint[])])) AS v
     JOIN em.valuations_in_force f ON f.valuation_id = v
     JOIN em.portfolios p ON p.id = f.portfolio_id JOIN em.entities y ON y.id = p.entity_id
    ORDER BY f.valuation_date DESC, lower(p.portfolio_name), p.id`,
)

/** A valuation in force that used prices, or would have used them. */
export type Resting = RowOf<typeof RESTING>

/**
 * The valuations in force that use prices of a day, newest day first. Where there are any, postings, prices and runs wait until the
 * transaction ends. @throws Refusal `valuation.busy`.
 */
export async function holdResting(
  tx: Transaction,
  equityIds: readonly number[],
  date: string,
): Promise<readonly Resting[]> {
  const asked = { equityIds, date }
  if ((await tx.query(RESTING, asked)).length === 0) return []
  await holdInputs(tx)
  // Read again under the lock.
  return tx.query(RESTING, asked)
}

/** Valuations that became stale, and those that became current again. */
export interface Settled {
  readonly stale: readonly Resting[]
  readonly current: readonly Resting[]
}

/** Days that are compared, at most: postings wait meanwhile. */
const DAYS_MAX = 31

/**
 * Compares valuations with what a run would give now, and removes the marks of equal ones. Called under the locks of `holdResting`.
 * The 31 days next to the price are compared; runs of later days stay stale until they are run again.
 * @param resting newest day first.
 */
export async function settle(tx: Transaction, resting: readonly Resting[]): Promise<Settled> {
  const same = new Set<number>()
  const days = [...Map.groupBy(resting, (one) => one.date)].slice(-DAYS_MAX)
  for (const [date, of] of days) {
    const inputs = await readInputs(
      tx,
      of.map(({ portfolio }) => portfolio),
      date,
    )
    for (const { change, live } of decideRun(inputs))
      if (change === 'same' && live !== undefined) same.add(live.id)
  }
  await unmark(tx, [...same])
  return {
    stale: resting.filter(({ id, marked }) => !marked && !same.has(id)),
    current: resting.filter(({ id, marked }) => marked && same.has(id)),
  }
}

/** As the contract says it. */
export const restedOf = ({ run, date, portfolioId, portfolioName, locked }: Resting): RestedOnPrices => ({
  run,
  date,
  portfolioId,
  portfolioName,
  locked,
})
