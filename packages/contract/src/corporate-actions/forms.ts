import type { ActionTerms } from '@em/core/corporate-actions/plan-of'
import { formatDecimal, toJsonNumber } from '@em/core/values/decimal'
import { z } from 'zod'
import { changeOf, optional, optionalText, recordId } from '../kit/fields.ts'
import { type ActionField, COMMON, type DateRole } from './field.ts'
import type { AnyKind, FormFault, TermsOf } from './kind.ts'
import { ACTION_KINDS, type ActionForm, type ActionKind, KINDS, kindOf } from './kinds.ts'

/** The forms of corporate actions, one a kind, under the names of the specification: what is sent, kept, answered and planned by. */

/** Every field that a kind takes, those of all kinds first. */
export const fieldsTaken = (kind: ActionKind): Readonly<Record<string, ActionField>> => ({
  ...COMMON,
  ...KINDS[kind].fields,
})
const formOf = (kind: ActionKind) => {
  const schemas = Object.entries(fieldsTaken(kind)).map(([name, { schema }]) => [name, schema] as const)
  return z.object({ kind: z.literal(kind), ...Object.fromEntries(schemas) })
}
type Form = ReturnType<typeof formOf>
const forms = ACTION_KINDS.map(formOf) as [Form, ...Form[]]

const ONE_OF_KINDS: {
  readonly error: (issue: { readonly code?: string | undefined }) => string | undefined
} = {
  error: ({ code }) => (code === 'invalid_union' ? `Must be one of: ${ACTION_KINDS.join(', ')}.` : undefined),
}

/** The form of a new event, by its kind. The server checks what it must contain beyond its shape (422). */
export const actionForm = z.discriminatedUnion('kind', forms, ONE_OF_KINDS) as unknown as z.ZodType<
  ActionForm,
  Record<string, unknown>
>

/** The same as it is sent, with the reason that a limit may ask for. */
export const newActionForm = z.discriminatedUnion(
  'kind',
  forms.map((form) => z.object({ ...form.shape, reason: optionalText(500) })) as unknown as [Form],
  ONE_OF_KINDS,
) as unknown as z.ZodType<ActionForm & { readonly reason: string | null }, Record<string, unknown>>

const ofChange = {
  version: optional(recordId('Must be the version that was read.')),
  reason: optionalText(500),
}

type Left<F> = F extends unknown
  ? { readonly [K in keyof F]?: F[K] | undefined } & Pick<F, 'kind' & keyof F>
  : never
/** What a change of a form says; undefined stays as it is recorded. */
export type ActionFormChange = Left<ActionForm>

/**
 * A change of a form, with the version that was edited: a stale one is refused. An optional field that is left out stays as it is
 * recorded; null or blank empties it. A draft stays one until `draft: false` is written.
 */
export const changedActionForm = z.discriminatedUnion(
  'kind',
  forms.map((form) => z.object({ ...changeOf(form.shape), ...ofChange })) as unknown as [Form],
) as unknown as z.ZodType<
  ActionFormChange & { version: number | null; reason: string | null },
  Record<string, unknown>
>

/** Fields that say how it is recorded, not what the action is. */
const OF_THE_REQUEST = ['draft']

type Figure = (units: bigint, scale: number) => unknown

function spelled(form: ActionForm, figure: Figure): Record<string, unknown> {
  const fields = fieldsTaken(form.kind)
  const one = (value: unknown, scale: number): unknown => {
    if (typeof value === 'bigint') return figure(value, scale)
    if (Array.isArray(value)) return value.map((item) => one(item, 0))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, one(item, 0)]))
    return value
  }
  const said = Object.entries(form).filter(
    ([field, value]) => value !== null && value !== undefined && !OF_THE_REQUEST.includes(field),
  )
  return Object.fromEntries(said.map(([field, value]) => [field, one(value, fields[field]?.scale ?? 0)]))
}

/** The form as it is kept: exact figures as text. */
export const storedForm = (form: ActionForm): Record<string, unknown> => spelled(form, formatDecimal)

/** The form as it is answered: figures as numbers, under the names that it was sent with. */
export const answeredForm = (form: ActionForm): Record<string, unknown> => spelled(form, toJsonNumber)

/** A stored form, as the schema leaves it. */
export function formFrom(kind: ActionKind, stored: unknown): ActionForm {
  const fields = fieldsTaken(kind)
  const known = Object.entries(stored as Record<string, unknown>).filter(([field]) => field in fields)
  return actionForm.parse({ ...Object.fromEntries(known), kind })
}

/** The title of an action. */
export const titleOf = (form: ActionForm, symbol: string, to: string | null = null): string =>
  kindOf(form).title(form, symbol, to)

/** The terms; null while a date or a figure is missing without which nothing can be counted. */
export const termsOf = (form: ActionForm, of: TermsOf): ActionTerms | null => kindOf(form).terms(form, of)

/** The other security that a form names as what its holders receive; null where it names none. */
export function newSecurityIn(form: ActionForm): string | null {
  const values: Readonly<Record<string, unknown>> = form
  const name = Object.entries(kindOf(form).fields).find(([, { type }]) => type === 'security')?.[0]
  const value = name === undefined ? null : values[name]
  return typeof value === 'string' ? value : null
}

/** The labels of the fields that must be filled before the action can be processed. */
export function missingOf(form: ActionForm, of: TermsOf): string[] {
  if (termsOf(form, of) !== null) return []
  const values: Readonly<Record<string, unknown>> = form
  return Object.entries(kindOf(form).fields).flatMap(([name, { label, toPlan }]) => {
    const isNeeded = typeof toPlan === 'function' ? toPlan(values, of.across) : toPlan === true
    return isNeeded && values[name] === null ? [label] : []
  })
}

/** The dates of an action by what they are for, whatever its form calls them. */
export type ActionDates = Readonly<Record<DateRole, string | null>>

/** The field of a kind's form with a date of a role; undefined where it asks for none. */
export const fieldOfDate = (kind: ActionKind, role: DateRole): string | undefined =>
  Object.entries(KINDS[kind].fields).find(([, field]) => field.role === role)?.[0]

/** Reads the dates off a form. */
export function datesOf(form: ActionForm): ActionDates {
  const values: Readonly<Record<string, unknown>> = form
  const at = (role: DateRole): string | null => {
    const value = values[fieldOfDate(form.kind, role) ?? '']
    return typeof value === 'string' ? value : null
  }
  return {
    announcement: at('announcement'),
    ex: at('ex'),
    record: at('record'),
    payment: at('payment'),
    allotment: at('allotment'),
    subscriptionStart: at('subscriptionStart'),
    renunciation: at('renunciation'),
    last: at('last'),
  }
}

const EARLIER: Readonly<Record<DateRole, string>> = {
  announcement: 'the announcement',
  ex: 'the ex date',
  record: 'the record date',
  payment: 'the payment date',
  allotment: 'the allotment date',
  subscriptionStart: 'the subscription start',
  renunciation: 'the last day of renunciation',
  last: 'the last day of acceptance',
}
const LATER: Readonly<Record<DateRole, string>> = {
  announcement: 'The announcement',
  ex: 'The ex date',
  record: 'The record date',
  payment: 'The payment date',
  allotment: 'The allotment date',
  subscriptionStart: 'The subscription start',
  renunciation: 'The last day of renunciation',
  last: 'The last day',
}
/** Of which the first may not come after the second. */
const PAIRS: readonly (readonly [earlier: DateRole, later: DateRole])[] = [
  ['announcement', 'ex'],
  ['ex', 'record'],
  ['ex', 'payment'],
  ['record', 'payment'],
  ['ex', 'allotment'],
  ['ex', 'subscriptionStart'],
  ['subscriptionStart', 'last'],
  ['ex', 'last'],
  ['renunciation', 'last'],
]

function pairsOf({ unordered = [], last }: AnyKind<ActionForm>) {
  const isFree = (pair: (typeof PAIRS)[number]) =>
    unordered.some(([earlier, later]) => earlier === pair[0] && later === pair[1])
  const pairs = PAIRS.filter((pair) => !isFree(pair)).map(
    ([earlier, later]) => [earlier, later, later === 'last' ? last?.word : LATER[later]] as const,
  )
  return last?.beforeEx === true
    ? [...pairs.filter(([, later]) => later !== 'last'), ['last', 'ex', 'The effective date'] as const]
    : pairs
}

/** Dates in the wrong order; null where they are in order. */
export function dateFault(form: ActionForm): FormFault | null {
  const dates = datesOf(form)
  for (const [earlier, later, word = ''] of pairsOf(kindOf(form))) {
    const [before, date] = [dates[earlier], dates[later]]
    if (before !== null && date !== null && date < before) {
      const facts = { later: word, date, earlier: EARLIER[earlier], before }
      return { code: 'action.dates-order', field: fieldOfDate(form.kind, later) ?? 'dates', facts }
    }
  }
  return null
}
