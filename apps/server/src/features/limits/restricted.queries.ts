/** The restrictions of a portfolio: a proposal leaves the securities out, and says so. */

import { EACH } from '@em/core/limits/limit-codes'
import { subjectOf } from '@em/core/limits/measure'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { readForTheBooks, scopeNow } from '../../platform/database/scope.ts'
import { securityFacts } from './facts.queries.ts'
import { limitsInForce } from './register.queries.ts'
import { seenOf } from './seen.ts'

export interface Restricted {
  readonly buys: boolean
  readonly sales: boolean
  /** The limit of the restriction, as far as the person may know. */
  readonly by: string
}

const ANY = statement(
  'limits.any-restriction',
  "SELECT EXISTS (SELECT FROM limits WHERE kind = 'restriction') AS any!",
)

/** By the id of the security. One that only informs restricts nothing. */
export function restrictedIn(
  db: Queryable,
  portfolioId: number,
  day: string,
): Promise<ReadonlyMap<number, Restricted>> {
  const see = scopeNow()?.portfolios ?? 'all'
  return readForTheBooks(db, async () => {
    const found = new Map<number, Restricted>()
    if ((await db.query(ANY))[0]?.any !== true) return found
    const { limits } = await limitsInForce(db, day)
    const own = limits.flatMap((limit) => {
      const member = limit.members.find(({ ids }) => ids.has(portfolioId))
      return limit.kind === 'restriction' && limit.hardness !== 'inform' && member !== undefined
        ? { ...limit, isSeen: seenOf(member.ids, see) === 'all of it' }
        : []
    })
    if (own.length === 0) return found
    const securities = await securityFacts(db, day)
    for (const { terms, name, isSeen } of own) {
      const { type, id } = terms.subject
      for (const securityId of securities.keys()) {
        const subject = subjectOf(type, { securities, portfolios: new Map() }, { portfolioId, securityId })
        if (subject === null || (id !== EACH && id !== subject)) continue
        const before = found.get(securityId)
        found.set(securityId, {
          buys: before?.buys === true || terms.side !== 'sales',
          sales: before?.sales === true || terms.side !== 'buys',
          by: before?.by ?? (isSeen ? name : 'a limit of a wider scope'),
        })
      }
    }
    return found
  })
}
