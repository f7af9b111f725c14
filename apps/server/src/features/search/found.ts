/** The results of one search, of all kinds together, the nearest first. */

import type { Needs } from '@em/contract/kit/may'
import { type Found, SEARCH_KINDS, type SearchKind } from '@em/contract/search/search'
import { actionsFound, type Near, tabsFound } from '@em/contract/tabs/find'
import { callsOf } from '@em/contract/tabs/offered'
import type { TabId } from '@em/contract/tabs/tabs'
import { amountTyped } from '@em/core/search/amount-typed'
import { nearness, plainWords } from '@em/core/search/nearness'
import type { PlainDate } from '@em/core/values/dates'
import { literally } from '../../platform/database/conditions.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type MayName, type NamedRow, namesLike, textsLike } from './names.queries.ts'
import { entriesNumbered, type Numbers, paymentsNumbered, tradesNumbered } from './numbers.queries.ts'
import {
  NAMES,
  type NearName,
  nearEntry,
  nearName,
  nearPayment,
  nearText,
  nearTrade,
  SHOWN,
} from './results.ts'

/** Of each kind, and of all together. */
const EACH = 6
const ALL = 40
/** So many names of each kind are compared letter by letter where none holds what was typed. */
const COMPARED = 5_000
/** Shorter texts are part of too many words to be worth a search through documents. */
const TEXT_LETTERS = 2

export interface Searcher {
  may(...calls: readonly Needs[]): boolean
  readonly today: PlainDate
}

/** Everything that a text finds: names, numbers where it has a digit, tabs and things to do; `ALL` at most. */
export async function found(db: Queryable, typed: string, searcher: Searcher): Promise<Found[]> {
  const opens = (tab: TabId) => searcher.may(...callsOf(tab))
  const names = await namesNear(db, typed, opens)
  const near = [
    ...names.map(nearName),
    ...(await textsNear(db, typed, opens)),
    ...(await numbersNear(db, typed, opens)),
    ...tabsFound(typed, searcher.may),
    ...(await actionsNear(db, typed, searcher, opens)),
  ]
  return nearestOf(near)
}

const partsOf = (typed: string): string[] =>
  plainWords(typed)
    .split(' ')
    .filter(Boolean)
    .map((word) => `%${literally(word)}%`)

const mayName = (opens: (tab: TabId) => boolean): MayName => ({
  securities: opens(NAMES.security.tab),
  portfolios: opens(NAMES.portfolio.tab),
  accounts: opens(NAMES.account.tab),
  settlements: opens(NAMES.settlementAccount.tab),
  people: opens(NAMES.person.tab),
})

async function namesNear(db: Queryable, typed: string, opens: (tab: TabId) => boolean): Promise<NearName[]> {
  const parts = partsOf(typed)
  if (parts.length === 0) return []
  const asked = { typed: plainWords(typed), may: mayName(opens) }
  const held = near(typed, await namesLike(db, { typed: asked.typed, parts, most: EACH }, asked.may))
  if (held.length > 0) return held
  // Nothing holds it: a slip of the finger is looked for among all names.
  return near(typed, await namesLike(db, { typed: asked.typed, parts: [], most: COMPARED }, asked.may))
}

function near(typed: string, rows: readonly NamedRow[]): NearName[] {
  return rows.flatMap((row) => {
    const names = [row.code, row.title, row.other, row.former].filter((name) => name !== null)
    const distance = nearness(typed, names)
    // A record that is no longer in use comes after its equals.
    return distance === null ? [] : [{ near: distance + (row.is_active ? 0 : 0.25), row }]
  })
}

async function textsNear(db: Queryable, typed: string, opens: (tab: TabId) => boolean): Promise<Near[]> {
  if (typed.length < TEXT_LETTERS) return []
  const rows = await textsLike(
    db,
    { parts: partsOf(typed), most: EACH },
    {
      documents: opens(SHOWN.document),
      actions: opens(SHOWN.action),
      announcements: opens(SHOWN.announcement),
    },
  )
  return rows.map((row) => nearText(typed, row))
}

/** The number that a text can mean; null where it has no digit. */
export function numbersOf(typed: string): Numbers | null {
  if (!/\d/.test(typed)) return null
  return {
    plain: typed.toLowerCase(),
    amount: amountTyped(typed),
    whole: /^\d{1,15}$/.test(typed) ? typed : null,
  }
}

async function numbersNear(db: Queryable, typed: string, opens: (tab: TabId) => boolean): Promise<Near[]> {
  const numbers = numbersOf(typed)
  if (numbers === null) return []
  const trades = opens(SHOWN.trade) ? await tradesNumbered(db, numbers, EACH) : []
  const payments = opens(SHOWN.payment) ? await paymentsNumbered(db, numbers, EACH) : []
  const entries = opens(SHOWN.entry) ? await entriesNumbered(db, numbers, EACH) : []
  return [
    ...trades.map((row) => nearTrade(numbers, row)),
    ...payments.map((row) => nearPayment(numbers, row)),
    ...entries.map((row) => nearEntry(numbers, row)),
  ]
}

/** Things to do: the security that follows a phrase is searched for separately, the nearest one is meant. */
async function actionsNear(
  db: Queryable,
  typed: string,
  { may, today }: Searcher,
  opens: (tab: TabId) => boolean,
): Promise<Near[]> {
  const rests = new Map<string, string | null>()
  const ask = () =>
    actionsFound(typed, {
      may,
      today,
      securityNamed: (rest) => {
        if (!rests.has(rest)) rests.set(rest, null)
        return rests.get(rest) ?? null
      },
    })
  ask()
  for (const rest of rests.keys()) {
    const onlySecurities = (tab: TabId) => tab === NAMES.security.tab && opens(tab)
    const [nearest] = (await namesNear(db, rest, onlySecurities)).toSorted(
      (one, other) => one.near - other.near,
    )
    rests.set(rest, nearest?.row.code ?? null)
  }
  return ask()
}

const ORDER = new Map<SearchKind, number>(SEARCH_KINDS.map((kind, at) => [kind, at]))

/** The nearest first, then by kind, then the newest; of each kind the same thing once. */
function nearestOf(all: readonly Near[]): Found[] {
  const rank = ({ kind }: Found) => ORDER.get(kind) ?? ORDER.size
  const sorted = all.toSorted(
    (one, other) =>
      Math.floor(one.near * 2) - Math.floor(other.near * 2) ||
      rank(one.found) - rank(other.found) ||
      one.near - other.near ||
      (other.found.date ?? '').localeCompare(one.found.date ?? ''),
  )
  const shown: Found[] = []
  const counts = new Map<SearchKind, number>()
  const seen = new Set<string>()
  for (const { found } of sorted) {
    const key = `${found.kind} ${found.tab}`
    const count = counts.get(found.kind) ?? 0
    if (seen.has(key) || count >= 2 * EACH || shown.length >= ALL) continue
    seen.add(key)
    counts.set(found.kind, count + 1)
    shown.push(found)
  }
  return shown
}
