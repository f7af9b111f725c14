import type { Field } from '@em/contract/kit/register'
import type { Choice } from '../../ui/form/TextFields.tsx'
import { portfolioMaster } from './portfolio-master.ts'

/** The columns of the list that a row edits in place. */
export const INLINE = [
  'portfolioId',
  'portfolioName',
  'portfolioType',
  'entity',
  'fundManager',
  'baseCurrency',
  'riskProfile',
  'status',
] as const

export function fieldOf(name: string): Field {
  const field = portfolioMaster.register.fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`No portfolio field ${name}`)
  return field
}

/**
 * The choices of a select in a row. A portfolio is closed in its full form, not in passing: the list leaves
 * Closed out unless the portfolio is closed already.
 */
export function choicesOf(field: Field, stored: unknown): Choice[] {
  const offered = (field.options ?? []).filter(
    ({ value }) => field.name !== 'status' || value !== 'Closed' || stored === 'Closed',
  )
  return field.required === true ? [...offered] : [{ value: '', label: '–' }, ...offered]
}
