/** Sheets of trades as people keep them, whatever wrote them. */
import { expect, test } from 'vitest'
import { readSheet } from './sheet-reading.ts'

const read = (text: string | Uint8Array, name = 'trades.csv') =>
  readSheet(typeof text === 'string' ? Buffer.from(text) : text, name, null)

const MESSY = [
  'Dealings of 2025',
  'Date,B/S,Share,No of Shares,Rate',
  '15/01/2025,B,JKH,"1,000",Rs. 20.50',
  'Sub Total,,,"1,000",',
  'Date,B/S,Share,No of Shares,Rate',
  '16/01/2025,S,JKH,500,Rs. 22.00',
  ',,,"1,500",42.50',
  'Checked by the accountant',
  'Grand Total,,,"1,500",',
]
const FIELDS = ['tradeDate', 'side', 'symbol', 'quantity', 'price']

test('totals, the header again and remarks are no rows, and are reported by line', async () => {
  const reading = await read(MESSY.join('\r\n'))
  expect(reading.columns.map(({ field }) => field)).toEqual(FIELDS)
  expect(reading.lines).toEqual([3, 6])
  expect(reading.leftOut).toEqual([
    { line: 4, why: 'total', text: 'Sub Total' },
    { line: 5, why: 'header', text: 'Date' },
    { line: 7, why: 'total', text: '1,500' },
    { line: 8, why: 'remark', text: 'Checked by the accountant' },
    { line: 9, why: 'total', text: 'Grand Total' },
  ])
})

test('a row that lacks something is still a row: it is mended, not left out', async () => {
  const reading = await read(`${MESSY.slice(1, 3).join('\n')}\n,B,JKH,100,\n17/01/2025,,Total Lanka,5,1\n`)
  expect(reading.lines).toEqual([2, 3, 4])
  expect(reading.leftOut).toEqual([])
})

test('a last column without a heading is none where only rows at fault fill it', async () => {
  const moved = 'Date,Share,Qty,Price\n15/01/2025,JKH,"1,000",20.50\n16/01/2025,COMB,1,500,22.00\n'
  const reading = await read(moved)
  expect(reading.columns.map(({ header }) => header)).toEqual(['Date', 'Share', 'Qty', 'Price'])
  expect(reading.rows.map((row) => row.length)).toEqual([4])
  expect(reading.leftOut).toMatchObject([{ line: 3, why: 'fault' }])
  const all = await read('Date,Share,Qty,Price\n16/01/2025,COMB,1,500,22.00\n')
  expect([all.columns.length, all.rows]).toEqual([4, []])
  // A trailing comma in every line is no column either; without any heading every filled column stays.
  const trailing = await read('Date,Share,Qty,\n15/01/2025,JKH,100,\n')
  expect(trailing.columns).toHaveLength(3)
  const nameless = await read('15/01/2025,JKH,100,B\n16/01/2025,JKH,200,S\n')
  expect(nameless.columns).toHaveLength(4)
})

test('columns of one name that say different things are asked, and hold no field', async () => {
  const reading = await read('Share,Qty,Price,Price\nJKH,10,20,21\nCOMB,10,20,22\n')
  expect(reading.questions).toEqual([{ field: 'price', columns: [2, 3] }])
  expect(reading.columns.map(({ field }) => field)).toEqual(['symbol', 'quantity', null, null])
})

test.each([
  ['UTF-8 with its mark', Buffer.from(`\ufeff${MESSY.join('\n')}`)],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${MESSY.join('\r\n')}`, 'utf16le')],
  ['UTF-16 without it', Buffer.from(MESSY.join('\r\n'), 'utf16le')],
  ['UTF-16, big end first, without it', Buffer.from(MESSY.join('\r\n'), 'utf16le').swap16()],
  ['an old code page', Buffer.from(MESSY.join('\r').replace('of', '\u0096'), 'latin1')],
  ['a wrong extension', Buffer.from(MESSY.join('\n'))],
])('a sheet in %s is the same', async (what, bytes) => {
  const reading = await read(bytes, what === 'a wrong extension' ? 'trades.xlsx' : 'trades.csv')
  expect(reading.columns.map(({ field }) => field)).toEqual(FIELDS)
  expect(reading.rows).toHaveLength(2)
})

test('bytes with zeros among them are no text', async () => {
  const bytes = Buffer.from('Date,Share,Qty\n15/01/2025,J\0KH,100\n')
  await expect(read(bytes)).rejects.toMatchObject({ code: 'file.kind' })
})

test('a million rows are refused at once', async () => {
  const bytes = Buffer.from(`Date,Share\n${'1,J\n'.repeat(1_000_000)}`)
  await expect(read(bytes)).rejects.toMatchObject({ code: 'file.too-many' })
})

test('one mistyped day leaves the order of the others as they show it', async () => {
  const days = ['25/03/2026', '26/03/2026', '03/25/2026']
  const reading = await read(
    `Date,B/S,Share,Qty,Price\n${days.map((day) => `${day},B,JKH,10,20\n`).join('')}`,
  )
  expect(reading.columns[0]).toMatchObject({ field: 'tradeDate', kind: 'date', dateOrders: ['dmy'] })
  expect(reading.lines).toEqual([2, 3, 4])
})
