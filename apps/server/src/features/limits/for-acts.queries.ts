/** The inputs by which acts are judged: the limits that they can touch, with the facts that those are measured of. */
import type { Queryable } from '../../platform/database/database.ts'
import { type ActAsked, waitingActs } from './acts.queries.ts'
import { cellsOf, withCells } from './cells.ts'
import { type HoldingOf, loadFacts } from './facts.queries.ts'
import { idsOf, type ScopeMember } from './members.ts'
import { limitsInForce } from './register.queries.ts'
import type { DayOfLimits } from './utilisation.queries.ts'

/** The limits that hold for some portfolios, with the facts that acts of those are judged by. */
export interface LimitsOfActs extends DayOfLimits {
  readonly waiting: readonly ActAsked[]
  /** The members that a scope is measured of. */
  readonly measuredOf: (member: ScopeMember) => ReadonlySet<number>
}

/**
 * Loads what acts on some portfolios are judged by, and no more: of limits the scopes that hold one of them; of a scope of many portfolios the
 * others as one; and what else waits there. Null: no limit holds for any of them.
 */
export async function loadForActs(
  db: Queryable,
  asked: {
    readonly today: string
    readonly touched: ReadonlySet<number>
    /** The days on which the acts were dealt. */
    readonly actsOn: readonly string[]
    readonly except: number | null
  },
): Promise<LimitsOfActs | null> {
  const { today, touched, actsOn, except } = asked
  const known = await limitsInForce(db, today, { actsOn })
  const limits = known.limits.flatMap((limit) => {
    const members = limit.members.filter(({ ids }) => [...touched].some((id) => ids.has(id)))
    return members.length === 0 ? [] : { ...limit, members }
  })
  if (limits.length === 0) return null
  const portfolioIds = idsOf(limits, known.portfolios)
  const waiting = await waitingActs(db, {
    portfolioIds: portfolioIds ?? known.portfolios.map(({ id }) => id),
    today,
    except,
  })
  const cells = cellsOf(limits, touched)
  const alone = uniqueHoldings(waiting)
  const facts = await loadFacts(db, {
    day: today,
    today,
    portfolioIds,
    portfolios: known.portfolios,
    limits,
    cells,
    alone,
  })
  return {
    facts,
    limits,
    portfolios: known.portfolios,
    waiting,
    measuredOf: (member) => withCells(member, cells),
  }
}

const uniqueHoldings = (acts: readonly ActAsked[]): HoldingOf[] => [
  ...new Map(acts.map((act) => [`${act.portfolioId} ${act.securityId}`, act])).values(),
]
