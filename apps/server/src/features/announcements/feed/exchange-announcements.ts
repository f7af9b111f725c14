/**
 * Announcements as the exchange's public calls give them. The calls are not documented: what is missing, null, "" or " " is absent,
 * moments are milliseconds since 1970 or a text in Colombo's time, symbols mostly come without their class or not at all.
 */
import { ANNOUNCEMENT_ROWS_MAX, type Announcement } from '@em/contract/announcements/announcements'
import { announcementClassOf, priorityOfCategory } from '@em/core/announcements/categories'
import { symbolFromText } from '@em/core/securities/symbol'
import { clockFromText, dateFromText } from '@em/core/sheets/days'
import { dayInWords } from '@em/core/values/date-texts'
import { z } from 'zod'
import { dayInColombo, timeInColombo } from '../../../platform/clock.ts'
import type { ReceivedAnnouncement } from '../keep.commands.ts'

const absent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
const words = z.preprocess(absent, z.coerce.string().max(50_000).optional())
/** A day or a moment, in either way of writing. */
const when = z.preprocess(absent, z.union([z.number(), z.string().max(100)]).optional())
const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const name = z.union([z.number(), z.string().min(1).max(100)]).transform(String)

/** The exchange itself, where an announcement is no company's. */
const EXCHANGE = 'Colombo Stock Exchange'

const row = z.object({
  id: name,
  createdDate: when,
  dateOfAnnouncement: when,
  manualDate: when,
  uploadedDate: when,
  publishedDate: when,
  announcementCategory: words,
  title: words,
  fileText: words,
  company: words,
  name: words,
  symbol: words,
  path: words,
  remarks: words,
  shortDescription: words,
  body: words,
  xd: when,
  xr: when,
  xc: when,
  recordDate: when,
  allotment: when,
  paymentDate: when,
  agmDate: when,
  dateOfAgmInitial: when,
  tradingCommencement: when,
  tradingSuspended: when,
})
type Row = z.output<typeof row>

/** A call, and the category and texts for its rows. */
interface Call {
  readonly call: string
  readonly method?: 'GET'
  /** The list among its answer. */
  readonly list: string
  /** Its own name in what an announcement is known by. */
  readonly word: string
  /** The category of all its rows; null where each says its own. */
  readonly category: Announcement['category'] | null
  readonly priority?: Announcement['priority']
  /** The company of its rows where a row names none. */
  readonly by?: string
  /** The title of its rows where they have none. */
  readonly untitled: string
}

export const CALLS: readonly Call[] = [
  {
    call: 'approvedAnnouncement',
    list: 'approvedAnnouncement',
    word: 'approved',
    category: null,
    untitled: 'Announcement',
  },
  {
    call: 'getFinancialAnnouncement',
    // Sic.
    list: 'reqFinancialAnnouncemnets',
    word: 'financial',
    category: 'Financial Results',
    untitled: 'Financial report',
  },
  {
    call: 'circularAnnouncement',
    list: 'reqCircularAnnouncement',
    word: 'circular',
    category: 'Trading Updates',
    by: EXCHANGE,
    untitled: 'Circular',
  },
  {
    call: 'directiveAnnouncement',
    list: 'reqDirectiveAnnouncement',
    word: 'directive',
    category: 'Regulatory Updates',
    by: EXCHANGE,
    untitled: 'Directive',
  },
  {
    call: 'getNonComplianceAnnouncements',
    list: 'nonComplianceAnnouncements',
    word: 'non-compliance',
    category: 'Regulatory Updates',
    priority: 'High',
    by: EXCHANGE,
    untitled: 'Non-compliance',
  },
  {
    call: 'getNewListingsRelatedNoticesAnnouncements',
    list: 'newListingRelatedAnnouncements',
    word: 'new-listing',
    category: 'New Listings',
    by: EXCHANGE,
    untitled: 'New listing',
  },
  {
    call: 'getBuyInBoardAnnouncements',
    list: 'buyInBoardAnnouncements',
    word: 'buy-in',
    category: 'Market Updates',
    by: EXCHANGE,
    untitled: 'Buy-in board',
  },
  {
    call: 'news/web?top=true&type=CN&numberOfRecord=50',
    method: 'GET',
    list: 'CN',
    word: 'news',
    category: 'News',
    by: EXCHANGE,
    untitled: 'News',
  },
]

/** The answer of a call, row by row: one that cannot be read leaves the others. */
export const replyOf = ({ list }: Call) =>
  z
    .looseObject({ [list]: z.array(z.unknown()).max(ANNOUNCEMENT_ROWS_MAX) })
    .transform((answer) => answer[list] as unknown[])

/** The announcements of a call, each once, and how many rows could not be read. */
export function announcementsIn(
  call: Call,
  rows: readonly unknown[],
): { readonly announcements: ReceivedAnnouncement[]; readonly unread: number } {
  const found = new Map<string, ReceivedAnnouncement>()
  let unread = 0
  for (const one of rows) {
    const parsed = row.safeParse(one)
    const read = parsed.success ? announcementOf(call, parsed.data) : undefined
    if (read === undefined) unread += 1
    // The newest comes first.
    else if (!found.has(read.origin ?? '')) found.set(read.origin ?? '', read)
  }
  return { announcements: [...found.values()], unread }
}

function announcementOf(call: Call, row: Row): ReceivedAnnouncement | undefined {
  const at = momentOf(row)
  if (at === undefined) return undefined
  const kind = lineOf(row.announcementCategory, 200)
  const own = call.category === null ? announcementClassOf(kind ?? '') : undefined
  const category = call.category ?? own?.category ?? 'Corporate Governance'
  const facts = factsOf(row)
  const remarks = plainText(row.remarks ?? row.shortDescription ?? row.body ?? '')
  const content = [facts.map(([label, value]) => `${label}: ${value}`).join('\n'), remarks]
    .filter((part) => part !== '')
    .join('\n\n')
  const summary = [...facts.map(([label, value]) => `${label} ${value}`), remarks.replaceAll(/\s+/g, ' ')]
    .filter((part) => part !== '')
    .join(' · ')
  return {
    origin: `cse/${call.word}/${row.id}`,
    ...at,
    category,
    kind,
    title: lineOf(row.title ?? row.fileText, 300) ?? (kind === null ? call.untitled : titleOf(kind)),
    company: lineOf(row.company ?? row.name, 200) ?? call.by ?? null,
    symbol: row.symbol === undefined ? null : symbolFromText(row.symbol),
    priority: call.priority ?? own?.priority ?? priorityOfCategory(category),
    summary: cut(summary, 1_000),
    content: cut(content, 20_000),
    filePath: pathOf(row.path),
  }
}

/** Its day, and the time where the row gives one for that day. */
function momentOf(row: Row): { date: string; time: string | null } | undefined {
  const said = [row.dateOfAnnouncement, row.uploadedDate, row.createdDate, row.publishedDate, row.manualDate]
  const moments = said.map((value) => (value === undefined ? undefined : readMoment(value)))
  const first = moments.find((moment) => moment !== undefined)
  if (first === undefined) return undefined
  const timed = moments.find(
    (moment) => moment !== undefined && moment.date === first.date && moment.time !== null,
  )
  return timed ?? first
}

const TEXT_MOMENT =
  /^(\d{1,2}[-./ ][A-Za-z]{3,9}[-./, ]+\d{4}|\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?:[T ,]+(.{1,20}))?$/

function readMoment(value: number | string): { date: string; time: string | null } | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : value
  const milliseconds = number.safeParse(trimmed)
  if (milliseconds.success && milliseconds.data > 1e11 && milliseconds.data < 4e12) {
    const moment = new Date(milliseconds.data)
    const time = timeInColombo(moment).slice(0, 5)
    // A day alone is sent as its midnight.
    return { date: dayInColombo(moment), time: time === '00:00' ? null : time }
  }
  const [, day, time] = TEXT_MOMENT.exec(String(trimmed)) ?? []
  const date = day === undefined ? undefined : dateFromText(day, 'dmy')
  if (date === undefined) return undefined
  return { date, time: time === undefined ? null : (clockFromText(time.trim()) ?? null) }
}

const FACTS = [
  ['xd', 'Ex-dividend date (XD)'],
  ['xr', 'Ex-rights date (XR)'],
  ['xc', 'Ex-capitalisation date (XC)'],
  ['recordDate', 'Record date'],
  ['allotment', 'Allotment'],
  ['paymentDate', 'Payment date'],
  ['agmDate', 'Annual general meeting'],
  ['dateOfAgmInitial', 'Annual general meeting (first told)'],
  ['tradingCommencement', 'Trading begins'],
  ['tradingSuspended', 'Trading suspended'],
] as const satisfies readonly (readonly [keyof Row, string])[]

/** The dates that it contains, in words; a text that is no date unchanged. */
function factsOf(row: Row): [label: string, value: string][] {
  return FACTS.flatMap(([field, label]): [string, string][] => {
    const value = row[field]
    if (value === undefined) return []
    const moment = readMoment(value)
    if (moment !== undefined) return [[label, dayInWords(moment.date)]]
    const text = typeof value === 'string' ? lineOf(value, 200) : null
    return text === null ? [] : [[label, text]]
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text without the marks of a web page. */
function plainText(text: string): string {
  return text
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
    .replaceAll(/<[^<>]{0,1000}>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#\d{1,6});/g, (whole, name: string) => {
      const code = Number(name.slice(1))
      return name.startsWith('#')
        ? code > 31 && code < 0xd800
          ? String.fromCodePoint(code)
          : ''
        : (ENTITIES[name] ?? whole)
    })
    .replaceAll(CONTROLS, '')
    .replaceAll('\r', '')
    .toWellFormed()
    .normalize('NFC')
    .split('\n')
    .map((line) => line.replaceAll(/[\t ]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** One line, at most so long; null where nothing is left. */
const lineOf = (text: string | undefined, most: number) =>
  text === undefined ? null : cut(plainText(text).replaceAll(/\s+/g, ' '), most)

function cut(text: string, most: number): string | null {
  if (text === '') return null
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** Words that stay in capitals. */
const CAPITALS = new Set(['AGM', 'EGM', 'IPO', 'CSE', 'SEC', 'CDS', 'PLC'])

/** `CASH DIVIDEND (DATES)` as `Cash Dividend (Dates)`. */
const titleOf = (kind: string): string =>
  kind.replaceAll(/[A-Za-z]+/g, (word) =>
    CAPITALS.has(word.toUpperCase())
      ? word.toUpperCase()
      : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  )

/** A path below the exchange's documents: no other server's, and no way out of it. */
function pathOf(path: string | undefined): string | null {
  const trimmed = path?.trim().replace(/^\/+/, '') ?? ''
  if (trimmed === '' || trimmed.length > 500 || /[\u0000-\u001f\\]|\.\.|^[a-z][a-z0-9+.-]*:/i.test(trimmed))
    return null
  return trimmed
}
