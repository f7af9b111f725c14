/** A portfolio gets its costing method once; it is taken back only while nothing was traded by it. */
import {
  COSTING_METHOD_LABELS,
  type CostingAssignment,
  type CostingMethod,
} from '@em/contract/costing-methods/costing-methods'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { portfolioInPath, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { assignmentOf } from './costing-methods.queries.ts'

const ASSIGN = statement(
  'costing-methods.assign',
  `INSERT INTO costing_methods (portfolio_id, costing_method) VALUES (:portfolioId, :costingMethod)
   ON CONFLICT (portfolio_id) DO NOTHING RETURNING portfolio_id`,
)
const TAKE_BACK = statement(
  'costing-methods.take-back',
  'DELETE FROM costing_methods WHERE portfolio_id = :portfolioId',
)
// No new trade can come in while the row is locked: a trade's reference to it waits.
const LOCK = statement('costing-methods.lock', 'SELECT id FROM portfolios WHERE id = :portfolioId FOR UPDATE')
const TRADES = statement(
  'costing-methods.trades',
  `SELECT count(*) FILTER (WHERE side = 'buy') AS buys, count(*) FILTER (WHERE side = 'sell') AS sells,
          count(*) FILTER (WHERE side = 'opening') AS openings
     FROM trades WHERE portfolio_id = :portfolioId AND NOT is_deleted`,
)

interface Assign {
  readonly portfolioId: string
  readonly costing_method: CostingMethod
}

/**
 * Assigns a method to a portfolio that has none.
 * @throws Refusal `edition.premium` (403), `record.missing` (404), `costing-method.locked` (409) naming the method.
 */
export async function assignMethod(
  tx: Transaction,
  edition: Settings['edition'],
  { portfolioId, costing_method }: Assign,
): Promise<Outcome<CostingAssignment>> {
  if (costing_method !== 'WAP' && edition !== 'premium') {
    throw refuseField('edition.premium', 'costing_method')
  }
  const portfolio = await resolvePortfolio(tx, { portfolioId })
  const made = await tx.query(ASSIGN, { portfolioId: portfolio.id, costingMethod: costing_method })
  const assigned = await assignmentOf(tx, portfolio.id)
  if (assigned === undefined) throw new Refusal('record.missing', { what: `Portfolio ${portfolioId}` })
  if (made.length === 0) {
    throw new Refusal('costing-method.locked', { label: COSTING_METHOD_LABELS[assigned.costing_method] })
  }
  return {
    answer: assigned,
    audit: {
      action: 'costing-methods.assign',
      entity: 'portfolios',
      entityId: portfolio.id,
      after: assigned,
    },
  }
}

/**
 * Takes the method of a portfolio (its id or code) back.
 * @throws Refusal `record.missing` (404), `record.in-use` (409) once the portfolio has trades.
 */
export async function takeMethodBack(
  tx: Transaction,
  named: string,
): Promise<Outcome<{ success: true; portfolioId: string }>> {
  const portfolio = await portfolioInPath(tx, named)
  await tx.query(LOCK, { portfolioId: portfolio.id })
  const before = await assignmentOf(tx, portfolio.id)
  const what = `The costing method of portfolio ${portfolio.portfolioId}`
  if (before === undefined) throw new Refusal('record.missing', { what })
  const [trades] = await tx.query(TRADES, { portfolioId: portfolio.id })
  const uses = [
    counted(trades?.buys, 'buy'),
    counted(trades?.sells, 'sell'),
    counted(trades?.openings, 'opening lot'),
  ].filter((use) => use !== '')
  if (uses.length > 0) throw new Refusal('record.in-use', { what, uses: uses.join(', ') })
  await tx.query(TAKE_BACK, { portfolioId: portfolio.id })
  return {
    answer: { success: true, portfolioId: portfolio.portfolioId },
    audit: { action: 'costing-methods.remove', entity: 'portfolios', entityId: portfolio.id, before },
  }
}

function counted(count: number | undefined, one: string): string {
  return count === undefined || count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`
}
