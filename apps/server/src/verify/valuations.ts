/** A run done once more, in thought: a valuation that is in force and not stale says what the books and prices of its day say. */
import type { ValuedLine } from '@em/core/valuation/mark-to-market'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { decideRun } from '../features/valuation/decide-run.ts'
import { readInputs } from '../features/valuation/inputs.queries.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Figures, Findings } from './report.ts'

const CHECK = 'what valuations rest on'
/** Each day reads what all portfolios held. */
const DAYS_MOST = 5

const DAYS = `
  SELECT DISTINCT f.valuation_date AS day FROM valuations_in_force f
   WHERE ($1::bigint IS NULL OR f.portfolio_id = $1) AND NOT EXISTS (SELECT FROM valuation_marks m WHERE m.valuation_id = f.valuation_id)
   ORDER BY 1 DESC LIMIT ${DAYS_MOST}`

/** Compares the valuations of the last days that have any in force. */
export async function compareValuations(
  tx: Transaction,
  portfolioId: number | null,
  found: Findings,
): Promise<void> {
  for (const { day } of await tx.query<{ day: string }>(DAYS, [portfolioId])) {
    const inputs = await readInputs(tx, portfolioId === null ? null : [portfolioId], day)
    for (const { portfolio, basis, holdings, live } of decideRun(inputs)) {
      // Of one that is stale, or by another basis than now, nothing can be said.
      if (live === undefined || live.marked || live.basis !== basis) continue
      const symbols = new Map(holdings.map((one) => [one.equityId, one.symbol]))
      const stored = new Map(live.lines.map((line) => [line.equityId, line]))
      const expected = new Map(holdings.map((line) => [line.equityId, line]))
      for (const id of new Set([...stored.keys(), ...expected.keys()]))
        found.compare(
          CHECK,
          `${portfolio.code} ${symbols.get(id) ?? id} on ${day}`,
          figuresOf(stored.get(id)),
          figuresOf(expected.get(id)),
        )
      found.count(CHECK, expected.size)
    }
  }
}

function figuresOf(line: ValuedLine | undefined): Figures | undefined {
  if (line === undefined) return undefined
  const { quantity, cost, capitalised, price, fairValue } = line
  return {
    quantity,
    cost: formatDecimal(cost, MONEY_SCALE),
    capitalised: formatDecimal(capitalised, MONEY_SCALE),
    price: price === null ? null : formatDecimal(price.price, PRICE_SCALE),
    price_date: price?.date ?? null,
    fair_value: formatDecimal(fairValue, MONEY_SCALE),
  }
}
