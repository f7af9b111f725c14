/**
 * Tables of every reader as delimited text. A row of a changed file is read rightly, asked about or named: a figure that was read is in
 * its line, and an unchanged line is read as in the whole file, or is named.
 */
import { dateFromText } from '@em/core/sheets/days'
import { plainIn, readNumeral } from '@em/core/sheets/figures'
import { isPlainDate } from '@em/core/values/dates'
import { formatDecimal, PRICE_SCALE } from '@em/core/values/decimal'
import { grossOf } from '@em/core/values/money'
import { read as readAnnouncements } from '../../../src/features/announcements/files/announcement-reader.ts'
import { read as readCds } from '../../../src/features/cds/files/statement-reader.ts'
import { documentOf } from '../../../src/features/documents/files/document-reader.ts'
import { read as readPrices } from '../../../src/features/prices/files/summary-reader.ts'
import { read as readBank } from '../../../src/features/reconciliation/files/statement-reader.ts'
import { textOfBytes } from '../../../src/platform/file-readers/text.ts'
import { readSheet } from '../../../src/sheets/sheet-reading.ts'
import { CELL_CHANGES, CHANGES, TEXT_CHANGES } from './changes.ts'
import { figuresIn, isRequoted, linesOf, plainNumeral } from './held.ts'
import type { FuzzedKind } from './kind.ts'

interface ReadRow {
  /** Its line in the file, from 1; null where the reader gives none. */
  readonly line: number | null
  readonly day: string | null
  /** Plain numerals. */
  readonly figures: readonly string[]
  readonly texts: readonly (string | null)[]
}
interface Reading {
  readonly rows: readonly ReadRow[]
  /** The lines that are named as faults, or as no rows. */
  readonly named: readonly number[]
  /** Something is asked, or a column is to be chosen, before rows are read. */
  readonly isAsked?: boolean
}

interface Description {
  /** The whole file: titles, the row that names the columns, rows. Quotation marks are in pairs within a line. */
  readonly text: string
  /** Lines above the rows, that naming the columns the last. */
  readonly above: number
  readonly read: (bytes: Uint8Array) => Promise<Reading>
  /** Whether a change may say something of other rows than its own. */
  readonly isOpen?: (text: string) => boolean
}

const keyOf = ({ day, figures, texts }: ReadRow) =>
  [day, ...figures.map(plainNumeral), ...texts].map(String).join(' | ')

function wrongIn(
  read: Reading,
  text: string,
  { above, text: whole, isOpen }: Description,
  keys: ReadonlyMap<string, string>,
) {
  const lines = linesOf(text)
  const requoted = isRequoted(text)
  const [inAll, isHeld] = [
    new Set([text, ...lines].flatMap((line) => [...figuresIn(line)])),
    new Map<number, string>(),
  ]
  for (const row of read.rows) {
    const { line, day, figures, texts } = row
    const key = keyOf(row)
    if (day !== null && !isPlainDate(day)) return `the day of ${key}`
    if (texts.some((one) => one !== null && (!one.isWellFormed() || one.includes('\0'))))
      return `a text of ${key}`
    const held = requoted || line === null ? inAll : figuresIn(lines[line - 1] ?? '')
    const invented = figures.find((figure) => !held.has(plainNumeral(figure)))
    if (invented !== undefined) return `${invented} is not in line ${line}: ${key}`
    if (line !== null) isHeld.set(line, key)
  }
  // A change in the headings or in the separators of cells changes the meaning of all cells: nothing is compared then.
  const names = linesOf(whole).slice(0, above)
  if (requoted || isOpen?.(text) || names.some((name, at) => lines[at] !== name)) return null
  const [all, named] = [new Set(read.rows.map(keyOf)), new Set(read.named)]
  for (const [at, line] of lines.entries()) {
    const key = keys.get(line)
    if (key === undefined || named.has(at + 1)) continue
    const found = isHeld.get(at + 1)
    if (found === undefined ? !all.has(key) : found !== key)
      return `line ${at + 1} is read as ${found}, not ${key}`
  }
  return null
}

function kindOf(description: Description): FuzzedKind {
  const { text, above, read } = description
  let keys: Map<string, string> | undefined
  const wholeKeys = async (whole: Buffer) => {
    const rows = await read(whole)
    const lines = linesOf(text)
    const found = new Map<string, string>()
    for (const [index, row] of rows.rows.entries()) {
      found.set(lines[(row.line ?? above + 1 + index) - 1] ?? '', keyOf(row))
    }
    const unread = lines.slice(above).find((line) => line !== '' && !found.has(line))
    if (unread !== undefined || rows.isAsked === true)
      throw new Error(`The whole file is not read: ${unread}`)
    return found
  }
  return {
    whole: async () => Buffer.from(text),
    changes: [...CHANGES, ...CELL_CHANGES, ...CELL_CHANGES, ...TEXT_CHANGES],
    judge: async (bytes, _, whole) => {
      keys ??= await wholeKeys(whole)
      const found = await read(bytes)
      if (found.isAsked === true) return null
      return wrongIn(found, textOfBytes(bytes, { damaged: true }) ?? '', description, keys)
    },
  }
}

const numeral = (value: number | bigint | string | null) => (value === null ? [] : [String(value)])
const price = (units: bigint | string | null) =>
  units === null ? [] : [formatDecimal(BigInt(units), PRICE_SCALE)]
const linesNamed = (problems: readonly { readonly line: number }[]) => problems.map(({ line }) => line)

/** Rows of trades as the form reads them. */
async function readTrades(bytes: Uint8Array): Promise<Reading> {
  const { columns, rows, lines, leftOut, problems, decimalMarks } = await readSheet(bytes, '', null)
  const at = (field: string) => columns.findIndex((column) => column.field === field)
  const [dated, held, priced, sided] = [at('tradeDate'), at('quantity'), at('price'), at('side')]
  const named = Math.max(at('symbol'), at('companyName'))
  const orders = columns[dated]?.dateOrders ?? []
  const [mark, other] = decimalMarks
  const isAsked =
    [dated, held, priced, sided, named].includes(-1) ||
    orders.length !== 1 ||
    mark === undefined ||
    other !== undefined
  if (isAsked) return { rows: [], named: [], isAsked }
  const [order = 'ymd'] = orders
  const read = rows.flatMap((cells, index): ReadRow | readonly [] => {
    const cell = (where: number) => String(cells[where] ?? '')
    const day = dateFromText(cell(dated), order)
    const figures = [held, priced].map((where) => readNumeral(plainIn(cell(where), mark)))
    if (day === undefined || figures.includes(null)) return []
    const texts = [sided, named, at('contractNumber')].map(cell)
    return { line: lines[index] ?? null, day, figures: figures as string[], texts }
  })
  const isRead = new Set(read.map(({ line }) => line))
  const unread = lines.filter((line) => !isRead.has(line))
  return { rows: read, named: [...unread, ...linesNamed(leftOut), ...linesNamed(problems)] }
}

async function readStatement(bytes: Uint8Array): Promise<Reading> {
  const asked = { fileName: '', sheet: null, part: null, mapping: null, remembered: null } as const
  const { questions, lines, problems } = await readBank(bytes, {
    ...asked,
    balanceIs: 'in',
    balanceFromLines: false,
  })
  return {
    isAsked: questions.length > 0,
    rows: lines.map(({ line, date, debit, credit, description }) => ({
      line,
      day: date,
      figures: [debit, credit].filter((amount) => amount !== 0).map(String),
      texts: [debit === 0 ? 'out' : 'in', description],
    })),
    named: linesNamed(problems),
  }
}

const readPriceList =
  (names: boolean) =>
  async (bytes: Uint8Array): Promise<Reading> => {
    const { rows, problems, tradeDate } = await readPrices(bytes, { fileName: '', names })
    return {
      rows: rows.map(({ line, symbol, lastTrade, close, shareVolume, previousClose }) => ({
        line,
        day: tradeDate,
        figures: [...price(lastTrade), ...price(close), ...price(previousClose), ...numeral(shareVolume)],
        texts: [symbol],
      })),
      named: linesNamed(problems),
    }
  }

async function readHeld(bytes: Uint8Array): Promise<Reading> {
  const asked = { fileName: '', sheet: null, columns: null }
  const { rows, problems, missing, statementDate } = await readCds(bytes, asked)
  return {
    isAsked: missing.length > 0,
    rows: rows.map(({ line, account, symbol, balance, pledged }) => ({
      line,
      day: statementDate,
      // Nothing pledged is none.
      figures: [...numeral(balance), ...numeral(pledged || null)],
      texts: [account, symbol],
    })),
    named: linesNamed(problems),
  }
}

async function readNews(bytes: Uint8Array): Promise<Reading> {
  const { rows, problems } = await readAnnouncements(bytes)
  return {
    rows: rows.map(({ date, time, category, kind, title, symbol }) => ({
      line: null,
      day: date,
      figures: [],
      texts: [time, category, kind, title, symbol],
    })),
    named: linesNamed(problems),
  }
}

async function readMonthly(bytes: Uint8Array): Promise<Reading> {
  const read = await documentOf(bytes, { fileName: '', password: null, anyPdf: false })
  return {
    rows: read.lines.map(
      ({ line, tradeDate, side, symbol, quantity, price: each, gross, contractNumber }) => ({
        line,
        day: tradeDate,
        // Where the list has no value of the shares it is what the two make.
        figures: [
          String(quantity),
          formatDecimal(each, PRICE_SCALE),
          ...(gross === grossOf(quantity, each) ? [] : [formatDecimal(gross, 2)]),
        ],
        texts: [side, symbol, contractNumber],
      }),
    ),
    named: [...linesNamed(read.problems), ...linesNamed(read.skipped)],
  }
}

const table = (...lines: string[]) => `${lines.join('\n')}\n`

export const TABLES = {
  trades: kindOf({
    above: 3,
    text: table(
      'Trades of June 2026',
      '',
      'Trade Date,Side,Symbol,Quantity,Price,Contract No',
      '17/06/2026,Buy,JKH.N0000,"1,500",20.10,C1',
      '18/06/2026,Sell,HNB.N0000,250,151.25,C2',
      '19/06/2026,Buy,SAMP.N0000,"12,000",88.75,C3',
      '22/06/2026,Sell,LOLC.N0000,40,602.50,C4',
      '23/06/2026,Buy,DIAL.N0000,"7,300",10.30,C5',
    ),
    read: readTrades,
  }),
  statement: kindOf({
    above: 3,
    text: table(
      'Account No: 7001',
      'Statement of June 2026',
      'Date,Description,Reference,Debit,Credit,Balance',
      '17/06/2026,Dividend,1,,"3,300,400.60","3,310,400.60"',
      '18/06/2026,Cheque,2,"2,000.25",,"3,308,400.35"',
      '19/06/2026,Fee,3,12.75,,"3,308,387.60"',
      '22/06/2026,Settlement,4,"1,234,567.89",,"2,073,819.71"',
      '23/06/2026,Deposit,5,,"1,500.50","2,075,320.21"',
      '24/06/2026,Cheque,6,876.54,,"2,074,443.67"',
    ),
    read: readStatement,
    // Of one withdrawal below zero and one above it the first decides, where no balance does.
    isOpen: (text) => /(?:^|,)"?[-(]\d/m.test(text),
  }),
  'statement-with-sides': kindOf({
    above: 1,
    text: table(
      'Date,Description,Amount,Dr/Cr',
      '17 Jun 2026,Deposit,"1,500.50",CR',
      '18 Jun 2026,Cheque,"2,000.25",DR',
      '19 Jun 2026,Fee,12.75,DR',
      '22 Jun 2026,Dividend,"3,300,400.60",CR',
      '23 Jun 2026,Settlement,"1,234,567.89",DR',
      '24 Jun 2026,Transfer,876.54,CR',
    ),
    read: readStatement,
  }),
  'trade-summary': kindOf({
    above: 3,
    text: table(
      'Trade Summary,2026-06-17',
      '',
      'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),Last Trade (Rs.)',
      'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"1,204,500",311,20.00,20.10,20.20',
      'HATTON NATIONAL BANK PLC,HNB.N0000,"45,100",97,150.25,151.00,151.75',
      'SAMPATH BANK PLC,SAMP.N0000,"9,870",41,88.50,88.60,88.70',
      'LOLC HOLDINGS PLC,LOLC.N0000,612,12,601.00,602.00,"1,603.50"',
    ),
    read: readPriceList(false),
  }),
  prices: kindOf({
    above: 1,
    text: table(
      'Company,Price,Closing Price',
      'John Keells,20.20,20.30',
      'Hatton National Bank,151.75,151.90',
      'Sampath Bank,88.70,88.60',
      'LOLC,"1,603.50","1,604.25"',
    ),
    read: readPriceList(true),
  }),
  'cds-statement': kindOf({
    above: 3,
    text: table(
      'Balances as at 2026-06-30',
      '',
      'Account,Symbol,Balance,Pledged',
      'ABC-12345-LI/00,JKH.N0000,"1,500",200',
      'ABC-12345-LI/00,HNB.N0000,350,0',
      'ABC-12345-LI/00,SAMP.N0000,"12,340","5,000"',
      'ABC-67890-LI/00,JKH.N0000,777,11',
      'ABC-67890-LI/00,LOLC.N0000,46,0',
    ),
    read: readHeld,
  }),
  announcements: kindOf({
    above: 1,
    text: table(
      'Date,Time,Category,Title,Symbol',
      '17/06/2026,09:30,CASH DIVIDEND,First dividend of Rs. 1.50,JKH.N0000',
      '18/06/2026,10:45,FINANCIAL STATEMENTS,Accounts of the year,HNB.N0000',
      '19/06/2026,14:00,RIGHTS ISSUE,"Two for five, at Rs. 20",SAMP.N0000',
      '22/06/2026,08:15,CASH DIVIDEND,Last dividend,LOLC.N0000',
    ),
    read: readNews,
  }),
  'monthly-rows': kindOf({
    above: 1,
    text: table(
      'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price,Value',
      'ABC-12345-LI/00,A Client,C1,17/06/2026,B,JKH.N0000,"1,500",20.10,"30,150.00"',
      'ABC-12345-LI/00,A Client,C2,18/06/2026,S,HNB.N0000,250,151.25,"37,812.50"',
      'ABC-12345-LI/00,A Client,C3,19/06/2026,B,SAMP.N0000,"12,000",88.75,"1,065,000.00"',
      'ABC-67890-LI/00,B Client,C4,22/06/2026,S,LOLC.N0000,40,602.50,"24,100.00"',
    ),
    read: readMonthly,
  }),
} as const satisfies Readonly<Record<string, FuzzedKind>>
