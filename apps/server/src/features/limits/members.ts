/** For which portfolios a limit holds, and which of them are measured together. */
import { EACH, type ScopeType } from '@em/core/limits/limit-codes'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { isBelow } from '../portfolios/circles.ts'

const PORTFOLIOS = statement(
  'limits.portfolios',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, p.entity_id AS "entityId", y.name AS entity, p.compliance_rules_id AS "ruleSet",
          f.parent_portfolio_id AS parent, p.price_basis AS basis
     FROM portfolios p JOIN entities y ON y.id = p.entity_id JOIN portfolio_facts(:day::date) f ON f.portfolio_id = p.id ORDER BY lower(p.portfolio_name), p.id`,
)

/** A portfolio as scopes see it. */
export interface ScopedPortfolio {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly entityId: number
  readonly entity: string
  readonly ruleSet: string | null
  /** The code of the portfolio above it, as it was typed. */
  readonly parent: string | null
  readonly basis: string
}

/** With the portfolio above each as it was on a day; with all that is known by now where no day is named. */
export const scopedPortfolios = (db: Queryable, day = 'infinity'): Promise<ScopedPortfolio[]> =>
  db.query(PORTFOLIOS, { day })

/** Portfolios that are measured together. */
export interface ScopeMember {
  /** The portfolio that is measured on its own; null: the whole scope. */
  readonly portfolioId: number | null
  readonly ids: ReadonlySet<number>
}

const word = (text: string | null) => (text ?? '').trim().toLowerCase()

/** The portfolios of a scope that are measured together. */
export function membersOf(
  {
    type,
    id,
    refersTo,
  }: { readonly type: ScopeType; readonly id: string | null; readonly refersTo: number | null },
  portfolios: readonly ScopedPortfolio[],
): ScopeMember[] {
  const alone = (some: readonly ScopedPortfolio[]) =>
    some.map((portfolio) => ({ portfolioId: portfolio.id, ids: new Set([portfolio.id]) }))
  if (type === 'rule-set') return alone(portfolios.filter(({ ruleSet }) => word(ruleSet) === word(id)))
  if (type === 'portfolio')
    return alone(id === EACH ? portfolios : portfolios.filter((portfolio) => portfolio.id === refersTo))
  const together =
    type === 'all'
      ? portfolios
      : type === 'entity'
        ? portfolios.filter(({ entityId }) => entityId === refersTo)
        : below(portfolios, refersTo)
  return [{ portfolioId: null, ids: new Set(together.map((portfolio) => portfolio.id)) }]
}

/** A portfolio and all portfolios below it. */
function below(portfolios: readonly ScopedPortfolio[], id: number | null): ScopedPortfolio[] {
  const top = portfolios.find((portfolio) => portfolio.id === id)
  if (top === undefined) return []
  const found = [top]
  for (const one of found)
    found.push(...portfolios.filter((portfolio) => isBelow(portfolio, one) && !found.includes(portfolio)))
  return found
}

/** The portfolios that limits are measured of; null where that is all of them. */
export function idsOf(
  limits: readonly { readonly members: readonly ScopeMember[] }[],
  portfolios: readonly ScopedPortfolio[],
): number[] | null {
  const ids = new Set(limits.flatMap(({ members }) => members.flatMap(({ ids: some }) => [...some])))
  return ids.size === portfolios.length ? null : [...ids]
}
