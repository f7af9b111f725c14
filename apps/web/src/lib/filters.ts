/** The filters of a list: their form in the address, the query to the server, and their names in a report. */
import { formatDate, isDate } from './dates.ts'

const TEXT_MAX = 200

/** The text that an address has under a name, cut to `most` letters; '' where there is none. */
export function textIn(query: URLSearchParams, name: string, most = TEXT_MAX): string {
  return (query.get(name) ?? '').trim().slice(0, most)
}

/** YYYY-MM-DD; '' where it is no date. */
export function dateIn(query: URLSearchParams, name: string): string {
  const text = textIn(query, name)
  return isDate(text) ? text : ''
}

/** One of the choices; '' where it is none of them. */
export function choiceIn<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | '' {
  const text = textIn(query, name)
  return choices.find((one) => one === text) ?? ''
}

/** A record that an address names by its number; null where that is none. */
export function idIn(query: URLSearchParams, name: string): number | null {
  const id = Number(query.get(name) ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** How many filters are set; one that is not is ''. */
export function filtersSet(filters: object): number {
  return Object.values(filters).filter((value) => value !== '').length
}

type Set<T> = { readonly [Name in keyof T]?: Exclude<T[Name], ''> }

/** The query to the server: the filters that are set, the portfolio by its code. */
export function askedOf<T extends { readonly portfolio: string }>({
  portfolio,
  ...rest
}: T): Set<Omit<T, 'portfolio'>> & { readonly portfolioId?: string } {
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return { ...(set as Set<Omit<T, 'portfolio'>>), ...(portfolio === '' ? {} : { portfolioId: portfolio }) }
}

export interface FilterFact {
  readonly label: string
  readonly value: string
}

/** The filters that are set, in words, in the order of their labels. */
export function factsOf<Name extends string>(
  filters: Readonly<Record<Name, string>>,
  labels: Readonly<Record<Name, string>>,
  wordOf: (name: Name) => string = (name) => formatDate(filters[name]),
): FilterFact[] {
  return (Object.keys(labels) as Name[])
    .filter((name) => filters[name] !== '')
    .map((name) => ({ label: labels[name], value: wordOf(name) }))
}
