/** Announcements of the demo book: made up, as everything in it but the names. */
import type { announcements } from '@em/contract/announcements/announcements'
import { dayInWords } from '@em/core/values/date-texts'
import type { z } from 'zod'
import { COMPANIES } from './companies.ts'

type Sent = z.input<(typeof announcements.record)['body']>

/** Market days before the last one, a symbol or none, and what is announced. */
type Line = readonly [daysBefore: number, symbol: string | null, sent: Omit<Sent, 'date'>]

const EXCHANGE = 'Colombo Stock Exchange'

const linesOf = (days: readonly string[]): readonly Line[] => {
  // The days of a dividend that was announced two days ago.
  const [ex, record] = [dayInWords(days.at(-2) ?? ''), dayInWords(days.at(-1) ?? '')]
  return [
    [
      0,
      'COMB.N0000',
      {
        title: 'Interim financial statements as at 30 September 2026',
        category: 'Financial Results',
        time: '15:26',
        summary: 'Profit after tax for the nine months rose by 12 % on the same months of the year before.',
      },
    ],
    [
      1,
      null,
      {
        title: 'Circular: trading hours in December',
        category: 'Trading Updates',
        company: EXCHANGE,
        time: '16:00',
        summary: 'The market closes at 14:30 on every market day; the calendar of 2027 follows.',
      },
    ],
    [
      3,
      'JKH.N0000',
      {
        title: 'First interim dividend',
        category: 'Dividend',
        time: '10:15',
        summary: `Rs. 0.50 per share. Ex-dividend date (XD) ${ex}. Record date ${record}.`,
        content: `Rate of Dividend: Rs. 0.50 per share\nFirst interim, financial year 2026/27\nShareholder approval: not required\nXD: ${ex}\nRecord date: ${record}`,
      },
    ],
    [
      5,
      'SAMP.N0000',
      {
        title: 'Appointment of a director',
        category: 'Board Changes',
        time: '11:40',
        summary: 'An independent non-executive director joins the board from the first of next month.',
      },
    ],
    [
      8,
      'TJL.N0000',
      {
        title: 'Sub-division of shares',
        category: 'Corporate Actions',
        time: '09:30',
        summary:
          'Every one (01) ordinary share is sub-divided into two (02), subject to approval by the shareholders.',
      },
    ],
    [
      12,
      null,
      {
        title: 'Companies on the watch list',
        category: 'Regulatory Updates',
        company: EXCHANGE,
        priority: 'High',
        time: '17:10',
        summary: 'Companies that do not hold the minimum public float, with the days by which they must.',
      },
    ],
    [
      15,
      'HNB.N0000',
      {
        title: 'Rights issue',
        category: 'Corporate Actions',
        time: '14:05',
        summary: 'One (01) new ordinary share for every ten (10) held at Rs. 320.00; dates to be notified.',
      },
    ],
    [
      19,
      'HAYL.N0000',
      { title: 'Extraordinary general meeting', category: 'AGM/EGM', time: '12:20', summary: null },
    ],
    [
      22,
      'AEL.N0000',
      {
        title: 'Award of a contract',
        category: 'Material Transactions',
        time: '13:15',
        summary: 'A road contract of Rs. 4.2 billion, to be completed within 24 months.',
      },
    ],
    [
      30,
      null,
      {
        title: 'Introduction of two companies to the Empower Board',
        category: 'New Listings',
        company: EXCHANGE,
        time: '09:00',
      },
    ],
    [
      38,
      null,
      {
        title: 'Investor forum in Kandy',
        category: 'Events',
        company: EXCHANGE,
        summary: 'An evening on reading annual reports, open to everybody.',
      },
    ],
    [
      45,
      null,
      {
        title: 'A new branch in Matara',
        category: 'News',
        company: EXCHANGE,
        summary: 'It opens next month.',
      },
    ],
    [
      52,
      'DIAL.N0000',
      { title: 'Dealings by directors', category: 'Corporate Governance', priority: 'Low', time: '10:50' },
    ],
    [
      60,
      null,
      {
        title: 'Buy-in board',
        category: 'Market Updates',
        company: EXCHANGE,
        time: '09:10',
        summary: 'No securities stand on the buy-in board.',
      },
    ],
  ]
}

/** Records the announcements, one of them with a file. */
export async function announce(
  post: (path: string, body: object) => Promise<{ id: number }>,
  days: readonly string[],
): Promise<void> {
  for (const [before, symbol, sent] of linesOf(days)) {
    const company = COMPANIES.find((one) => one.symbol === symbol)?.name
    const date = days.at(-1 - before) ?? days[0]
    const { id } = await post('/announcements', {
      ...(symbol === null ? {} : { symbol, company }),
      ...sent,
      date,
    })
    if (sent.category !== 'Dividend') continue
    await post('/attachments', {
      owner_kind: 'announcement',
      owner_id: id,
      file_name: 'dividend-notice.txt',
      data: Buffer.from(`${sent.title}\n\n${sent.content}\n`).toString('base64'),
    })
  }
}
