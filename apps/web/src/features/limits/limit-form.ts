/** The values of the form of a limit, where it starts and what it sends. */
import { faultsOfLimit, type LimitWithVersions } from '@em/contract/limits/limits'
import {
  EACH,
  type Hardness,
  type LimitMeasure,
  type LimitOperator,
  type LimitUnit,
  MEASURE_USES,
  type RestrictedSide,
  type ScopeType,
  type SubjectType,
  WARNING_PERCENT,
  WHOLE,
} from '@em/core/limits/limit-codes'
import { today } from '../../lib/dates.ts'
import type { Draft } from './RuleSets.tsx'

export interface LimitValues {
  code: string
  name: string
  measure: LimitMeasure
  subject: { type: SubjectType; id: string; top: string }
  scope: { type: ScopeType; id: string }
  bound: string
  unit: LimitUnit
  operator: LimitOperator
  hardness: Hardness
  warning: string
  effectiveFrom: string
  effectiveTo: string
  /** Why a version holds from a day that is over. */
  changeReason: string
  source: string
  grace: string
  days: string
  collateral: string
  side: RestrictedSide | ''
  reason: string
}

const usualSubject = (type: SubjectType) => ({ type, id: type === 'portfolio' ? WHOLE : EACH, top: '' })

export function startOfNew(measure: LimitMeasure): LimitValues {
  const use = MEASURE_USES[measure]
  return {
    code: '',
    name: '',
    measure,
    subject: usualSubject(use.subjects[0] ?? 'security'),
    scope: { type: 'portfolio', id: EACH },
    bound: '',
    unit: use.units[0] ?? 'percent',
    operator: 'above',
    hardness: 'soft',
    warning: String(WARNING_PERCENT),
    effectiveFrom: today(),
    effectiveTo: '',
    changeReason: '',
    source: '',
    grace: '',
    days: '',
    collateral: '',
    side: measure === 'restricted' ? 'both' : '',
    reason: '',
  }
}

/** Another measure: what no longer fits it is put back to what is usual. */
export function withMeasure(values: LimitValues, measure: LimitMeasure): LimitValues {
  const { units, subjects } = MEASURE_USES[measure]
  const usual = startOfNew(measure)
  return {
    ...values,
    measure,
    unit: units.includes(values.unit) ? values.unit : usual.unit,
    subject: subjects.includes(values.subject.type) ? values.subject : usual.subject,
    side: usual.side,
    ...(measure === 'restricted' && { bound: '' }),
    days: '',
    collateral: '',
  }
}

const said = (value: number | string | null) => (value === null ? '' : String(value))

export function startOfDraft(line: Draft): LimitValues {
  return {
    ...startOfNew(line.measure),
    code: line.code,
    name: line.name,
    subject: { ...line.subject, top: said(line.subject.top) },
    bound: said(line.bound),
    unit: line.unit,
    operator: line.operator,
    hardness: line.hardness,
    warning: said(line.warning),
    source: line.source,
  }
}

export function startOf(limit: LimitWithVersions): LimitValues {
  return {
    code: limit.code,
    name: limit.name,
    measure: limit.measure,
    subject: { type: limit.subject.type, id: limit.subject.id ?? EACH, top: said(limit.subject.top) },
    scope: { type: limit.scope.type, id: limit.scope.id ?? '' },
    bound: said(limit.bound),
    unit: limit.unit,
    operator: limit.operator,
    hardness: limit.hardness,
    warning: said(limit.warning),
    // A version holds from its first day on: the usual change holds from today.
    effectiveFrom: limit.effectiveFrom > today() ? limit.effectiveFrom : today(),
    effectiveTo: limit.effectiveTo ?? '',
    changeReason: '',
    source: limit.source ?? '',
    grace: said(limit.grace),
    days: said(limit.days),
    collateral: said(limit.collateral),
    side: limit.side ?? '',
    reason: limit.reason ?? '',
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** The next version of a limit. */
export const changeBody = (values: LimitValues) => ({
  ...versionBody(values),
  changeReason: correctsPast(values) ? orNull(values.changeReason) : null,
})

/** Whether a version says what held on days that are over. */
export const correctsPast = ({ effectiveFrom }: Pick<LimitValues, 'effectiveFrom'>): boolean =>
  effectiveFrom !== '' && effectiveFrom < today()

/** The fields of a version. */
function versionBody(values: LimitValues) {
  return {
    name: values.name,
    bound: orNull(values.bound),
    operator: values.operator,
    hardness: values.hardness,
    warning: values.warning.trim() === '' ? WARNING_PERCENT : values.warning,
    effectiveFrom: values.effectiveFrom,
    effectiveTo: orNull(values.effectiveTo),
    source: orNull(values.source),
    grace: orNull(values.grace),
    days: orNull(values.days),
    collateral: orNull(values.collateral),
    side: values.side === '' ? null : values.side,
    reason: orNull(values.reason),
  }
}

export function createBody(values: LimitValues) {
  const { subject, scope } = values
  return {
    ...versionBody(values),
    code: values.code,
    kind: MEASURE_USES[values.measure].kind,
    measure: values.measure,
    subject: { type: subject.type, id: subject.id, top: orNull(subject.top) },
    scope: { type: scope.type, id: orNull(scope.id) },
    unit: values.unit,
  }
}

/** A numeral in ten-thousandths, as the contract compares bounds; null for none, and for what is no numeral. */
function scaled(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{0,4}))?$/.exec(text.trim())
  return match === null ? null : BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`)
}

/** Missing values, and the faults that the contract finds in the others; each at its field. */
export function faultsOf(values: LimitValues, isNew: boolean): Record<string, string> {
  const faults: Record<string, string> = {}
  const need = (value: string, field: string, what: string) => {
    if (value.trim() === '') faults[field] = `${what} is required.`
  }
  if (isNew) need(values.code, 'code', 'Code')
  need(values.name, 'name', 'Name')
  need(values.effectiveFrom, 'effectiveFrom', 'From')
  need(values.subject.id, 'subject.id', 'Of which')
  if (!isNew && correctsPast(values) && values.changeReason.trim().length < 5)
    faults['changeReason'] = 'The reason of the change must have at least 5 characters.'
  const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? BigInt(text.trim()) : null)
  const found = faultsOfLimit({
    kind: MEASURE_USES[values.measure].kind,
    measure: values.measure,
    subject: { ...values.subject, top: whole(values.subject.top) },
    scope: { type: values.scope.type, id: orNull(values.scope.id) },
    bound: scaled(values.bound),
    unit: values.unit,
    hardness: values.hardness,
    effectiveFrom: values.effectiveFrom,
    effectiveTo: orNull(values.effectiveTo),
    grace: whole(values.grace),
    days: whole(values.days),
    collateral: scaled(values.collateral),
    side: values.side === '' ? null : values.side,
    reason: orNull(values.reason),
  })
  for (const { field, message } of found) faults[field] ??= message
  return faults
}
