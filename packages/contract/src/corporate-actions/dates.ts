import type { DateRole } from './field.ts'
import { type AnyKind, type FormFault } from './kind.ts'
import { type ActionForm, type ActionKind, KINDS, kindOf } from './kinds.ts'

/** The dates of an action by what they are for, whatever its form calls them. */
export type ActionDates = Readonly<Record<DateRole, string | null>>

/** The field of a kind's form with a date of a role; undefined where it asks for none. */
export const fieldOfDate = (kind: ActionKind, role: DateRole): string | undefined =>
  Object.entries(KINDS[kind].fields).find(([, field]) => field.role === role)?.[0]

/** Reads the dates off a form. */
export function datesOf(form: ActionForm): ActionDates {
  const values: Readonly<Record<string, unknown>> = form
  const at = (role: DateRole): string | null => {
    const value = values[fieldOfDate(form.kind, role) ?? '']
    return typeof value === 'string' ? value : null
  }
  return {
    announcement: at('announcement'),
    ex: at('ex'),
    record: at('record'),
    payment: at('payment'),
    allotment: at('allotment'),
    subscriptionStart: at('subscriptionStart'),
    renunciation: at('renunciation'),
    last: at('last'),
  }
}

const EARLIER: Readonly<Record<DateRole, string>> = {
  announcement: 'the announcement',
  ex: 'the ex date',
  record: 'the record date',
  payment: 'the payment date',
  allotment: 'the allotment date',
  subscriptionStart: 'the subscription start',
  renunciation: 'the last day of renunciation',
  last: 'the last day of acceptance',
}
const LATER: Readonly<Record<DateRole, string>> = {
  announcement: 'The announcement',
  ex: 'The ex date',
  record: 'The record date',
  payment: 'The payment date',
  allotment: 'The allotment date',
  subscriptionStart: 'The subscription start',
  renunciation: 'The last day of renunciation',
  last: 'The last day',
}
/** Of which the first may not come after the second. */
const PAIRS: readonly (readonly [earlier: DateRole, later: DateRole])[] = [
  ['announcement', 'ex'],
  ['ex', 'record'],
  ['ex', 'payment'],
  ['record', 'payment'],
  ['ex', 'allotment'],
  ['ex', 'subscriptionStart'],
  ['subscriptionStart', 'last'],
  ['ex', 'last'],
  ['renunciation', 'last'],
]

function pairsOf({ unordered = [], last }: AnyKind<ActionForm>) {
  const isFree = (pair: (typeof PAIRS)[number]) =>
    unordered.some(([earlier, later]) => earlier === pair[0] && later === pair[1])
  const pairs = PAIRS.filter((pair) => !isFree(pair)).map(
    ([earlier, later]) => [earlier, later, later === 'last' ? last?.word : LATER[later]] as const,
  )
  return last?.beforeEx === true
    ? [...pairs.filter(([, later]) => later !== 'last'), ['last', 'ex', 'The effective date'] as const]
    : pairs
}

/** Dates in the wrong order; null where they are in order. */
export function dateFault(form: ActionForm): FormFault | null {
  const dates = datesOf(form)
  for (const [earlier, later, word = ''] of pairsOf(kindOf(form))) {
    const [before, date] = [dates[earlier], dates[later]]
    if (before !== null && date !== null && date < before) {
      const facts = { later: word, date, earlier: EARLIER[earlier], before }
      return { code: 'action.dates-order', field: fieldOfDate(form.kind, later) ?? 'dates', facts }
    }
  }
  return null
}
