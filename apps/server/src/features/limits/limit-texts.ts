/** How limits, their subjects and what is measured are called in sentences. */
import { shownValue } from '@em/core/limits/compare'
import {
  EACH,
  isLower,
  type LimitMeasure,
  type LimitState,
  type SubjectType,
  WHOLE,
} from '@em/core/limits/limit-codes'
import { LARGEST, type LimitTerms, type Measurement } from '@em/core/limits/measure'
import { measuredText } from '@em/core/limits/value-texts'
import { dayInWords } from '@em/core/values/date-texts'
import { divideHalfAway, formatDecimal } from '@em/core/values/decimal'
import type { KnownLimit } from './known-limit.ts'
import type { ScopedPortfolio } from './members.ts'

const TYPES: Readonly<Record<SubjectType, readonly [one: string, many: string]>> = {
  security: ['security', 'securities'],
  issuer: ['issuer', 'issuers'],
  'issuer-group': ['issuer group', 'issuer groups'],
  sector: ['sector', 'sectors'],
  board: ['board', 'boards'],
  class: ['class', 'classes'],
  broker: ['broker', 'brokers'],
  portfolio: ['portfolio', 'portfolios'],
}

export const typeWord = (type: SubjectType): string => TYPES[type][0]

/** "each issuer", "the 3 largest issuers", "COMB" */
export function subjectLabel({ type, id, top }: LimitTerms['subject']): string {
  if (id === WHOLE && type === 'portfolio') return 'The whole scope'
  if (id !== EACH) return type === 'class' ? `Class ${id}` : id
  return top === null ? `Each ${TYPES[type][0]}` : `The ${top} largest ${TYPES[type][1]}`
}

/** One subject that was measured. */
export function measuredLabel({ subject }: LimitTerms, key: string): string {
  if (key === LARGEST) return subjectLabel(subject)
  return key === WHOLE ? 'The whole scope' : subject.type === 'class' ? `Class ${key}` : key
}

export function scopeLabel(
  { type, id, refersTo }: KnownLimit['scope'],
  portfolios: readonly ScopedPortfolio[],
): string {
  if (type === 'all') return 'All portfolios'
  if (type === 'rule-set') return `Each portfolio of the rule set ${id ?? ''}`
  if (type === 'entity') return portfolios.find(({ entityId }) => entityId === refersTo)?.entity ?? id ?? ''
  if (id === EACH) return 'Each portfolio'
  const name = portfolios.find((portfolio) => portfolio.id === refersTo)?.name ?? ''
  return type === 'group' ? `${name} and what stands below it` : name
}

const OF: Readonly<Record<LimitMeasure, (value: string, subject: string) => string>> = {
  'percent-of-net-assets': (value, subject) => `${subject}: ${value} of net assets`,
  'percent-of-securities': (value, subject) => `${subject}: ${value} of the securities`,
  'percent-of-total': (value, subject) => `${subject}: ${value} of securities and cash`,
  value: (value, subject) => `${subject}: worth ${value}`,
  shares: (value, subject) => `${subject}: ${value}`,
  'percent-of-issued': (value, subject) => `${subject}: ${value} of the issued shares`,
  'voting-percent': (value, subject) => `${subject}: ${value} of the votes`,
  'exposure-gross': (value, subject) => `${subject}: ${value} to pay and to receive`,
  'exposure-net': (value, subject) => `${subject}: ${value} owed to us on its due days`,
  'exposure-overdue': (value, subject) => `${subject}: ${value} overdue or failed`,
  'minimum-cash': (value, subject) => `${subject}: lowest cash ${value}`,
  'act-size': (value, subject) => `${subject}: one act of ${value}`,
  'day-size': (value, subject) => `${subject}: ${value} dealt on the day`,
  restricted: (_, subject) => `${subject} is restricted`,
}

interface Measured {
  readonly name: string
  readonly terms: LimitTerms
  readonly subject: string
  readonly standing: Measurement
  readonly state: LimitState
  /** The days of a restriction. */
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

/** What is measured against its bound, in a sentence. Not why something is restricted: that is for few to know. */
export function sentenceOf(measured: Measured): string {
  const { name, terms, subject, standing, state } = measured
  const label = measuredLabel(terms, subject)
  if (standing.unknown !== null) return `${label}: ${lowerFirst(standing.unknown)} (${name})`
  if (terms.measure === 'restricted') {
    if (state !== 'exceeded') return `${label}: ${name}.`
    const what = terms.side === 'both' ? 'Buys and sales' : terms.side === 'buys' ? 'Buys' : 'Sales'
    return `${what} of ${label} are forbidden ${spanOf(measured)} (${name}).`
  }
  const value = measuredText(shownValue(terms, standing) ?? 0n, terms.unit)
  const bound = measuredText(terms.bound ?? 0n, terms.unit)
  const end =
    terms.operator === 'at-or-above'
      ? isLower(terms.measure)
        ? 'more than'
        : 'less than'
      : isLower(terms.measure)
        ? 'at least'
        : 'at most'
  return `${OF[terms.measure](value, label)}; ${name} asks for ${end} ${bound}.${restsOnCost(standing)}`
}

/** "from 1 Jun 2026 to 30 Jun 2026" */
const spanOf = ({ effectiveFrom, effectiveTo }: Pick<Measured, 'effectiveFrom' | 'effectiveTo'>): string =>
  `from ${dayInWords(effectiveFrom)} ${effectiveTo === null ? 'on' : `to ${dayInWords(effectiveTo)}`}`

const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** Says so where more than 5 percent have no price. */
function restsOnCost({ atCost, numerator }: Measurement): string {
  if (numerator <= 0n || atCost * 20n <= numerator) return ''
  return ` It rests on ${formatDecimal(divideHalfAway(atCost * 1_000n, numerator), 1)} % without a price.`
}
