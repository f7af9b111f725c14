/** A calendar as a file that mail and calendar programs take in (RFC 5545): days without a time, each under a name of its own. */
import type { CalendarEntry } from '@em/contract/corporate-actions/action-reports'
import { slugOf } from '@em/contract/tabs/tabs'
import { addDays } from '@em/core/values/dates'
import { entryDetails, wordsOf } from './calendar-texts.ts'

interface IcsOptions {
  /** The host of the installation: names of days must differ between two of them. */
  readonly host: string
  /** When the file was made. */
  readonly now: Date
}

/** Octets of a line; longer ones go on in the next, behind a blank. */
const LINE_MAX = 75
const encoder = new TextEncoder()

/** The file. */
export function icsOf(entries: readonly CalendarEntry[], { host, now }: IcsOptions): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const names = uidsOf(entries, host)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Equity Manager//Corporate actions//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Corporate actions',
    ...entries.flatMap((entry, index) => [
      'BEGIN:VEVENT',
      `UID:${names[index]}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(entry.date)}`,
      // The end is the first day that is no part of it any more.
      `DTEND;VALUE=DATE:${compact(addDays(entry.date, 1))}`,
      `SUMMARY:${escaped(summaryOf(entry))}`,
      `DESCRIPTION:${escaped(entryDetails(entry))}`,
      `CATEGORIES:${escaped(wordsOf(entry).label)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "JKH.N0000 Payment: Dividend 3.25 a share" */
function summaryOf(entry: CalendarEntry): string {
  const { securityCode, title } = entry
  // A title may name the security already.
  const symbol = securityCode === null || title.includes(securityCode) ? '' : `${securityCode} `
  return `${symbol}${wordsOf(entry).label}: ${title}`
}

/**
 * What a day is known by: the same whenever the file is made, so that it is moved and not doubled where it is taken in again.
 * An event has one day of a kind; a day of settlements is known by its date.
 */
export function uidsOf(entries: readonly CalendarEntry[], host: string): string[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const { action, what, date, kind, securityCode } = entry
    const name =
      action === null
        ? [what, date, slugOf(kind), ...(securityCode === null ? [] : [slugOf(securityCode)])].join('-')
        : `action-${action}-${what.toLowerCase()}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${count === 1 ? name : `${name}-${count}`}@${host}`
  })
}

const compact = (date: string): string => date.replaceAll('-', '')

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // Other control characters are not allowed in a text.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')

/** A line as several where it is longer than may be; no letter is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let room = LINE_MAX
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (size > room) {
      parts.push(part)
      part = ''
      // The blank before it counts.
      room = LINE_MAX - 1
    }
    part += letter
    room -= size
  }
  return [...parts, part].join('\r\n ')
}
