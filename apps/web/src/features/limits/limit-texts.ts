/** The names of limits, their states and their breaches on the screen. */
import type { BREACH_CAUSES, BREACH_STEPS, Breach, LIMIT_TABS, Limit } from '@em/contract/limits/limits'
import {
  EACH,
  type Hardness,
  isLower,
  LIMIT_MEASURES,
  type LimitEffect,
  type LimitKind,
  type LimitMeasure,
  type LimitOperator,
  type LimitState,
  type LimitUnit,
  MEASURE_USES,
  type RestrictedSide,
  type ScopeType,
  type SubjectType,
} from '@em/core/limits/limit-codes'
import { formatNumber } from '../../lib/numerals.ts'

/** The three tabs of Risk and Limit Management. */
export type LimitTab = keyof typeof LIMIT_TABS

type Tone = 'good' | 'warn' | 'bad' | 'quiet'
interface Word {
  readonly word: string
  readonly tone: Tone
}

export const MEASURE_WORDS: Readonly<Record<LimitMeasure, string>> = {
  'percent-of-net-assets': 'Share of net assets',
  'percent-of-securities': 'Share of securities',
  'percent-of-total': 'Share of securities and cash',
  value: 'Market value',
  shares: 'Shares held',
  'percent-of-issued': 'Share of issued shares',
  'voting-percent': 'Share of votes',
  'exposure-gross': 'Exposure, gross',
  'exposure-net': 'Exposure, net by due day',
  'exposure-overdue': 'Exposure, overdue',
  'minimum-cash': 'Minimum of cash',
  'act-size': 'Size of one order',
  'day-size': 'Size of a day',
  restricted: 'Restriction',
}

export const SUBJECT_WORDS: Readonly<Record<SubjectType, string>> = {
  security: 'Security',
  issuer: 'Issuer',
  'issuer-group': 'Issuer group',
  sector: 'Sector',
  board: 'Board',
  class: 'Class of shares',
  broker: 'Broker',
  portfolio: 'Portfolio',
}

export const SCOPE_WORDS: Readonly<Record<ScopeType, string>> = {
  portfolio: 'A portfolio',
  'rule-set': 'Portfolios of a rule set, each on its own',
  group: 'A portfolio and those below it, together',
  entity: 'All portfolios of an entity, together',
  all: 'All portfolios, together',
}

export const STATE_WORDS: Readonly<Record<LimitState, Word>> = {
  within: { word: 'Within', tone: 'good' },
  warning: { word: 'Warning', tone: 'warn' },
  exceeded: { word: 'Exceeded', tone: 'bad' },
  unknown: { word: 'Unknown', tone: 'quiet' },
}

export const IN_FORCE_WORDS: Readonly<Record<Limit['state'], Word>> = {
  'in-force': { word: 'In force', tone: 'good' },
  coming: { word: 'Coming', tone: 'quiet' },
  ended: { word: 'Ended', tone: 'quiet' },
}

export const BREACH_WORDS: Readonly<Record<Breach['state'], Word>> = {
  open: { word: 'Open', tone: 'bad' },
  late: { word: 'Late', tone: 'bad' },
  overridden: { word: 'Overridden', tone: 'warn' },
  cured: { word: 'Cured', tone: 'good' },
}

export const CAUSE_WORDS: Readonly<Record<(typeof BREACH_CAUSES)[number], string>> = {
  trade: 'Trade',
  correction: 'Correction',
  action: 'Corporate action',
  price: 'Price',
  'issued-shares': 'Issued shares',
  'reference-data': 'Reference data',
  limit: 'Change of the limit',
  cash: 'Cash',
  other: 'Other',
}

export const STEP_WORDS: Readonly<Record<(typeof BREACH_STEPS)[number], string>> = {
  opened: 'Opened',
  worsened: 'Worsened',
  noted: 'Noted',
  overridden: 'Overridden',
  cured: 'Cured',
  reopened: 'Opened again',
}

export const EFFECT_WORDS: Readonly<Record<LimitEffect, string>> = {
  better: 'Better',
  equal: 'Unchanged',
  worse: 'Worse',
}

export const HARDNESS_WORDS: Readonly<Record<Hardness, string>> = {
  inform: 'Inform',
  soft: 'Soft',
  hard: 'Hard',
}

export const HARDNESS_CHOICES: readonly { value: Hardness; label: string }[] = [
  { value: 'inform', label: 'Inform: shown only' },
  { value: 'soft', label: 'Soft: an order needs a reason' },
  { value: 'hard', label: 'Hard: another person releases the order' },
]

export const SIDE_CHOICES: readonly { value: RestrictedSide; label: string }[] = [
  { value: 'buys', label: 'Buys' },
  { value: 'sales', label: 'Sales' },
  { value: 'both', label: 'Buys and sales' },
]

export const OPERATOR_CHOICES: readonly { value: LimitOperator; label: string }[] = [
  { value: 'above', label: 'The bound itself is within' },
  { value: 'at-or-above', label: 'The bound itself is exceeded' },
]

export const UNIT_WORDS: Readonly<Record<LimitUnit, string>> = {
  percent: '%',
  LKR: 'LKR',
  shares: 'shares',
  none: '',
}

/** The measures whose limits are on a tab, for a list of choices. */
export const measureChoices = (kinds: readonly LimitKind[]) =>
  LIMIT_MEASURES.filter((measure) => kinds.includes(MEASURE_USES[measure].kind)).map((measure) => ({
    value: measure,
    label: MEASURE_WORDS[measure],
  }))

const figure = (value: number, decimals: number) => formatNumber(value, { decimals })

/** "10.0000 %", "LKR 2,500,000.00", "1,000 shares"; a dash where nothing is known. */
export function inUnit(value: number | null, unit: LimitUnit): string {
  if (value === null || unit === 'none') return '\u2013'
  if (unit === 'percent') return `${figure(value, 4)} %`
  return unit === 'LKR' ? `LKR ${figure(value, 2)}` : `${figure(value, 0)} shares`
}

/** "At most 10.0000 %", "At least LKR 300,000.00", "Buys and sales forbidden". */
export function boundInWords(limit: Pick<Limit, 'bound' | 'unit' | 'measure' | 'side'>): string {
  const { bound, unit, measure, side } = limit
  if (measure === 'restricted') {
    const which = SIDE_CHOICES.find(({ value }) => value === side)?.label ?? 'Dealing'
    return `${which} forbidden`
  }
  return bound === null ? '\u2013' : `${isLower(measure) ? 'At least' : 'At most'} ${inUnit(bound, unit)}`
}

export const isOfEach = (subject: { readonly id: string | null }): boolean => subject.id === EACH
