/** The codes of limits: measures, units, subjects, scopes, operators, states and effects. */

/** The kinds of limits. */
export const LIMIT_KINDS = ['share', 'position', 'exposure', 'cash', 'act', 'restriction'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

export const LIMIT_MEASURES = [
  'percent-of-net-assets',
  'percent-of-securities',
  'percent-of-total',
  'value',
  'shares',
  'percent-of-issued',
  'voting-percent',
  'exposure-gross',
  'exposure-net',
  'exposure-overdue',
  'minimum-cash',
  'act-size',
  'day-size',
  'restricted',
] as const
export type LimitMeasure = (typeof LIMIT_MEASURES)[number]

export const LIMIT_UNITS = ['percent', 'LKR', 'shares', 'none'] as const
export type LimitUnit = (typeof LIMIT_UNITS)[number]

export const SUBJECT_TYPES = [
  'security',
  'issuer',
  'issuer-group',
  'sector',
  'board',
  'class',
  'broker',
  'portfolio',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export const SCOPE_TYPES = ['portfolio', 'rule-set', 'group', 'entity', 'all'] as const
export type ScopeType = (typeof SCOPE_TYPES)[number]

/** Of each member on its own. */
export const EACH = 'each'
/** The scope as a whole: a subject of the type portfolio. */
export const WHOLE = 'all'

/** `above`: what equals the bound is within. `at-or-above`: thresholds of law ("30 percent or more"). A lower bound mirrors both. */
export const LIMIT_OPERATORS = ['above', 'at-or-above'] as const
export type LimitOperator = (typeof LIMIT_OPERATORS)[number]
export const HARDNESSES = ['inform', 'soft', 'hard'] as const
export type Hardness = (typeof HARDNESSES)[number]

export const LIMIT_STATES = ['within', 'warning', 'exceeded', 'unknown'] as const
export type LimitState = (typeof LIMIT_STATES)[number]
export const LIMIT_EFFECTS = ['better', 'equal', 'worse'] as const
export type LimitEffect = (typeof LIMIT_EFFECTS)[number]

export const RESTRICTED_SIDES = ['buys', 'sales', 'both'] as const
export type RestrictedSide = (typeof RESTRICTED_SIDES)[number]

/** A percent of the bound from which a limit warns, where nothing else is said. */
export const WARNING_PERCENT = 90

const ON_HOLDINGS: readonly SubjectType[] = [
  'security',
  'issuer',
  'issuer-group',
  'sector',
  'board',
  'class',
  'portfolio',
]
const ON_SECURITIES: readonly SubjectType[] = [
  'security',
  'issuer',
  'issuer-group',
  'sector',
  'board',
  'class',
]

interface MeasureUse {
  readonly kind: LimitKind
  readonly units: readonly LimitUnit[]
  readonly subjects: readonly SubjectType[]
}
/**
 * The use of each measure: its kind, the units of its bound, its subjects. The first unit is the usual one.
 */
export const MEASURE_USES: Readonly<Record<LimitMeasure, MeasureUse>> = {
  'percent-of-net-assets': { kind: 'share', units: ['percent'], subjects: ON_HOLDINGS },
  'percent-of-securities': { kind: 'share', units: ['percent'], subjects: ON_HOLDINGS },
  'percent-of-total': { kind: 'share', units: ['percent'], subjects: ON_HOLDINGS },
  value: { kind: 'position', units: ['LKR'], subjects: ON_HOLDINGS },
  shares: { kind: 'position', units: ['shares'], subjects: ['security', 'issuer'] },
  'percent-of-issued': { kind: 'position', units: ['percent'], subjects: ['security', 'issuer'] },
  'voting-percent': { kind: 'position', units: ['percent'], subjects: ['issuer'] },
  'exposure-gross': { kind: 'exposure', units: ['LKR', 'percent'], subjects: ['broker'] },
  'exposure-net': { kind: 'exposure', units: ['LKR', 'percent'], subjects: ['broker'] },
  'exposure-overdue': { kind: 'exposure', units: ['LKR', 'percent'], subjects: ['broker'] },
  'minimum-cash': { kind: 'cash', units: ['LKR', 'percent'], subjects: ['portfolio'] },
  'act-size': { kind: 'act', units: ['LKR'], subjects: [...ON_SECURITIES, 'broker', 'portfolio'] },
  'day-size': { kind: 'act', units: ['LKR'], subjects: [...ON_SECURITIES, 'broker', 'portfolio'] },
  restricted: { kind: 'restriction', units: ['none'], subjects: ON_SECURITIES },
}

/** A lower bound is exceeded by what falls under it. */
export const isLower = (measure: LimitMeasure): boolean => measure === 'minimum-cash'

/** Scopes of which everything is computed in full at once, so that a bound there may be hard. */
export const MAY_BE_HARD: readonly ScopeType[] = ['portfolio', 'rule-set']
