import type { Attachment, AttachmentOwner } from '@em/contract/attachments/attachments'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const COLUMNS = `f.id, f.owner_kind, f.owner_id, f.file_name, f.media_type, f.bytes, f.added_at,
  u.first_name || ' ' || u.last_name AS added_by, f.permanent, f.removed_at,
  r.first_name || ' ' || r.last_name AS removed_by, f.removal_reason`
const TABLES = 'attachments f JOIN users u ON u.id = f.added_by LEFT JOIN users r ON r.id = f.removed_by'
const LIST = statement(
  'attachments.list',
  `SELECT ${COLUMNS} FROM ${TABLES}
    WHERE f.owner_kind = :kind AND f.owner_id = :ownerId ORDER BY f.removed_at IS NOT NULL, f.id`,
)
const ONE = statement('attachments.one', `SELECT ${COLUMNS} FROM ${TABLES} WHERE f.id = :id`)
const CONTENT = statement(
  'attachments.content',
  'SELECT file_name, media_type, content FROM attachments WHERE id = :id',
)

/** The files of one owner, in the order they were added; those marked as removed last. */
export function attachmentsOf(db: Queryable, kind: AttachmentOwner, ownerId: number): Promise<Attachment[]> {
  return db.query(LIST, { kind, ownerId })
}

/** One file, without its content. @throws Refusal 404. */
export async function findAttachment(db: Queryable, id: number): Promise<Attachment> {
  const [found] = await db.query(ONE, { id })
  if (!found) throw new Refusal('record.missing', { what: 'The file' })
  return found
}

/** One file with its content. @throws Refusal 404. */
export async function readAttachment(
  db: Queryable,
  id: number,
): Promise<{ fileName: string; mediaType: string; content: Buffer }> {
  const [found] = await db.query(CONTENT, { id })
  if (!found) throw new Refusal('record.missing', { what: 'The file' })
  return { fileName: found.file_name, mediaType: found.media_type, content: found.content }
}
