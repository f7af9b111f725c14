/** Files that people import: their kind is recognised by their bytes, and a hostile one is refused quickly. */
import { deflateRawSync } from 'node:zlib'
import type { FileReading } from '@em/contract/batches/batches'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

type Read = FileReading & { code?: string; message?: string }
async function read(bytes: Uint8Array | string, more: object = {}) {
  const data = Buffer.from(bytes as string).toString('base64')
  return api.call<Read>('POST /trade-batches/read-file', { body: { fileName: 'a.xlsx', data, ...more } })
}
const CSV = [
  'My broker,,,',
  'Trade Date,Symbol,Qty,Price (Rs.)',
  '13/06/2026,JKH.N0000,"1,000",20.50',
  '',
  '14/06/2026,SAMP.N0000,2,1',
].join('\r\n')

describe('a CSV file', () => {
  test('gives its header, suggestions and rows; lines are those of the file', async () => {
    const { status, body } = await read(CSV)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'csv',
      headerLine: 2,
      columns: [
        { header: 'Trade Date', field: 'tradeDate', kind: 'date', dateOrders: ['dmy'] },
        { header: 'Symbol', field: 'symbol', kind: 'text' },
        { header: 'Qty', field: 'quantity', kind: 'number' },
        { header: 'Price (Rs.)', field: 'price', kind: 'number' },
      ],
      rows: [
        ['13/06/2026', 'JKH.N0000', '1,000', '20.50'],
        ['14/06/2026', 'SAMP.N0000', '2', '1'],
      ],
      lines: [3, 5],
    })
  })
  test('without a header loses no trade to one', async () => {
    const { body } = await read('2026-06-12,JKH.N0000,100,20.5\n2026-06-15,JKH.N0000,200,21')
    expect(body).toMatchObject({ headerLine: 0, lines: [1, 2] })
    expect(body.columns.map(({ header, field }) => ({ header, field }))).toEqual(
      ['tradeDate', 'symbol', null, null].map((field) => ({ header: '', field })),
    )
    const titled = await read('Asha Securities\nJKH.N0000,100,20.5\nSAMP.N0000,200,21')
    expect(titled.body).toMatchObject({ headerLine: 0, lines: [2, 3] })
    const foreign = await read('Datum,Aktie,Antal\n2026-06-12,JKH.N0000,100')
    expect(foreign.body).toMatchObject({ headerLine: 1, lines: [2] })
  })
  test('that is empty, or swallowed by a quotation mark, is refused with why', async () => {
    expect((await read(' \n\n')).body.message).toContain('it is empty')
    const open = await read('Symbol,Qty,Description\nJKH.N0000,100,"never closed\nSAMP.N0000,5,x')
    expect(open.body.message).toContain('never closed')
    const inches = await read('Symbol,Qty,Description\nJKH.N0000,100,5" pipe\nSAMP.N0000,5,x')
    expect(inches.body).toMatchObject({ lines: [2, 3] })
  })
  test('with dates that can be read two ways says so', async () => {
    const ambiguous = await read('Symbol;Trade Date\nA;03/04/2026\nB;05/06/2026')
    expect(ambiguous.body.columns[1]).toMatchObject({ kind: 'date', dateOrders: ['dmy', 'mdy'] })
    const american = await read('Symbol\tTrade Date\nA\t03/14/2026\nB\t05/06/2026')
    expect(american.body.columns[1]).toMatchObject({ dateOrders: ['mdy'] })
    const contradicting = await read('Symbol|Trade Date\nA|03/14/2026\nB|15/06/2026')
    expect(contradicting.body.columns[1]).toMatchObject({ kind: 'date', dateOrders: ['dmy', 'mdy'] })
    const named = await read('Symbol,Trade Date\nA,3-Jun-2026\nB,2026-06-05')
    expect(named.body.columns[1]).toMatchObject({ dateOrders: ['ymd'] })
  })
  test('with a date that is none says how the others are written', async () => {
    const totals = await read('Trade Date,Symbol\n13/06/2026,A\nn/a,B\n14/06/2026,C\nTOTAL,')
    expect(totals.body.columns[0]).toMatchObject({ kind: 'text', dateOrders: ['dmy'] })
    const both = await read('Dated,Symbol\n03/04/2026,A\n05/06/2026,B\nTOTAL,')
    expect(both.body.columns[0]).toMatchObject({ field: null, dateOrders: ['dmy', 'mdy'] })
    const numbers = await read('Reference,Symbol\nC-1,A\nC-2,B\n03/04/2026,C')
    expect(numbers.body.columns[0]).toMatchObject({ kind: 'text', dateOrders: [] })
  })
  test('has its columns known with units in brackets', async () => {
    const { body } = await read('Scrip Code,Date of trade,Rate (Rs.),Brokerage House\nA,2026-06-01,1,B')
    expect(body.columns.map((column) => column.field)).toEqual(['symbol', 'tradeDate', 'price', 'brokerName'])
  })
  test('may be UTF-16 or an old code page', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Symbol,Qty\nJKH,1', 'utf16le')])
    expect((await read(utf16)).body.rows).toEqual([['JKH', '1']])
    const old = Buffer.from('Symbol,Company\nJKH,Caf\xe9', 'latin1')
    expect((await read(old)).body.rows).toEqual([['JKH', 'Café']])
  })
})

describe('a workbook', () => {
  test('keeps numbers and dates, and takes a formula by its stored value', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Cover & notes',
          rows: [['nothing here']],
        },
        {
          name: 'Trades',
          rows: [
            ['Symbol', 'Trade Date', 'Shares', 'Price'],
            ['JKH.N0000', new Date(Date.UTC(2026, 5, 3)), 1000, 20.5],
            ['SAMP.N0000', new Date(Date.UTC(2026, 5, 4)), 10, null],
          ],
          cells: new Map([['2,3', { value: 7, formula: '3+4', formulaResult: 7 }]]),
        },
      ],
    } as never)
    expect((await read(bytes, { sheet: 'Cover & notes' })).status).toBe(422)
    const { status, body } = await read(bytes, { sheet: 'Trades' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'xlsx',
      sheets: ['Cover & notes', 'Trades'],
      formulas: 1,
      columns: [
        { kind: 'text' },
        { kind: 'date', field: 'tradeDate' },
        { kind: 'number' },
        { kind: 'number' },
      ],
      rows: [
        ['JKH.N0000', { date: '2026-06-03' }, 1000, 20.5],
        ['SAMP.N0000', { date: '2026-06-04' }, 10, 7],
      ],
    })
    expect((await read(bytes, { sheet: 'None' })).status).toBe(422)
  })
  test('with merged cells leaves their rows out, with too many columns is refused', async () => {
    const rows = [
      ['Symbol', 'Qty'],
      ['JKH', 1],
    ]
    const merged = await writeXlsx({
      sheets: [{ name: 'A', rows, merges: [{ startRow: 1, startCol: 0, endRow: 1, endCol: 1 }] }],
    })
    expect((await read(merged)).body).toMatchObject({
      rows: [],
      leftOut: [{ line: 2, why: 'fault', text: 'This cell is merged with others (A2:B2). Unmerge them.' }],
    })
    const wide = await writeXlsx({
      sheets: [{ name: 'A', rows: [Array.from({ length: 200 }, (_, n) => `C${n}`)] }],
    })
    expect((await read(wide)).body).toMatchObject({ code: 'file.too-many' })
    expect((await read(`${'a,'.repeat(200)}b\n1`)).body).toMatchObject({ code: 'file.too-many' })
  })
})

/** An archive with these parts. */
function zip(parts: Record<string, Uint8Array>): Buffer {
  const heads: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    // The size that the archive claims is a lie: a bomb claims little.
    entry.writeUInt32LE(Math.min(content.length, 1000), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    heads.push(head, Buffer.from(name), packed)
    entries.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...heads, directory, end])
}
const BOOK = Buffer.from('<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>')
const RELS = Buffer.from(
  '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
)

describe('a file that is not what it says', () => {
  const cases: [string, Uint8Array | string, number][] = [
    ['nothing', ' ', 422],
    ['a PDF', '%PDF-1.7\n1,2\n3,4', 415],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 415],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415],
    ['another archive', zip({ 'readme.txt': Buffer.from('hello') }), 415],
    ['plain words', 'this is only a text', 415],
    ['a cut-off workbook', zip({ 'xl/workbook.xml': BOOK }).subarray(0, 60), 422],
    [
      'a workbook without its sheet',
      zip({ 'xl/workbook.xml': BOOK, 'xl/_rels/workbook.xml.rels': RELS }),
      422,
    ],
    [
      'entities',
      zip({ 'xl/workbook.xml': Buffer.concat([Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]>'), BOOK]) }),
      422,
    ],
    [
      'a bomb',
      zip({
        'xl/workbook.xml': BOOK,
        'xl/_rels/workbook.xml.rels': RELS,
        'xl/worksheets/sheet1.xml': Buffer.alloc(200 * 1024 * 1024, ' '),
      }),
      413,
    ],
    ['a million rows', `a,b\n${'1,2\n'.repeat(1_000_000)}`, 422],
  ]
  test.each(cases)('%s is refused', async (_, bytes, status) => {
    const answer = await read(bytes)
    expect([answer.status, answer.body.code]).toEqual([status, expect.stringMatching(/^file\./)])
  })
  test('too large or not in base64 is refused before it is read', async () => {
    expect((await read(Buffer.alloc(10 * 1024 * 1024 + 10, 'a'))).status).toBe(413)
    expect((await api.call('POST /trade-batches/read-file', { body: { data: 'no!' } })).status).toBe(400)
    expect((await api.call('POST /trade-batches/read-file', { body: {} })).status).toBe(400)
  })
})
