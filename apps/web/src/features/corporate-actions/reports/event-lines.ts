/** The events report: which lines are asked for, and what their state is called. */
import type { EventLine } from '@em/contract/corporate-actions/event-reports'
import { ACTION_KINDS, KINDS } from '@em/contract/corporate-actions/kinds'
import { today } from '../../../lib/dates.ts'
import { askedOf, choiceIn, dateIn, type FilterFact, factsOf, textIn } from '../../../lib/filters.ts'
import { STATE_WORDS } from '../form/kinds.ts'

export const VIEWS = ['events', 'claims'] as const
export type View = (typeof VIEWS)[number]
/** The states of events in the report; drafts and cancelled events are not part of it. */
export const LISTED_STATES = ['announced', 'entitled', 'processed'] as const
export const ONLY_WORDS = { open: 'Still open', differing: 'Booked otherwise than expected' } as const
type Only = keyof typeof ONLY_WORDS
export const ONLY = Object.keys(ONLY_WORDS) as Only[]

export interface EventFilters {
  readonly portfolio: string
  readonly kind: EventLine['kind'] | ''
  readonly securityCode: string
  readonly state: (typeof LISTED_STATES)[number] | ''
  readonly only: Only | ''
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: EventFilters = {
  portfolio: '',
  kind: '',
  securityCode: '',
  state: '',
  only: '',
  from: '',
  to: '',
}

export const viewOf = (query: URLSearchParams): View => choiceIn(query, 'view', VIEWS) || 'events'

export const filtersOf = (query: URLSearchParams): EventFilters => ({
  portfolio: textIn(query, 'portfolio'),
  kind: choiceIn(query, 'kind', ACTION_KINDS),
  securityCode: textIn(query, 'securityCode', 20),
  state: choiceIn(query, 'state', LISTED_STATES),
  only: choiceIn(query, 'only', ONLY),
  from: dateIn(query, 'from'),
  to: dateIn(query, 'to'),
})

export const askedFor = (filters: EventFilters) => askedOf(filters)

/** Claims have states of their own: of the filters they take what both have. */
export const claimsAskedFor = ({ portfolio, kind, securityCode, only, from, to }: EventFilters) => ({
  ...askedOf({ portfolio, kind, securityCode, from, to }),
  ...(only === 'open' ? { state: 'open' as const } : {}),
})

export const factsOfFilters = (filters: EventFilters): FilterFact[] =>
  factsOf(
    { ...filters },
    {
      portfolio: 'Portfolio',
      kind: 'Kind',
      securityCode: 'Security',
      state: 'State',
      only: 'Shown',
      from: 'XD from',
      to: 'XD to',
    },
    (name) => wordOf(filters, name),
  )

function wordOf(filters: EventFilters, name: keyof EventFilters): string {
  const { kind, state, only } = filters
  if (name === 'kind' && kind !== '') return KINDS[kind].word
  if (name === 'state' && state !== '') return STATE_WORDS[state].word
  if (name === 'only' && only !== '') return ONLY_WORDS[only]
  return filters[name]
}

/** The state of an event in one portfolio: until it is in the books its own, then that of its money. */
export function stateOf(line: EventLine): {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet'
} {
  const { state, money, ex_date: exDate, expected } = line
  if (state === 'announced')
    return exDate !== null && exDate <= today()
      ? { word: 'Due: process', tone: 'bad' }
      : { word: STATE_WORDS.announced.word, tone: 'warn' }
  const isOwed = expected < 0
  switch (money) {
    case 'none':
      return { ...STATE_WORDS[state] }
    case 'expected':
      return { word: isOwed ? 'To pay' : 'Expected', tone: 'warn' }
    case 'assumed':
      return { word: isOwed ? 'Assumed paid' : 'Assumed received', tone: 'quiet' }
    case 'part':
      return { word: isOwed ? 'Part paid' : 'Part received', tone: 'bad' }
    case 'settled':
      return { word: isOwed ? 'Paid' : 'Received', tone: 'good' }
  }
}
