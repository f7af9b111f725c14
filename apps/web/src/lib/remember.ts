import { session } from './session.ts'

/** Small things kept in this browser for one user: open groups, column widths, recent choices, drafts. */
function keyFor(name: string, owner: Owner): string {
  return `em.user-${owner}.${name}`
}

export type Owner = number | 'none'

/** The user whose values are kept now. A write after a sign-out names its owner from before. */
export function owner(): Owner {
  return session()?.user.id ?? 'none'
}

/** The value kept under this name, or `fallback`; never throws. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(keyFor(name, owner()))
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** Keeps a value; null forgets it. A full or forbidden storage only means that nothing is remembered. */
export function remember(name: string, value: unknown, whose: Owner = owner()): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(keyFor(name, whose))
    else localStorage.setItem(keyFor(name, whose), JSON.stringify(value))
  } catch {
    // See above: the page works the same, it only starts afresh next time.
  }
}
