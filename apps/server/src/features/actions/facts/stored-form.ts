/** The form of a corporate action as it is stored: exact figures as text; and read again. */
import {
  ACTION_SHAPES,
  type ActionForm,
  type ActionKind,
  actionForm,
  scaleOfField,
} from '@em/contract/books/action-forms'
import { formatDecimal, toJsonNumber } from '@em/core/values/decimal'

type Figures = (value: bigint, field: string) => unknown

/** Fields that say how it is recorded, not what the action is. */
const OF_THE_REQUEST = ['draft']

function spelled(form: ActionForm, figure: Figures): Record<string, unknown> {
  const one = (value: unknown, field: string): unknown => {
    if (typeof value === 'bigint') return figure(value, field)
    if (Array.isArray(value)) return value.map((item) => one(item, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, one(item, name)]))
    return value
  }
  const said = Object.entries(form).filter(
    ([field, value]) => value !== null && value !== undefined && !OF_THE_REQUEST.includes(field),
  )
  return Object.fromEntries(said.map(([field, value]) => [field, one(value, field)]))
}

/** The form as it is kept. */
export const storedForm = (form: ActionForm): Record<string, unknown> =>
  spelled(form, (value, field) => formatDecimal(value, scaleOfField(form.kind, field)))

/** The form as it is answered: figures as numbers, under the names that it was sent with. */
export const answeredForm = (form: ActionForm): Record<string, unknown> =>
  spelled(form, (value, field) => toJsonNumber(value, scaleOfField(form.kind, field)))

/** A stored form, as the schema leaves it. */
export function formOf(kind: ActionKind, stored: unknown): ActionForm {
  const fields = Object.keys(ACTION_SHAPES[kind])
  const known = Object.entries(stored as Record<string, unknown>).filter(([field]) => fields.includes(field))
  return actionForm.parse({ ...Object.fromEntries(known), kind })
}
