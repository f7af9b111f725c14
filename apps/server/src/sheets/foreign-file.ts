/** Files of other programs that people mistake for an Excel workbook, recognised by their bytes and named in the refusal. */
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'

const startsWith = (bytes: Uint8Array, ...magic: number[]) =>
  magic.every((byte, index) => bytes[index] === byte)

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b)
/** The container of Excel before 2007, and of workbooks locked by a password. */
const isCompound = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
const isPdf = (bytes: Uint8Array) => startsWith(bytes, 0x25, 0x50, 0x44, 0x46)

/** A table that a program wrote as a web page and called .xls. */
const isPage = (bytes: Uint8Array) =>
  /^\ufeff?\s*<(?:!doctype\s+html|html|table|head|body|meta)[\s>]/i.test(
    new TextDecoder('windows-1252').decode(bytes.subarray(0, 400)).replace('ï»¿', ''),
  )

/** Parts that only one program's archives have. */
const PARTS: readonly (readonly [part: string, what: string])[] = [
  ['content.xml', 'an OpenDocument file (.ods)'],
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['Index/Document.iwa', 'a Numbers spreadsheet'],
  ['word/document.xml', 'a Word document'],
]

const named = (found: string) => new FileRefusal('file.other-kind', { found })

/** The refusal of an archive that is no .xlsx workbook, by the names of its parts. */
export function foreignArchive(parts: ReadonlySet<string>): FileRefusal {
  const known = PARTS.find(([part]) => parts.has(part))
  return known === undefined ? new FileRefusal('file.kind') : named(known[1])
}

/** The refusal of a file that is neither an archive nor text; undefined for one that may be text. */
export function foreignBytes(bytes: Uint8Array): FileRefusal | undefined {
  if (isPdf(bytes)) return named('a PDF')
  if (isPage(bytes)) return named('a web page (HTML), whatever its name ends in')
  if (!isCompound(bytes)) return undefined
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (name: string) => names.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return named('an Excel workbook locked by a password')
  return has('Workbook') || has('Book') ? named('an old Excel workbook (.xls)') : new FileRefusal('file.kind')
}
