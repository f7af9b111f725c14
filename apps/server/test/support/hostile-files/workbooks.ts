/** Hostile workbooks: archives that lie and XML that multiplies. */
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import {
  archive,
  relationsOf,
  sheetOf,
  stringsOf,
  stylesOf,
  USUAL_ROWS,
  type WorkbookParts,
  workbook,
  workbookOf,
  workbookParts,
} from './archive.ts'
import {
  both,
  type HostileFile,
  noSuchKind,
  otherKind,
  read,
  refused,
  tooLarge,
  tooMany,
  unreadable,
} from './kind.ts'

const MB = 1024 * 1024
const NOTHING = Buffer.alloc(0)
const damaged = both(unreadable('it is damaged.'))
const ROW = '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>'
const times = (text: string, count: number) => text.repeat(count)
/** A text that many cells share. */
const multiplied = (length: number, rows: number) => () =>
  workbook({ strings: stringsOf(`<si><t>${times('x', length)}</t></si>`), sheet: sheetOf(times(ROW, rows)) })
const laughs = `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from(
  { length: 30 },
  (_, n) => `<!ENTITY l${n + 1} "${times(`&l${n};`, 10)}">`,
).join('')}]>`
/** Behind the XML declaration. */
const withDoctype = (xml: string, doctype: string) => xml.replace('?>', `?>${doctype}`)
const replaced = (name: keyof WorkbookParts, make: (usual: string) => string) => () => {
  const usual = workbookParts().find((part) => part.name.endsWith(FILES[name]))?.content
  return workbook({ [name]: make(String(usual)) })
}
const FILES: Record<keyof WorkbookParts, string> = {
  workbook: 'xl/workbook.xml',
  relations: 'workbook.xml.rels',
  sheet: 'sheet1.xml',
  strings: 'sharedStrings.xml',
  styles: 'styles.xml',
}
const PARTS = Object.keys(FILES) as (keyof WorkbookParts)[]
const cell = (reference: string, value = '<v>1</v>') => `<c r="${reference}">${value}</c>`
const withRow = (cells: string) => workbook({ sheet: sheetOf(`${USUAL_ROWS}<row>${cells}</row>`) })

const TEXTS: HostileFile[] = [
  {
    name: 'a shared text of 32,767 characters in 100,000 cells (17 KB)',
    make: multiplied(32_767, 100_000),
    ...both(tooMany('20 MB of text in its cells')),
  },
  {
    name: 'a shared text of 1,900 characters in 100,000 cells',
    make: multiplied(1_900, 100_000),
    ...both(tooMany('20 MB of text in its cells')),
  },
  {
    name: 'a million rows of shared texts',
    make: multiplied(32_767, 1_000_000),
    ...both(tooMany('20 MB of text in its cells')),
  },
  {
    name: 'a cell of 3,000 characters',
    make: () =>
      workbook({
        sheet: sheetOf(
          `${USUAL_ROWS}<row><c t="inlineStr"><is><t>${times('x', 3_000)}</t></is></c><c><v>1</v></c></row>`,
        ),
      }),
    trades: read({
      problems: [{ line: 3, column: 0, message: 'This text has 3,000 characters; a cell may have 1,000.' }],
    }),
    statement: read({ problemCount: 1, totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'a shared text of 300,000 runs',
    make: () =>
      workbook({
        strings: stringsOf(`<si>${times('<r><t>abcdefghij</t></r>', 300_000)}</si>`),
        sheet: sheetOf(`${USUAL_ROWS}<row><c t="s"><v>0</v></c><c><v>1</v></c></row>`),
      }),
    trades: read({
      problems: [
        { line: 3, column: 0, message: 'This text has 3,000,000 characters; a cell may have 1,000.' },
      ],
    }),
    statement: read({ problemCount: 1 }),
  },
  {
    name: 'ten million empty shared texts',
    make: () => workbook({ strings: stringsOf(times('<si/>', 10_000_000)) }),
    ...both(tooMany('2,000,000 texts')),
  },
  {
    name: 'a number of days that is no date',
    make: () =>
      workbook({
        styles: stylesOf('', '<xf numFmtId="14"/>'),
        sheet: sheetOf(`${USUAL_ROWS}<row><c t="str"><v>SAMP</v></c><c s="0"><v>1e15</v></c></row>`),
      }),
    trades: read({
      problems: [
        { line: 3, column: 1, message: 'The number 1e15 is formatted as a date but is not a date.' },
      ],
    }),
    statement: read({ problemCount: 1 }),
  },
]

const SHEETS: HostileFile[] = [
  {
    name: 'a million rows',
    make: () => workbook({ sheet: sheetOf(times('<row><c><v>1</v></c></row>', 1_000_000)) }),
    ...both(tooMany('100,000 rows')),
  },
  {
    name: '“<c ” twenty million times',
    make: () => workbook({ sheet: sheetOf(`<row>${times('<c ', 20_000_000)}`) }),
    ...damaged,
  },
  {
    name: 'twenty million cells in one row',
    make: () => workbook({ sheet: sheetOf(`<row>${times('<c/>', 20_000_000)}</row>`) }),
    ...both(tooMany('4,000,000 cells')),
  },
  {
    name: '“<mergeCell ” ten million times',
    make: () => workbook({ sheet: sheetOf(USUAL_ROWS, times('<mergeCell ', 10_000_000)) }),
    ...damaged,
  },
  {
    name: 'a merged range over the whole sheet',
    make: () =>
      workbook({ sheet: sheetOf(USUAL_ROWS, '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>') }),
    ...both(refused(422, 'file.merged', '(A1:XFD1048576)')),
  },
  {
    name: '400,000 merged ranges',
    make: () =>
      workbook({
        sheet: sheetOf(USUAL_ROWS, `<mergeCells>${times('<mergeCell ref="A1:B2"/>', 400_000)}</mergeCells>`),
      }),
    ...both(refused(422, 'file.too-many', 'The file has more than 20,000 merged cells.')),
  },
  {
    name: 'a cell at XFD1048576',
    make: () => withRow(cell('XFD1048576')),
    ...both(tooMany('100 columns')),
  },
  { name: 'a cell beyond every column', make: () => withRow(cell('ZZZZZZZ99999999')), ...damaged },
  {
    name: 'a row beyond every row',
    make: () => workbook({ sheet: sheetOf(`${USUAL_ROWS}<row r="1e300">${cell('A1')}</row>`) }),
    ...damaged,
  },
  { name: 'a number beyond every number', make: () => withRow(cell('A3', '<v>1e999</v>')), ...damaged },
  {
    name: '300,000 formulas without a result',
    make: () => workbook({ sheet: sheetOf(`<row>${times('<c r="A1"><f>A1</f></c>', 300_000)}</row>`) }),
    ...both(refused(422, 'file.formula', 'Cell A1')),
  },
  {
    name: 'a million styles',
    make: () => workbook({ styles: stylesOf('', times('<xf numFmtId="14"/>', 1_000_000)) }),
    ...both(tooMany('65,536 cell styles')),
  },
  {
    name: 'a number format of 5 MB',
    make: () =>
      workbook({
        styles: stylesOf(`<numFmt numFmtId="200" formatCode="${times('[[%', MB)}"/>`, '<xf numFmtId="200"/>'),
        sheet: sheetOf(USUAL_ROWS.replaceAll('<c>', '<c s="0">')),
      }),
    ...both(read({})),
  },
  {
    name: '100,000 sheets that are one',
    make: () => workbook({ workbook: workbookOf(times('<sheet name="A" sheetId="1" r:id="r1"/>', 100_000)) }),
    ...both(tooMany('1,000 sheets')),
  },
  {
    name: 'a list of sheets of 9 MB',
    make: () => workbook({ workbook: workbookOf(times(' ', 9 * MB)) }),
    ...both(tooLarge('what a part of it may be (5 MB)')),
  },
  {
    name: 'elements a million deep',
    make: () => workbook({ sheet: sheetOf(times('<a>', 1_000_000)) }),
    ...both(unreadable('nested too deeply')),
  },
  {
    name: 'an element with a million attributes',
    make: () => {
      const attributes = Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')
      return workbook({ sheet: sheetOf(`<row ${attributes}/>`) })
    },
    ...both(unreadable('too many attributes')),
  },
  {
    name: 'a sheet that is the list of relations',
    make: () => workbook({ relations: relationsOf('_rels/workbook.xml.rels') }),
    ...both(unreadable('it contains no table')),
  },
  {
    name: 'a sheet that is the workbook itself',
    make: () => workbook({ relations: relationsOf('/xl/workbook.xml') }),
    ...both(unreadable('it contains no table')),
  },
  {
    name: 'a sheet that is a file of the server',
    make: () => workbook({ relations: relationsOf('../../../../../../etc/passwd') }),
    ...both(unreadable('a part of it is missing')),
  },
  ...PARTS.map(
    (part): HostileFile => ({
      name: `entities that multiply in the ${part}`,
      make: replaced(part, (xml) => withDoctype(xml, laughs).replace(/<\/(\w+)>$/, '&l30;</$1>')),
      ...both(unreadable('it declares entities')),
    }),
  ),
  {
    name: 'an entity that is a file of the server',
    make: replaced('sheet', (xml) =>
      withDoctype(xml, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace('Deposit', '&x;'),
    ),
    ...both(unreadable('it declares entities')),
  },
  {
    name: 'an undeclared entity',
    make: replaced('sheet', (xml) => xml.replace('Deposit', '&x;')),
    ...damaged,
  },
]

const usual = () => workbookParts()
/** The usual parts with one of them changed. */
const withPart = (name: string, change: object) =>
  archive(usual().map((part) => (part.name === name ? { ...part, ...change } : part)))
const SHEET = 'xl/worksheets/sheet1.xml'

const ARCHIVES: HostileFile[] = [
  {
    name: 'a sheet of 200 MB in 200 KB',
    make: () => workbook({ sheet: times(' ', 200 * MB) }),
    ...both(tooLarge('400 times what its packed parts have')),
  },
  {
    name: 'a sheet of 160 MB in 2 MB',
    make: () => workbook({ sheet: `<a><!--${times(randomBytes(10_000).toString('hex'), 8 * 1024)}--></a>` }),
    ...both(tooLarge('what can be unpacked (150 MB)')),
  },
  {
    name: 'a sheet that says it has 1,000 bytes and has 60 MB',
    make: () => withPart(SHEET, { content: times(' ', 60 * MB), claims: { size: 1_000 } }),
    ...both(tooLarge('its own table of contents says')),
  },
  {
    name: 'a sheet that says it has more than it has',
    make: () => withPart(SHEET, { claims: { size: 100_000 } }),
    ...damaged,
  },
  { name: 'a wrong checksum', make: () => withPart(SHEET, { claims: { crc: 1 } }), ...damaged },
  {
    name: 'a sheet whose packed bytes break off',
    make: () => withPart(SHEET, { packed: deflateRawSync(Buffer.from(sheetOf(USUAL_ROWS))).subarray(0, 50) }),
    ...both(unreadable('it is cut off')),
  },
  { name: 'an unknown way of packing', make: () => withPart(SHEET, { method: 99 }), ...damaged },
  {
    name: '60,000 parts',
    make: () =>
      archive([
        ...usual(),
        ...Array.from({ length: 60_000 }, (_, n) => ({
          name: `a${n}`,
          content: '',
          packed: NOTHING,
          method: 0,
        })),
      ]),
    ...both(tooMany('2,000 parts')),
  },
  {
    name: 'more parts claimed than there are',
    make: () => archive(usual(), { entries: 1_000 }),
    ...both(unreadable('it is cut off')),
  },
  {
    name: 'parts that overlap',
    make: () => {
      const kernel = archive(usual())
      return archive([...usual(), { name: 'xl/worksheets/sheet2.xml', content: kernel, place: 0 }])
    },
    ...both(unreadable('its parts overlap')),
  },
  {
    name: 'a part that is there twice',
    make: () => archive([...usual(), { name: SHEET, content: sheetOf(ROW) }]),
    ...both(unreadable('stands in it twice')),
  },
  {
    name: 'a part named ../../etc/passwd',
    make: () => archive([...usual(), { name: '../../etc/passwd', content: 'root' }]),
    ...both(unreadable('has a path for a name')),
  },
  {
    name: 'a part named /etc/passwd',
    make: () => archive([...usual(), { name: '/etc/passwd', content: 'root' }]),
    ...both(unreadable('has a path for a name')),
  },
  {
    name: 'a part locked by a password',
    make: () => withPart(SHEET, { flags: 1 }),
    ...both(unreadable('it is locked by a password')),
  },
  {
    name: 'a workbook that is cut off',
    make: () => workbook().subarray(0, 700),
    ...both(unreadable('it is cut off')),
  },
  {
    name: 'archives within archives',
    make: () => {
      let inner = archive([{ name: 'a', content: times(' ', 10 * MB) }])
      for (let depth = 0; depth < 10; depth += 1) {
        inner = archive(Array.from({ length: 8 }, (_, n) => ({ name: `${n}.zip`, content: inner })))
      }
      return inner
    },
    ...noSuchKind,
  },
  {
    name: 'PK and nothing else',
    make: () => Buffer.from('PK\u0003\u0004nothing'),
    ...both(unreadable('it is cut off')),
  },
  {
    name: 'an OpenDocument file that calls itself .xlsx',
    make: () =>
      archive([
        { name: 'mimetype', content: 'x' },
        { name: 'content.xml', content: '<a/>' },
      ]),
    ...otherKind('an OpenDocument file (.ods)'),
  },
  {
    name: 'a binary workbook that calls itself .xlsx',
    make: () => archive([{ name: 'xl/workbook.bin', content: '' }]),
    ...otherKind('a binary Excel workbook (.xlsb)'),
  },
]

export const WORKBOOKS: readonly HostileFile[] = [...TEXTS, ...SHEETS, ...ARCHIVES]
