/** Tells by its bytes what a statement file is, and reads it. Runs in the worker. */
import type {
  ReadLine,
  StatementMapping,
  StatementReading,
} from '@em/contract/books/reconciliation-statements'
import { MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { isZip, readDelimited, readSheetTable } from '../../batches/sheet-tables.queries.ts'
import { isCamt, isXml, readCamt, refuseBadXml } from './camt053.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { isPdf, readPdf } from './pdf.ts'
import { type AccountStatement, type Line, type NamedFile, StatementRefusal } from './statement.ts'
import { type Sheet, suggestedMapping, tableForAnswer, tableOf } from './table.ts'
import { readTable } from './table-lines.ts'

export interface FileAsked {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly sheet: string | null
  readonly part: string | null
  readonly mapping: StatementMapping | null
  /** The mapping of the account's last table. */
  readonly remembered: StatementMapping | null
}

const PROBLEMS_MAX = 1_000
const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)
const rupeesOrNull = (cents: bigint | null) => (cents === null ? null : rupees(cents))

/** @throws StatementRefusal, or batches' SheetRefusal. */
export async function readBytes(asked: FileAsked): Promise<StatementReading> {
  const { bytes } = asked
  if (isPdf(bytes)) return tableReading(asked, await readPdf(bytes))
  if (isZip(bytes)) {
    const sheet = await readSheetTable(bytes, asked.sheet)
    return tableReading(asked, { ...sheet, format: 'xlsx' })
  }
  const text = textOfBytes(bytes)
  if (text !== undefined) {
    const named = namedFile(text)
    if (named !== undefined) return namedReading(asked, named)
    if (isXml(text)) {
      refuseBadXml(text)
      throw new StatementRefusal('statement.kind')
    }
  }
  return tableReading(asked, { ...readDelimited(bytes), format: 'csv' })
}

function namedFile(text: string): NamedFile | undefined {
  if (isCamt(text)) return { format: 'camt.053', statements: readCamt(text) }
  if (isOfx(text)) {
    if (isXml(text)) refuseBadXml(text)
    return { format: 'ofx', statements: readOfx(text) }
  }
  if (isMt940(text)) return { format: 'mt940', statements: readMt940(text) }
  return undefined
}

/** UTF-8, else Windows' western letters, as older OFX and MT940 files have; undefined for what is no text. */
function textOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 4096).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const EMPTY: Omit<StatementReading, 'fileName' | 'format'> = {
  table: null,
  mapping: null,
  mappingFrom: null,
  questions: [],
  parts: [],
  part: null,
  account: null,
  currency: null,
  from: null,
  to: null,
  openingBalance: null,
  closingBalance: null,
  totals: { lines: 0, debit: 0, credit: 0 },
  warnings: [],
  problems: [],
  problemCount: 0,
  lines: [],
}

function namedReading(asked: FileAsked, file: NamedFile): StatementReading {
  const parts = file.statements.map((one, place) => ({
    key: `${place + 1} ${one.account ?? ''} ${one.currency ?? ''}`.trim(),
    account: one.account,
    currency: one.currency,
    lines: one.lines.length,
  }))
  const base = { ...EMPTY, fileName: asked.fileName, format: file.format, parts }
  const [only] = parts
  const part = parts.length === 1 ? only : parts.find((one) => one.key === asked.part)
  if (part === undefined) {
    if (parts.length === 0) {
      throw new StatementRefusal('file.unreadable', { reason: 'it holds no statement.' })
    }
    return {
      ...base,
      questions: [
        {
          field: 'part',
          message: 'The file holds several accounts. Which one is reconciled?',
          choices: parts.map((one) => one.key),
        },
      ],
    }
  }
  const statement = file.statements[parts.indexOf(part)] as AccountStatement
  return { ...base, part: part.key, ...answered(statement) }
}

function tableReading(asked: FileAsked, sheet: Sheet): StatementReading {
  const table = tableOf(sheet)
  const base = {
    ...EMPTY,
    fileName: asked.fileName,
    format: sheet.format,
    table: tableForAnswer(sheet, table),
  }
  const fits = asked.remembered !== null && namesColumns(asked.remembered, table.headers)
  const mapping = asked.mapping ?? (fits ? asked.remembered : null) ?? suggestedMapping(table)
  if (mapping === null) {
    const choices = [...table.headers]
    return {
      ...base,
      questions: [
        { field: 'date', message: 'Which column holds the date?', choices },
        {
          field: 'amount',
          message: 'Which column holds the amount, or money in and money out?',
          choices,
        },
      ],
    }
  }
  const read = readTable(table, mapping)
  const answer = answered(read.statement)
  const warnings = [...answer.warnings]
  if (sheet.format === 'pdf') {
    warnings.unshift('Read from the text of a PDF: please compare the lines with the paper.')
  }
  if (read.problems.length > 0) {
    warnings.push(`${read.problems.length} rows cannot be read and are left out.`)
  }
  return {
    ...base,
    ...answer,
    warnings,
    mapping,
    mappingFrom: asked.mapping !== null ? 'sent' : fits ? 'remembered' : 'suggested',
    questions: [...read.questions],
    problems: read.problems.slice(0, PROBLEMS_MAX),
    problemCount: read.problems.length,
  }
}

function namesColumns({ columns }: StatementMapping, headers: readonly string[]): boolean {
  return Object.values(columns).every((header) => header === null || headers.includes(header))
}

/** @throws StatementRefusal `statement.currency` for another currency than the books'. */
function answered(statement: AccountStatement) {
  const { currency, opening, closing, lines } = statement
  if (currency !== null && currency !== 'LKR' && currency !== 'RS') {
    throw new StatementRefusal('statement.currency', { currency })
  }
  const debit = lines.reduce((sum, line) => sum + line.debit, 0n)
  const credit = lines.reduce((sum, line) => sum + line.credit, 0n)
  const warnings = [...statement.warnings]
  if (opening !== null && closing !== null && opening + debit - credit !== closing) {
    warnings.push(
      'Opening balance and lines do not come to the closing balance: lines are missing, or were read wrongly.',
    )
  }
  const dates = lines.map((line) => line.date).toSorted()
  return {
    account: statement.account,
    currency,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    openingBalance: rupeesOrNull(opening),
    closingBalance: rupeesOrNull(closing),
    totals: { lines: lines.length, debit: rupees(debit), credit: rupees(credit) },
    warnings,
    lines: lines.map(forAnswer),
  }
}

const forAnswer = (line: Line): ReadLine => ({
  ...line,
  debit: rupees(line.debit),
  credit: rupees(line.credit),
  balance: rupeesOrNull(line.balance),
})
