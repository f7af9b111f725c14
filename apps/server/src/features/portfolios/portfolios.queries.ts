/** Which portfolio a request means. Code, name and id are all accepted; everything is stored by id. */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'

/**
 * What a command needs to know of a portfolio. `portfolioId` is the code; `costingMethod` is null while none is
 * assigned.
 */
export type Portfolio = RowOf<typeof IN_PATH>

/** How a request names a portfolio; blank counts as absent. */
export interface PortfolioNamed {
  readonly portfolio?: string | number | null | undefined
  readonly portfolioId?: string | number | null | undefined
}

const COLUMNS = `p.id, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", p.status,
  p.accounting_treatment AS "accountingTreatment", p.orders_asked_from AS "ordersAskedFrom",
  (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = p.id) AS "costingMethod"`

const NAMED = statement(
  'portfolios.named',
  `SELECT asked.place, found.*
     FROM unnest(:asked::text[], :ids?::bigint[]) WITH ORDINALITY AS asked (word, number, place)
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM portfolios p
       WHERE lower(p.portfolio_id) = lower(asked.word) OR lower(p.portfolio_name) = lower(asked.word)
          OR p.id = asked.number
       ORDER BY CASE WHEN lower(p.portfolio_id) = lower(asked.word) THEN 1
                     WHEN lower(p.portfolio_name) = lower(asked.word) THEN 2 ELSE 3 END
       LIMIT 1) found`,
)
const IN_PATH = statement(
  'portfolios.in-path',
  `SELECT ${COLUMNS} FROM portfolios p
    WHERE p.id = :id? OR lower(p.portfolio_id) = lower(:word) ORDER BY p.id = :id DESC NULLS LAST LIMIT 1`,
)

/**
 * The portfolio that a query or body names: code, then name, then id, without regard to case.
 * @throws Refusal `request.invalid` (400) when neither is given, `record.missing` (404) when one of them is not
 *   found, `portfolio.mismatch` (422) when both are given and mean different portfolios.
 */
export async function resolvePortfolio(db: Queryable, named: PortfolioNamed): Promise<Portfolio> {
  const asked = [wordOf(named.portfolio), wordOf(named.portfolioId)].filter((word) => word !== '')
  if (asked.length === 0) {
    throw new Refusal('request.invalid', {}, [{ field: 'portfolio', message: 'Please choose a portfolio.' }])
  }
  const found = await db.query(NAMED, { asked, ids: asked.map(idOf) })
  for (const [index, word] of asked.entries()) {
    if (!found.some((row) => row.place === index + 1)) throw missing(word)
  }
  const [first, second] = found
  if (first === undefined) throw missing(asked[0] ?? '')
  if (second !== undefined && second.id !== first.id) {
    throw new Refusal('portfolio.mismatch', { name: asked[0] ?? '', id: asked[1] ?? '' })
  }
  return toPortfolio(first)
}

/** An intention to deal needs an active portfolio, as a trade does. @throws Refusal `portfolio.not-active` (422). */
export function requireActive({ portfolioName, status }: Portfolio, field: string): void {
  if (status !== 'Active') throw refuseField('portfolio.not-active', field, { name: portfolioName, status })
}

/** The same, where absent, blank or `all` means every portfolio: answers null then. */
export async function portfolioOrAll(db: Queryable, named: PortfolioNamed): Promise<Portfolio | null> {
  const one = (word: PortfolioNamed['portfolio']) => (wordOf(word) === 'all' ? null : word)
  const asked = { portfolio: one(named.portfolio), portfolioId: one(named.portfolioId) }
  return wordOf(asked.portfolio) + wordOf(asked.portfolioId) === '' ? null : resolvePortfolio(db, asked)
}

/**
 * The portfolio that a path names: the id, then the code.
 * @throws Refusal `record.missing` (404).
 */
export async function portfolioInPath(db: Queryable, named: string | number): Promise<Portfolio> {
  const word = wordOf(named)
  const [found] = await db.query(IN_PATH, { word, id: idOf(word) })
  if (found === undefined) throw missing(word)
  return toPortfolio(found)
}

function wordOf(value: string | number | null | undefined): string {
  return value == null ? '' : String(value).trim()
}

/** The id that a text may mean; null where it is no whole number that an id could have. */
function idOf(word: string): number | null {
  return /^\d{1,15}$/.test(word) ? +word : null
}

function missing(word: string): Refusal {
  return new Refusal('record.missing', { what: `Portfolio ${word}` })
}

function toPortfolio(row: Portfolio): Portfolio {
  const { id, portfolioId, portfolioName, status, accountingTreatment, ordersAskedFrom, costingMethod } = row
  return { id, portfolioId, portfolioName, status, accountingTreatment, ordersAskedFrom, costingMethod }
}
