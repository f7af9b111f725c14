import type { UserRecord } from '@em/contract/identity'

/** The roles and portfolios of a person as a form holds them. */
export interface Standing {
  roles: string[]
  /** `all`, or `some`: those of `see`. */
  sees: string
  see: string[]
  /** `same` as seen, `none`, or `some`: those of `change`. */
  changes: string
  change: string[]
}

type Portfolios = UserRecord['portfolios']

const isSame = ({ see, change }: Portfolios) =>
  see === 'all' || change === 'all' ? see === change : see.length === change.length

/** The form's values for a person, or for somebody who is invited: a member who may see and change all. */
export function standingOf(user?: Pick<UserRecord, 'roles' | 'portfolios'>): Standing {
  const { roles, portfolios } = user ?? {
    roles: ['Member'],
    portfolios: { see: 'all', change: 'all' } as Portfolios,
  }
  const { see, change } = portfolios
  return {
    roles: [...roles],
    sees: see === 'all' ? 'all' : 'some',
    see: see === 'all' ? [] : [...see],
    changes: isSame(portfolios) ? 'same' : change.length === 0 ? 'none' : 'some',
    change: change === 'all' ? [] : [...change],
  }
}

/** What the server is sent. */
export function sentOf({ roles, sees, see, changes, change }: Standing): {
  roles: string[]
  portfolios: { see: 'all' | string[]; change: 'all' | string[] }
} {
  const seen = sees === 'all' ? 'all' : see
  const inSight = (code: string) => seen === 'all' || seen.includes(code)
  return {
    roles,
    portfolios: {
      see: seen,
      change: changes === 'same' ? seen : changes === 'none' ? [] : change.filter(inSight),
    },
  }
}

/** What is wrong with the values, by field. */
export const standingFaults = {
  roles: (roles: string[]) => (roles.length === 0 ? 'Choose at least one role.' : null),
  see: (see: string[], { sees }: Standing) =>
    sees === 'some' && see.length === 0 ? 'Choose at least one portfolio, or all.' : null,
  change: (change: string[], { changes }: Standing) =>
    changes === 'some' && change.length === 0 ? 'Choose at least one portfolio, or none.' : null,
}

const counted = (count: number) => `${count} portfolio${count === 1 ? '' : 's'}`

/** The portfolios of a person in a few words: "All", "GROWTH, TRUST", "Sees 12 portfolios, changes 3". */
export function portfoliosInWords({ see, change }: Portfolios): string {
  if (isSame({ see, change })) {
    if (see === 'all') return 'All'
    return see.length <= 3 ? see.join(', ') || 'None' : counted(see.length)
  }
  const seen = see === 'all' ? 'Sees all' : `Sees ${see.length <= 2 ? see.join(', ') : counted(see.length)}`
  return `${seen}, changes ${change.length === 0 ? 'none' : change.length <= 2 ? (change as string[]).join(', ') : change.length}`
}
