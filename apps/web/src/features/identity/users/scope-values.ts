import type { UserRecord } from '@em/contract/identity/identity'
import { ApiFailure } from '../../../lib/api.ts'

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

/** What a form says of a person who has an account. */
export interface PersonValues extends Standing {
  isActive: boolean
}

/** The form's values for an account. */
export const valuesOf = (user: Pick<UserRecord, 'roles' | 'portfolios' | 'isActive'>): PersonValues => ({
  ...standingOf(user),
  isActive: user.isActive,
})

/** The choices of the two questions about portfolios. */
export const SEES = [
  { value: 'all', label: 'All portfolios, later ones included' },
  {
    value: 'some',
    label: 'Only these',
    help: 'Other portfolios do not exist for this person: not in lists, sums, searches or exports.',
  },
] as const
export const CHANGES = [
  { value: 'same', label: 'All that are seen' },
  { value: 'some', label: 'Only these' },
  { value: 'none', label: 'None' },
] as const

/** The fields with their names, in the order of the form. */
const FIELDS = [
  { name: 'roles', label: 'Roles' },
  { name: 'sees', label: 'Portfolios to see' },
  { name: 'see', label: 'Sees' },
  { name: 'changes', label: 'Portfolios to change' },
  { name: 'change', label: 'Changes' },
  { name: 'isActive', label: 'May sign in' },
] as const

function inWords(value: PersonValues[keyof PersonValues]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return value.toSorted().join(', ')
  return [...SEES, ...CHANGES].find((choice) => choice.value === value)?.label ?? value
}

/**
 * Brings an edit onto a newer record: what was chosen stays where it differs from what the edit began with, all else is
 * what stands now. `clashes`: what the other person changed too.
 */
export function mergePerson(edit: { base: PersonValues; chosen: PersonValues; fresh: PersonValues }) {
  const { base, chosen, fresh } = edit
  const isOther = (name: keyof PersonValues, one: PersonValues, other: PersonValues) =>
    inWords(one[name]) !== inWords(other[name])
  const retained = FIELDS.filter(({ name }) => isOther(name, chosen, base))
  const own = Object.fromEntries(retained.map(({ name }) => [name, chosen[name]])) as Partial<PersonValues>
  const clashes = retained
    .filter(({ name }) => isOther(name, fresh, base) && isOther(name, fresh, chosen))
    .map((field) => ({ field, now: inWords(fresh[field.name]) }))
  return { values: { ...fresh, ...own }, retained, clashes }
}

/** The refusal with its details at the fields of the form: portfolios are asked for in two fields each. */
export function atFields(error: unknown, { sees, changes }: Standing): unknown {
  if (!(error instanceof ApiFailure)) return error
  const seen = sees === 'some' ? 'see' : 'sees'
  const changed = changes === 'some' ? 'change' : 'changes'
  const named: Record<string, string> = {
    'portfolios.see': seen,
    'portfolios.change': changed,
    portfolios: sees === 'some' ? seen : changed,
  }
  const details = error.details.map((detail) => ({ ...detail, field: named[detail.field] ?? detail.field }))
  return new ApiFailure(error.status, error.code, error.message, details, error.spoken)
}

const counted = (count: number) => `${count} portfolio${count === 1 ? '' : 's'}`

/** The portfolios of a person in a few words: "All", "GROWTH, TRUST", "Sees 12, changes 3". */
export function portfoliosInWords({ see, change }: Portfolios): string {
  if (isSame({ see, change })) {
    if (see === 'all') return 'All'
    return see.length <= 3 ? see.join(', ') || 'None' : counted(see.length)
  }
  const seen = see === 'all' ? 'all' : see.length
  return `Sees ${seen}, changes ${change.length === 0 ? 'none' : change.length}`
}

const inFull = (codes: 'all' | readonly string[]) => (codes === 'all' ? 'All' : codes.join(', ') || 'None')

/** The same in full: one line, or a second one where not all that is seen is changed. */
export function portfolioLines(portfolios: Portfolios): [label: string, value: string][] {
  const { see, change } = portfolios
  const seen: [string, string] = ['Portfolios', inFull(see)]
  return isSame(portfolios) ? [seen] : [seen, ['May change', inFull(change)]]
}
