/** How far limits are used on a day, computed of its books. */
import { UTILISATION_MAX, type UtilisationRow } from '@em/contract/limits/limits'
import { chargeFees } from '@em/core/fee-tariffs/charge'
import { stateOf, usedPercent } from '@em/core/limits/compare'
import { factsOf, type LimitAct, type LimitFacts } from '@em/core/limits/facts'
import type { LimitKind, LimitState } from '@em/core/limits/limit-codes'
import { type Measurement, measurementsOf, subjectOf } from '@em/core/limits/measure'
import { cureOf } from '@em/core/limits/what-if'
import type { Portfolios } from '../../platform/authorize.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { loadTariffs } from '../fee-tariffs/tariffs.queries.ts'
import { keyOf, openBreaches } from './breaches.queries.ts'
import { loadFacts } from './facts.queries.ts'
import type { KnownLimit } from './known-limit.ts'
import { idsOf, type ScopedPortfolio, type ScopeMember } from './members.ts'
import { limitsInForce } from './register.queries.ts'
import { utilisationOf } from './rows.ts'
import { seenOf } from './seen.ts'

export interface Measured {
  readonly limit: KnownLimit
  readonly member: ScopeMember
  readonly subject: string
  readonly standing: Measurement
  readonly state: LimitState
}

/** The measurements of some limits for all their subjects. */
export async function measureAll(facts: LimitFacts, limits: readonly KnownLimit[]): Promise<Measured[]> {
  const measured: Measured[] = []
  const pause = regularPauses()
  for (const limit of limits) {
    for (const member of limit.members) {
      for (const [subject, standing] of measurementsOf(limit.terms, factsOf(facts, member.ids)))
        measured.push({ limit, member, subject, standing, state: stateOf(limit.terms, standing) })
      const wait = pause()
      if (wait !== undefined) await wait
    }
  }
  return measured
}

/** The limits of a day with the facts that they are measured of. */
export interface DayOfLimits {
  readonly facts: LimitFacts
  readonly limits: readonly KnownLimit[]
  readonly portfolios: readonly ScopedPortfolio[]
}

interface DayAsked {
  readonly day: string
  readonly today: string
  readonly ids?: readonly number[] | null
  /** Days of acts that are judged in addition to what is held. */
  readonly actsOn?: readonly string[]
  readonly keep?: (limit: KnownLimit) => boolean
}

export async function loadDay(
  db: Queryable,
  { day, today, ids = null, actsOn = [], keep = () => true }: DayAsked,
): Promise<DayOfLimits> {
  const known = await limitsInForce(db, day, { ids, actsOn })
  const limits = known.limits.filter(keep)
  const portfolioIds = idsOf(limits, known.portfolios)
  const facts = await loadFacts(db, { day, today, portfolioIds, portfolios: known.portfolios, limits })
  return { facts, limits, portfolios: known.portfolios }
}

export interface UtilisationAsked {
  readonly day: string
  readonly today: string
  readonly see: Portfolios
  readonly kinds?: readonly LimitKind[] | undefined
  readonly portfolioId: number | null
  readonly symbol?: string | undefined
  readonly code?: string | undefined
}

const URGENCY: Readonly<Record<LimitState, number>> = { exceeded: 0, warning: 1, unknown: 2, within: 3 }

/** For the books: what a person does not see is left out here. The most used limits come first. */
export async function utilisationOn(
  db: Queryable,
  asked: UtilisationAsked,
): Promise<{ rows: UtilisationRow[]; hasMore: boolean }> {
  const { day, today, see, kinds, code, portfolioId } = asked
  const loaded = await loadDay(db, {
    day,
    today,
    keep: (limit) =>
      (kinds === undefined || kinds.includes(limit.kind)) &&
      (code === undefined || limit.code.toLowerCase() === code.toLowerCase()) &&
      limit.members.some(
        ({ ids }) => seenOf(ids, see) !== 'nothing' && (portfolioId === null || ids.has(portfolioId)),
      ),
  })
  const { facts, limits, portfolios } = loaded
  const wanted = (member: ScopeMember) => portfolioId === null || member.ids.has(portfolioId)
  const measured = (await measureAll(facts, limits)).filter(
    ({ member, limit, subject }) => wanted(member) && isOfSymbol(facts, limit, subject, asked.symbol),
  )
  // Sorted before their words are made: of 200 portfolios there are more than anyone reads.
  const mine = ofPerson(measured, see).map((one) => ({
    ...one,
    used:
      seenOf(one.member.ids, see) === 'all of it' ? (usedPercent(one.limit.terms, one.standing) ?? 0n) : 0n,
  }))
  mine.sort((a, b) => URGENCY[a.state] - URGENCY[b.state] || (a.used < b.used ? 1 : a.used > b.used ? -1 : 0))
  const shown = mine.slice(0, UTILISATION_MAX)
  const open = await openBreaches(db)
  const cures = await curesOf(db, facts, shown, today)
  const rows = shown.map((one) => {
    const { limit, member, subject, standing } = one
    const breach = open.get(keyOf(limit.id, member.portfolioId, subject)) ?? null
    return utilisationOf(
      { limit, member, subject, seen: seenOf(member.ids, see), portfolios },
      standing,
      breach,
      cures(one),
    )
  })
  return { rows, hasMore: mine.length > UTILISATION_MAX }
}

/** Of a scope that is seen all its subjects; of a wider one its worst state alone. */
function ofPerson(measured: readonly Measured[], see: Portfolios): Measured[] {
  const worst = new Map<ScopeMember, Measured>()
  const seen = measured.filter((one) => {
    const how = seenOf(one.member.ids, see)
    const before = worst.get(one.member)
    if (how === 'its state' && (before === undefined || URGENCY[one.state] < URGENCY[before.state]))
      worst.set(one.member, one)
    return how === 'all of it'
  })
  return [...seen, ...worst.values()]
}

/** Whether a subject is, or holds, a security. */
function isOfSymbol(
  facts: LimitFacts,
  { terms }: KnownLimit,
  subject: string,
  symbol: string | undefined,
): boolean {
  if (symbol === undefined) return true
  const security = [...facts.securities.values()].find(
    (one) => one.symbol.toLowerCase() === symbol.trim().toLowerCase(),
  )
  if (security === undefined || terms.subject.type === 'portfolio' || terms.subject.type === 'broker')
    return false
  return subjectOf(terms.subject.type, facts, { portfolioId: 0, securityId: security.id }) === subject
}

const CURABLE = ['share', 'position']
/** The fewest shares of the largest holding of a subject whose sale at its price returns it to within its bound. */
async function curesOf(db: Queryable, facts: LimitFacts, measured: readonly Measured[], today: string) {
  const isCurable = ({ limit, member, state }: Measured) =>
    state === 'exceeded' &&
    CURABLE.includes(limit.kind) &&
    member.ids.size === 1 &&
    limit.terms.subject.top === null
  if (!measured.some(isCurable)) return () => null
  const tariffOf = await loadTariffs(db)
  return (one: Measured): bigint | null => {
    if (!isCurable(one)) return null
    const { limit, member, subject } = one
    const books = factsOf(facts, member.ids)
    const [largest] = books.holdings
      .filter((held) => subjectOf(limit.terms.subject.type, facts, held) === subject && held.price !== null)
      .toSorted((a, b) => (a.value < b.value ? 1 : -1))
    const tariff = largest && tariffOf(facts.securities.get(largest.securityId)?.symbol ?? '', today)
    if (largest?.price == null || tariff == null) return null
    const sale: LimitAct = {
      kind: 'sell',
      portfolioId: largest.portfolioId,
      securityId: largest.securityId,
      quantity: 1n,
      price: largest.price,
      marketPrice: largest.price,
      settlementDate: today,
      broker: null,
      feesOf: (gross) => chargeFees(tariff, gross).total,
    }
    return cureOf(limit.terms, books, subject, sale)
  }
}
