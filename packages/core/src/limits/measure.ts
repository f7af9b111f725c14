/** The measures of limits: numerators and denominators in whole units, by subject. */
import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import type { Dealt, LimitFacts, LimitHolding, LimitSecurity } from './facts.ts'
import {
  EACH,
  type LimitMeasure,
  type LimitOperator,
  type LimitUnit,
  type RestrictedSide,
  type SubjectType,
  WHOLE,
} from './limit-codes.ts'

/** The side that a version of a restriction forbids, and on which days. */
export interface RestrictedSpan {
  readonly from: PlainDate
  readonly to: PlainDate | null
  readonly side: RestrictedSide
}

/**
 * The side that a restriction forbids on a day: by the newest version whose first day has come; null where
 * that has ended, or there is none.
 */
export function sideRestrictedOn(spans: readonly RestrictedSpan[], day: PlainDate): RestrictedSide | null {
  const version = spans.find(({ from }) => from <= day)
  return version === undefined || (version.to !== null && version.to < day) ? null : version.side
}

/** The terms that decide what is measured, and which value is too much. */
export interface LimitTerms {
  readonly measure: LimitMeasure
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly top: number | null }
  /** In 1/10000 of the unit; null of a restriction. */
  readonly bound: bigint | null
  readonly unit: LimitUnit
  readonly operator: LimitOperator
  /** A percent of the bound. */
  readonly warning: number
  /** Market days that a minimum of cash looks ahead. */
  readonly days: number
  readonly collateral: Cents
  readonly side: RestrictedSide | null
  /** The versions of a restriction, the newest first. Left out: it always was as it is. */
  readonly spans?: readonly RestrictedSpan[]
}

/**
 * The measured value of one subject. Cents, shares or votes; without a denominator the numerator is compared
 * as it is.
 */
export interface Measurement {
  readonly numerator: bigint
  readonly denominator: bigint | null
  /** The part of the numerator that is valued at cost. */
  readonly atCost: bigint
  /** Why it cannot be computed; null where it can. */
  readonly unknown: string | null
}
export type Measurements = ReadonlyMap<string, Measurement>

/** The sector of securities without one. */
export const UNCLASSIFIED = 'Unclassified'

const sum = (some: Iterable<bigint>) => {
  let all = 0n
  for (const one of some) all += one
  return all
}

/** The subject of a type that something of a security and a portfolio belongs to; null: to none. */
export function subjectOf(
  type: SubjectType,
  facts: Pick<LimitFacts, 'securities' | 'portfolios'>,
  of: { readonly portfolioId: number; readonly securityId: number; readonly broker?: string | null },
): string | null {
  if (type === 'portfolio') return facts.portfolios.get(of.portfolioId)?.code ?? null
  if (type === 'broker') return of.broker ?? null
  const security = facts.securities.get(of.securityId)
  return security === undefined ? null : ofSecurity(type, security)
}

function ofSecurity(type: SubjectType, security: LimitSecurity): string | null {
  if (type === 'security') return security.symbol
  if (type === 'issuer') return security.issuer
  if (type === 'issuer-group') return security.issuerGroup
  if (type === 'sector') return security.sector ?? UNCLASSIFIED
  return type === 'board' ? security.board : security.securityClass
}

/** Groups what belongs to the subjects of a limit; the whole scope has the key `all`. */
function grouped<T extends { readonly portfolioId: number; readonly securityId: number }>(
  { subject }: LimitTerms,
  facts: LimitFacts,
  rows: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key =
      subject.id === WHOLE && subject.type === 'portfolio' ? WHOLE : subjectOf(subject.type, facts, row)
    if (key === null || (subject.id !== EACH && subject.id !== key)) continue
    const of = groups.get(key)
    if (of === undefined) groups.set(key, [row])
    else of.push(row)
  }
  return groups
}

/** Of one that is named there is always a measurement, of each those that have anything. */
function orNothing<T>({ subject }: LimitTerms, groups: Map<string, T[]>): Map<string, T[]> {
  if (subject.id !== EACH && !groups.has(subject.id)) groups.set(subject.id, [])
  return groups
}

const KEEPS_NO_CASH = 'Net assets are not above zero: cash is not kept here.'
const known = (numerator: bigint, denominator: bigint | null = null, atCost = 0n): Measurement => ({
  numerator,
  denominator,
  atCost,
  unknown: denominator !== null && denominator <= 0n ? KEEPS_NO_CASH : null,
})
const notKnown = (why: string): Measurement => ({
  numerator: 0n,
  denominator: null,
  atCost: 0n,
  unknown: why,
})

const netAssets = (facts: LimitFacts) => sum([...facts.portfolios.values()].map((one) => one.netAssets))
const valueOf = (held: readonly LimitHolding[]) => sum(held.map(({ value }) => value))

/** The measured values of each subject of a limit. Facts of the portfolios of one scope. */
export function measurementsOf(terms: LimitTerms, facts: LimitFacts): Measurements {
  const { measure } = terms
  if (measure === 'minimum-cash') return cashOf(terms, facts)
  if (measure.startsWith('exposure-')) return exposuresOf(terms, facts)
  if (measure === 'day-size' || measure === 'act-size' || measure === 'restricted')
    return actsOf(terms, facts)
  const groups = orNothing(terms, grouped(terms, facts, facts.holdings))
  if (measure === 'percent-of-issued' || measure === 'voting-percent') return issuedOf(terms, facts, groups)
  const whole = denominatorOf(measure, facts)
  const measurements = new Map(
    [...groups].map(([key, held]) => [
      key,
      measure === 'shares'
        ? known(sum(held.map(({ quantity }) => quantity)))
        : known(valueOf(held), whole, valueOf(held.filter(({ price }) => price === null))),
    ]),
  )
  return terms.subject.top === null ? measurements : largest(measurements, terms.subject.top, whole)
}

function denominatorOf(measure: LimitMeasure, facts: LimitFacts): Cents | null {
  if (measure === 'percent-of-net-assets') return netAssets(facts)
  const securities = valueOf(facts.holdings)
  if (measure === 'percent-of-securities') return securities
  if (measure !== 'percent-of-total') return null
  const cash = sum([...facts.portfolios.values()].map((one) => one.cash))
  return securities + (cash > 0n ? cash : 0n)
}

/** The so many largest together. */
export const LARGEST = 'largest'
function largest(measurements: Measurements, top: number, whole: bigint | null): Measurements {
  const first = [...measurements.values()]
    .toSorted((a, b) => (a.numerator < b.numerator ? 1 : a.numerator > b.numerator ? -1 : 0))
    .slice(0, top)
  const numerator = sum(first.map((one) => one.numerator))
  return new Map([[LARGEST, known(numerator, whole, sum(first.map(({ atCost }) => atCost)))]])
}

type Securities = LimitFacts['securities']
const grouping = {
  symbol: new WeakMap<Securities, Map<string, LimitSecurity[]>>(),
  issuer: new WeakMap<Securities, Map<string, LimitSecurity[]>>(),
}
/** All securities by their symbol or issuer: the same for every scope of some facts. */
function securitiesBy(by: 'symbol' | 'issuer', securities: Securities): Map<string, LimitSecurity[]> {
  const known = grouping[by].get(securities)
  if (known !== undefined) return known
  const found = Map.groupBy(securities.values(), (one) => one[by])
  grouping[by].set(securities, found)
  return found
}

function issuedOf(
  { measure, subject }: LimitTerms,
  facts: LimitFacts,
  groups: ReadonlyMap<string, readonly LimitHolding[]>,
): Measurements {
  const isVotes = measure === 'voting-percent'
  const all = securitiesBy(subject.type === 'security' ? 'symbol' : 'issuer', facts.securities)
  const weight = (one: LimitSecurity) => (isVotes ? one.votes : 1n)
  return new Map(
    [...groups].map(([key, held]) => {
      const heldIds = new Set(held.map(({ securityId }) => securityId))
      const counted = (all.get(key) ?? []).filter(
        (one) => weight(one) > 0n && (isVotes || heldIds.has(one.id) || one.issued !== null),
      )
      const missing = counted.find(({ issued }) => issued === null)
      if (missing !== undefined)
        return [key, notKnown(`The issued shares of ${missing.symbol} are not known.`)]
      if (counted.length === 0) return [key, notKnown(`No issued shares of ${key} are known.`)]
      const ofHolding = (one: LimitHolding) => {
        const security = facts.securities.get(one.securityId)
        return security === undefined ? 0n : one.quantity * weight(security)
      }
      return [
        key,
        known(sum(held.map(ofHolding)), sum(counted.map((one) => (one.issued ?? 0n) * weight(one)))),
      ]
    }),
  )
}

function exposuresOf(terms: LimitTerms, facts: LimitFacts): Measurements {
  const { measure, collateral, unit, subject } = terms
  const whole = unit === 'percent' ? netAssets(facts) : null
  if (facts.settlements === null)
    return subject.id === EACH
      ? new Map()
      : new Map([[subject.id, notKnown('What will be outstanding on a later day is not known.')]])
  const byBroker = Map.groupBy(facts.settlements, ({ broker }) => broker)
  const keys = subject.id === EACH ? [...byBroker.keys()] : [subject.id]
  return new Map(
    keys.map((key) => {
      const open = byBroker.get(key) ?? []
      const measured =
        measure === 'exposure-net'
          ? owedByDay(open)
          : sum(open.filter(countsFor(measure)).map(({ amount }) => amount))
      return [key, known(measured > collateral ? measured - collateral : 0n, whole)]
    }),
  )
}

type Open = NonNullable<LimitFacts['settlements']>[number]
const countsFor = (measure: LimitMeasure) => (one: Open) => measure === 'exposure-gross' || one.isLate

/** The debt of a broker to us: by due day, receipts less payments, where that is above zero. */
function owedByDay(open: readonly Open[]): Cents {
  const days = new Map<string, bigint>()
  for (const { due, pays, amount } of open)
    days.set(due ?? '', (days.get(due ?? '') ?? 0n) + (pays ? -amount : amount))
  return sum([...days.values()].filter((net) => net > 0n))
}

function cashOf({ subject, days, unit }: LimitTerms, facts: LimitFacts): Measurements {
  const portfolios = [...facts.portfolios.values()]
  const groups =
    subject.id === WHOLE
      ? [[WHOLE, portfolios] as const]
      : portfolios
          .filter(({ code }) => subject.id === EACH || subject.id === code)
          .map((one) => [one.code, [one]] as const)
  return new Map(
    groups.map(([key, some]) => {
      const through = facts.ladderDays.slice(0, days + 1)
      const lowest = through
        .map((_, index) => sum(some.map(({ ladder }) => ladder[index] ?? 0n)))
        .reduce((least, one) => (one < least ? one : least), sum(some.map(({ ladder }) => ladder[0] ?? 0n)))
      const whole = sum(some.map((one) => one.netAssets))
      if (unit === 'percent') return [key, known(lowest, whole)]
      return [key, known(lowest)]
    }),
  )
}

function isForbidden({ side, spans }: LimitTerms, act: Dealt, today: PlainDate): boolean {
  const held = spans === undefined ? side : sideRestrictedOn(spans, act.tradeDate ?? today)
  return held === 'both' || held === (act.side === 'buy' ? 'buys' : 'sales')
}

function actsOf(terms: LimitTerms, facts: LimitFacts): Measurements {
  const { measure } = terms
  const rows = measure === 'day-size' ? facts.dealt : facts.acts
  const groups = orNothing(terms, grouped(terms, facts, rows))
  return new Map(
    [...groups].map(([key, some]) => {
      if (measure === 'restricted')
        return [key, known(BigInt(some.filter((one) => isForbidden(terms, one, facts.day)).length))]
      const amounts = some.map(({ gross }) => gross)
      if (measure === 'day-size') return [key, known(sum(amounts))]
      return [key, known(amounts.reduce((most, one) => (one > most ? one : most), 0n))]
    }),
  )
}
