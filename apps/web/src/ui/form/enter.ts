import type { KeyboardEvent } from 'react'

/** The fields that Enter visits: everything that takes a value. Buttons among them are fields that open a picker. */
const FIELDS = 'input:not([type="hidden"]):not([type="file"]), textarea, select, button[data-field]'

/** How Enter goes through a form; without it, from each field to the next one. */
export interface EnterOrder {
  /** By name, the fields that are visited one after the other, wherever they are; then the others. */
  readonly first: readonly string[]
  /** Others are visited only while they are empty: what is in them was kept or proposed. */
  readonly onlyEmpty: boolean
}

/**
 * Enter in a field of a long form goes to the next field, with its content selected so that typing replaces it; in the
 * last one the form is submitted as ever. A required field that opens choices opens them while it is empty. Enter makes a
 * new line in a text of several lines; in a remark of one line Shift-Enter does. A part marked `data-enter="own"` keeps
 * Enter for itself.
 */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const form = event.currentTarget
  const field = event.target
  if (!(field instanceof HTMLElement) || !field.matches(FIELDS) || !isOf(form, field)) return
  if (field instanceof HTMLTextAreaElement && field.dataset['lines'] !== '1') return
  if (field.closest('[data-enter="own"]') !== null || opensChoices(field)) return
  const next = nextOf(form, field)
  // The browser submits the form itself, except from a list, where Enter would open the choices.
  if (next === undefined && field instanceof HTMLInputElement && !field.readOnly) return
  // Capturing: the field itself would open its choices again.
  event.preventDefault()
  event.stopPropagation()
  if (next === undefined) form.requestSubmit()
  else visit(next)
}

/** Moves on as Enter does, from a field that has taken a choice; in the last one it stays. */
export function goOnFrom(field: HTMLElement): void {
  const form = field.closest('form')
  const next = form === null ? undefined : nextOf(form, field)
  visit(next ?? field)
}

/** The order travels with the form, so that a field needs to know nothing of it. */
export const orderAttributes = (order: EnterOrder | undefined) =>
  order === undefined
    ? {}
    : { 'data-enter-first': order.first.join(' '), ...(order.onlyEmpty ? { 'data-enter-empty': true } : {}) }

/** Whether the form around a field says where Enter goes. */
export const hasOrder = (field: HTMLElement) =>
  field.closest('form[data-enter-first]') !== null && field.closest('[data-enter="own"]') === null

function nextOf(form: HTMLElement, field: HTMLElement): HTMLElement | undefined {
  const fields = fieldsOf(form)
  const behind = fields.slice(fields.indexOf(field) + 1)
  const names = form.dataset['enterFirst']?.split(' ')
  if (names === undefined) return behind[0]
  const first = names.flatMap((name) => fieldNamed(fields, name) ?? [])
  const isOpen = (one: HTMLElement) => form.dataset['enterEmpty'] === undefined || isEmpty(one)
  const isNext = (one: HTMLElement) => (first.includes(one) ? isEmpty(one) : isOpen(one))
  if (!first.includes(field)) return behind.find(isNext)
  const missing = (one: HTMLElement) =>
    !first.includes(one) && isEmpty(one) && one.getAttribute('aria-required') === 'true'
  return first[first.indexOf(field) + 1] ?? fields.find(missing) ?? behind.find(isNext)
}

/** The field of a form's value: its id ends in the name (`useField`). */
export const fieldNamed = (fields: readonly HTMLElement[], name: string) =>
  fields.find(({ id }) => id.endsWith(`-${name}`))

function isEmpty(field: HTMLElement): boolean {
  if (field instanceof HTMLButtonElement) return field.dataset['field'] === 'empty'
  if (field instanceof HTMLInputElement)
    return !['checkbox', 'radio'].includes(field.type) && field.value === ''
  return (field as HTMLTextAreaElement | HTMLSelectElement).value === ''
}

/** The fields that Enter visits, in their order. */
export const fieldsOf = (form: HTMLElement) =>
  [...form.querySelectorAll<HTMLElement>(FIELDS)].filter((field) => isOf(form, field) && isVisited(field))

/** Whether a field is the form's own: a dialog over the form keeps its keys for itself. */
const isOf = (form: HTMLElement, field: HTMLElement) =>
  form.contains(field) && field.closest('[role="dialog"]') === form.closest('[role="dialog"]')

/** Puts the focus on a field, its content selected: typing replaces it, as after Tab. */
export function visit(field: HTMLElement): void {
  field.focus()
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && !field.readOnly) field.select()
}

/**
 * Enter belongs to the field: it takes the marked one of its open choices or what was typed to find one, or opens them while it is
 * required and empty.
 */
function opensChoices(field: HTMLElement): boolean {
  if (field.dataset['finding'] !== undefined) return true
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]') != null) return true
  if (field instanceof HTMLButtonElement) return field.dataset['field'] === 'empty'
  return field.matches('input[aria-required="true"]:read-only') && (field as HTMLInputElement).value === ''
}

function isVisited(field: HTMLElement): boolean {
  if (field.matches(':disabled, [data-locked]') || field.tabIndex < 0) return false
  // Of a group of choices the one that Tab would visit: the chosen one, or the first.
  if (field instanceof HTMLInputElement && field.type === 'radio' && field.name !== '') {
    const group = [
      ...(field.form?.querySelectorAll<HTMLInputElement>('input[type="radio"]:not(:disabled)') ?? []),
    ].filter((one) => one.name === field.name)
    if (field !== (group.find((one) => one.checked) ?? group[0])) return false
  }
  return field.checkVisibility?.() ?? true
}
