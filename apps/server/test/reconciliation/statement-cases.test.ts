/** Statement files as banks send them; the file's name says what is unusual. Each is read rightly, asked about, or its fault is named. */
import { readFileSync } from 'node:fs'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Refused, startBooks } from '../support/books.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ today: '2026-07-10' })
  await startBooks(api)
})

const sent = (bytes: Uint8Array, more: object = {}) =>
  api.call<StatementReading & Refused>(reconciliation.readStatement, {
    body: { fileName: 'file', data: Buffer.from(bytes).toString('base64'), ...more },
  })
async function read(bytes: Uint8Array, more: object = {}): Promise<StatementReading> {
  const { status, body } = await sent(bytes, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const csv = (text: string) => new TextEncoder().encode(text)
const caseNamed = (name: string) => readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url))
const moved = ({ lines }: StatementReading) => lines.map(({ date, debit, credit }) => [date, debit, credit])

/** 1,500.50 came in on the 3rd, 2,000.25 went out on the 15th. */
const TWO = [
  ['2026-06-03', 1_500.5, 0],
  ['2026-06-15', 0, 2_000.25],
]

test.each([
  'mt940-blank-entry-date.sta',
  'mt940-utf16.sta',
  'mt940-without-20.sta',
  'ofx-br-in-memo.ofx',
  'ofx-cdata-memo.ofx',
  'ofx-empty-ledger-balance.ofx',
  'ofx-samefitid.ofx',
  'ofx-utf16.ofx',
  'ofx2-header-unclosed-tags.ofx',
  'camt-names.xml',
  'camt-two-rev.xml',
  'camt-without-declaration.xml',
  'csv-excelguard.csv',
  'csv-half-heading.csv',
  'csv-hdfc-headings.csv',
  'csv-pages.csv',
  'xlsx-merged.xlsx',
])('%s is read whole', async (name) => {
  const reading = await read(caseNamed(name))
  expect(moved(reading)).toEqual(TWO)
  expect(reading).toMatchObject({ problemCount: 0, warnings: [], questions: [] })
  if (!name.startsWith('csv')) expect(reading.account).toBe('7001')
  expect(reading.closingBalance).toBe(name === 'ofx-empty-ledger-balance.ofx' ? null : 9_500.25)
  if (reading.format !== 'ofx') expect(reading.openingBalance).toBe(10_000)
})

test.each([
  ['mt940-zero-amount-entry.sta', 7, 'The amount is zero.', '0,00'],
  ['ofx-zero-amount.ofx', 31, 'The amount is zero.', '0.00'],
  ['camt-zero-amount.xml', 2, 'The amount is zero.', '0.00'],
  ['camt-info-status.xml', 2, 'The entry is not booked.', 'INFO'],
  ['camt-futr-status.xml', 2, 'The entry is not booked.', 'FUTR'],
])('%s is read but for a line, which is named', async (name, line, message, value) => {
  const reading = await read(caseNamed(name))
  expect(moved(reading)).toEqual(TWO)
  expect(reading.problems).toMatchObject([{ line, message, value }])
  expect(reading.warnings).toEqual(['1 row is left out.'])
})

test('the text is that of the party, of a structured reference, behind a line’s end, and what is kept from reading', async () => {
  const texts = async (name: string) =>
    (await read(caseNamed(name))).lines.map(({ description, reference }) => [description, reference])
  expect(await texts('ofx-br-in-memo.ofx')).toEqual([
    ['EFT purchase - receipt 17395 Date 3 Jun', null],
    ['x', null],
  ])
  expect(await texts('ofx-cdata-memo.ofx')).toEqual([
    ['Fort & Sons <Pvt> salary', null],
    ['x', null],
  ])
  expect(await texts('camt-names.xml')).toEqual([
    ['Fort Traders', null],
    ['Lanka Electric RF18000', 'RF18000'],
  ])
})

test('one number of the bank on lines that differ is none: both are imported', async () => {
  const { lines } = await read(caseNamed('ofx-samefitid.ofx'))
  expect(lines.map(({ bankId }) => bankId)).toEqual([null, null])
})

test('the day of a moment in camt is the one in Colombo', async () => {
  const text = caseNamed('camt-names.xml')
    .toString()
    .replace('<BookgDt><Dt>2026-06-03</Dt>', '<BookgDt><DtTm>2026-06-02T18:30:00Z</DtTm>')
  expect(moved(await read(csv(text)))).toEqual(TWO)
})

const REST = ':60F:C260531LKR10000,00\n:61:2606030603C1500,50NTRFD-1//1\n:86:Deposit\n'
test.each([
  [':61:2613150603C1500,50NTRFD-2//2\n', '261315', 'This is not a date.'],
  [':61:2606101310C5,00NTRFD-2//2\n', '1310', 'This is not a date.'],
  [':61:260610C1.2.3,00NTRFD-2//2\n', '1.2.3,00', 'This is not an amount in rupees and cents.'],
  [':61:nothing of the kind\n', 'nothing of the kind', 'The entry :61: is not in the expected form.'],
])('MT940: %j is left out with its text', async (entry, value, message) => {
  const text = `:20:S\n:25:7001\n${REST}${entry}:86:Text of it\n:61:2606150615D2000,25NCHK3//3\n:62F:C260630LKR9500,25\n-`
  const reading = await read(new TextEncoder().encode(text))
  expect(moved(reading)).toEqual(TWO)
  expect(reading.problems).toMatchObject([{ line: 6, message, value }])
  expect(reading.lines[0]?.description).toBe('Deposit')
})

test.each<[string, (string | number)[][]]>([
  ['csv-sign-heading-not-known.csv', TWO],
  ['csv-iso-offset-dates.csv', TWO],
  ['csv-weekday-dates.csv', TWO],
  ['xlsx-errors.xlsx', TWO],
  ['pdf-amount-one-column.pdf', TWO],
  [
    'csv-debits-negative-one-reversal.csv',
    [
      ['2026-06-15', 0, 2_000.25],
      ['2026-06-16', 2_000.25, 0],
      ['2026-06-17', 10, 0],
    ],
  ],
  [
    'csv-newest-one-day.csv',
    [
      ['2026-06-15', 1_500.5, 0],
      ['2026-06-15', 0, 2_000.25],
    ],
  ],
  [
    'csv-date-once.csv',
    [
      ['2026-06-03', 1_500.5, 0],
      ['2026-06-03', 0, 10],
      ['2026-06-15', 0, 2_000.25],
    ],
  ],
  [
    'pdf-date-once.pdf',
    [
      ['2026-06-03', 1_500.5, 0],
      ['2026-06-03', 0, 10],
      ['2026-06-15', 0, 2_000.25],
    ],
  ],
  ['merged-title-statement.xlsx', [['2026-06-03', 1_500.5, 0]]],
])('%s: each amount on its side, each line on its day', async (name, lines) => {
  const reading = await read(caseNamed(name))
  expect(moved(reading)).toEqual(lines)
  expect(reading.problems).toEqual([])
})

test('an odd word among the sides is a fault of its row', async () => {
  const reading = await read(caseNamed('csv-sign-third-word.csv'))
  expect(moved(reading)).toEqual(TWO)
  expect(reading.problems).toMatchObject([{ line: 4, value: 'Fee' }])
})

test('an amount whose comma moved the cells of its row is a fault of the row, never a figure', async () => {
  const reading = await read(caseNamed('statement-thousands-not-quoted.csv'))
  expect(reading.lines).toEqual([])
  expect(reading.problems).toMatchObject([
    { line: 2, message: expect.stringMatching(/^This cell is under no heading\./) },
  ])
})

test('amounts of which nothing shows the side are asked about, and read as answered', async () => {
  const file = csv('Date,Description,Amount\n2026-06-15,Cheque,2000.25\n')
  const asked = await read(file)
  expect(asked.lines).toEqual([])
  expect(asked.questions).toMatchObject([{ field: 'positiveIs', choices: ['in', 'out'] }])
  const answered = await read(file, { mapping: { ...asked.mapping, positiveIs: 'out' } })
  expect(moved(answered)).toEqual([['2026-06-15', 0, 2_000.25]])
})

test.each([
  ['S', 'H'],
  ['Af', 'Bij'],
  ['Out', 'In'],
  ['DBIT', 'CRDT'],
  ['D', 'C'],
])('sides said by %s and %s, under any heading', async (out, came) => {
  const file = csv(
    `Date,Text,Kind,Amount\n2026-06-03,Deposit,${came},1500.50\n2026-06-15,Cheque,${out},2000.25\n`,
  )
  expect(moved(await read(file))).toEqual(TWO)
})

test('an amount column without a known heading is asked about, where the other one has a known heading', async () => {
  const file = csv(
    'Date,Description,Withdrawals,Inflow\n2026-06-03,Deposit,,1500.50\n2026-06-15,Cheque,2000.25,\n',
  )
  const asked = await read(file)
  expect(asked.questions).toMatchObject([{ field: 'amount', choices: ['Inflow'] }])
  const columns = { ...asked.mapping?.columns, moneyIn: 'Inflow' }
  expect(moved(await read(file, { mapping: { ...asked.mapping, columns } }))).toEqual(TWO)
})

test('numbers under a heading of dates are offered as days', async () => {
  const file = caseNamed('xlsx-serial-unformatted.xlsx')
  const asked = await read(file)
  expect(asked.questions).toMatchObject([
    { field: 'dateOrder', message: 'Is “46176” the day 2026-06-03, as a spreadsheet counts days?' },
  ])
  expect(moved(await read(file, { mapping: { ...asked.mapping, dateOrder: 'serial' } }))).toEqual(TWO)
})

test('two accounts in one table are asked about; each is read separately', async () => {
  const file = caseNamed('csv-two-accounts.csv')
  const asked = await read(file)
  expect(asked.questions).toMatchObject([{ field: 'part', choices: ['1 7001', '2 7002'] }])
  expect(moved(await read(file, { part: '2 7002' }))).toEqual([['2026-06-04', 999, 0]])
})

test('a page of HTML called .xls is refused: it has to be saved as a workbook', async () => {
  const { status, body } = await sent(caseNamed('statement-html-called.xls'))
  expect([status, body.code]).toEqual([415, 'file.other-kind'])
  expect(body.message).toContain('Please save it as an Excel workbook (.xlsx)')
})

describe('sides of amounts that nothing but the running balance shows', () => {
  const NAMES = 'Date,Description,Amount,Balance\n'
  const OPENING = '2026-06-01,Opening balance,,10000.00\n'
  const ROWS = '2026-06-03,Deposit,1500.50,11500.50\n2026-06-15,Cheque,2000.25,9500.25\n'

  test('are those of the balance where every row follows', async () => {
    const reading = await read(csv(NAMES + OPENING + ROWS))
    expect(moved(reading)).toEqual(TWO)
    expect(reading).toMatchObject({ questions: [], openingBalance: 10_000, closingBalance: 9_500.25 })
    const newestFirst = ROWS.trim().split('\n').toReversed().join('\n')
    const oneDay = newestFirst.replaceAll('2026-06-15', '2026-06-03')
    expect((await read(csv(NAMES + oneDay))).questions).toMatchObject([{ field: 'positiveIs' }])
  })
  test('of a first row without a balance before it are asked, and it alone', async () => {
    const asked = await read(csv(NAMES + ROWS))
    expect(asked.questions).toMatchObject([
      { field: 'positiveIs', message: expect.stringContaining('the one in line 2') },
    ])
    const answered = await read(csv(NAMES + ROWS), { mapping: { ...asked.mapping, positiveIs: 'in' } })
    expect(moved(answered)).toEqual(TWO)
    const out = await read(csv(NAMES + ROWS), { mapping: { ...asked.mapping, positiveIs: 'out' } })
    expect(moved(out)).toEqual([['2026-06-03', 0, 1_500.5], TWO[1]])
    // An answer about that row of another file does not apply to this one.
    const next = await read(csv(NAMES + ROWS), { remembered: { ...asked.mapping, positiveIs: 'out' } })
    expect(next).toMatchObject({ lines: [], questions: [{ field: 'positiveIs' }] })
  })
  test('of one day that follow from the first as from the last are asked for all', async () => {
    const cheques = '2026-06-03,Cheque 11,500.00,1500.00\n2026-06-03,Cheque 12,500.00,1000.00\n'
    const asked = await read(csv(NAMES + cheques))
    expect(asked).toMatchObject({
      lines: [],
      questions: [{ field: 'positiveIs', message: expect.stringMatching(/^Nothing shows/) }],
    })
    const out = await read(csv(NAMES + cheques), { mapping: { ...asked.mapping, positiveIs: 'out' } })
    expect(out.lines.map(({ description, credit }) => [description, credit])).toEqual([
      ['Cheque 11', 500],
      ['Cheque 12', 500],
    ])
    expect(out).toMatchObject({ warnings: [], openingBalance: 2_000, closingBalance: 1_000 })
  })
  test('of one day below their opening balance are those of the order in the file', async () => {
    const opening = '2026-06-03,Opening balance,,1000.00\n'
    const rows = ['Deposit,500.00,1500.00', 'Cheque 1,500.00,1000.00', 'Cheque 2,500.00,500.00']
    const reading = await read(csv(NAMES + opening + rows.map((row) => `2026-06-03,${row}\n`).join('')))
    expect(reading.lines.map(({ description, debit, credit }) => [description, debit, credit])).toEqual([
      ['Deposit', 500, 0],
      ['Cheque 1', 0, 500],
      ['Cheque 2', 0, 500],
    ])
    expect(reading).toMatchObject({ questions: [], openingBalance: 1_000, closingBalance: 500 })
  })
  test('are looked for when the order of day and month is known, not before', async () => {
    const file = csv(`${NAMES}03/06/2026,Deposit,1500.50,11500.50\n04/06/2026,Cheque,2000.25,9500.25\n`)
    const asked = await read(file)
    expect(asked.questions).toMatchObject([{ field: 'dateOrder', choices: ['dmy', 'mdy'] }])
    expect(asked.questions).toHaveLength(1)
    const next = await read(file, { mapping: { ...asked.mapping, dateOrder: 'dmy' } })
    expect(next.questions).toMatchObject([
      { field: 'positiveIs', message: expect.stringContaining('the one in line 2') },
    ])
  })
  test('are asked as before where a row does not follow', async () => {
    const wrong = ROWS.replace('9500.25', '9500.20')
    const reading = await read(csv(NAMES + OPENING + wrong))
    expect(reading.questions).toMatchObject([{ message: expect.stringMatching(/^Nothing shows/) }])
    expect(reading.lines).toEqual([])
  })
  test('of a statement whose balance above zero is what we owe, the other way round', async () => {
    const reading = await read(csv(NAMES + OPENING + ROWS), { balanceIs: 'out' })
    expect(moved(reading)).toEqual([
      ['2026-06-03', 0, 1_500.5],
      ['2026-06-15', 2_000.25, 0],
    ])
  })
})

test('answers for another file change nothing that this one shows', async () => {
  const file = csv(
    'Date,Description,Withdrawals,Deposits\n15/06/2026,Cheque,"2,000.25",\n03/06/2026,Deposit,,"1,500.50"\n',
  )
  const { mapping } = await read(file)
  const remembered = { ...mapping, dateOrder: 'mdy', decimalMark: ',' }
  const reading = await read(file, { remembered })
  expect(moved(reading)).toEqual(TWO)
  expect(reading).toMatchObject({
    mappingFrom: 'remembered',
    mapping: { dateOrder: null, decimalMark: null },
  })
  // Nor does what is sent with the columns.
  const chosen = await read(file, { mapping: remembered })
  expect(moved(chosen)).toEqual(TWO)
  expect(chosen).toMatchObject({ mappingFrom: 'sent', mapping: { dateOrder: null, decimalMark: null } })
})

describe('a day that is printed once', () => {
  const NAMES = 'Date,Description,Debit,Credit\n2026-06-03,Deposit,,1500.50\n'
  test('is that of the row above also where this one is left out', async () => {
    const reading = await read(csv(`${NAMES}2026-06-10,Fee,wrong,\n,Cheque,2000.25,\n`))
    expect(moved(reading)).toEqual([TWO[0], ['2026-06-10', 0, 2_000.25]])
    expect(reading.problems).toMatchObject([{ line: 3 }])
  })
  test('is not known below a row whose day cannot be read, or whose cells may have moved', async () => {
    const wrong = await read(csv(`${NAMES}2026-06-31,Fee,5.00,\n,Cheque,2000.25,\n`))
    const shifted = await read(csv(`${NAMES}2026-06-10,Fee,,1,500.00\n,Cheque,2000.25,\n`))
    for (const reading of [wrong, shifted]) {
      expect(moved(reading)).toEqual([TWO[0]])
      expect(reading.problems.find(({ line }) => line === 4)).toMatchObject({ message: 'There is no date.' })
    }
  })
})

test('of withdrawals below and above zero the balances show which take money out', async () => {
  const names = 'Date,Description,Debit,Credit,Balance\n2026-06-01,Deposit,,9000.00,9000.00\n'
  const reversed = await read(
    csv(`${names}2026-06-02,Reversal,-500.00,,9500.00\n2026-06-03,Cheque,200.00,,9300.00\n`),
  )
  expect(moved(reversed).slice(1)).toEqual([
    ['2026-06-02', 500, 0],
    ['2026-06-03', 0, 200],
  ])
  const below = await read(
    csv(`${names}2026-06-02,Cheque,-500.00,,8500.00\n2026-06-03,Reversal,200.00,,8700.00\n`),
  )
  expect(moved(below).slice(1)).toEqual([
    ['2026-06-02', 0, 500],
    ['2026-06-03', 200, 0],
  ])
})

describe('MT940 that is damaged in places', () => {
  const ENTRIES =
    ':61:2606030603C1500,50NTRFD-1//1\n:86:Deposit\n:61:2606150615D2000,25NCHK3//3\n:86:Cheque\n'
  const END = ':62F:C260630LKR9500,25\n'
  const texts = ({ lines }: StatementReading) => lines.map(({ description }) => description)
  test('the text of an entry is its own, also behind a closing balance; one behind a balance is of the statement', async () => {
    const first = await read(csv(`:20:S\n:25:7001\n:62F:C260531LKR10000,00\n${ENTRIES}${END}:86:Of all\n-`))
    expect(texts(first)).toEqual(['Deposit', 'Cheque'])
    const opening = await read(csv(`:20:S\n:25:7001\n${ENTRIES}:60F:C260531LKR10000,00\n:86:Of all\n${END}-`))
    expect(texts(opening)).toEqual(['Deposit', 'Cheque'])
  })
  test('a line that begins like a field and is none is named, and is no text of the entry above', async () => {
    const damaged = ENTRIES.replace(':61:2606150615', ':6!:2606150615')
    const reading = await read(csv(`:20:S\n:25:7001\n:60F:C260531LKR10000,00\n${damaged}${END}-`))
    expect(moved(reading)).toEqual([TWO[0]])
    expect(texts(reading)).toEqual(['Deposit'])
    expect(reading.problems).toMatchObject([
      {
        line: 6,
        message: 'This begins like a field, such as :61:, and is none.',
        value: ':6!:2606150615D2000,25NCHK3//3',
      },
    ])
  })
})

test('OFX: the last transaction without its end is read; one outside of a statement is named', async () => {
  const file = caseNamed('ofx-utf16.ofx').toString('utf16le')
  const open = await read(csv(file.replace(/<\/STMTTRN>(?=\s*<\/BANKTRANLIST>)/, '')))
  expect(moved(open)).toEqual(TWO)
  const transaction = '<STMTTRN><DTPOSTED>20260620<TRNAMT>5.00<FITID>9</STMTTRN>'
  const outside = await read(csv(file.replace('</STMTRS>', `</STMTRS>${transaction}`)))
  expect(moved(outside)).toEqual(TWO)
  expect(outside.problems).toMatchObject([{ message: 'This transaction is outside of a statement.' }])
})
