import { ACTION_STATES, type ActionState } from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { askedOf, choiceIn, dateIn, textIn } from '../../lib/filters.ts'

/** The filters of an event tab, as they are in the address. */
export interface ActionFilters {
  readonly search: string
  readonly state: ActionState | ''
  readonly kind: ActionKind | ''
  readonly securityCode: string
  readonly portfolio: string
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: ActionFilters = {
  search: '',
  state: '',
  kind: '',
  securityCode: '',
  portfolio: '',
  from: '',
  to: '',
}

export const filtersIn = (query: URLSearchParams, kinds: readonly ActionKind[]): ActionFilters => ({
  search: textIn(query, 'search'),
  state: choiceIn(query, 'state', ACTION_STATES),
  kind: choiceIn(query, 'kind', kinds),
  securityCode: textIn(query, 'securityCode', 20),
  portfolio: textIn(query, 'portfolio'),
  from: dateIn(query, 'from'),
  to: dateIn(query, 'to'),
})

/** The query to the server: of all kinds of the tab where none is chosen. */
export const askedFor = (filters: ActionFilters, kinds: readonly ActionKind[]) => ({
  ...askedOf(filters),
  kind: filters.kind === '' ? kinds.join(',') : filters.kind,
})
