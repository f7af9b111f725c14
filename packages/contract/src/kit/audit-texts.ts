/** What was changed, in fields that a person reads: label, value before, value after. The one place that derives them. */
import { dayInWords, monthName } from '@em/core/values/date-texts'

export type AuditFieldKind =
  | 'text'
  | 'shares'
  | 'money'
  | 'price'
  /** Percent, with as many decimals as it has. */
  | 'percent'
  | 'whole'
  | 'date'
  /** 1 to 12. */
  | 'month'
  | 'yes-no'

/** A field of a record as an audit row or a history shows it. */
export interface AuditField {
  /** Its name in the record. */
  readonly name: string
  readonly label: string
  /** A second field shown after it: an account's number after its name. */
  readonly with?: string
  /** Default `text`. */
  readonly kind?: AuditFieldKind
  /** The words for stored values, if they are not shown unchanged. */
  readonly words?: Readonly<Record<string, string>>
}

/** One field that differs; '' for a value that is absent. */
export interface FieldChange {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

type Values = Readonly<Record<string, unknown>>

const DECIMALS: Partial<Record<AuditFieldKind, readonly [least: number, most: number]>> = {
  shares: [0, 0],
  money: [2, 2],
  price: [4, 4],
  percent: [0, 10],
  whole: [0, 0],
}

const CLOCK = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo', dateStyle: 'short' })
const HOURS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
})
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/

/** A value as people read it, figures grouped and with their decimals; '' where it is absent. */
export function textOfValue(
  { kind = 'text', words }: Pick<AuditField, 'kind' | 'words'>,
  value: unknown,
): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value))
    return value
      .map((one) => textOfValue({ kind }, one))
      .filter(Boolean)
      .join(', ')
  // An object has no text of its own: its parts are fields.
  if (typeof value === 'object') return ''
  const text = String(value as string | number | boolean)
  const word = words?.[text]
  if (word !== undefined) return word
  if (MOMENT.test(text)) {
    const moment = new Date(text)
    if (!Number.isNaN(moment.getTime())) return `${dayInWords(CLOCK.format(moment))} ${HOURS.format(moment)}`
  }
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? dayInWords(text) : text
  if (kind === 'month') return monthName(Number(text))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const decimals = DECIMALS[kind]
  if (decimals === undefined || Number.isNaN(Number(text))) return text
  const [minimumFractionDigits, maximumFractionDigits] = decimals
  const figure = Number(text).toLocaleString('en-LK', { minimumFractionDigits, maximumFractionDigits })
  return figure.replace('-', '\u2212')
}

const namesOf = ({ name, with: second }: AuditField) => (second === undefined ? [name] : [name, second])

function textOf(field: AuditField, record: Values | null): string {
  return namesOf(field)
    .map((name) => textOfValue(field, record?.[name]))
    .filter(Boolean)
    .join(' ')
}

/**
 * The fields whose texts differ between two states of a record, in the order of `fields`; null is a record
 * that is not there.
 */
export function changesBetween(
  fields: readonly AuditField[],
  before: Values | null,
  after: Values | null,
): FieldChange[] {
  return fields.flatMap((field) => {
    const [was, is] = [textOf(field, before), textOf(field, after)]
    return was === is ? [] : [{ field: field.name, label: field.label, before: was, after: is }]
  })
}

/** The values of the named fields alone; absent ones are left out. */
export function pickFields(fields: readonly AuditField[], record: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(namesOf).flatMap((name) => {
      const value = record[name]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

/**
 * The values that differ between two states of a record, by name, before and after: what its audit row keeps.
 */
export function differingFields(
  fields: readonly AuditField[],
  before: Values,
  after: Values,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = new Set(changesBetween(fields, before, after).map(({ field }) => field))
  const names = fields.filter(({ name }) => changed.has(name)).flatMap(namesOf)
  const some = (record: Values) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
  return { before: some(before), after: some(after) }
}
