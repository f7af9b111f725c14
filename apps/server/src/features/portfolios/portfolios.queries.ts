/** Which portfolio a request means. Code, name and id are all accepted; everything is stored by id. */
import type { CostingMethod } from '@em/contract/registers/costing-methods'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** What a command needs to know of a portfolio. */
export interface Portfolio {
  readonly id: number
  /** The code. */
  readonly portfolioId: string
  readonly portfolioName: string
  readonly status: 'Active' | 'Inactive' | 'Suspended' | 'Closed'
  readonly accountingTreatment: 'FVTPL' | 'FVOCI' | 'Amortized Cost' | 'HTM' | null
  /** Null while no method is assigned. */
  readonly costingMethod: CostingMethod | null
}

/** How a request names a portfolio; blank counts as absent. */
export interface PortfolioNamed {
  readonly portfolio?: string | number | null | undefined
  readonly portfolioId?: string | number | null | undefined
}

const COLUMNS = `p.id, p.portfolio_id AS "portfolioId", p.portfolio_name AS "portfolioName", p.status,
  p.accounting_treatment AS "accountingTreatment",
  (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = p.id) AS "costingMethod"`

const NAMED = statement(
  'portfolios.named',
  `SELECT asked.place, found.*
     FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS asked (word, number, place)
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
    WHERE p.id = $2 OR lower(p.portfolio_id) = lower($1) ORDER BY p.id = $2 DESC NULLS LAST LIMIT 1`,
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
  const found = await db.query<Portfolio & { place: number }>(NAMED, [asked, asked.map(idOf)])
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

/** The same, where absent, blank or `all` stands for every portfolio: answers null then. */
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
  const [found] = await db.query<Portfolio>(IN_PATH, [word, idOf(word)])
  if (found === undefined) throw missing(word)
  return toPortfolio(found)
}

function wordOf(value: string | number | null | undefined): string {
  return value == null ? '' : String(value).trim()
}

/** The id a text may stand for; null where it is no whole number that an id could have. */
function idOf(word: string): number | null {
  return /^\d{1,15}$/.test(word) ? +word : null
}

function missing(word: string): Refusal {
  return new Refusal('record.missing', { what: `Portfolio ${word}` })
}

function toPortfolio(row: Portfolio): Portfolio {
  const { id, portfolioId, portfolioName, status, accountingTreatment, costingMethod } = row
  return { id, portfolioId, portfolioName, status, accountingTreatment, costingMethod }
}
