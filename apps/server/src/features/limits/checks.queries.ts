/** The effects of acts on the limits that they touch. */
import type { LimitCheck } from '@em/contract/limits/limits'
import { shownValue, stateOf } from '@em/core/limits/compare'
import type { LimitState } from '@em/core/limits/limit-codes'
import type { Figures } from '@em/core/limits/released'
import { measuredText } from '@em/core/limits/value-texts'
import { type Asks, type Judged, judge, strictest } from '@em/core/limits/what-if'
import type { Portfolios } from '../../platform/authorize.ts'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type ActAsked, daysOf, knownActs } from './acts.queries.ts'
import { loadForActs } from './for-acts.queries.ts'
import type { KnownLimit } from './known-limit.ts'
import type { ScopeMember } from './members.ts'
import { headOf, unitsToNumber } from './rows.ts'
import { seenOf } from './seen.ts'

const ANY = statement('limits.any-written', 'SELECT EXISTS (SELECT FROM limits) AS any!')

/** Whether any limit was ever written: where none was, nothing is computed. */
export const anyLimits = async (db: Queryable): Promise<boolean> => (await db.query(ANY))[0]?.any === true

export interface ChecksAsked {
  readonly acts: readonly (ActAsked & { readonly amount?: bigint })[]
  readonly today: string
  readonly see: Portfolios
  /** The order that is checked: it is not counted again among the waiting orders. */
  readonly except?: number | null
}

const URGENCY: Readonly<Record<LimitState, number>> = { exceeded: 0, warning: 1, unknown: 2, within: 3 }

/** A check as a person sees it, and the full figures that it was judged by. */
export interface JudgedCheck {
  readonly check: LimitCheck
  /** Never shown. */
  readonly figures: Figures
}

/** For the books; a person is shown the checks that he sees. */
export async function checksOf(
  db: Queryable,
  asked: ChecksAsked,
): Promise<{ checks: LimitCheck[]; asks: Asks }> {
  const checks = (await judgedChecks(db, asked)).map(({ check }) => check)
  return { checks, asks: strictest(checks.map(({ asks }) => asks)) }
}

/** The same with the figures of each, those that ask for most first. */
export async function judgedChecks(db: Queryable, asked: ChecksAsked): Promise<JudgedCheck[]> {
  const { today, see, except = null } = asked
  const touched = new Set(asked.acts.map(({ portfolioId }) => portfolioId))
  const loaded = await loadForActs(db, { today, touched, actsOn: daysOf(asked.acts, today), except })
  if (loaded === null) return []
  const { facts, limits, portfolios, waiting: others, measuredOf } = loaded
  const [acts, waiting] = await Promise.all([knownActs(db, asked.acts, today), knownActs(db, others, today)])
  const checks: JudgedCheck[] = []
  for (const limit of limits) {
    for (const member of limit.members) {
      const seen = seenOf(member.ids, see)
      const { terms, hardness } = limit
      for (const one of judge({ terms, hardness, portfolioIds: measuredOf(member) }, facts, acts, waiting)) {
        const isSeen = seen === 'all of it'
        const value = (standing: typeof one.before) => ({
          value: isSeen ? unitsToNumber(shownValue(terms, standing)) : null,
        })
        const of = { limit, member, subject: one.subject, seen, portfolios }
        const head = headOf(of, { standing: one.after, state: one.states.after, headroom: one.headroom })
        // Beyond a hard bound only together with waiting orders: that is shown, too.
        const isTogether = isSeen && one.asks === 'refusal' && one.states.after !== 'exceeded'
        const check = {
          ...head,
          text: isTogether
            ? `${head.text} With other open orders it would be ${measuredText(shownValue(terms, one.together) ?? 0n, terms.unit)}.`
            : head.text,
          before: value(one.before),
          after: value(one.after),
          waiting: { ...value(one.waiting), state: stateOf(terms, one.waiting) },
          turn: one.effect,
          asks: one.asks,
        }
        checks.push({ check, figures: figuresOf(limit, member, one) })
      }
    }
  }
  return checks.sort((a, b) => order(a.check) - order(b.check))
}

function figuresOf({ code, terms }: KnownLimit, { portfolioId }: ScopeMember, one: Judged): Figures {
  const units = (standing: typeof one.after) => shownValue(terms, standing)?.toString() ?? null
  return {
    limit: code,
    portfolio: portfolioId,
    subject: one.subject,
    measure: terms.measure,
    operator: terms.operator,
    bound: terms.bound?.toString() ?? null,
    isExceeded: one.states.after === 'exceeded',
    value: units(one.after),
    together: units(one.together),
  }
}

const ASKS: Readonly<Record<Asks, number>> = { refusal: 0, reason: 10, nothing: 20 }
const order = ({ asks, state }: LimitCheck) => ASKS[asks] + URGENCY[state]
