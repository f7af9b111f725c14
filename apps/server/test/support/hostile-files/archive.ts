/** Zip archives as they should not be: sizes, names, offsets and flags are written as they are asked for. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  readonly name: string
  readonly content: Uint8Array | string
  /** Packed already: the bytes are put into the archive unchanged. */
  readonly packed?: Uint8Array
  readonly claims?: { readonly size?: number; readonly crc?: number }
  /** Bit 0: locked by a password. */
  readonly flags?: number
  readonly method?: number
  /** The offset that the directory names, where it is another than the part's own. */
  readonly place?: number
}
export interface ArchiveClaims {
  readonly entries?: number
}

/** A part's head in the archive and its line in the directory: the same fields in another order. */
export function archive(parts: readonly Part[], claims: ArchiveClaims = {}): Buffer {
  const heads: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content as Uint8Array)
    const packed = part.packed ?? deflateRawSync(content)
    const name = Buffer.from(part.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(part.flags ?? 0, 2)
    fields.writeUInt16LE(part.method ?? 8, 4)
    fields.writeUInt32LE(part.claims?.crc ?? crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(part.claims?.size ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(20, 4)
    fields.copy(entry, 6, 0, 24)
    entry.writeUInt32LE(part.place ?? offset, 42)
    heads.push(head, Buffer.from(packed))
    entries.push(entry, name)
    offset += head.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(claims.entries ?? parts.length, 8)
  end.writeUInt16LE(claims.entries ?? parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...heads, directory, end])
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEADER = '<?xml version="1.0" encoding="UTF-8"?>'

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
/** Rows that both readers take: a trade, and a line of a statement. */
export const USUAL_ROWS = `<row>${['Symbol', 'Date', 'Credit', 'Description'].map(inline).join('')}</row><row>${inline('JKH.N0000')}${inline('2026-06-03')}<c><v>1000</v></c>${inline('Deposit')}</row>`

export interface WorkbookParts {
  readonly workbook: string
  readonly relations: string
  readonly sheet: string
  readonly strings: string
  readonly styles: string
}

export const sheetOf = (rows: string, after = '') =>
  `${HEADER}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`
export const stringsOf = (strings: string) => `${HEADER}<sst ${MAIN}>${strings}</sst>`
export const relationsOf = (target: string) =>
  `${HEADER}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="${target}"/><Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`
export const stylesOf = (formats: string, cells: string) =>
  `${HEADER}<styleSheet ${MAIN}><numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs></styleSheet>`
export const workbookOf = (sheets: string) =>
  `${HEADER}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`

export const USUAL: WorkbookParts = {
  workbook: workbookOf('<sheet name="A" sheetId="1" r:id="r1"/>'),
  relations: relationsOf('worksheets/sheet1.xml'),
  sheet: sheetOf(USUAL_ROWS),
  strings: stringsOf('<si><t>one</t></si>'),
  styles: stylesOf('', '<xf numFmtId="0"/>'),
}
const NAMES: Record<keyof WorkbookParts, string> = {
  workbook: 'xl/workbook.xml',
  relations: 'xl/_rels/workbook.xml.rels',
  sheet: 'xl/worksheets/sheet1.xml',
  strings: 'xl/sharedStrings.xml',
  styles: 'xl/styles.xml',
}

/** The parts of a workbook, some of them replaced. */
export function workbookParts(other: Partial<WorkbookParts> = {}): Part[] {
  const parts = { ...USUAL, ...other }
  return (Object.keys(NAMES) as (keyof WorkbookParts)[]).map((key) => ({
    name: NAMES[key],
    content: parts[key],
  }))
}
export const workbook = (other: Partial<WorkbookParts> = {}) => archive(workbookParts(other))
