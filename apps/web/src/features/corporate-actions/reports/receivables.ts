/** Money of events that is still to come: which of it is asked for, and how old it is. */
import type { ActionReceivable } from '@em/contract/corporate-actions/action-reports'
import { ROLE_BOOK } from '@em/core/ledger/role-book'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'
import { sumOf } from '../../../ui/grid/columns.ts'

export const BANDS = ['not due', '0-30', '31-60', '61-90', 'over 90'] as const
export type Band = (typeof BANDS)[number]

export const BAND_WORDS: Readonly<Record<Band, string>> = {
  'not due': 'Not due yet',
  '0-30': '0 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  'over 90': 'Over 90 days',
}

export interface ReceivableFilters {
  /** '' for what is outstanding alone. */
  readonly show: 'all' | ''
  /** The code; '' for all. */
  readonly portfolio: string
  readonly band: Band | ''
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: ReceivableFilters = { show: '', portfolio: '', band: '', from: '', to: '' }

export const filtersOf = (query: URLSearchParams): ReceivableFilters => ({
  show: choiceIn(query, 'show', ['all']),
  portfolio: textIn(query, 'portfolio'),
  band: choiceIn(query, 'band', BANDS),
  from: dateIn(query, 'from'),
  to: dateIn(query, 'to'),
})

/** The query to the server; the age is filtered in the answer. */
export const askedFor = ({ show, portfolio, from, to }: ReceivableFilters) => ({
  ...askedOf({ portfolio, from, to }),
  ...(show === '' ? { open: '1' as const } : {}),
})

export const factsOfFilters = (filters: ReceivableFilters): FilterFact[] => [
  { label: 'Shown', value: filters.show === 'all' ? 'Outstanding and received' : 'Outstanding' },
  ...factsOf(
    { portfolio: filters.portfolio, band: filters.band, from: filters.from, to: filters.to },
    { portfolio: 'Portfolio', band: 'Age', from: 'Event from', to: 'Event to' },
    (name) =>
      name === 'band' && filters.band !== ''
        ? BAND_WORDS[filters.band]
        : name === 'portfolio'
          ? filters.portfolio
          : filters[name],
  ),
]

const roles = new Map<string, string>(ROLE_BOOK.map(({ role, label }) => [role, label]))
/** The account as its role is called: "Dividend receivable". */
export const accountOf = ({ role }: Pick<ActionReceivable, 'role'>): string => roles.get(role) ?? role

/** "Over 90 days"; what has all come in has no age. */
export const ageOf = ({ band, outstanding }: ActionReceivable): string =>
  outstanding === 0 ? '' : BAND_WORDS[band]

/** The exact outstanding amount of each age, and the number of receivables. */
export function bandSums(rows: readonly ActionReceivable[]) {
  return BANDS.map((band) => {
    const of = rows.filter((row) => row.band === band && row.outstanding !== 0)
    return { band, count: of.length, outstanding: sumOf(of.map((row) => row.outstanding)) }
  })
}
