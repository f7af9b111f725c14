import { z } from 'zod'
import { EXPORT_FORMATS, exportFile, exportPreview } from '../exports/exports.ts'
import { date, optional, optionalText } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/** Who changed what, and what it said before and after, in fields that a person reads. */
export const auditRow = z.object({
  id: z.number(),
  at: z.string(),
  /** Who did it; null for the server itself. */
  by: z.string().nullable(),
  /** What was done, in words: Corrected, Deleted, Created. */
  action: z.string(),
  /** `trade`, `settlement`, `entity`, `journal-entry`, or a register's word. */
  entity: z.string(),
  /** What it is, in words: Trade, Broker. */
  kind: z.string(),
  entity_id: z.string(),
  /** The record's own name: a deal number, a code, a name. */
  record: z.string(),
  reason: z.string().nullable(),
  /** The request that it came with (X-Request-Id); null for what the server does automatically. */
  request: z.string().nullable(),
  /** The address that it came from, where that is kept: of sign-ins, downloads and refused calls. */
  address: z.string().nullable(),
  /** The fields that differ; '' for a value that is absent. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
})
export type AuditRow = z.output<typeof auditRow>

/** A person whom the audit trail may name. */
export const auditPerson = z.object({ id: z.number(), name: z.string() })

/** The parts of the audit trail. Acts about people need the right `audit.read-people`. */
export const AUDIT_PARTS = ['books', 'installation', 'everything'] as const

const filters = {
  /** One kind of record. */
  entity: z.string().max(50).optional(),
  /** What was done, in the words of the list: "Corrected". */
  act: optionalText(60),
  /** The days on which it was done, in Colombo. */
  from: optional(date),
  to: optional(date),
  /** The person who did it, by id. */
  person: optional(z.coerce.number().int().positive()),
  /**
   * In the texts of the record, its deal number and the reason. A page looks through a bounded number of rows: it may hold
   * fewer than asked, or none, and still name where the next one begins.
   */
  search: optionalText(100),
  /** With `entity`: one record, by its id. */
  record: z.string().max(100).optional(),
  /** All that one request did, by its X-Request-Id. */
  request: optionalText(100),
}
const asked = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
  cursor: z
    .string()
    .max(15)
    .regex(/^\d{1,15}$/, 'This is not a cursor of this list.')
    .optional(),
})
const parts = z.enum(AUDIT_PARTS).optional()

export const audit = {
  people: route({
    name: 'audit.people',
    needs: 'audit.read',
    scope: 'all',
    load: 'light',
    method: 'GET',
    path: '/audit-trail/people',
    tag: 'Audit trail',
    summary: 'The people whom the audit trail may name',
    reply: z.array(auditPerson).max(1_000),
  }),
  acts: route({
    name: 'audit.acts',
    needs: 'audit.read',
    load: 'light',
    method: 'GET',
    path: '/audit-trail/acts',
    tag: 'Audit trail',
    summary: 'What was done so far, in the words of the list; those of people for who may see them',
    reply: z
      .array(z.object({ act: z.string(), part: z.enum(['books', 'installation', 'people']) }))
      .max(1_000),
  }),
  list: route({
    name: 'audit.list',
    needs: 'audit.read',
    load: 'list',
    method: 'GET',
    path: '/audit-trail',
    tag: 'Audit trail',
    summary:
      'What was recorded, corrected and deleted (`about`: books, the default), what the installation did, or everything, newest first; pages by `cursor` (X-Next-Cursor). Who sees some portfolios sees what was done to these',
    query: asked.extend({ about: parts }),
    reply: z.array(auditRow),
  }),
  ofPeople: route({
    name: 'audit.of-people',
    needs: 'audit.read-people',
    scope: 'all',
    load: 'list',
    method: 'GET',
    path: '/audit-trail/acts-of-people',
    tag: 'Audit trail',
    summary:
      'Sign-ins, downloads, refused calls, and changes of users and roles, newest first; pages by `cursor` (X-Next-Cursor)',
    query: asked,
    reply: z.array(auditRow),
  }),
  export: route({
    name: 'audit.export',
    needs: 'audit.read',
    load: 'export',
    runs: 'job',
    onlyReads: true,
    method: 'POST',
    path: '/audit-trail/exports',
    status: 201,
    tag: 'Audit trail',
    summary:
      'Make an .xlsx file (at most 1,000,000 rows) or a .csv file (5,000,000) of every act that a filter leaves, newest first; GET /exports/{id}/file downloads it',
    body: z.object({
      ...filters,
      about: z.enum([...AUDIT_PARTS, 'people']).optional(),
      format: z.enum(EXPORT_FORMATS).default('xlsx'),
    }),
    reply: z.union([exportFile, exportPreview]),
  }),
}
