import { nearness } from '@em/core/search/nearness'
import { dayInWords } from '@em/core/values/date-texts'
import type { PlainDate } from '@em/core/values/dates'
import type { Needs } from '../kit/may.ts'
import type { Found } from '../search/search.ts'
import { actionCalls } from './action-calls.ts'
import { ACTIONS, type Action, actionsAsked, lastMonth, monthNamed } from './actions.ts'
import { callsOf } from './offered.ts'
import { addressOf, groups } from './tabs.ts'

/** Something found and how near it is to what was typed: the smaller the nearer (core `nearness`). */
export interface Near {
  readonly near: number
  readonly found: Found
}
type May = (...calls: readonly Needs[]) => boolean

const plain = { amount: null, date: null } as const
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The tabs that a text names, by their own name and that of their group, of those that the user may open. */
export function tabsFound(typed: string, may: May): Near[] {
  return groups.flatMap((group) =>
    group.tabs.flatMap((tab): Near[] => {
      const near = nearness(typed, [tab.name, group.name])
      if (near === null || !may(...callsOf(tab.id))) return []
      const address = `${group.slug}/${tab.slug}`
      // A tab is found by its group too, after those that are called so.
      const own = nearness(typed, [tab.name])
      return [
        {
          near: own ?? near + 0.5,
          found: { kind: 'tab', id: address, title: tab.name, detail: group.name, ...plain, tab: address },
        },
      ]
    }),
  )
}

/** A security that a text names: what the books call it. */
export type SecurityNamed = (text: string) => string | null

/**
 * The things to do that a text names, of those that the user may do: by their phrase with what follows it, or
 * by a word of it. `securityNamed` finds a security among the books; where there is none, an action that is
 * followed by one is left out.
 */
export function actionsFound(
  typed: string,
  { may, today, securityNamed }: { may: May; today: PlainDate; securityNamed: SecurityNamed },
): Near[] {
  const mayDo = ({ call, tab }: Action) => may(...actionCalls[call], ...callsOf(tab))
  const asked = actionsAsked(typed).filter(({ action }) => mayDo(action))
  const byPhrase = asked.flatMap(({ action, rest }): Near[] => {
    const taken = argument(action, rest, { today, securityNamed })
    return taken === null ? [] : [{ near: 0.5, found: foundOf(action, taken) }]
  })
  const named = new Set(asked.map(({ action }) => action))
  const byWord = ACTIONS.flatMap((action): Near[] => {
    if (named.has(action) || !mayDo(action)) return []
    const near = nearness(typed, action.phrases)
    return near === null ? [] : [{ near: near + 0.5, found: foundOf(action, { title: '', query: {} }) }]
  })
  return [...byPhrase, ...byWord]
}

interface Argument {
  /** The name of the action after its phrase. */
  readonly title: string
  readonly query: Readonly<Record<string, string>>
}
const NO_ARGUMENT: Argument = { title: '', query: {} }

/**
 * The argument after the phrase, in words and for the address; null where it is nothing that the action
 * takes.
 */
function argument(
  { takes }: Action,
  rest: string,
  { today, securityNamed }: { today: PlainDate; securityNamed: SecurityNamed },
): Argument | null {
  if (takes === undefined) return NO_ARGUMENT
  const of = (value: string | null, title = value ?? ''): Argument | null =>
    value === null ? null : { title, query: { [takes.as]: value } }
  switch (takes.what) {
    case 'security':
      return rest === '' ? NO_ARGUMENT : of(securityNamed(rest))
    case 'entry':
      return rest === '' ? NO_ARGUMENT : of(/^\d{1,15}$/.test(rest) ? rest : null)
    case 'month': {
      const end = rest === '' ? lastMonth(today) : monthNamed(rest, today)
      return of(end, end === null ? '' : `through ${dayInWords(end)}`)
    }
  }
}

function foundOf({ phrases: [phrase], tab, query = {} }: Action, argument: Argument): Found {
  const address = addressOf(tab, { ...query, ...argument.query })
  return {
    kind: 'action',
    id: address,
    title: capital(`${phrase} ${argument.title}`.trim()),
    detail: tab.split(' / ').slice(1).join(' / '),
    ...plain,
    tab: address,
  }
}
