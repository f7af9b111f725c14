/** Bodies that a contract takes, found by trying: for tests that must say something about every route. */
import type { Route } from '@em/contract/kit/route'

export type Body = Record<string, unknown>

/** Values in the order in which they are tried for a field. */
const VALUES: readonly unknown[] = [
  '2026-06-15',
  'GROWTH',
  1,
  '10.50',
  '1010',
  true,
  [1],
  [{}],
  [{}, {}],
  [[]],
  {},
  'Tm90ZQ==',
  'name@example.com',
  '2026-01',
  'note.csv',
  // The kind of a corporate action.
  'dividend',
  // Of a CDS account.
  'ABC',
  '12',
  // A time of day.
  '16:30',
  // As long as a token.
  'x'.repeat(43),
]

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly values?: readonly unknown[]
}

function put(target: unknown, path: readonly PropertyKey[], value: unknown): void {
  let at = target as Record<PropertyKey, unknown>
  for (const key of path.slice(0, -1)) {
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {}
    at = at[key] as Record<PropertyKey, unknown>
  }
  const last = path.at(-1)
  if (last !== undefined) at[last] = value
}

/** A body that the route's schema takes, from one to begin with; undefined where trying did not find one. */
export function findBody(route: Route, from: Body = {}): Body | undefined {
  const body = structuredClone(from)
  const tried = new Map<string, number>()
  for (let step = 0; step < 200; step += 1) {
    const parsed = route.body.safeParse(body)
    if (parsed.success) return body
    for (const { path, values } of parsed.error.issues as readonly Issue[]) {
      if (path.length === 0) return undefined
      const key = path.join('.')
      const count = tried.get(key) ?? 0
      tried.set(key, count + 1)
      const choices = values ?? VALUES
      put(body, path, structuredClone(choices[count % choices.length]))
    }
  }
  return undefined
}
