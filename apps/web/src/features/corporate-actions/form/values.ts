import { actionForm } from '@em/contract/corporate-actions/forms'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { fieldsOf, isRequired, isShown, labelOf, startOf } from '@em/contract/corporate-actions/typed-form'

/** What a form holds: from nothing or a recorded event, and what of it is sent. */

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

/** What is sent: what stands in the form, without what is blank. */
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
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.fromEntries(Object.entries(faults).toSorted(([a], [b]) => place(a) - place(b)))
}

/** What was typed since, laid over what stands now; `clashes` names what both changed. */
export function laidOver(
  typed: ActionValues,
  base: ActionValues,
  fresh: ActionValues,
): { values: ActionValues; kept: string[]; clashes: string[] } {
  const kept = Object.keys(typed).filter((name) => typed[name] !== base[name])
  const values = { ...fresh }
  for (const name of kept) values[name] = typed[name] ?? ''
  return {
    values,
    kept,
    clashes: kept.filter((name) => fresh[name] !== base[name] && fresh[name] !== typed[name]),
  }
}
