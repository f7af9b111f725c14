import type { CalendarEntry } from '@em/contract/corporate-actions/action-reports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { icsOf, uidsOf } from './ics.ts'

const entry = (changes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  date: '2026-11-30',
  what: 'payment',
  action: 12,
  kind: 'dividend',
  title: 'Dividend 3.25 a share',
  securityCode: 'JKH.N0000',
  portfolios: 2,
  amount: 55_250,
  ...changes,
})
const made = { host: 'books.example.lk', now: new Date('2026-11-20T04:05:06.789Z') }
/** The lines of a file once the folded ones are put together again. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar file', () => {
  it('has a day of an event as a whole day, with what it is and what comes', () => {
    expect(icsOf([entry()], made).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Equity Manager//Corporate actions//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Corporate actions',
      'BEGIN:VEVENT',
      'UID:action-12-payment@books.example.lk',
      'DTSTAMP:20261120T040506Z',
      'DTSTART;VALUE=DATE:20261130',
      'DTEND;VALUE=DATE:20261201',
      'SUMMARY:JKH.N0000 Payment: Dividend 3.25 a share',
      'DESCRIPTION:2 portfolios\\, LKR 55\\,250.00',
      'CATEGORIES:Payment',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('is a calendar also where nothing is due', () => {
    expect(icsOf([], made)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  })

  it('escapes what would end a value, and keeps a line break of a title', () => {
    const file = icsOf(
      [entry({ securityCode: null, title: 'Merger; 3 for 7, cash\\shares\nand more\u0007' })],
      made,
    )
    expect(linesOf(file)).toContain('SUMMARY:Payment: Merger\\; 3 for 7\\, cash\\\\shares\\nand more')
  })

  it('names a day the same whenever the file is made: a moved one is moved, not doubled', () => {
    const [before, after] = [entry(), entry({ date: '2026-12-04', title: 'Dividend 3.50 a share' })].map(
      (one) => uidsOf([one], 'h')[0],
    )
    expect(after).toBe(before)
  })

  it('distinguishes days of one event, two events, and settlements of one day', () => {
    const settlement = { what: 'settlement', action: null, title: 'Buys', amount: -10 } as const
    const names = uidsOf(
      [
        entry(),
        entry({ what: 'XD' }),
        entry({ action: 13 }),
        entry({ ...settlement, kind: 'buy', securityCode: null }),
        entry({ ...settlement, kind: 'sell', securityCode: null }),
        entry({ ...settlement, kind: 'sell', securityCode: null }),
      ],
      'h',
    )
    expect(names).toEqual([
      'action-12-payment@h',
      'action-12-xd@h',
      'action-13-payment@h',
      'settlement-2026-11-30-buy@h',
      'settlement-2026-11-30-sell@h',
      'settlement-2026-11-30-sell-2@h',
    ])
  })

  it('folds lines at 75 octets without cutting a letter, whatever the title says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        const file = icsOf([entry({ title })], made)
        expect(file.endsWith('\r\n')).toBe(true)
        for (const line of file.split('\r\n')) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
          expect(line).not.toMatch(/[\r\n]/)
        }
        // One event, however much its title looks like one.
        expect(linesOf(file).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
        expect(linesOf(file).filter((line) => line.startsWith('SUMMARY:'))).toHaveLength(1)
      }),
    )
  })
})
