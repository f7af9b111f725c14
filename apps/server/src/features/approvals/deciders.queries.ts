/** Who may decide which request: by right and portfolios, for himself or as a deputy. */
import type { Right } from '@em/contract/identity/rights'
import type { Portfolios } from '../../platform/authorize.ts'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import { ENTITLED, rightsOf, standingOf } from '../identity/accounts/person.ts'

const PEOPLE = statement(
  'approvals.people',
  `SELECT u.id, u.first_name || ' ' || u.last_name AS name!, ${ENTITLED} FROM users u WHERE u.is_active AND NOT u.invited ORDER BY u.id`,
)
const DELEGATIONS = statement(
  'approvals.delegations-of-day',
  `SELECT from_user, to_user FROM approval_delegations
    WHERE ended_at IS NULL AND from_day <= :today::date AND until_day >= :today::date`,
)

interface Person {
  readonly id: number
  readonly name: string
  readonly rights: ReadonlySet<Right>
  readonly changes: Portfolios
}

/** Active people, without those who were invited and have not come yet, and the delegations of a day. */
export interface Standings {
  readonly people: ReadonlyMap<number, Person>
  readonly delegations: readonly { readonly from_user: number; readonly to_user: number }[]
}

export const standings = (db: Queryable, today: string): Promise<Standings> =>
  readForTheBooks(db, async () => {
    const [people, delegations] = await Promise.all([db.query(PEOPLE), db.query(DELEGATIONS, { today })])
    return {
      people: new Map(
        people.map((row) => [
          row.id,
          {
            id: row.id,
            name: row.name.trim(),
            rights: rightsOf(row),
            changes: standingOf(row).portfolios.change,
          },
        ]),
      ),
      delegations,
    }
  })

/** The matter to be decided. */
export interface Matter {
  readonly maker: number
  readonly about: number | null
  /** Ids; null: all. */
  readonly portfolios: readonly number[] | null
  /** The earlier approvers, and for whom. */
  readonly approved: readonly number[]
}

export const covers = (changes: Portfolios, portfolios: readonly number[] | null): boolean =>
  changes === 'all' || (portfolios !== null && portfolios.every((id) => changes.includes(id)))

const isOut = ({ maker, about, approved }: Matter, id: number) =>
  id === maker || id === about || approved.includes(id)

/** A person who may decide, and for whom; null: for himself. */
export interface Decider {
  readonly id: number
  readonly name: string
  readonly for: number | null
}

/** Everybody who may decide a matter: who holds the right himself first, then the deputies of such a person. */
export function decidersOf({ people, delegations }: Standings, matter: Matter): Decider[] {
  const holds = (id: number): Person | undefined => {
    const person = people.get(id)
    if (person === undefined || isOut(matter, id)) return undefined
    return person.rights.has('approvals.decide') && covers(person.changes, matter.portfolios)
      ? person
      : undefined
  }
  const own = [...people.keys()].flatMap((id) => {
    const person = holds(id)
    return person === undefined ? [] : [{ id, name: person.name, for: null }]
  })
  const deputies = delegations.flatMap(({ from_user: from, to_user: to }) => {
    const person = people.get(to)
    if (person === undefined || isOut(matter, to) || own.some(({ id }) => id === to)) return []
    return holds(from) !== undefined && covers(person.changes, matter.portfolios)
      ? [{ id: to, name: person.name, for: from }]
      : []
  })
  return [...own, ...deputies.filter((one, at) => deputies.findIndex(({ id }) => id === one.id) === at)]
}

/**
 * How many people can approve a matter. A person and his deputies count as one: only one of them decides a request.
 */
export const approversCount = (all: Standings, matter: Matter): number =>
  decidersOf({ ...all, delegations: [] }, matter).length

/** Whether a rule can be satisfied for any maker: besides each person who may ask there are enough who may decide. */
export function canBeDecided(
  { people }: Standings,
  portfolios: readonly number[] | null,
  needed: number,
): { readonly can: boolean; readonly found: number } {
  const deciders = [...people.values()].filter(
    ({ rights, changes }) => rights.has('approvals.decide') && covers(changes, portfolios),
  )
  // A sole decider cannot approve what he asks for himself: a second person decides, or asks.
  const can = deciders.length >= needed && people.size > needed
  return { can, found: deciders.length }
}
