/** The part of the trail that acts belong to, by the kind of their record: the books, people, or the installation. */

/** Kinds of records besides the books. Roles are of people: they say what people may do (decision 054). */
export const PART_KINDS = {
  people: ['user', 'role', 'route', 'download'],
  installation: ['job', 'installation'],
} as const

export type Part = 'books' | keyof typeof PART_KINDS

export function partOf(entity: string): Part {
  const parts = Object.entries(PART_KINDS) as [keyof typeof PART_KINDS, readonly string[]][]
  return parts.find(([, kinds]) => kinds.includes(entity))?.[0] ?? 'books'
}
