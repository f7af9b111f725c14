/** A limit as it is written: its fields, and what does not belong together in them. */
import {
  HARDNESSES,
  isLower,
  LIMIT_KINDS,
  LIMIT_MEASURES,
  LIMIT_OPERATORS,
  LIMIT_UNITS,
  type LimitMeasure,
  MAY_BE_HARD,
  MEASURE_USES,
  RESTRICTED_SIDES,
  SCOPE_TYPES,
  SUBJECT_TYPES,
  WARNING_PERCENT,
} from '@em/core/limits/limit-codes'
import { z } from 'zod'
import { date, decimal, money, optional, optionalText, text } from '../kit/fields.ts'

const subjectSent = z.object({
  type: z.enum(SUBJECT_TYPES, { error: `Must be one of: ${SUBJECT_TYPES.join(', ')}.` }),
  /**
   * `each`: every member on its own. Of a security its symbol, an issuer its code (the part of the symbol
   * before the dot), a class its letter, a broker its name, a portfolio its code; the type portfolio also
   * takes `all`: the scope as a whole.
   */
  id: text(200, 'The subject'),
  /** With `each`: the so many largest of them together. */
  top: optional(decimal({ scale: 0, min: 1n, max: 100n, what: 'The number of the largest' })).optional(),
})
const scopeSent = z.object({
  type: z.enum(SCOPE_TYPES, { error: `Must be one of: ${SCOPE_TYPES.join(', ')}.` }),
  /**
   * A portfolio's code, or `each`: every portfolio on its own. `rule-set`: the Compliance Rules ID; each portfolio that names it on its
   * own. `group`: the code of the parent portfolio. An entity's name. Nothing for `all`.
   */
  id: optionalText(200, 'The scope').optional(),
})

/** Percent 4 decimals, rupees 2, shares none: the unit says which. */
const bound = decimal({ scale: 4, min: 0n, max: 10n ** 17n, what: 'The bound' })
export const limitContent = {
  name: text(200, 'The name'),
  kind: z.enum(LIMIT_KINDS, { error: `Must be one of: ${LIMIT_KINDS.join(', ')}.` }),
  measure: z.enum(LIMIT_MEASURES, { error: `Must be one of: ${LIMIT_MEASURES.join(', ')}.` }),
  subject: subjectSent,
  scope: scopeSent,
  /** Above zero; none for a restriction. */
  bound: optional(bound),
  unit: z.enum(LIMIT_UNITS, { error: `Must be one of: ${LIMIT_UNITS.join(', ')}.` }),
  operator: z
    .enum(LIMIT_OPERATORS, { error: `Must be one of: ${LIMIT_OPERATORS.join(', ')}.` })
    .default('above'),
  hardness: z.enum(HARDNESSES, { error: `Must be one of: ${HARDNESSES.join(', ')}.` }),
  /** A percent of the bound. A lower bound warns from bound x (200 - warning) / 100. */
  warning: decimal({ scale: 0, min: 1n, max: 100n, what: 'The warning' }).default(BigInt(WARNING_PERCENT)),
  effectiveFrom: date,
  /** The last day on which it holds. */
  effectiveTo: optional(date),
  /** The source of the rule: a law, a mandate, a decision. */
  source: optionalText(500, 'The source'),
  /** Market days within which a passive breach is to be cured. */
  grace: optional(decimal({ scale: 0, min: 0n, max: 1_000n, what: 'The grace' })),
  /** Of a minimum of cash: the lowest balance of so many market days from the day on. Default 10. */
  days: optional(decimal({ scale: 0, min: 0n, max: 60n, what: 'The market days' })),
  /** Of an exposure: what is held as security, taken off. */
  collateral: optional(money('The collateral')),
  /** Of a restriction: what it forbids, and why. */
  side: optional(z.enum(RESTRICTED_SIDES, { error: `Must be one of: ${RESTRICTED_SIDES.join(', ')}.` })),
  reason: optionalText(500, 'The reason'),
}

interface Said {
  readonly kind: (typeof LIMIT_KINDS)[number]
  readonly measure: LimitMeasure
  readonly subject: {
    readonly type: (typeof SUBJECT_TYPES)[number]
    readonly id: string
    readonly top?: bigint | null | undefined
  }
  readonly scope: { readonly type: (typeof SCOPE_TYPES)[number]; readonly id?: string | null | undefined }
  readonly bound: bigint | null
  readonly unit: (typeof LIMIT_UNITS)[number]
  readonly hardness: (typeof HARDNESSES)[number]
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly grace: bigint | null
  readonly days: bigint | null
  readonly collateral: bigint | null
  readonly side: (typeof RESTRICTED_SIDES)[number] | null
  readonly reason: string | null
}
interface Fault {
  readonly field: string
  readonly message: string
}

const SMALLEST: Readonly<Record<string, bigint>> = { percent: 1n, LKR: 100n, shares: 10_000n }

/** The faults of a limit's form, field by field; each says how to put it right. */
export function faultsOfLimit(said: Said): Fault[] {
  const { kind, measure, subject, scope, unit } = said
  const use = MEASURE_USES[measure]
  const isEach = subject.id === 'each'
  const faults: (Fault | false)[] = [
    kind !== use.kind && { field: 'kind', message: `The measure ${measure} is of the kind ${use.kind}.` },
    !use.units.includes(unit) && {
      field: 'unit',
      message: `The measure ${measure} is in ${use.units.join(' or ')}.`,
    },
    !use.subjects.includes(subject.type) && {
      field: 'subject.type',
      message: `The measure ${measure} is of: ${use.subjects.join(', ')}.`,
    },
    subject.top != null &&
      !isEach && { field: 'subject.top', message: 'The largest are of each: write each as the subject.' },
    scope.type !== 'all' &&
      scope.id == null && { field: 'scope.id', message: 'Please choose whom the limit is for.' },
    scope.type === 'all' &&
      scope.id != null && { field: 'scope.id', message: 'All portfolios have no name: leave it empty.' },
    said.hardness === 'hard' &&
      !MAY_BE_HARD.includes(scope.type) && {
        field: 'hardness',
        message:
          'A limit of a group, an entity or all portfolios cannot be hard: choose soft, or the portfolios one by one.',
      },
    said.effectiveTo !== null &&
      said.effectiveTo < said.effectiveFrom && {
        field: 'effectiveTo',
        message: 'Must not be before the first day.',
      },
    ...faultsOfBound(said),
  ]
  return faults.filter((one) => one !== false)
}

function faultsOfBound(said: Said): (Fault | false)[] {
  const { measure, bound: value, unit } = said
  const isRestriction = measure === 'restricted'
  const smallest = SMALLEST[unit] ?? 1n
  return [
    isRestriction &&
      value !== null && { field: 'bound', message: 'A restriction has no bound: leave it empty.' },
    isRestriction &&
      said.side === null && { field: 'side', message: 'Please say what is forbidden: buys, sales or both.' },
    isRestriction &&
      said.reason === null && { field: 'reason', message: 'Please give the reason of the restriction.' },
    !isRestriction &&
      said.side !== null && {
        field: 'side',
        message: 'Only a restriction forbids buys or sales: leave it empty.',
      },
    !isRestriction && value === null && { field: 'bound', message: 'The bound is required.' },
    !isRestriction &&
      value === 0n && {
        field: 'bound',
        message: 'The bound must be above 0. To forbid something, write a restriction.',
      },
    !isRestriction &&
      value !== null &&
      value % smallest !== 0n && {
        field: 'bound',
        message:
          unit === 'shares'
            ? 'The bound must be a whole number of shares.'
            : 'The bound takes at most 2 decimals.',
      },
    said.days !== null &&
      !isLower(measure) && { field: 'days', message: 'Only a minimum of cash looks ahead: leave it empty.' },
    said.collateral !== null &&
      MEASURE_USES[measure].kind !== 'exposure' && {
        field: 'collateral',
        message: 'Only an exposure has collateral: leave it empty.',
      },
  ]
}

export function wellSaid(body: Said, context: z.RefinementCtx): void {
  for (const { field, message } of faultsOfLimit(body))
    context.addIssue({ code: 'custom', path: field.split('.'), message })
}
