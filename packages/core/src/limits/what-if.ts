/** The effect of acts on limits: before and after, better or worse, how much room there is. */
import { type Cents, grossOf, type Shares } from '../values/money.ts'
import { effectOf, stateOf } from './compare.ts'
import {
  actFees,
  factsOf,
  type LimitAct,
  type LimitFacts,
  type LimitHolding,
  ofQuantity,
  withActs,
} from './facts.ts'
import { type Hardness, isLower, type LimitEffect, type LimitState, WHOLE } from './limit-codes.ts'
import { LARGEST, type LimitTerms, type Measurement, measurementsOf, subjectOf } from './measure.ts'

export const ASKS = ['nothing', 'reason', 'refusal'] as const
export type Asks = (typeof ASKS)[number]

/** The room that is left, where that says something. */
export interface Headroom {
  readonly quantity: Shares | null
  readonly amount: Cents | null
  /** The fewest shares whose sale returns it to within. */
  readonly cure: Shares | null
}

export interface Judged {
  readonly subject: string
  readonly before: Measurement
  readonly after: Measurement
  readonly waiting: Measurement
  /** With other orders of the same side, which count for a hard bound. */
  readonly together: Measurement
  readonly states: { readonly before: LimitState; readonly after: LimitState; readonly waiting: LimitState }
  readonly effect: LimitEffect
  readonly asks: Asks
  readonly headroom: Headroom
}

const NOTHING: Measurement = { numerator: 0n, denominator: null, atCost: 0n, unknown: null }
/** A value that cannot be computed has no figures to compare: any buy counts as worse. */
const effectOfUnknown = (acts: readonly LimitAct[]): LimitEffect =>
  acts.some(({ kind }) => kind === 'buy') ? 'worse' : 'better'
/** More shares than any portfolio holds. */
const MOST: Shares = 1_000_000_000_000n

interface Asked {
  readonly terms: LimitTerms
  readonly hardness: Hardness
  /** The portfolios of the scope. */
  readonly portfolioIds: ReadonlySet<number>
}

/**
 * The effect of acts on the subjects of a limit that they touch, and to those that are exceeded after them.
 * @param waiting open orders and requests, shown in a column of their own. They hold nothing but what is beyond a hard bound together
 *   with them.
 */
export function judge(
  { terms, hardness, portfolioIds }: Asked,
  facts: LimitFacts,
  acts: readonly LimitAct[],
  waiting: readonly LimitAct[],
): Judged[] {
  const own = acts.filter(({ portfolioId }) => portfolioIds.has(portfolioId))
  if (own.length === 0) return []
  const books = factsOf(facts, portfolioIds)
  const then = withActs(books, own)
  const before = measurementsOf(terms, books)
  const after = measurementsOf(terms, then)
  const laterOf = (others: readonly LimitAct[]) => {
    const inScope = others.filter(({ portfolioId }) => portfolioIds.has(portfolioId))
    return inScope.length === 0 ? after : measurementsOf(terms, withActs(then, inScope))
  }
  const waits = laterOf(waiting)
  // Waiting orders and requests hold nothing; but two orders must not pass a hard bound together.
  const withOthers =
    hardness === 'hard' ? laterOf(waiting.filter((one) => own.some((act) => act.kind === one.kind))) : after
  const fees = own.reduce((sum, act) => sum + actFees(act), 0n)
  const touched = new Set(own.map((act) => touchedBy(terms, books, act)))
  const judged: Judged[] = []
  for (const subject of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(subject) ?? emptied(after.get(subject))
    const is = after.get(subject) ?? emptied(was)
    const state = stateOf(terms, is)
    const effect = is.unknown === null ? effectOf(terms, was, is, fees) : effectOfUnknown(own)
    if (!touched.has(subject) && state !== 'exceeded') continue
    const waited = waits.get(subject) ?? emptied(is)
    const together = withOthers.get(subject) ?? emptied(is)
    const isBeyond = stateOf(terms, together) === 'exceeded'
    judged.push({
      subject,
      before: was,
      after: is,
      waiting: waited,
      states: { before: stateOf(terms, was), after: state, waiting: stateOf(terms, waited) },
      effect,
      together,
      asks: asksOf(hardness, isBeyond ? 'exceeded' : state, effect),
      headroom: touched.has(subject) ? headroomOf(terms, { books, acts: own, subject, was }) : NO_ROOM,
    })
  }
  return judged
}

/** Nothing of it is held: the other side's denominator without its numerator. */
const emptied = (other: Measurement | undefined): Measurement => ({
  ...NOTHING,
  denominator: other?.denominator ?? null,
})

function touchedBy({ subject }: LimitTerms, facts: LimitFacts, act: LimitAct): string | null {
  if (subject.top !== null) return LARGEST
  return subject.type === 'portfolio' && subject.id === WHOLE ? WHOLE : subjectOf(subject.type, facts, act)
}

/**
 * An act that worsens nothing is never held. A value that cannot be computed asks for a reason where it would
 * be refused.
 */
export function asksOf(hardness: Hardness, state: LimitState, effect: LimitEffect): Asks {
  if (hardness === 'inform' || effect !== 'worse') return 'nothing'
  if (state === 'unknown') return hardness === 'hard' ? 'reason' : 'nothing'
  if (state !== 'exceeded') return 'nothing'
  return hardness === 'hard' ? 'refusal' : 'reason'
}

export const NO_ROOM: Headroom = { quantity: null, amount: null, cure: null }

interface Room {
  readonly books: LimitFacts
  readonly acts: readonly LimitAct[]
  readonly subject: string
  readonly was: Measurement
}

/** The most shares of the first act that stay within, and the fewest whose sale cures; the other acts stay as they are. */
function headroomOf(terms: LimitTerms, { books, acts, subject, was }: Room): Headroom {
  const [first, ...others] = acts
  if (first === undefined || was.unknown !== null || terms.measure === 'restricted') return NO_ROOM
  // A cash minimum is worsened by buys, whatever they are of.
  const isOther = touchedBy(terms, books, first) !== subject
  if (isOther && !isLower(terms.measure)) return NO_ROOM
  const near = ofSubject(terms, { books, acts, subject })
  const isWithin = (quantity: Shares) => {
    const then = withActs(near.books, [ofQuantity(first, quantity), ...others])
    const measurement = measurementsOf(near.terms, then).get(subject) ?? emptied(was)
    return stateOf(terms, measurement) !== 'exceeded'
  }
  if (first.kind === 'sell') {
    const cure = stateOf(terms, was) === 'exceeded' ? leastCure(books, first, isWithin) : null
    if (!isSizeOfActs(terms)) return { ...NO_ROOM, cure }
  }
  const quantity = most(isWithin)
  return quantity === null
    ? NO_ROOM
    : { quantity, amount: quantity === 0n ? 0n : grossOf(quantity, first.price), cure: null }
}

/** In place of a security: of no subject, and of every whole. */
const ALL_OTHERS = -1

/**
 * The same measure of one subject alone, for a question that is asked some forty times: what it has and what acts move stays as it is, all
 * other holdings count as one in the denominator.
 */
function ofSubject(
  terms: LimitTerms,
  { books, acts, subject }: Omit<Room, 'was'>,
): { readonly terms: LimitTerms; readonly books: LimitFacts } {
  const { type, top } = terms.subject
  if (top !== null || type === 'portfolio' || type === 'broker') return { terms, books }
  const moved = new Set(acts.map((act) => `${act.portfolioId} ${act.securityId}`))
  const isNear = (one: LimitHolding) =>
    subjectOf(type, books, one) === subject || moved.has(`${one.portfolioId} ${one.securityId}`)
  const [near, far]: [LimitHolding[], LimitHolding[]] = [[], []]
  for (const one of books.holdings) (isNear(one) ? near : far).push(one)
  const value = far.reduce((sum, one) => sum + one.value, 0n)
  const [portfolioId = 0] = books.portfolios.keys()
  const others = { portfolioId, securityId: ALL_OTHERS, quantity: 0n, price: null, carried: value, value }
  return {
    terms: { ...terms, subject: { ...terms.subject, id: subject } },
    books: { ...books, holdings: [...near, others] },
  }
}

const isSizeOfActs = ({ measure }: LimitTerms) =>
  measure === 'act-size' || measure === 'day-size' || measure.startsWith('exposure-')

/** The largest quantity within the limit; 0 if none is, null if any is. */
function most(isWithin: (quantity: Shares) => boolean): Shares | null {
  if (!isWithin(1n)) return 0n
  let low = 1n
  while (low < MOST && isWithin(low * 2n)) low *= 2n
  return low >= MOST ? null : between(low, low * 2n, isWithin)
}

/** The largest quantity within the limit, between `low` (within) and `high` (not within). */
function between(low: Shares, high: Shares, isWithin: (quantity: Shares) => boolean): Shares {
  let [yes, no] = [low, high]
  while (no - yes > 1n) {
    const middle = (yes + no) / 2n
    if (isWithin(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** The fewest shares of the act's security whose sale returns it to within; null if even all of them do not. */
export function leastCure(
  books: LimitFacts,
  sale: LimitAct,
  isWithin: (quantity: Shares) => boolean,
): Shares | null {
  const held =
    books.holdings.find((one) => one.portfolioId === sale.portfolioId && one.securityId === sale.securityId)
      ?.quantity ?? 0n
  if (held === 0n || !isWithin(held)) return null
  return between(0n, held, (quantity) => !isWithin(quantity)) + 1n
}

/** The fewest shares whose sale returns a subject of the books to within. */
export function cureOf(terms: LimitTerms, books: LimitFacts, subject: string, sale: LimitAct): Shares | null {
  return leastCure(books, sale, (quantity) => {
    const measurement = measurementsOf(terms, withActs(books, [ofQuantity(sale, quantity)])).get(subject)
    return measurement === undefined || stateOf(terms, measurement) !== 'exceeded'
  })
}

/** The strictest of several. */
export const strictest = (some: readonly Asks[]): Asks =>
  some.includes('refusal') ? 'refusal' : some.includes('reason') ? 'reason' : 'nothing'
