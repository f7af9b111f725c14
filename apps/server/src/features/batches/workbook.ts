/** Reading one sheet of an .xlsx file within bounds: its parts are measured before they are opened. */
import { inflateRawSync } from 'node:zlib'
import type { Cell } from '@em/contract/books/batches'
import { streamXlsxRows } from 'hucre/xlsx'
import { foreignArchive } from './foreign-file.ts'
import { cellsOfStyles, percentStyles } from './percent-cells.ts'
import { COLUMNS_MAX, type Line, SheetRefusal, type Table, tooManyColumns, tooManyRows } from './sheet.ts'

interface Part {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

const PARTS_MAX = 2_000
/** Far above 100,000 rows of trades, far below what would hurt. */
const UNPACKED_MAX = 150 * 1024 * 1024

export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | null,
  rowsMax: number,
): Promise<Table> {
  const parts = partsOf(bytes)
  const book = partText(bytes, parts, 'xl/workbook.xml')
  if (book === undefined) throw foreignArchive(parts)
  if (
    parts.size > PARTS_MAX ||
    [...parts.values()].reduce((sum, part) => sum + part.size, 0) > UNPACKED_MAX
  ) {
    throw new SheetRefusal('file.too-large', { limit: 'what can be unpacked (150 MB)' })
  }
  refuseDoctype(partText(bytes, parts, 'xl/sharedStrings.xml') ?? '')
  const styles = partText(bytes, parts, 'xl/styles.xml') ?? ''
  refuseDoctype(styles)
  const sheets = sheetsOf(book, partText(bytes, parts, 'xl/_rels/workbook.xml.rels') ?? '')
  const place = wanted === null ? 0 : sheets.findIndex((sheet) => sheet.name === wanted)
  const sheet = sheets[place]
  if (sheet === undefined) throw new SheetRefusal('file.unreadable', { reason: 'it has no such sheet.' })
  const xml = partText(bytes, parts, sheet.path)
  if (xml === undefined) throw new SheetRefusal('file.unreadable', { reason: 'a part of it is missing.' })
  const formulas = measure(xml, rowsMax)
  const percents = cellsOfStyles(xml, percentStyles(styles))
  const lines: Line[] = []
  for await (const row of streamXlsxRows(bytes, { sheet: place })) {
    if (row.values.length > COLUMNS_MAX && row.values.slice(COLUMNS_MAX).some((value) => value !== null)) {
      throw tooManyColumns()
    }
    if (lines.length >= rowsMax) throw tooManyRows()
    const line = row.index + 1
    const inPercent = percents.get(line)
    lines.push({
      line,
      cells: row.values
        .slice(0, COLUMNS_MAX)
        .map((value, column) => cellOf(value, inPercent?.has(column) ?? false)),
    })
  }
  return { kind: 'xlsx', sheet: sheet.name, sheets: sheets.map((one) => one.name), formulas, lines }
}

/** The names of a workbook's sheets. */
export function sheetNames(bytes: Uint8Array): string[] {
  const parts = partsOf(bytes)
  const book = partText(bytes, parts, 'xl/workbook.xml') ?? ''
  return sheetsOf(book, partText(bytes, parts, 'xl/_rels/workbook.xml.rels') ?? '').map((one) => one.name)
}

/** Digits that spreadsheets show; what a formula leaves behind them (18812.500000000004) is no part of the value. */
const DIGITS = 15
const shownDigits = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))

/** Values as they are stored: a formula's last result, never a new one; percent as it is shown, `10.25%`. */
function cellOf(value: string | number | boolean | Date | null, inPercent: boolean): Cell {
  if (typeof value === 'number') return inPercent ? `${shownDigits(value * 100)}%` : shownDigits(value)
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : { date: value.toISOString().slice(0, 10) }
  }
  return typeof value === 'boolean' ? String(value) : value
}

/** A formula that no program has computed yet: a cell with a formula and no value, as other programs write them. */
const NO_RESULT =
  /<c\s(?:[^>]*?\s)?r="([A-Z]{1,3}\d{1,7})"(?![^>]*\st="str")[^>]*><f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)(?:<v\s*\/>|<v><\/v>)?<\/c>/

/** Refuses merged cells, formulas without their results and far too many rows or columns by the sheet's own text; answers the number of formulas. */
function measure(xml: string, rowsMax: number): number {
  const merged = /<mergeCell\s[^>]*ref="([^"]{1,40})"/.exec(xml)
  if (merged !== null) throw new SheetRefusal('file.merged', { range: merged[1] ?? '' })
  if (count(xml, '<row') > rowsMax) throw tooManyRows()
  const formulas = count(xml, '<f>') + count(xml, '<f ')
  const unsaved = formulas === 0 ? null : NO_RESULT.exec(xml)
  if (unsaved !== null) throw new SheetRefusal('file.formula', { cell: unsaved[1] ?? '' })
  return formulas
}

function count(text: string, word: string): number {
  let found = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) found += 1
  return found
}

function refuseDoctype(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new SheetRefusal('file.unreadable', { reason: 'it declares entities, which workbooks do not.' })
  }
}

function sheetsOf(book: string, relations: string): { name: string; path: string }[] {
  const targets = new Map(
    [...relations.matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  return [...book.matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? ''
    return {
      name: unescaped(attribute(tag, 'name')),
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    }
  })
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** The archive's parts by its central directory. */
function partsOf(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  const lowest = Math.max(0, end - 65_535)
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < lowest || bytes.length < 22)
    throw new SheetRefusal('file.unreadable', { reason: 'it is cut off.' })
  const entries = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const parts = new Map<string, Part>()
  for (let entry = 0; entry < entries && at + 46 <= bytes.length; entry += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    parts.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** A part as text, unpacked to no more than the bound whatever its head claims. */
function partText(bytes: Uint8Array, parts: ReadonlyMap<string, Part>, name: string): string | undefined {
  const part = parts.get(name)
  if (part === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (part.offset + 30 > bytes.length) throw new SheetRefusal('file.unreadable', { reason: 'it is cut off.' })
  const from =
    part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
  const packed = bytes.subarray(from, from + part.packed)
  let text: string
  try {
    const unpacked = part.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: UNPACKED_MAX })
    text = new TextDecoder().decode(unpacked)
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new SheetRefusal('file.too-large', { limit: 'what can be unpacked (150 MB)' })
    }
    throw new SheetRefusal('file.unreadable', { reason: 'it is damaged.' })
  }
  refuseDoctype(text.slice(0, HEAD))
  return withoutPrefix(text)
}

const HEAD = 4096
const MAIN =
  /xmlns:(\w{1,20})="http:\/\/(?:schemas\.openxmlformats\.org\/spreadsheetml\/2006|purl\.oclc\.org\/ooxml\/spreadsheetml)\/main"/

/** Some programs write every tag with a prefix (`<x:row>`): what is looked for here stands without one. */
function withoutPrefix(xml: string): string {
  const prefix = MAIN.exec(xml.slice(0, HEAD))?.[1]
  if (prefix === undefined) return xml
  return xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</')
}
