/** The values that a form starts from, of an earlier record, by the path of their field, in groups that come together. */
import type { Remembered } from './FormContext.tsx'

export type Start = Readonly<Record<string, unknown>>

export interface StartRules<Values> {
  /** By the field that a group is shown under, the paths of everything that belongs to it. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** A form that nothing was put into. */
  readonly empty: Values
  /** Of the proposals of the form itself: whether a group still has one. */
  readonly isProposed?: (values: Values, group: string) => boolean
}

/** The value at a path: `lines.0.debit`. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)

const has = (start: Start, paths: readonly string[]) => paths.some((path) => Boolean(start[path]))

/** Whether a group is as the start left it: with its values, else empty. */
const isAs = <V>(values: V, start: Start, paths: readonly string[], { empty }: StartRules<V>) =>
  paths.every((path) => valueAt(values, path) === (start[path] ?? valueAt(empty, path)))

/** These paths of a record. */
export const partOf = (record: unknown, paths: readonly string[]): Start =>
  Object.fromEntries(paths.map((path) => [path, valueAt(record, path)]))

/** What a start puts into a form; fields that the user has set meanwhile stay. */
export function startTaken<V>(values: V, next: Start, rules: StartRules<V>): Start {
  const taken = Object.entries(rules.groups).filter(
    ([group, paths]) =>
      has(next, paths) && (isAs(values, {}, paths, rules) || (rules.isProposed?.(values, group) ?? false)),
  )
  return Object.assign(
    {},
    ...taken.map(([, paths]) => Object.fromEntries(paths.map((path) => [path, next[path]]))),
  )
}

/** The fields that still have what the form started with, with the words for it. */
export function rememberedOf<V>(
  values: V,
  start: Start,
  rules: StartRules<V>,
  wordsOf: (group: string) => string,
): Remembered {
  const remembered = Object.entries(rules.groups).filter(
    ([, paths]) => has(start, paths) && isAs(values, start, paths, rules),
  )
  return Object.fromEntries(remembered.map(([group]) => [group, wordsOf(group)]))
}
