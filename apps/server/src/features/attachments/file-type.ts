/** The type of a file by its first bytes, whatever its name says. */
import { ATTACHMENT_KINDS, type AttachmentType } from '@em/contract/attachments/attachments'

const starts = (bytes: Buffer, ...first: number[]) => first.every((byte, index) => bytes[index] === byte)

/**
 * The media type of a file that may be kept, by its bytes and the ending of its name, which must agree; undefined for
 * any other file. CSV and text have no mark of their own: they are UTF-8 without control characters.
 */
export function fileType(bytes: Buffer, fileName: string): AttachmentType | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const named = (Object.keys(ATTACHMENT_KINDS) as AttachmentType[]).find((type) =>
    (ATTACHMENT_KINDS[type] as readonly string[]).includes(ending),
  )
  if (named === undefined) return undefined
  const marked = markedType(bytes)
  if (marked !== undefined) return marked === named ? named : undefined
  return named.startsWith('text/') && isText(bytes) ? named : undefined
}

function markedType(bytes: Buffer): AttachmentType | undefined {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  // A workbook is a zip file that says so; other zip files are not kept.
  if (
    starts(bytes, 0x50, 0x4b, 0x03, 0x04) &&
    bytes.includes('[Content_Types].xml') &&
    bytes.includes('xl/')
  ) {
    return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  }
  return undefined
}

function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}
