/** For which portfolios a limit holds, and which of them are measured together. */
import { EACH, type ScopeType } from '@em/core/limits/limit-codes'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { isBelow } from '../portfolios/circles.ts'

const PLACES = statement(
  'limits.places',
  `SELECT p.id, p.portfolio_id AS code, p.portfolio_name AS name, p.entity_id AS "entityId", y.name AS entity, p.compliance_rules_id AS "ruleSet",
          f.parent_portfolio_id AS parent, p.price_basis AS basis
     FROM portfolios p JOIN entities y ON y.id = p.entity_id JOIN portfolio_facts(:day::date) f ON f.portfolio_id = p.id ORDER BY lower(p.portfolio_name), p.id`,
)

/** A portfolio as scopes see it. */
export interface Place {
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
export const placesOf = (db: Queryable, day = 'infinity'): Promise<Place[]> => db.query(PLACES, { day })

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
  places: readonly Place[],
): ScopeMember[] {
  const alone = (some: readonly Place[]) =>
    some.map((place) => ({ portfolioId: place.id, ids: new Set([place.id]) }))
  if (type === 'rule-set') return alone(places.filter(({ ruleSet }) => word(ruleSet) === word(id)))
  if (type === 'portfolio')
    return alone(id === EACH ? places : places.filter((place) => place.id === refersTo))
  const together =
    type === 'all'
      ? places
      : type === 'entity'
        ? places.filter(({ entityId }) => entityId === refersTo)
        : below(places, refersTo)
  return [{ portfolioId: null, ids: new Set(together.map((place) => place.id)) }]
}

/** A portfolio and all portfolios below it. */
function below(places: readonly Place[], id: number | null): Place[] {
  const top = places.find((place) => place.id === id)
  if (top === undefined) return []
  const found = [top]
  for (const one of found)
    found.push(...places.filter((place) => isBelow(place, one) && !found.includes(place)))
  return found
}

/** The portfolios that limits are measured of; null where that is all of them. */
export function idsOf(
  limits: readonly { readonly members: readonly ScopeMember[] }[],
  places: readonly Place[],
): number[] | null {
  const ids = new Set(limits.flatMap(({ members }) => members.flatMap(({ ids: some }) => [...some])))
  return ids.size === places.length ? null : [...ids]
}
