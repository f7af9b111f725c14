/** The findings of a check of the books. */
import {
  type BooksDifference,
  type BooksToCheck,
  DIFFERENCES_LISTED,
  FIGURE_MAX,
} from '@em/contract/verify/verify'

/** One thing that is not what the facts say. */
export interface Difference {
  /** The check that found it. */
  readonly check: string
  /** Where, in words a bookkeeper knows: portfolio, symbol, deal number, account, date. */
  readonly place: string
  /** Which figure or row. */
  readonly what: string
  readonly stored: string
  readonly expected: string
}

export interface Checked {
  /** The records that were looked at, as a plural: "lots". */
  readonly name: string
  readonly count: number
}

export interface Report {
  readonly checked: readonly Checked[]
  /** At most `DIFFERENCES_MAX` of each check. */
  readonly differences: readonly Difference[]
  /** All that were found, also those not listed. */
  readonly found: number
  /** Not a difference, but for a person to look at. */
  readonly toLookAt: readonly BooksToCheck[]
}

/** A broken database may differ everywhere; no one reads more than this of one check. */
export const DIFFERENCES_MAX = 200
export const NONE = 'none'

/** Collects what the checks find, in bounded memory. */
export interface Findings {
  count(name: string, more: number): void
  add(difference: Difference): void
  /** For a person to look at. */
  note(toLookAt: BooksToCheck): void
  /** Counts differences that are not listed. */
  addUnlisted(check: string, more: number): void
  /** Adds a difference for each of the named figures that is not the same text. */
  compare(check: string, place: string, stored: Figures | undefined, expected: Figures | undefined): void
  report(): Report
}
export type Figures = Readonly<Record<string, string | number | bigint | null>>

export function findings(): Findings {
  const counts = new Map<string, number>()
  const perCheck = new Map<string, number>()
  const differences: Difference[] = []
  const toLookAt: BooksToCheck[] = []
  const add = (difference: Difference) => {
    const before = perCheck.get(difference.check) ?? 0
    perCheck.set(difference.check, before + 1)
    if (before < DIFFERENCES_MAX) differences.push(difference)
  }
  return {
    count: (name, more) => void counts.set(name, (counts.get(name) ?? 0) + more),
    add,
    note: (one) => void toLookAt.push(one),
    addUnlisted: (check, more) => void perCheck.set(check, (perCheck.get(check) ?? 0) + more),
    compare: (check, place, stored, expected) => {
      if (stored === undefined || expected === undefined) {
        if (stored !== expected) {
          add({ check, place, what: 'row', stored: words(stored), expected: words(expected) })
        }
        return
      }
      for (const [what, value] of Object.entries(expected)) {
        const [is, should] = [String(stored[what] ?? NONE), String(value ?? NONE)]
        if (is !== should) add({ check, place, what, stored: is, expected: should })
      }
    },
    report: () => ({
      checked: [...counts].map(([name, count]) => ({ name, count })),
      differences,
      toLookAt,
      found: [...perCheck.values()].reduce((sum, some) => sum + some, 0),
    }),
  }
}

function words(figures: Figures | undefined): string {
  if (figures === undefined) return NONE
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value ?? NONE}`)
    .join(', ')
}

const cut = (text: string) => (text.length > FIGURE_MAX ? `${text.slice(0, FIGURE_MAX - 4)} ...` : text)

/** The differences that are shown and kept, each figure in a readable length. */
export function listed(differences: readonly Difference[]): BooksDifference[] {
  return differences.slice(0, DIFFERENCES_LISTED).map(({ check, place, what, stored, expected }) => ({
    check,
    place: cut(place),
    what: cut(what),
    stored: cut(stored),
    expected: cut(expected),
  }))
}
