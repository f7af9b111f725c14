import { type ActionField, isFilled, REMARKS, SECURITY_CODE, SECURITY_NAME, type TypedForm } from './field.ts'
import { type DerivedFigure, Typed } from './figures.ts'
import { actionForm } from './forms.ts'
import { type ActionKind, KINDS } from './kinds.ts'

/** The form of a kind while it is typed: its fields in their sections, which of them must be filled, what follows from them. */

export interface NamedField extends ActionField {
  readonly name: string
}
export interface FieldSection {
  readonly title: string
  readonly fields: readonly NamedField[]
}

const named = (name: string, field: ActionField): NamedField => ({ ...field, name })
const CODE = named('securityCode', SECURITY_CODE)
const NAME = named('securityName', SECURITY_NAME)
export const REMARKS_FIELD = named('remarks', REMARKS)

/** The field that is compared with the books: it is next to the figures of the holding. */
const HOLDING = 'sharesHeld'
export const sharesHeldOf = (kind: ActionKind): NamedField | null => {
  const field = KINDS[kind].fields[HOLDING]
  return field === undefined ? null : named(HOLDING, field)
}

/** The fields that state the terms of an event: all but the security, the holding and the remarks. */
export const termFieldsOf = (kind: ActionKind): readonly NamedField[] =>
  Object.entries(KINDS[kind].fields).flatMap(([name, field]) =>
    field.hidden === true || name === HOLDING ? [] : [named(name, field)],
  )

/** The parts of a kind's form between the security and the holding. */
export function sectionsOf(kind: ActionKind): readonly FieldSection[] {
  const sections: { title: string; fields: NamedField[] }[] = []
  for (const field of termFieldsOf(kind)) {
    if (field.section !== undefined) sections.push({ title: field.section, fields: [] })
    sections.at(-1)?.fields.push(field)
  }
  return sections
}

/** The fields of a kind, in the order of its form. */
export function fieldsOf(kind: ActionKind): readonly NamedField[] {
  const held = sharesHeldOf(kind)
  return [CODE, NAME, ...termFieldsOf(kind), ...(held === null ? [] : [held]), REMARKS_FIELD]
}

/** A field by its name, as a person knows it: "exDividendDate" is "Ex-Dividend Date". */
export const labelOf = (kind: ActionKind, name: string): string =>
  fieldsOf(kind).find((field) => field !== REMARKS_FIELD && field.name === name)?.label ?? name

/** Whether the form shows a field, given the values of the others. */
export function isShown(field: ActionField, typed: TypedForm): boolean {
  if (field.single === true && !isFilled(typed, 'portfolio')) return false
  return field.when?.(typed) ?? true
}

/** Whether a field must be filled, as the others are. */
export function isRequired({ required }: ActionField, typed: TypedForm): boolean {
  if (required === undefined) return false
  if (required === true) return true
  if (required === 'unless later') return typed['datesToBeNotified'] !== true
  return required(typed)
}

/** A form that no one has typed into. */
export function startOf(kind: ActionKind): ActionValues {
  const blank = fieldsOf(kind).map(({ name, type, start }) => [name, start ?? (type === 'flag' ? false : '')])
  return {
    securityCode: '',
    securityName: '',
    portfolio: '',
    settlementAccount: '',
    ...Object.fromEntries(blank),
  }
}

/** The figures next to a kind's form, as far as it is filled. */
export const derivedOf = (kind: ActionKind, typed: TypedForm): DerivedFigure[] =>
  KINDS[kind].figures?.(new Typed(typed)) ?? []

/**
 * The figures with the shares that the holders of a recorded event are entitled to in place of those of all together: each holder's are
 * rounded down by themselves.
 */
export function withEntitled(
  kind: ActionKind,
  figures: readonly DerivedFigure[],
  of: { readonly held: number; readonly entitled: number },
): DerivedFigure[] {
  const after = KINDS[kind].holdingAfter?.(of) ?? of.held + of.entitled
  const how = 'The sum of the entitlements, each rounded down'
  return figures.map((one) =>
    one.is === undefined ? one : { ...one, value: String(one.is === 'entitled' ? of.entitled : after), how },
  )
}

// The values of a form: its start, blank or from a recorded event, and the values to send.

export type ActionValues = Record<string, string | boolean>

/** A recorded event's form, as it was sent. */
export function valuesOf(kind: ActionKind, form: Readonly<Record<string, unknown>>): ActionValues {
  const values = startOf(kind)
  for (const [name, before] of Object.entries(values)) {
    const now = form[name] ?? (name === 'portfolio' ? form['portfolioId'] : undefined)
    if (now === undefined || now === null) continue
    values[name] = typeof before === 'boolean' ? now === true || now === 'true' || now === 'Yes' : String(now)
  }
  return values
}

/** What is sent: the fields of the form that are not blank. */
export function sentOf(kind: ActionKind, values: ActionValues, asDraft = false): Record<string, unknown> {
  const hidden = new Set(
    fieldsOf(kind)
      .filter((field) => !isShown(field, values))
      .map(({ name }) => name),
  )
  const trimmed = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  )
  return {
    kind,
    ...Object.fromEntries(trimmed.filter(([name, value]) => value !== '' && !hidden.has(name))),
    ...(asDraft ? { draft: true } : {}),
  }
}

/** What a change sends: every field of the form, and null for what is blank or hidden, so that it is emptied. */
export function changeSentOf(
  kind: ActionKind,
  values: ActionValues,
  asDraft: boolean,
): Record<string, unknown> {
  const emptied = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
  return { ...emptied, ...sentOf(kind, values), draft: asDraft }
}

/** What is wrong with a form, by field. A draft may lack what is only needed later. */
export function faultsOf(kind: ActionKind, values: ActionValues, asDraft = false): Record<string, string> {
  const faults: Record<string, string> = {}
  const result = actionForm.safeParse(sentOf(kind, values, asDraft))
  for (const { path, message } of result.error?.issues ?? []) {
    const name = path.join('.')
    const label = labelOf(kind, name)
    const isBlank = values[name] === '' || values[name] === undefined
    faults[name] ??= isBlank ? `${label} is required.` : message
  }
  for (const field of asDraft ? [] : fieldsOf(kind)) {
    if (!isShown(field, values) || !isRequired(field, values)) continue
    if (String(values[field.name] ?? '').trim() === '') faults[field.name] = `${field.label} is required.`
  }
  return inOrder(kind, faults)
}

/** Faults in the order of the form. */
function inOrder(kind: ActionKind, faults: Record<string, string>): Record<string, string> {
  const names = fieldsOf(kind).map(({ name }) => name)
  const positionOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(faults).toSorted(([a], [b]) => positionOf(a) - positionOf(b)))
}

/** What was typed since, over the current values; `clashes` names what both changed. */
export function laidOver(
  typed: ActionValues,
  base: ActionValues,
  fresh: ActionValues,
): { values: ActionValues; edited: string[]; clashes: string[] } {
  const edited = Object.keys(typed).filter((name) => typed[name] !== base[name])
  const values = { ...fresh }
  for (const name of edited) values[name] = typed[name] ?? ''
  return {
    values,
    edited,
    clashes: edited.filter((name) => fresh[name] !== base[name] && fresh[name] !== typed[name]),
  }
}
