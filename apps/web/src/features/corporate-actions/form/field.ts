import type { ActionKind } from '@em/contract/books/action-forms'

/** What a field of a form is. */

export type FormKind = Exclude<ActionKind, 'ipo' | 'transfer'>
export type ActionValues = Record<string, string | boolean>

export interface ActionField {
  readonly name: string
  readonly label: string
  readonly kind:
    | 'date'
    | 'rate'
    | 'price'
    | 'money'
    | 'shares'
    | 'percent'
    | 'part'
    | 'text'
    | 'security'
    | 'flag'
    | 'choice'
  /** Must be filled: always, until the dates are "to be notified", or as the other fields say. */
  readonly required?: true | 'unless later' | ((values: ActionValues) => boolean)
  /** Only of one portfolio: with all holders each has its own. */
  readonly single?: true
  /** Left out of the form where it means nothing. */
  readonly when?: (values: ActionValues) => boolean
  readonly help?: string
  /** Cannot be blank: something of it is always chosen. */
  readonly always?: true
  readonly choices?: readonly string[]
  readonly max?: number
}

export interface FieldSection {
  readonly title: string
  readonly fields: readonly ActionField[]
}

/** Whether somebody filled a field. */
export const isFilled = (values: ActionValues, name: string): boolean =>
  String(values[name] ?? '').trim() !== ''
