import type { ActionKind } from '@em/contract/books/action-forms'
import { type ActionField, type ActionValues, type FieldSection, type FormKind, isFilled } from './field.ts'
import { SECTIONS } from './sections.ts'

/** The fields of each form, what is asked by all of them, and what they are called. */

export type { ActionField, ActionValues, FieldSection, FormKind }

/** Asked by every kind but a change of name: compared with what the books hold. */
export const SHARES_HELD: ActionField = {
  name: 'sharesHeld',
  label: 'Shares Held',
  kind: 'shares',
  required: true,
}
export const SECURITY_CODE: ActionField = {
  name: 'securityCode',
  label: 'Security Code',
  kind: 'security',
  required: true,
}
export const SECURITY_NAME: ActionField = {
  name: 'securityName',
  label: 'Security Name',
  kind: 'text',
  required: true,
  max: 200,
}
export const REMARKS: ActionField = { name: 'remarks', label: 'Remarks', kind: 'text', max: 1000 }

export const hasSharesHeld = (kind: FormKind): boolean => kind !== 'identity'

/** The parts of a kind's form between the security and the holding. */
export const sectionsOf = (kind: FormKind): readonly FieldSection[] => SECTIONS[kind]

/** The fields of a kind, in the order of its form. */
export function fieldsOf(kind: FormKind): readonly ActionField[] {
  return [
    SECURITY_CODE,
    SECURITY_NAME,
    ...SECTIONS[kind].flatMap(({ fields }) => fields),
    ...(hasSharesHeld(kind) ? [SHARES_HELD] : []),
    REMARKS,
  ]
}

/** Whether a field stands in the form, as the others are filled. */
export function isShown(field: ActionField, values: ActionValues): boolean {
  if (field.single === true && !isFilled(values, 'portfolio')) return false
  return field.when?.(values) ?? true
}

/** Whether a field must be filled, as the others are. */
export function isRequired({ required }: ActionField, values: ActionValues): boolean {
  if (required === undefined) return false
  if (required === true) return true
  if (required === 'unless later') return values['datesToBeNotified'] !== true
  return required(values)
}

/** Fields of the forms that stand elsewhere: an application for shares, a transfer. */
const OTHERS: Readonly<Record<Exclude<ActionKind, FormKind>, readonly ActionField[]>> = {
  ipo: [
    { name: 'companyName', label: 'Company Name', kind: 'text' },
    { name: 'ipoDate', label: 'IPO Date', kind: 'date' },
    { name: 'appliedDate', label: 'Applied Date', kind: 'date' },
    { name: 'pricePerShare', label: 'Price per Share', kind: 'price' },
    { name: 'totalInvestment', label: 'Total Investment', kind: 'money' },
    { name: 'paymentMethod', label: 'Payment Method', kind: 'text' },
  ],
  transfer: [
    { name: 'toPortfolio', label: 'To Portfolio', kind: 'text' },
    { name: 'transferDate', label: 'Transfer Date', kind: 'date' },
    { name: 'quantity', label: 'Quantity', kind: 'shares' },
    { name: 'transferPrice', label: 'Price', kind: 'price' },
  ],
}

/** What tells the terms of an event, for reading: all but the security and the remarks. */
export function termsOf(kind: ActionKind): readonly ActionField[] {
  if (kind === 'ipo' || kind === 'transfer') return OTHERS[kind]
  return SECTIONS[kind].flatMap(({ fields }) => fields)
}

/** A field of any form by its name, as a person knows it: "exDividendDate" is "Ex-Dividend Date". */
export function labelOf(kind: ActionKind, name: string): string {
  const common = [SECURITY_CODE, SECURITY_NAME, SHARES_HELD]
  return [...termsOf(kind), ...common].find((field) => field.name === name)?.label ?? name
}

export const isFormKind = (kind: ActionKind): kind is FormKind => kind !== 'ipo' && kind !== 'transfer'
