/** Files are added to an owner and deleted from it; whose owner it is says whether that may be. */
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_RIGHTS,
  ATTACHMENTS_MAX,
  type Attachment,
  type AttachmentOwner,
} from '@em/contract/attachments/attachments'
import { authorize, requireRight, type SignedIn } from '../../platform/authorize.ts'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { attachmentsOf, findAttachment } from './attachments.queries.ts'
import { fileType } from './file-type.ts'

/** A feature's rules for the records that its files belong to. */
export interface Owner {
  /** @throws Refusal 404 when there is no such record. */
  readonly exists: (db: Queryable, id: number) => Promise<void>
  /** @throws Refusal when nothing may be added to the record or taken from it now. It locks what it needs to. */
  readonly mayChange?: (tx: Transaction, id: number) => Promise<void>
}

const owners = new Map<AttachmentOwner, Owner>()

/** Each feature whose records have files says so once, where it registers its routes. */
export function ownsAttachments(kind: AttachmentOwner, owner: Owner): void {
  owners.set(kind, owner)
}

/** @throws Refusal `rights.missing` or `rights.scope` where the files of such an owner are not for the person to see, or to change. */
export function requireOwner(to: 'see' | 'change', kind: AttachmentOwner, person: SignedIn): void {
  const { [to]: needs, scope } = ATTACHMENT_RIGHTS[kind]
  if (to === 'change' && scope !== undefined) authorize({ needs, scope }, person)
  else requireRight(needs, person)
}

/** @throws Refusal 404 for a record that is not there. */
export async function checkOwner(db: Queryable, kind: AttachmentOwner, ownerId: number): Promise<void> {
  const owner = owners.get(kind)
  if (!owner) throw new Refusal('record.missing', { what: 'The record the file belongs to' })
  await owner.exists(db, ownerId)
}

const MB = 1024 * 1024

const ADD = statement(
  'attachments.add',
  `INSERT INTO attachments (owner_kind, owner_id, file_name, media_type, bytes, content, added_by)
   VALUES (:kind, :ownerId, :fileName, :type, :length, :content, :userId) RETURNING id`,
)
/** One writer at a time for the files of one owner, so that the most is the most. */
const LOCK = statement(
  'attachments.lock',
  `SELECT ${takeLock('files of an owner', { key: "hashtext(:kind || ' ' || :ownerId::text)" })}`,
)

/** One upload of a person at a time, so that two cannot both take the room that is left for one. */
const LOCK_PERSON = statement(
  'attachments.lock-person',
  `SELECT ${takeLock('files of a person', { key: ':userId::bigint::integer' })}`,
)
// Files marked as removed are kept, so they count; deleted ones do not.
const TAKEN = statement(
  'attachments.taken',
  'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM attachments WHERE added_by = :addedBy',
)

/** A file as it was sent: its content in base64. */
export interface FileSent {
  readonly owner_kind: AttachmentOwner
  readonly owner_id: number
  readonly file_name: string
  readonly data: string
}

/** The user who adds a file, and how many bytes his files may take together. */
export interface Adder {
  readonly user: SignedIn
  readonly bytesMax: number
}

/**
 * Keeps a file with its owner and answers it.
 * @throws Refusal 404 without owner; `attachment.kind` (415), `file.too-large` (413), `attachment.too-many` (422),
 *   `attachment.person-full` (413), `rights.missing`; what the owner refuses.
 */
export async function addAttachment(tx: Transaction, sent: FileSent, adder: Adder): Promise<Attachment> {
  const { owner_kind: kind, owner_id: ownerId } = sent
  requireOwner('change', kind, adder.user)
  const content = bytesOf(sent.data)
  const type = fileType(content, sent.file_name)
  if (type === undefined) throw refuseField('attachment.kind', 'file_name')
  await checkOwner(tx, kind, ownerId)
  // The person's lock comes first everywhere, then the owner's: two uploads never wait for each other.
  await checkRoom(tx, adder, content.length)
  await tx.query(LOCK, { kind, ownerId: String(ownerId) })
  await owners.get(kind)?.mayChange?.(tx, ownerId)
  const standing = (await attachmentsOf(tx, kind, ownerId)).filter((file) => file.removed_at === null)
  if (standing.length >= ATTACHMENTS_MAX) {
    throw new Refusal('attachment.too-many', { limit: ATTACHMENTS_MAX })
  }
  const [row] = await tx.query(ADD, {
    kind,
    ownerId,
    fileName: sent.file_name,
    type,
    length: content.length,
    content,
    userId: adder.user.id,
  })
  return findAttachment(tx, row?.id ?? 0)
}

/** @throws Refusal `attachment.person-full` (413) where the person's files and this one take more than they may. */
async function checkRoom(tx: Transaction, { user: { id }, bytesMax }: Adder, bytes: number): Promise<void> {
  await tx.query(LOCK_PERSON, { userId: id })
  const [taken] = await tx.query(TAKEN, { addedBy: id })
  const left = bytesMax - (taken?.bytes ?? 0)
  if (bytes <= left) return
  const mb = (size: number) => `${(Math.floor((size / MB) * 10) / 10).toLocaleString('en-LK')} MB`
  throw new Refusal('attachment.person-full', { limit: mb(bytesMax), left: mb(Math.max(0, left)) })
}

/**
 * Deletes a file and answers what it was.
 * @throws Refusal 404; `attachment.permanent` (409) for one that was ever posted with an entry; what the owner refuses.
 */
export async function removeAttachment(tx: Transaction, id: number, user: SignedIn): Promise<Attachment> {
  const found = await lockAttachment(tx, id, user)
  if (found.permanent) throw new Refusal('attachment.permanent')
  const gone = await tx.query('DELETE FROM attachments WHERE id = $1 RETURNING id', [id])
  if (gone.length === 0) throw new Refusal('record.missing', { what: 'The file' })
  return found
}

const MARK = statement(
  'attachments.mark-removed',
  'UPDATE attachments SET removed_at = clock_timestamp(), removed_by = :removedBy, removal_reason = :reason WHERE id = :id',
)

/**
 * Marks a file of a posted entry as removed; it stays as it is. Answers it before and after.
 * @throws Refusal 404; `attachment.removed` (409) when it was removed before; `attachment.not-permanent` (409) for one that
 *   can be deleted; what the owner refuses.
 */
export async function markRemoved(
  tx: Transaction,
  id: number,
  reason: string,
  user: SignedIn,
): Promise<{ before: Attachment; after: Attachment }> {
  const before = await lockAttachment(tx, id, user)
  if (!before.permanent) throw new Refusal('attachment.not-permanent')
  if (before.removed_by !== null) throw new Refusal('attachment.removed', { by: before.removed_by })
  await tx.query(MARK, { id, removedBy: user.id, reason })
  return { before, after: await findAttachment(tx, id) }
}

/** A file whose owner may change, locked with it: the answer is the state after earlier writers have ended. */
async function lockAttachment(tx: Transaction, id: number, user: SignedIn): Promise<Attachment> {
  const { owner_kind: kind, owner_id: ownerId } = await findAttachment(tx, id)
  requireOwner('change', kind, user)
  await tx.query(LOCK, { kind, ownerId: String(ownerId) })
  await owners.get(kind)?.mayChange?.(tx, ownerId)
  return findAttachment(tx, id)
}

/** The files of one owner belong to another from now on: a draft that became an entry. */
export function moveAttachments(
  tx: Transaction,
  from: readonly [AttachmentOwner, number],
  to: readonly [AttachmentOwner, number],
): void {
  tx.send('UPDATE attachments SET owner_kind = $3, owner_id = $4 WHERE owner_kind = $1 AND owner_id = $2', [
    ...from,
    ...to,
  ])
}

function bytesOf(base64: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw new Refusal('request.invalid', {}, [{ field: 'data', message: 'The file must be sent in base64.' }])
  }
  const content = Buffer.from(base64, 'base64')
  if (content.length > ATTACHMENT_BYTES_MAX) throw new Refusal('file.too-large', { limit: '10 MB' })
  if (content.length === 0) {
    throw new Refusal('request.invalid', {}, [{ field: 'data', message: 'The file is empty.' }])
  }
  return content
}
