/**
 * The versions of a register's record: each is an act that changed it, read from the audit rows (decision 050). Values are as
 * stored; screens put them into words.
 */
import { z } from 'zod'
import type { AuditField } from './audit-texts.ts'
import { type Route, route } from './route.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A stored value: one, or a list of them, or of records of them. */
const storedValue = z.union([value, z.array(z.union([value, z.record(z.string(), value)]))])

export const registerVersion = z.object({
  /** Counts from 1, in the order of recording. */
  number: z.number(),
  /** Null where that was not kept: a record as the first act found it. */
  recorded_at: z.string().nullable(),
  /** Null for the server itself, and where that was not kept. */
  recorded_by: z.string().nullable(),
  /** In words: Created, Changed, Deleted, As found. */
  action: z.string(),
  /** The act that left it; null for a record as found. */
  act_id: z.number().nullable(),
  /** The day from which it holds, where the act or the record says one. */
  effective_from: z.string().nullable(),
  /** The fields that it changed, with what they said before and after; null for nothing. */
  changes: z.array(
    z.object({ field: z.string(), label: z.string(), before: storedValue, after: storedValue }),
  ),
})
export type RegisterVersion = z.output<typeof registerVersion>

/** Versions that one answer holds at most. */
export const VERSIONS_MOST = 200

const pageOfVersions = z
  .object({
    limit: z.coerce.number().int().min(1).max(VERSIONS_MOST).optional(),
    cursor: z
      .string()
      .max(9)
      .regex(/^\d{1,9}$/, 'This is not a cursor of this list.')
      .optional(),
  })
  .prefault({})
export type VersionsAsked = z.output<typeof pageOfVersions>

export type VersionsRoute<P extends z.ZodType> = Route<
  P,
  typeof pageOfVersions,
  z.ZodUndefined,
  z.ZodArray<typeof registerVersion>
>

/** The history of a record, under the path that names it. */
export const versionsRoute = <P extends z.ZodType>(of: {
  readonly name: string
  readonly needs: Route['needs']
  readonly scope?: 'all'
  readonly path: `/${string}`
  readonly tag: string
  readonly what: string
  readonly params: P
}): VersionsRoute<P> =>
  route({
    name: of.name,
    needs: of.needs,
    ...(of.scope && { scope: of.scope }),
    load: 'list',
    method: 'GET',
    path: `${of.path}/versions`,
    tag: of.tag,
    summary: `What ${of.what} said over time, newest first; pages by \`cursor\` (X-Next-Cursor)`,
    params: of.params,
    query: pageOfVersions,
    reply: z.array(registerVersion),
  })

/** A field of a version. */
export interface VersionField extends AuditField {
  /** Its values are codes of portfolios: those outside a reader's scope are left out. */
  readonly isPortfolio?: true
}
