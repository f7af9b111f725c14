/** Reading one sheet of an .xlsx file within bounds: cells are counted and their texts measured as they come. */
import { serialToDate } from 'hucre'
import { Archive } from '../platform/file-readers/archive.ts'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'
import { scanXml } from '../platform/file-readers/xml.ts'
import { readCellStyles } from './cell-styles.ts'
import type { CellMeanings } from './cell-values.ts'
import { foreignArchive } from './foreign-file.ts'
import { readSharedStrings } from './shared-strings.ts'
import { CELL_TEXT_MAX, type Table, TextBounds } from './sheet.ts'
import { SheetScan } from './sheet-scan.ts'

const MB = 1024 * 1024
/** A list of two thousand sheets has 0.5 MB. */
const BOOK_BYTES_MAX = 5 * MB
const SHEETS_MAX = 1_000

interface Sheet {
  readonly name: string
  readonly path: string
}
interface Book {
  readonly sheets: readonly Sheet[]
  readonly from1904: boolean
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
}

export interface Workbook {
  /** Names of its sheets. */
  readonly sheets: readonly string[]
  /**
   * The rows of the sheet named; of the first one where none is.
   * @throws FileRefusal `file.merged`, `file.formula`, `file.too-many`, `file.too-large`, `file.unreadable`.
   */
  readonly read: (sheet: string | null) => Promise<Table>
}

/**
 * @param cellMax characters that a cell may have.
 * @throws FileRefusal `file.kind` and `file.other-kind` for an archive that is no workbook, and those of `Archive`.
 */
export async function openWorkbook(bytes: Uint8Array, cellMax = CELL_TEXT_MAX): Promise<Workbook> {
  const archive = await Archive.open(bytes)
  if (!archive.names.has('xl/workbook.xml')) throw foreignArchive(archive.names)
  const book = await bookOf(archive)
  let meanings: Promise<CellMeanings> | undefined
  const sheets = book.sheets.map((one) => one.name)
  const read = async (wanted: string | null): Promise<Table> => {
    const sheet = wanted === null ? book.sheets[0] : book.sheets.find((one) => one.name === wanted)
    if (sheet === undefined) throw unreadable('it has no such sheet.')
    const xml = archive.part(sheet.path)
    if (xml === undefined) throw unreadable('a part of it is missing.')
    meanings ??= meaningsOf(archive, book, cellMax)
    const bounds = new TextBounds(cellMax)
    const scan = new SheetScan(await meanings, bounds)
    await scanXml(xml, scan)
    const { lines, formulas } = scan.done()
    return { kind: 'xlsx', sheet: sheet.name, sheets, formulas, lines, problems: bounds.problems }
  }
  return { sheets, read }
}

const unreadable = (reason: string) => new FileRefusal('file.unreadable', { reason })

async function meaningsOf(archive: Archive, book: Book, cellMax: number): Promise<CellMeanings> {
  const texts = archive.part(book.sharedStrings ?? '')
  const styles = archive.part(book.styles ?? '')
  return {
    texts: texts === undefined ? [] : await readSharedStrings(texts, cellMax),
    shown: styles === undefined ? [] : await readCellStyles(styles),
    dateOf: (serial) => serialToDate(serial, book.from1904),
  }
}

/** The workbook's list of sheets, and where its parts lie. */
async function bookOf(archive: Archive): Promise<Book> {
  const targets = new Map<string, string>()
  const kinds = new Map<string, string>()
  await scanText(archive, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    if (name !== 'Relationship') return
    const { Id = '', Type = '', Target = '' } = attributes
    const path = pathOf(Target)
    targets.set(Id, path)
    kinds.set(Type.slice(Type.lastIndexOf('/') + 1), path)
  })
  const sheets: Sheet[] = []
  let from1904 = false
  await scanText(archive, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
    if (name !== 'sheet') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    sheets.push({ name: attributes['name'] ?? '', path: targets.get(id) ?? '' })
    if (sheets.length > SHEETS_MAX) {
      throw new FileRefusal('file.too-many', { limit: `${SHEETS_MAX.toLocaleString('en')} sheets` })
    }
  })
  return { sheets, from1904, sharedStrings: kinds.get('sharedStrings'), styles: kinds.get('styles') }
}

async function scanText(
  archive: Archive,
  name: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const text = await archive.text(name, BOOK_BYTES_MAX)
  if (text !== undefined) await scanXml([Buffer.from(text)], { open })
}

/** The path in the archive of a relation's target; it is looked up there and nowhere else. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = ['xl']
  for (const part of target.split('/')) {
    if (part === '..') path.pop()
    else if (part !== '.' && part !== '') path.push(part)
  }
  return path.join('/')
}
