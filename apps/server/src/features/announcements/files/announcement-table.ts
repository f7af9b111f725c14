/** Announcements in the lines of a sheet: its columns by the letters of their names, each row with its values or its faults. */

import {
  ANNOUNCEMENT_CONTENT_MAX,
  ANNOUNCEMENT_ROWS_MAX,
  type Announcement,
} from '@em/contract/announcements/announcements'
import type { Cell } from '@em/contract/batches/batches'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_PRIORITIES,
  announcementClassOf,
  categoryFromText,
} from '@em/core/announcements/categories'
import { symbolFromText } from '@em/core/securities/symbol'
import type { DateOrder } from '@em/core/sheets/days'
import { clockFromText, dateFromText } from '@em/core/sheets/days'
import { BEGINNING } from '@em/core/values/dates'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { daysIn, isErrorText, isTotalText } from '../../../sheets/cells.ts'
import { fieldFinder, firstColumns, headingRow, repeats, type TableKind } from '../../../sheets/headings.ts'
import type { Table } from '../../../sheets/sheet.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'
import { dateOrderIn, senderByNames } from '../../../sheets/writing.ts'

export interface FileRow {
  /** The file's name for it, in a column ID; null where it has none. */
  readonly name: string | null
  readonly date: string
  readonly time: string | null
  readonly category: Announcement['category']
  readonly kind: string | null
  readonly title: string
  readonly company: string | null
  readonly symbol: string | null
  /** Null where the file has none. */
  readonly priority: Announcement['priority'] | null
  readonly summary: string | null
  readonly content: string | null
}
export interface AnnouncementFile {
  readonly rows: readonly FileRow[]
  readonly problems: readonly { readonly line: number; readonly field: string; readonly message: string }[]
}

const NAMES = {
  name: ['id', 'announcementid', 'number', 'no'],
  date: ['date', 'dateofannouncement', 'announcementdate', 'announcedon', 'createddate'],
  time: ['time', 'announcementtime', 'announcedat'],
  category: ['category', 'announcementcategory', 'type'],
  title: ['title', 'headline', 'subject', 'announcement'],
  company: ['company', 'companyname', 'issuer', 'name'],
  symbol: ['symbol', 'security', 'ticker', 'code'],
  priority: ['priority', 'importance'],
  summary: ['summary', 'shortdescription', 'remarks'],
  content: ['content', 'fulltext', 'body', 'text', 'details', 'description'],
} as const
type Field = keyof typeof NAMES

/** Characters that a field takes. */
const LONGEST: Readonly<Partial<Record<Field, number>>> = {
  name: 100,
  title: 300,
  company: 200,
  summary: 1_000,
  content: ANNOUNCEMENT_CONTENT_MAX,
}
const LABELS: Readonly<Record<Field, string>> = {
  name: 'ID',
  date: 'Date',
  time: 'Time',
  category: 'Category',
  title: 'Title',
  company: 'Company',
  symbol: 'Symbol',
  priority: 'Priority',
  summary: 'Summary',
  content: 'Content',
}
const PROBLEMS_MAX = 100

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
const ANNOUNCEMENTS: TableKind<Field> = {
  names: NAMES,
  isHeading: (fields) => fields.has('date') && fields.has('title') && fields.has('category'),
}
const fieldOf = fieldFinder(ANNOUNCEMENTS)

/** Characters that neither the database nor a screen takes. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const textOf = (cell: Cell | undefined) =>
  cell === null || cell === undefined
    ? ''
    : typeof cell === 'object'
      ? cell.date
      : String(cell).replaceAll('\r\n', '\n').normalize('NFC').trim()

/**
 * @throws FileRefusal `announcements.no-table` where no line names date, title and category; `file.too-many` rows;
 *   `file.date-order` for days that can be read in two ways.
 */
export function announcementsOf(
  { lines, problems: cellProblems }: Pick<Table, 'lines' | 'problems'>,
  answers: FileAnswers = {},
): AnnouncementFile {
  const heading = headingRow(lines, ANNOUNCEMENTS, fieldOf)
  if (heading === undefined) throw new FileRefusal('announcements.no-table')
  const columns = firstColumns(heading, fieldOf)
  const body = lines.filter(
    (row) =>
      row.line > heading.line && row.cells.some((cell) => textOf(cell) !== '') && !repeats(heading, row),
  )
  if (body.length > ANNOUNCEMENT_ROWS_MAX) {
    throw new FileRefusal('file.too-many', { limit: `${ANNOUNCEMENT_ROWS_MAX.toLocaleString('en')} rows` })
  }
  if (body.length === 0) {
    throw new FileRefusal('file.unreadable', { reason: 'there are no rows below its header.' })
  }
  const sender = senderByNames(heading.cells.map(textOf))
  const order = dateOrderIn(daysIn(body, [columns.date ?? 0]), { answers, sender })
  const rows: FileRow[] = []
  const problems: { line: number; field: string; message: string }[] = []
  const lineOf = new Map<string, number>()
  let faults = 0
  const faulty = new Map(
    [...cellProblems.filter(({ line }) => line > heading.line), ...shiftedCells(heading, body)].map(
      (problem) => [problem.line, problem],
    ),
  )
  for (const { line, cells } of body) {
    const unusable = faulty.get(line)
    if (unusable !== undefined) {
      if (problems.length < PROBLEMS_MAX)
        problems.push({
          line,
          field: textOf(heading.cells[unusable.column]),
          message: `Line ${line}: ${unusable.message}`,
        })
      continue
    }
    // An error value is a blank cell.
    const at = (field: Field) => {
      const text = columns[field] === undefined ? '' : textOf(cells[columns[field]])
      return isErrorText(text) ? '' : text
    }
    if (at('title') === '' && cells.some((cell) => isTotalText(textOf(cell)))) continue
    const before = faults
    const fault = (field: Field, message: string) => {
      faults += 1
      if (problems.length < PROBLEMS_MAX)
        problems.push({ line, field: LABELS[field], message: `Line ${line}: ${message}` })
    }
    const row = rowOf(at, order, fault)
    if (row === undefined || faults > before) continue
    const key = row.name ?? [row.date, row.company ?? '', row.title].join('\n').toLowerCase()
    const earlier = lineOf.get(key)
    if (earlier !== undefined) fault('title', `the same announcement stands in line ${earlier} already.`)
    lineOf.set(key, line)
    rows.push(row)
  }
  return { rows, problems }
}

type Fault = (field: Field, message: string) => void
const quoted = (text: string) => `“${text.slice(0, 40)}”`

/** Undefined where something is wrong that was said. */
function rowOf(at: (field: Field) => string, order: DateOrder, fault: Fault): FileRow | undefined {
  const text = (field: Field): string | null => {
    const value = at(field)
    const most = LONGEST[field] ?? 200
    if (value.length > most)
      fault(field, `${LABELS[field]} has more than ${most.toLocaleString('en')} characters.`)
    else if (CONTROL.test(value) || !value.isWellFormed())
      fault(field, `${LABELS[field]} contains characters that cannot be stored.`)
    return value === '' ? null : value
  }
  const day = at('date')
  const date = dateFromText(day, order)
  if (date === undefined || date < BEGINNING || date >= '2200-01-01')
    fault('date', day === '' ? 'Date is missing.' : `${quoted(day)} is no date.`)
  const timeText = at('time')
  const time = timeText === '' ? null : clockFromText(timeText)
  if (time === undefined) fault('time', `${quoted(timeText)} is no time like 14:30.`)
  const sent = at('category')
  const known = categoryFromText(sent)
  if (sent === '') fault('category', 'Category is missing.')
  const kind = known === undefined && sent !== '' ? kindOf(sent, fault) : null
  const title = text('title')
  if (title === null) fault('title', 'Title is missing.')
  const symbolText = at('symbol')
  const symbol = symbolText === '' ? null : symbolFromText(symbolText)
  if (symbol === null && symbolText !== '')
    fault('symbol', `${quoted(symbolText)} is no symbol like JKH.N0000.`)
  const priorityText = at('priority')
  const priority = ANNOUNCEMENT_PRIORITIES.find((one) => letters(one) === letters(priorityText)) ?? null
  if (priority === null && priorityText !== '')
    fault('priority', `${quoted(priorityText)} is no priority: High, Medium or Low.`)
  const [name, company, summary, content] = [text('name'), text('company'), text('summary'), text('content')]
  if (date === undefined || time === undefined || title === null) return undefined
  const category = known ?? announcementClassOf(sent).category
  return { name, date, time, category, kind, title, company, symbol, priority, summary, content }
}

/** The exchange's own name of a category, such as CASH DIVIDEND: in capitals. What is neither is a slip. */
function kindOf(sent: string, fault: Fault): string | null {
  if (sent.length <= 200 && /[A-Z]/.test(sent) && sent === sent.toUpperCase() && !CONTROL.test(sent))
    return sent
  fault(
    'category',
    `${quoted(sent)} is no category. Use one of ${ANNOUNCEMENT_CATEGORIES.join(', ')}, or the exchange's own in capitals, such as CASH DIVIDEND.`,
  )
  return null
}
