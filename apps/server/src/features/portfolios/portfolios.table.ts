/** Portfolio Master: its table, what it refuses, and what may use a portfolio. */
import type { Values } from '@em/contract/kit/register'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { Slots, StoredRecord } from '../../registers/slots.ts'
import { tableOf } from '../../registers/table.ts'
import { circleOf } from './circles.ts'

const HAS_TRADES = statement(
  'portfolios.has-trades',
  'SELECT 1 FROM trades WHERE portfolio_id = :portfolioId LIMIT 1',
)

// Of the books: a circle goes through portfolios that the person may not see.
const PARENTS = statement(
  'portfolios.parents',
  'SELECT id, portfolio_id AS code, portfolio_name AS name, parent_portfolio_id AS parent FROM em.portfolios',
)

/** No portfolio is below itself. @throws Refusal `limit.circle` (422). */
async function refuseCircle(tx: Transaction, values: Values, before: StoredRecord | null): Promise<void> {
  const parent = values['parentPortfolioId']
  if (typeof parent !== 'string' || parent.trim() === '') return
  const said = { ...before, ...values } as { portfolioId?: unknown; portfolioName?: unknown }
  const code = String(said.portfolioId ?? '')
  const others = (await tx.query(PARENTS)).filter(({ id }) => id !== before?.id)
  const circle = circleOf([...others, { code, parent }], { code, parent })
  if (circle !== null)
    throw refuseField('limit.circle', 'parentPortfolioId', {
      portfolio: String(said.portfolioName ?? code),
      path: circle.join(', '),
    })
}

/** The fields that the portfolio's books were made by stay, and its mandate does not end before it starts. */
async function beforeWrite(tx: Transaction, values: Values, before: StoredRecord | null): Promise<Values> {
  const { startDate, endDate } = { ...before, ...values } as { startDate: unknown; endDate: unknown }
  if (typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate) {
    throw new Refusal('request.invalid', {}, [
      { field: 'endDate', message: 'End Date must not be before Start Date.' },
    ])
  }
  await refuseCircle(tx, values, before)
  const treatment = values['accountingTreatment']
  if (before !== null && treatment !== undefined && treatment !== before['accountingTreatment']) {
    const traded = await tx.query(HAS_TRADES, { portfolioId: before.id })
    if (traded.length > 0) throw refuseField('portfolio.treatment-fixed', 'accountingTreatment')
  }
  return values
}

const slots: Slots = {
  beforeWrite,
  uses: [
    {
      one: 'reconciliation',
      many: 'reconciliations',
      count: 'SELECT count(*) FROM reconciliations WHERE portfolio_id = $1',
    },
    {
      one: 'buy',
      many: 'buys',
      count: `SELECT count(*) FROM trades WHERE portfolio_id = $1 AND side = 'buy' AND NOT is_deleted`,
    },
    {
      one: 'sell',
      many: 'sells',
      count: `SELECT count(*) FROM trades WHERE portfolio_id = $1 AND side = 'sell' AND NOT is_deleted`,
    },
    {
      one: 'opening lot',
      many: 'opening lots',
      count: `SELECT count(*) FROM trades WHERE portfolio_id = $1 AND side = 'opening' AND NOT is_deleted`,
    },
    {
      one: 'deleted trade',
      many: 'deleted trades',
      count: 'SELECT count(*) FROM trades WHERE portfolio_id = $1 AND is_deleted',
    },
    {
      one: 'costing method',
      many: 'costing methods',
      count: 'SELECT count(*) FROM costing_methods WHERE portfolio_id = $1',
    },
    {
      one: 'strategy',
      many: 'strategies',
      count: 'SELECT count(*) FROM strategies WHERE portfolio_id = $1',
    },
    {
      one: 'version of its targets',
      many: 'versions of its targets',
      count: 'SELECT count(*) FROM rebalancing_targets WHERE portfolio_id = $1',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE portfolio_id = $1',
    },
    {
      one: 'account mapping',
      many: 'account mappings',
      count: 'SELECT count(*) FROM gl_mappings WHERE portfolio_id = $1',
    },
  ],
}

export const portfoliosTable = tableOf(portfolios, slots)
