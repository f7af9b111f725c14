/** A limit and its measurement, as answers show them. */
import type { UtilisationRow } from '@em/contract/limits/limits'
import { shownValue, stateOf, usedPercent, warningAt } from '@em/core/limits/compare'
import { isLower, type LimitState } from '@em/core/limits/limit-codes'
import type { LimitTerms, Measurement } from '@em/core/limits/measure'
import { type Headroom, NO_ROOM } from '@em/core/limits/what-if'
import { RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { KnownLimit } from './known-limit.ts'
import { measuredLabel, scopeLabel, sentenceOf } from './limit-texts.ts'
import type { ScopedPortfolio, ScopeMember } from './members.ts'
import { headShown } from './register.queries.ts'
import type { Seen } from './seen.ts'

export const unitsToNumber = (units: bigint | null): number | null =>
  units === null ? null : toJsonNumber(units, RATE_SCALE)

/** The part of a limit that comes before every answer about one of its subjects. */
export interface Of {
  readonly limit: KnownLimit
  readonly member: ScopeMember
  readonly subject: string
  readonly seen: Seen
  readonly portfolios: readonly ScopedPortfolio[]
}

/** The scope that was measured: a portfolio on its own, or the whole. */
function measuredScope({ limit, member, portfolios, seen }: Of) {
  const head = headShown(limit, portfolios, seen === 'all of it')
  if (member.portfolioId === null || seen !== 'all of it') return head.scope
  const portfolio = portfolios.find(({ id }) => id === member.portfolioId)
  return {
    type: 'portfolio' as const,
    id: portfolio?.code ?? null,
    label: portfolio?.name ?? scopeLabel(limit.scope, portfolios),
  }
}

/** The parts that utilisation, checks and breaches share. */
export function headOf(of: Of, { standing, state, headroom = NO_ROOM }: Measured) {
  const { limit, subject, seen } = of
  const { terms } = limit
  const isSeen = seen === 'all of it'
  return {
    limit: { code: limit.code, name: limit.name },
    kind: limit.kind,
    measure: terms.measure,
    hardness: limit.hardness,
    scope: measuredScope(of),
    subject: isSeen
      ? {
          type: terms.subject.type,
          id: subject,
          top: terms.subject.top,
          label: measuredLabel(terms, subject),
        }
      : { type: terms.subject.type, id: null, top: terms.subject.top, label: 'Of a wider scope' },
    bound: isSeen ? unitsToNumber(terms.bound) : null,
    warningAt: isSeen ? unitsToNumber(warningAt(terms)) : null,
    unit: terms.unit,
    operator: terms.operator,
    state,
    headroom: isSeen ? headroomOf(headroom) : headroomOf(NO_ROOM),
    text: isSeen ? sentenceOf({ ...limit, subject, standing, state }) : `A limit of a wider scope: ${state}.`,
  }
}

interface Measured {
  readonly standing: Measurement
  readonly state: LimitState
  readonly headroom?: Headroom
}

const headroomOf = ({ quantity, amount, cure }: Headroom) => ({
  quantity: quantity === null ? null : Number(quantity),
  amount: amount === null ? null : rupees(amount),
  cure: cure === null ? null : Number(cure),
})

const IN_SHARES = ['shares', 'percent-of-issued', 'voting-percent', 'restricted']
const amountOf = ({ measure }: LimitTerms, units: bigint) =>
  IN_SHARES.includes(measure) ? Number(units) : rupees(units)

/** A line of the utilisation. */
export function utilisationOf(
  of: Of,
  standing: Measurement,
  breach: number | null,
  cure: bigint | null,
): UtilisationRow {
  const { terms } = of.limit
  const isSeen = of.seen === 'all of it'
  const used = usedPercent(terms, standing)
  return {
    ...headOf(of, {
      standing,
      state: stateOf(terms, standing),
      headroom: { quantity: null, amount: leftOf(terms, standing), cure },
    }),
    value: isSeen ? unitsToNumber(shownValue(terms, standing)) : null,
    numerator: isSeen && standing.unknown === null ? amountOf(terms, standing.numerator) : null,
    denominator:
      isSeen && standing.unknown === null && standing.denominator !== null
        ? amountOf(terms, standing.denominator)
        : null,
    used: isSeen && used !== null ? toJsonNumber(used, 2) : null,
    breach: isSeen ? breach : null,
  }
}

/** The rupees that are left under a bound, or above a lower one; null of shares, and where nothing is known. */
function leftOf(terms: LimitTerms, { numerator, denominator, unknown }: Measurement): bigint | null {
  if (unknown !== null || terms.bound === null || IN_SHARES.includes(terms.measure)) return null
  const bound = denominator === null ? terms.bound / 100n : (terms.bound * denominator) / 1_000_000n
  const left = isLower(terms.measure) ? numerator - bound : bound - numerator
  return left > 0n ? left : 0n
}
