import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_KINDS,
  type Attachment,
  type AttachmentOwner,
  attachments,
} from '@em/contract/attachments/attachments'
import { call, callFile } from '../../lib/api.ts'
import { base64Of } from '../../lib/files.ts'
import { saveFile } from '../../ui/save-file.ts'

const ENDINGS: readonly string[] = Object.values(ATTACHMENT_KINDS).flat()

/** For the browser's file picker. */
export const ACCEPTED = ENDINGS.map((ending) => `.${ending}`).join(',')

/** Why a file cannot be attached, before it is sent; null when it seems well. */
export function faultOf(file: Pick<File, 'name' | 'size'>): string | null {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!ENDINGS.includes(ending)) {
    return `${file.name}: PDF, PNG, JPEG, Excel workbooks (.xlsx), CSV and text files can be attached.`
  }
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > ATTACHMENT_BYTES_MAX) return `${file.name} is larger than 10 MB.`
  return null
}

/** Keeps one file with its owner. @throws ApiFailure */
export async function attach(file: File, kind: AttachmentOwner, ownerId: number): Promise<Attachment> {
  const body = { owner_kind: kind, owner_id: ownerId, file_name: file.name, data: await base64Of(file) }
  return call(attachments.add, { body, idempotencyKey: crypto.randomUUID() })
}

/** Hands an attached file to the browser to keep. */
export async function download({ id, file_name, media_type }: Attachment): Promise<void> {
  const blob = await callFile(attachments.file, { params: { id } })
  saveFile(file_name, blob, media_type)
}
