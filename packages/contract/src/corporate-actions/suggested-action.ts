/**
 * What an announcement says of the corporate action that follows from it, as far as its words are clear: what is said in two ways is
 * left to the person. The description of each kind has the words of its announcements.
 */

import { securityClassOf } from '@em/core/securities/symbol'
import { dateFromText } from '@em/core/sheets/days'
import type { AnnouncementDetail } from '../announcements/announcements.ts'
import type { DateRole } from './field.ts'
import type { NoticeReading } from './kind.ts'
import { ACTION_KINDS, type ActionKind, KINDS } from './kinds.ts'

export interface SuggestedAction {
  readonly kind: ActionKind
  readonly securityCode: string
  readonly securityName: string
  readonly announcementDate: string
  /** XD, XR, or the day from which a split, bonus or consolidation counts. */
  readonly exDate?: string
  readonly recordDate?: string
  readonly paymentDate?: string
  /** Rupees per share, of a dividend, as they are written. */
  readonly rate?: string
  /** New shares for every so many held; or, of what becomes another number of shares, so many into so many. */
  readonly ratioFrom?: string
  readonly ratioTo?: string
  /** Rupees per new share, of rights. */
  readonly offerPrice?: string
}

type Said = Pick<AnnouncementDetail, 'kind' | 'title' | 'date' | 'summary' | 'content' | 'securities'>

const ENDED = /cancel|revo[ck]|rescind|withdraw|lapse/i

/**
 * The corporate action that an announcement suggests; null where it announces none, or of no security that is held. Of two held
 * securities of the company it is the ordinary one.
 */
export function suggestedAction(announcement: Said): SuggestedAction | null {
  const heading = `${announcement.kind ?? ''} ${announcement.title}`
  const kind = ENDED.test(heading)
    ? undefined
    : ACTION_KINDS.find((one) => KINDS[one].notice?.heading.test(heading) === true)
  const notice = kind === undefined ? undefined : KINDS[kind].notice
  const held = announcement.securities.filter((one) => one.held)
  const security = held.find(({ symbol }) => securityClassOf(symbol) === 'ordinary') ?? held[0]
  if (kind === undefined || notice === undefined || security === undefined) return null
  const text = [announcement.summary, announcement.content].filter((part) => part !== null).join('\n')
  const written = {
    exDate: dayAfter(text, notice.ex),
    recordDate: dayAfter(text, /\brecord\s+date\b|\bdate\s+of\s+record\b/gi),
    paymentDate: dayAfter(text, /\bpayment(?:\s+date)?\b|\bdate\s+of\s+payment\b/gi),
    ...(notice.rate === undefined ? {} : { rate: rateIn(text) }),
    ...(notice.price === undefined ? {} : { offerPrice: priceIn(text) }),
    ...(notice.ratio === undefined ? {} : ratioIn(text, notice.ratio)),
  }
  const clear = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))
  return {
    kind,
    securityCode: security.symbol,
    securityName: security.name,
    announcementDate: announcement.date,
    ...clear,
  }
}

/** A date that follows its name on the same line, with a few words between. */
const DAY =
  /^[^\d\n·]{0,40}?(\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?[-/. ]{1,2}(?:[A-Za-z]{3,9}\.?,?|\d{1,2})[-/. ]{1,2}\d{4})/

/** The value of a name is within so many characters after it. */
const NEAR = 90

/** The day stated after a name; none where there are several. */
function dayAfter(text: string, names: RegExp): string | undefined {
  const days = [...text.matchAll(names)].flatMap(({ index, 0: name }) => {
    const [, found] = DAY.exec(text.slice(index + name.length, index + name.length + NEAR)) ?? []
    if (found === undefined) return []
    const plain = found
      .replace(/^(\d{1,2})(?:st|nd|rd|th)/, '$1')
      .replaceAll(/[-/. ]{2}/g, ' ')
      .replace(/,(?=\d)/, ', ')
    return dateFromText(plain, 'dmy') ?? []
  })
  return only(days, (day) => day)
}

/** The value, if it is stated in one way, however often. */
function only(values: readonly string[], alike: (value: string) => unknown): string | undefined {
  return new Set(values.map(alike)).size === 1 ? values[0] : undefined
}

const RUPEES = '(?:Rs\\.?|LKR)\\s?'
const NUMBER = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,10})?|\\d{1,9}(?:\\.\\d{1,10})?)'
const PER_SHARE = new RegExp(
  `${RUPEES}${NUMBER}\\s?(?:/[-=]?)?\\s{0,3}(?:per|a|an|each|/)?\\s{0,3}(?:(?:ordinary|voting|non-voting|and|&)\\s{1,3}){0,5}share`,
  'gi',
)
const RATE = new RegExp(`\\brate\\s+of\\s+(?:the\\s+)?(?:scrip\\s+)?dividend[^\\d\\n]{0,30}?${NUMBER}`, 'gi')
const OFFER = new RegExp(`\\b(?:price|at)\\b[^\\d\\n]{0,30}?${RUPEES}${NUMBER}`, 'gi')

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ 1: number = '' }) => number.replaceAll(',', ''))
const rateIn = (text: string) => only([...numbersIn(text, PER_SHARE), ...numbersIn(text, RATE)], Number)
const priceIn = (text: string) => only(numbersIn(text, OFFER), Number)

const DIGITS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
}
/** "one (01) new share for every ten (10)" as 1 and 10; none where there are several. */
function ratioIn(
  text: string,
  { written }: NonNullable<NoticeReading['ratio']>,
): Pick<SuggestedAction, 'ratioFrom' | 'ratioTo'> {
  const plain = text
    .replaceAll(/\b[a-z]{3,12}\s?\((\d{1,7})\)/gi, '$1')
    .replaceAll(
      /\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/gi,
      (word) => DIGITS[word.toLowerCase()] ?? word,
    )
  const found = [...plain.matchAll(written)]
  const ratio = only(
    found.map(({ 1: from = '', 2: to = '' }) => `${from}:${to}`),
    (one) => one.split(':').map(Number).join(),
  )
  const [ratioFrom, ratioTo] = ratio?.split(':') ?? []
  if (ratioFrom === undefined || ratioTo === undefined || Number(ratioFrom) === 0 || Number(ratioTo) === 0)
    return {}
  return { ratioFrom, ratioTo }
}

const BY_ROLE: Partial<Record<DateRole, 'announcementDate' | 'exDate' | 'recordDate' | 'paymentDate'>> = {
  announcement: 'announcementDate',
  ex: 'exDate',
  record: 'recordDate',
  payment: 'paymentDate',
}

/** What a kind's form begins with that an announcement suggests; nothing where it suggests another kind, or none. */
export function startFrom(kind: ActionKind, suggested: SuggestedAction | null): Record<string, string> {
  if (suggested?.kind !== kind) return {}
  const { fields, notice } = KINDS[kind]
  const dates = Object.entries(fields).map(([name, { role }]) => {
    const of = role === undefined ? undefined : BY_ROLE[role]
    return [name, of === undefined ? undefined : suggested[of]] as const
  })
  const { ratioFrom, ratioTo } = suggested
  const isWhole = [ratioFrom, ratioTo].every((part) => part !== undefined && /^\d+$/.test(part))
  const [from = '', to = ''] = isWhole ? (notice?.ratio?.fields ?? []) : []
  const written = Object.fromEntries([
    ...dates,
    ['securityCode', suggested.securityCode],
    ['securityName', suggested.securityName],
    [notice?.rate ?? '', suggested.rate],
    [notice?.price ?? '', suggested.offerPrice],
    [from, ratioFrom],
    [to, ratioTo],
  ])
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, value]) => (name !== '' && value ? [[name, value]] : [])),
  )
}
