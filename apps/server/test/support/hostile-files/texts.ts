/** Hostile text files: delimited tables, OFX, MT940 and camt.053. */
import { both, type HostileFile, noSuchKind, otherKind, read, refused, tooMany, unreadable } from './kind.ts'

const MB = 1024 * 1024
const times = (text: string, count: number) => text.repeat(count)
const bytes = (text: string) => Buffer.from(text)
const NO_STATEMENT = noSuchKind.statement
const HEADER = 'Symbol,Date,Credit,Description\n'
const LINE = 'JKH.N0000,2026-06-03,1000,Deposit\n'

const TABLES: HostileFile[] = [
  { name: 'CSV: one line of 9 MB', make: () => bytes(times('x', 9 * MB)), ...noSuchKind },
  {
    name: 'CSV: a cell of 9 MB',
    make: () => bytes(`${HEADER}${LINE}A,2026-06-04,5,"${times('x', 9 * MB)}"\n`),
    trades: read({
      problems: [
        { line: 3, column: 3, message: 'This text has 9,437,184 characters; a cell may have 1,000.' },
      ],
    }),
    statement: read({ problemCount: 1, totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'CSV: nine million columns',
    make: () => bytes(times('1,', 4.5 * MB)),
    ...both(tooMany('100 columns')),
  },
  {
    name: 'CSV: a quotation mark that is never closed',
    make: () => bytes(`${HEADER}${LINE}A,2026-06-04,5,"${times('never\n', MB)}`),
    ...both(unreadable('never closed')),
  },
  {
    name: 'CSV: 4.5 million quotation marks',
    make: () => bytes(`${HEADER}${LINE}A,2026-06-04,5,"${times('""', 4.5 * MB)}"`),
    trades: read({ problems: [expect4()] }),
    statement: read({ problemCount: 1 }),
  },
  {
    name: 'CSV: nine million blank lines',
    make: () => bytes(`${HEADER}${times('\n', 9 * MB)}`),
    ...both(tooMany('100,000 rows')),
  },
  {
    name: 'CSV: a million rows',
    make: () => bytes(`${HEADER}${times('1,2\n', 1_000_000)}`),
    ...both(tooMany('100,000 rows')),
  },
  {
    name: 'CSV: 90,000 rows of 100 blank cells',
    make: () => bytes(times(`A${times(',', 99)}\n`, 90_000)),
    ...both(tooMany('4,000,000 cells')),
  },
  {
    name: 'CSV: a header of 100 columns over 99,000 rows of one',
    make: () => bytes(`${times('A,', 99)}A\n1,2\n${times('1,2\n', 99_000)}`),
    trades: tooMany('4,000,000 cells'),
  },
  { name: 'CSV: NULs', make: () => bytes(`${HEADER}${times('\u0000', MB)}`), ...noSuchKind },
  {
    name: 'CSV: NULs behind 64 KB of text',
    make: () => bytes(`${HEADER}${times(LINE, 2_000)}\u0000`),
    ...noSuchKind,
  },
  {
    name: 'CSV: UTF-16 with its mark',
    make: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(HEADER + LINE, 'utf16le')]),
    trades: read({ rows: [['JKH.N0000', '2026-06-03', '1000', 'Deposit']] }),
    statement: read({ totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'CSV: UTF-16 without its mark',
    make: () => Buffer.from(HEADER + LINE, 'utf16le'),
    trades: read({ rows: [['JKH.N0000', '2026-06-03', '1000', 'Deposit']] }),
    statement: read({ totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'CSV: bytes that are no UTF-8',
    make: () => Buffer.from(`${HEADER}JKH.N0000,2026-06-03,1000,Caf\xe9 \xff\xfe\xc0\x80\n`, 'latin1'),
    trades: read({ rows: [['JKH.N0000', '2026-06-03', '1000', 'Café ÿþÀ€']] }),
    statement: read({ totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'CSV: headers of JavaScript and formulas in its cells',
    make: () => bytes('__proto__,constructor,Symbol,Date\n"=cmd|\' /C calc\'!A0",@SUM(A1),JKH,2026-06-03\n'),
    trades: read({ rows: [["=cmd|' /C calc'!A0", '@SUM(A1)', 'JKH', '2026-06-03']] }),
  },
  {
    name: 'CSV: an account number behind 2,000 spaces, 4,000 times',
    make: () => bytes(`${times(`account${times(' ', 1_900)}x,y\n`, 4_000)}${HEADER}${LINE}`),
    statement: read({ format: 'csv' }),
  },
  {
    name: 'CSV: amounts of 2,000 spaces and signs',
    make: () => bytes(`${HEADER}${LINE}${times(`A,2026-06-04,1${times(' ', 1_900)}x,y\n`, 4_000)}`),
    statement: read({ problemCount: 4_000, totals: { lines: 1, debit: 1000, credit: 0 } }),
  },
  {
    name: 'CSV: a million combining marks in one description',
    make: () => bytes(`${HEADER}${times(`A,2026-06-04,5,${times('a\u0315\u0300', 300)}\n`, 5_000)}`),
    trades: read({ kind: 'csv' }),
    statement: read({ totals: { lines: 5_000, debit: 25_000, credit: 0 } }),
  },
]
function expect4() {
  return { line: 3, column: 3, message: 'This text has 4,718,592 characters; a cell may have 1,000.' }
}

const FOREIGN: HostileFile[] = [
  { name: 'a picture', make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), ...noSuchKind },
  {
    name: 'a program',
    make: () => Buffer.concat([Buffer.from('\u007fELF\u0002\u0001'), Buffer.alloc(64)]),
    ...noSuchKind,
  },
  {
    name: 'an old workbook that calls itself .xlsx',
    make: () => compound('Workbook'),
    ...otherKind('an old Excel workbook (.xls)'),
  },
  {
    name: 'a workbook locked by a password',
    make: () => compound('EncryptedPackage'),
    ...otherKind('an Excel workbook locked by a password'),
  },
  {
    name: 'the container of old workbooks, 9 MB, with nothing in it',
    make: () => Buffer.concat([compound(''), Buffer.alloc(9 * MB)]),
    ...noSuchKind,
  },
]
function compound(name: string): Buffer {
  const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  return Buffer.concat([head, Buffer.alloc(600), Buffer.from(name, 'utf16le')])
}

const OFX_HEAD = 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS>'
const OFX_LINE = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260603<TRNAMT>5.00<FITID>1</STMTTRN>'
const ofx = (inner: string) => bytes(`${OFX_HEAD}<STMTRS><CURDEF>LKR${inner}</STMTRS></OFX>`)
const mt940 = (inner: string) => bytes(`:20:X\n:25:7001\n:60F:C260601LKR0,00\n${inner}:62F:C260630LKR5,00\n-`)
const MT_LINE = ':61:2606030603C5,00NTRFNONREF//1\n'
const camt = (inner: string) =>
  bytes(
    `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`,
  )
const NTRY =
  '<Ntry><Amt Ccy="LKR">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-06-03</Dt></BookgDt></Ntry>'
const brokenAt = (says: string) => refused(422, 'statement.unreadable', says)

const STATEMENTS: HostileFile[] = [
  {
    name: 'OFX: 100,000 transactions',
    make: () => ofx(times(OFX_LINE, 100_000)),
    statement: tooMany('50,000 lines'),
  },
  {
    name: 'OFX: 200,000 accounts',
    make: () => bytes(`${OFX_HEAD}${times('<STMTRS><CURDEF>LKR</STMTRS>', 200_000)}</OFX>`),
    statement: tooMany('500 accounts'),
  },
  {
    name: 'OFX: a memo of 9 MB',
    make: () => ofx(OFX_LINE.replace('<FITID>', `<MEMO>${times('x ', 4.5 * MB)}<FITID>`)),
    statement: read({ totals: { lines: 1, debit: 5, credit: 0 } }),
  },
  {
    name: 'OFX: a tag of 9 MB that is never closed',
    make: () => ofx(`<${times('a', 9 * MB)}`),
    statement: read({ totals: { lines: 0, debit: 0, credit: 0 } }),
  },
  {
    name: 'OFX: nine million opening brackets',
    make: () => ofx(times('<', 9 * MB)),
    statement: read({ totals: { lines: 0, debit: 0, credit: 0 } }),
  },
  {
    name: 'OFX 2: entities that multiply',
    make: () =>
      bytes('<?xml version="1.0"?>\n<!DOCTYPE OFX [<!ENTITY a "&b;&b;"><!ENTITY b "xx">]>\n<OFX>&a;</OFX>'),
    statement: brokenAt('Line 2: a document type is not accepted.'),
  },
  {
    name: 'MT940: 200,000 entries',
    make: () => mt940(times(MT_LINE, 200_000)),
    statement: tooMany('50,000 lines'),
  },
  {
    name: 'MT940: a text of 9 MB',
    make: () => mt940(`${MT_LINE}:86:${times(`${times('x', 64)}\n`, 140_000)}`),
    statement: read({ totals: { lines: 1, debit: 5, credit: 0 } }),
  },
  {
    name: 'MT940: 4.5 million lines',
    make: () => mt940(`${MT_LINE}:86:${times('x\n', 4.5 * MB)}`),
    statement: tooMany('1,000,000 lines'),
  },
  {
    name: 'MT940: an entry of 9 MB of digits',
    make: () => mt940(`:61:${times('9', 9 * MB)}\n`),
    statement: read({ problemCount: 1, lines: [] }),
  },
  {
    name: 'MT940: an envelope that never ends',
    make: () => bytes(`${times('{1:', 3 * MB)}`),
    statement: NO_STATEMENT,
  },
  {
    name: 'camt.053: entities that multiply',
    make: () => bytes('<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY l "ha">]>\n<Document>&l;</Document>'),
    statement: brokenAt('Line 2: a document type is not accepted.'),
  },
  {
    name: 'camt.053: an entity that is a file of the server, in lower case',
    make: () =>
      bytes('<?xml version="1.0"?>\n<!doctype a [<!entity l SYSTEM "file:///etc/passwd">]>\n<a>&l;</a>'),
    statement: brokenAt('a document type is not accepted.'),
  },
  {
    name: 'camt.053: 70,000 entries',
    make: () => camt(times(NTRY, 70_000)),
    statement: tooMany('50,000 lines'),
  },
  {
    name: 'camt.053: elements a million deep',
    make: () => camt(times('<a>', 1_000_000)),
    statement: brokenAt('nested too deeply'),
  },
  {
    name: 'camt.053: an element with 500,000 attributes',
    make: () => camt(`<a ${Array.from({ length: 500_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    statement: brokenAt('an element has too many attributes'),
  },
  {
    name: 'camt.053: names of JavaScript',
    make: () => camt(`<__proto__><toString/></__proto__><constructor/>${NTRY}`),
    statement: unreadable('it is damaged'),
  },
]

export const TEXTS: readonly HostileFile[] = [...TABLES, ...FOREIGN, ...STATEMENTS]
