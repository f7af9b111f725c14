/** Keeps securities without a price at cost for now. */
import type { AtCost } from '@em/contract/prices/prices'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { choicesAtCost } from './at-cost.queries.ts'
import { meantBy } from './record-prices.commands.ts'

const PRICED = statement(
  'prices.priced',
  `SELECT e.symbol FROM equities e
    WHERE e.id = ANY (:equityIds::bigint[]) AND EXISTS (SELECT FROM prices p WHERE p.equity_id = e.id) ORDER BY e.symbol`,
)
const ADD = statement(
  'prices.add-cost-choices',
  `INSERT INTO cost_choices (equity_id, recorded_by)
   SELECT w.id, :recordedBy FROM unnest(:equityIds::bigint[]) AS w (id) ORDER BY w.id`,
)

/** Named in a sentence, at most. */
const NAMED = 3

/** @throws Refusal `prices.unknown-symbol` (422) by index, `prices.priced` (409) where one has a price. */
export async function keepAtCost(
  tx: Transaction,
  sent: { readonly symbols: readonly string[]; readonly recordedBy: number; readonly today: string },
): Promise<Outcome<AtCost[]>> {
  const { recordedBy, today } = sent
  const named = await meantBy(tx, sent.symbols, today)
  const found = new Map<number, string>()
  const problems: { field: string; message: string }[] = []
  for (const [index, { word, symbol, equity_id: id, choices }] of named.entries()) {
    if (symbol !== null && id !== null) {
      found.set(id, symbol)
      continue
    }
    const message =
      (choices ?? []).length > 1
        ? `${word} may be ${(choices ?? []).join(', ')}. Please name the symbol.`
        : `${word} is not in the Equity Master.`
    problems.push({ field: `symbols.${index + 1}`, message })
  }
  if (problems.length > 0) throw new Refusal('prices.unknown-symbol', { count: problems.length }, problems)
  const equityIds = [...found.keys()]
  const priced = (await tx.query(PRICED, { equityIds })).map(({ symbol }) => symbol)
  if (priced.length > 0) {
    const more = priced.length - NAMED
    const list = `${priced.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    throw new Refusal('prices.priced', { count: priced.length, list })
  }
  await tx.query(ADD, { equityIds, recordedBy })
  return {
    answer: await choicesAtCost(tx),
    audit: {
      action: 'prices.keep-at-cost',
      entity: 'price-choice',
      entityId: equityIds.length === 1 ? (equityIds[0] ?? 0) : 0,
      after: { symbols: [...found.values()].join(', ') },
    },
  }
}
