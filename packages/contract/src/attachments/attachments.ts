import { z } from 'zod'
import type { Right } from '../identity/rights.ts'
import { fileData, id, recordId, text } from '../kit/fields.ts'
import { removed } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/** Files kept with a journal entry, a draft, a reconciliation or an announcement. */

export const ATTACHMENT_OWNERS = ['journal-entry', 'journal-draft', 'reconciliation', 'announcement'] as const
export type AttachmentOwner = (typeof ATTACHMENT_OWNERS)[number]
/**
 * The rights to an owner that a user needs to see its files and to change them, in addition to the rights of
 * the calls. All users see the files of an announcement, so changing them needs all portfolios.
 */
export const ATTACHMENT_RIGHTS: Readonly<
  Record<AttachmentOwner, { see: Right; change: Right; scope?: 'all' }>
> = {
  'journal-entry': { see: 'ledger.read', change: 'ledger.read' },
  'journal-draft': { see: 'ledger.read', change: 'ledger.read' },
  reconciliation: { see: 'reconciliations.read', change: 'reconciliations.work' },
  announcement: { see: 'prices.read', change: 'prices.record', scope: 'all' },
}
export const ATTACHMENT_BYTES_MAX = 10 * 1024 * 1024
/** Files of one owner at most; those marked as removed do not count. */
export const ATTACHMENTS_MAX = 20
export const REMOVAL_REASON_MAX = 500
/** The kinds of file that are kept: their media type, and how their names may end. */
export const ATTACHMENT_KINDS = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
} as const
export type AttachmentType = keyof typeof ATTACHMENT_KINDS

const owner = {
  owner_kind: z.enum(ATTACHMENT_OWNERS, { error: `Must be one of: ${ATTACHMENT_OWNERS.join(', ')}.` }),
  owner_id: recordId(),
}

/** The name of a file without the sender's folder, which ends with the last slash. */
const fileName = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.replace(/^.*[\\/]/s, '') : value),
    text(200, 'The file name'),
  )
  .refine((name) => !/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/.test(name), 'The file name cannot be used.')

export const attachment = z.object({
  id: z.number(),
  owner_kind: z.enum(ATTACHMENT_OWNERS),
  owner_id: z.number(),
  file_name: z.string(),
  media_type: z.string(),
  bytes: z.number(),
  added_at: z.string(),
  added_by: z.string(),
  /** It belongs, or belonged, to a posted entry: it is never deleted, only marked as removed. */
  permanent: z.boolean(),
  removed_at: z.string().nullable(),
  removed_by: z.string().nullable(),
  removal_reason: z.string().nullable(),
})
export type Attachment = z.output<typeof attachment>

const base = { tag: 'Attachments' } as const
export const attachments = {
  list: route({
    ...base,
    name: 'attachments.list',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/attachments',
    summary:
      'The files of an entry, a draft, a reconciliation or an announcement as they were added, those marked as removed last',
    query: z.object(owner),
    reply: z.array(attachment),
  }),
  add: route({
    ...base,
    name: 'attachments.add',
    needs: 'files.attach',
    load: 'upload',
    method: 'POST',
    path: '/attachments',
    status: 201,
    summary: 'Keep a file (base64, at most 10 MB): PDF, PNG, JPEG, Excel workbook, CSV or text',
    body: z.object({
      ...owner,
      file_name: fileName,
      data: fileData(ATTACHMENT_BYTES_MAX),
    }),
    reply: attachment,
  }),
  file: route({
    ...base,
    name: 'attachments.file',
    needs: 'ledger.read',
    method: 'GET',
    path: '/attachments/:id/file',
    summary: 'The file itself, as a download',
    params: z.object({ id }),
    reply: z.string(),
  }),
  remove: route({
    ...base,
    name: 'attachments.remove',
    needs: 'files.attach',
    method: 'DELETE',
    path: '/attachments/:id',
    summary:
      'Delete a file of a draft, of an announcement or of a reconciliation at work (one of a posted entry is refused: it stays)',
    params: z.object({ id }),
    reply: removed,
  }),
  markRemoved: route({
    ...base,
    name: 'attachments.mark-removed',
    needs: 'files.attach',
    method: 'POST',
    path: '/attachments/:id/removal',
    summary: 'Mark a file of a posted entry as removed, with a reason; it stays and can still be opened',
    params: z.object({ id }),
    body: z.object({ reason: text(REMOVAL_REASON_MAX, 'The reason') }),
    reply: attachment,
  }),
}
