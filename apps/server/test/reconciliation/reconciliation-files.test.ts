import { readFileSync } from 'node:fs'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { endingAt, type PositionedText, pdfFile } from '../support/pdf-file.ts'

let api: Api
let books: Books

beforeAll(async () => {
  api = await startApi({ today: '2026-07-10' })
  books = await startBooks(api)
})

const fixture = (name: string) => readFileSync(new URL(`../fixtures/statements/${name}`, import.meta.url))
const sent = (bytes: Uint8Array, more: object = {}) =>
  api.call<StatementReading & Refused>(reconciliation.readStatement, {
    body: { fileName: 'file', data: Buffer.from(bytes).toString('base64'), ...more },
  })
async function read(name: string, more: object = {}): Promise<StatementReading> {
  const answer = await sent(fixture(name), more)
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const moved = (reading: StatementReading) =>
  reading.lines.map(({ date, debit, credit }) => [date, debit, credit])

/** The same two movements in every format: 1,500.50 came in on the 3rd, 2,000.25 went out on the 15th. */
const TWO = [
  ['2026-06-03', 1_500.5, 0],
  ['2026-06-15', 0, 2_000.25],
]

describe('a statement file', () => {
  test('.csv with lines above the header, two amount columns, parentheses and a total', async () => {
    const reading = await read('bank.csv')
    expect(reading).toMatchObject({
      format: 'csv',
      account: '7001',
      currency: 'LKR',
      openingBalance: 10_000,
      closingBalance: 9_250.25,
      mappingFrom: 'suggested',
      questions: [],
      problems: [],
      totals: { lines: 3, debit: 1_500.5, credit: 2_250.25 },
    })
    expect(reading.mapping?.columns).toMatchObject({
      date: 'Date',
      moneyIn: 'Deposits',
      moneyOut: 'Withdrawals',
      reference: 'Cheque No',
    })
    expect(moved(reading)).toEqual([...TWO, ['2026-06-30', 0, 250]])
    expect(reading.lines[1]).toMatchObject({ reference: '000123', balance: 9_500.25, line: 8 })
    expect(reading.warnings).toEqual([])
  })

  test('.csv whose balances above zero are what we owe is turned where its lines show it, or as asked', async () => {
    const lines = (balances: readonly string[]) =>
      Buffer.from(
        `Date,Details,Debit,Credit,Balance\n2026-06-01,Balance B/F,,,${balances[0]}\n2026-06-03,Bought,500.00,,${balances[1]}\n2026-06-04,Sold,,200.00,${balances[2]}\n`,
      )
    const readOf = async (bytes: Buffer, more: object = {}) => (await sent(bytes, more)).body
    const [ours, theirs] = [lines(['-100.00', '-600.00', '-400.00']), lines(['100.00', '600.00', '400.00'])]
    const owing = {
      openingBalance: -100,
      closingBalance: -400,
      lines: [{ balance: -600 }, { balance: -400 }],
      warnings: [],
    }
    // As a bank states it, unless the lines are asked.
    expect(await readOf(theirs)).toMatchObject({
      balanceIs: 'in',
      balanceFrom: 'asked',
      closingBalance: null,
      warnings: ['The balance in line 4 is 400.00; the lines add up to 800.00.'],
    })
    const shown = { balanceFromLines: true }
    expect(await readOf(theirs, shown)).toMatchObject({ ...owing, balanceIs: 'out', balanceFrom: 'lines' })
    expect(await readOf(ours, { ...shown, balanceIs: 'out' })).toMatchObject({
      ...owing,
      balanceIs: 'in',
      balanceFrom: 'lines',
    })
    expect(await readOf(theirs, { balanceIs: 'out' })).toMatchObject({
      ...owing,
      balanceIs: 'out',
      balanceFrom: 'asked',
    })
    // One line, and nothing before it, shows nothing: what was asked holds.
    const one = Buffer.from('Date,Details,Debit,Credit,Balance\n2026-06-03,Bought,500.00,,600.00\n')
    expect(await readOf(one, { ...shown, balanceIs: 'out' })).toMatchObject({
      openingBalance: -100,
      closingBalance: -600,
      balanceIs: 'out',
      balanceFrom: 'asked',
    })
    // In a format with balances of its own, opening and closing balance decide the sign.
    expect(await read('statement.mt940', { ...shown, balanceIs: 'out' })).toMatchObject({
      balanceIs: 'in',
      balanceFrom: 'lines',
      warnings: [],
    })
    expect(await read('statement.mt940', { balanceIs: 'out' })).toMatchObject({
      warnings: [expect.stringContaining('does not equal')],
    })
  })

  test('.csv whose dates can mean two days is asked about, never guessed', async () => {
    const asked = await read('ambiguous.csv')
    expect(asked.lines).toEqual([])
    expect(asked.questions).toEqual([
      { field: 'dateOrder', message: 'Is “03/06/2026” day first or month first?', choices: ['dmy', 'mdy'] },
    ])
    const mapping = { ...asked.mapping, dateOrder: 'mdy' }
    const reading = await read('ambiguous.csv', { mapping })
    expect(moved(reading)).toEqual([
      ['2026-03-06', 100, 0],
      ['2026-05-06', 0, 40],
    ])
    const negated = await read('ambiguous.csv', { mapping: { ...mapping, positiveIs: 'out' } })
    expect(negated.totals).toEqual({ lines: 2, debit: 40, credit: 100 })
  })

  test('.csv with semicolons, decimal commas and a column of sides, mapped by a person and remembered', async () => {
    const asked = await read('semicolon.csv')
    expect(asked.mapping).toBeNull()
    expect(asked.questions.map((question) => question.field)).toEqual(['date', 'amount'])
    const mapping = { columns: { date: 'Buchung', description: 'Text', amount: 'Betrag', sign: 'S/H' } }
    const reading = await read('semicolon.csv', { mapping })
    expect(moved(reading)).toEqual([
      ['2026-06-15', 1_234.56, 0],
      ['2026-06-16', 0, 50],
    ])
    const { reconciliation: one } = await api.ask(reconciliation.create, {
      body: { accountCode: '1010', settlementAccount: books.bank, period: '2026-06' },
    })
    await api.ask(reconciliation.importStatement, {
      params: { id: one.id },
      body: { format: 'csv', mapping, lines: reading.lines },
    })
    const again = await read('semicolon.csv', { accountCode: '1010', settlementAccount: books.bank })
    expect(again.mappingFrom).toBe('remembered')
    expect(again.lines).toEqual(reading.lines)
    expect((await read('bank.csv', { accountCode: '1010', settlementAccount: books.bank })).mappingFrom).toBe(
      'suggested',
    )
  })

  test('.csv with rows that cannot be read names each of them', async () => {
    const reading = await read('broken-rows.csv')
    expect(reading.totals.lines).toBe(1)
    expect(reading.problems.map(({ line, field, message }) => [line, field, message])).toEqual([
      [3, 'date', 'This is not a date.'],
      [4, 'amount', 'This is not an amount in rupees and cents.'],
      [5, 'amount', 'The row has both money in and money out.'],
      [6, 'amount', 'There is no amount.'],
      [7, 'amount', 'This is not an amount in rupees and cents.'],
    ])
  })

  test('.xlsx with real dates and numbers', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Statement',
          rows: [
            ['Txn Date', 'Narration', 'Amount', 'DR/CR'],
            [new Date('2026-06-03T00:00:00Z'), 'Deposit', 1_500.5, 'CR'],
            [new Date('2026-06-15T00:00:00Z'), 'Cheque', 2_000.25, 'DR'],
          ],
        },
      ],
    })
    const answer = await sent(bytes)
    expect(answer.body).toMatchObject({ format: 'xlsx', table: { sheet: 'Statement', rows: 2 } })
    expect(moved(answer.body)).toEqual(TWO)
  })

  test.each(['sgml.ofx', 'one-line.ofx', 'two-accounts.ofx'])('%s', async (name) => {
    const asked = await read(name)
    const reading = name === 'two-accounts.ofx' ? await read(name, { part: asked.parts[0]?.key }) : asked
    if (name === 'two-accounts.ofx') {
      expect(asked.questions).toMatchObject([{ field: 'part', choices: ['1 7001 LKR', '2 7002 LKR'] }])
    }
    expect(reading).toMatchObject({
      format: 'ofx',
      account: '7001',
      currency: 'LKR',
      openingBalance: null,
      closingBalance: 9_500.25,
    })
    expect(moved(reading)).toEqual(TWO)
    expect(reading.lines).toMatchObject([
      { description: 'Fort & Co Deposit', bankId: '20260603-1' },
      { description: 'Cheque', reference: '000123' },
    ])
  })

  test('MT940 with envelope, reversal and texts', async () => {
    const reading = await read('statement.mt940')
    expect(reading).toMatchObject({
      format: 'mt940',
      account: '7001',
      currency: 'LKR',
      openingBalance: 10_000,
      closingBalance: 9_505.25,
      warnings: [],
    })
    expect(moved(reading)).toEqual([...TWO, ['2026-06-16', 5, 0]])
    expect(reading.lines).toMatchObject([
      {
        description: 'Deposit Fort branch second line',
        reference: 'D-1',
        bankId: '20260603-1',
        line: 6,
      },
      { description: 'Cheque paid', reference: '000123' },
      { description: 'NCHG', reference: null },
    ])
  })

  test('camt.053 with an entry that is not booked yet', async () => {
    const reading = await read('statement.camt.xml')
    expect(reading).toMatchObject({
      format: 'camt.053',
      account: '7001',
      currency: 'LKR',
      openingBalance: 10_000,
      closingBalance: 9_500.25,
      warnings: ['1 row is left out.'],
      problems: [{ message: 'The entry is not booked.', value: 'PDNG' }],
    })
    expect(moved(reading)).toEqual(TWO)
    expect(reading.lines[0]).toMatchObject({
      description: 'Deposit & more',
      reference: 'E-20260603-1',
      bankId: '20260603-1',
    })
  })

  test('.pdf with text in columns', async () => {
    const reading = await read('statement.pdf')
    expect(reading).toMatchObject({
      format: 'pdf',
      account: '7001',
      openingBalance: 10_000,
      closingBalance: 9_250.25,
    })
    expect(moved(reading)).toEqual([...TWO, ['2026-06-30', 0, 250]])
    expect(reading.lines[0]?.description).toBe('Deposit Fort branch by cash')
    expect(reading.warnings[0]).toBe('The lines were read from a PDF. Please compare them with the document.')
  })

  test('.pdf of several pages: heads, feet and notes are no lines, a text over two lines stays with its own', async () => {
    const head = (page: number): PositionedText[] => [
      { text: 'Sampath Bank PLC', x: 40, y: 800 },
      { text: `Page ${page} of 2`, x: 330, y: 800 },
      { text: 'Account No : 0001 9300 5142', x: 40, y: 786 },
      { text: 'Currency : LKR', x: 330, y: 786 },
      { text: 'Value', x: 40, y: 766 },
      { text: 'Date', x: 40, y: 757 },
      { text: 'Particulars', x: 105, y: 761 },
      endingAt(385, 761, 'Debit'),
      endingAt(470, 761, 'Credit'),
      endingAt(560, 761, 'Balance'),
      {
        text: `This is a computer generated statement and needs no signature. ${'-'.repeat(30)}`,
        x: 40,
        y: 30,
      },
      { text: `Printed for you, sheet ${page}`, x: 105, y: 20 },
    ]
    const line = (
      y: number,
      date: string,
      text: string,
      side: 385 | 470,
      amount: string,
      balance: string,
    ) => [{ text: date, x: 40, y }, { text, x: 105, y }, endingAt(side, y, amount), endingAt(560, y, balance)]
    const bytes = pdfFile([
      [
        ...head(1),
        { text: 'Balance Brought Forward', x: 105, y: 740 },
        endingAt(560, 740, '10,000.00'),
        { text: 'CEFT inward', x: 105, y: 719 },
        ...line(710, '03-Jun-26', 'Fort branch', 470, '1,500.50', '11,500.50'),
        { text: 'counter 04', x: 105, y: 701 },
        ...line(680, '15-Jun-26', 'Cheque 000123', 385, '2,000.25', '9,500.25'),
      ],
      [
        ...head(2),
        { text: 'paid at Kandy', x: 105, y: 740 },
        ...line(710, '30-Jun-26', 'Service fee', 385, '250.00', '9,250.25'),
        { text: 'Closing Balance', x: 105, y: 690 },
        endingAt(560, 690, '9,250.25'),
      ],
    ])
    const { body } = await sent(bytes)
    expect(body).toMatchObject({
      account: '0001 9300 5142',
      currency: 'LKR',
      openingBalance: 10_000,
      closingBalance: 9_250.25,
      problems: [],
      warnings: ['The lines were read from a PDF. Please compare them with the document.'],
    })
    expect(moved(body)).toEqual([...TWO, ['2026-06-30', 0, 250]])
    expect(body.lines.map(({ description }) => description)).toEqual([
      'CEFT inward Fort branch counter 04',
      'Cheque 000123 paid at Kandy',
      'Service fee',
    ])
  })

  test('.pdf in whole rupees: the same charge at the same height of every page is no foot of it', async () => {
    const page = (day: string, balance: string): PositionedText[] => [
      { text: 'Date', x: 40, y: 760 },
      { text: 'Details', x: 105, y: 760 },
      endingAt(385, 760, 'Debit'),
      endingAt(470, 760, 'Credit'),
      endingAt(560, 760, 'Balance'),
      { text: `${day}-Jun-26`, x: 40, y: 740 },
      { text: 'Service fee', x: 105, y: 740 },
      endingAt(385, 740, '250'),
      endingAt(560, 740, balance),
      { text: 'Kept for you', x: 105, y: 20 },
    ]
    const { body } = await sent(pdfFile([page('03', '9,750'), page('17', '9,500')]))
    expect(body.problems).toEqual([])
    expect(body.lines.map(({ date, credit, description }) => [date, credit, description])).toEqual([
      ['2026-06-03', 250, 'Service fee'],
      ['2026-06-17', 250, 'Service fee'],
    ])
  })

  test('words around a table are no rows of it', async () => {
    const csv = [
      'Account No,1000 4471 2208,Colombo Fort',
      'Date,Details,Debit,Credit,Balance',
      '03-Jun-26,Deposit,,"1,500.50","11,500.50"',
      '15-Jun-26,Cheque,"2,000.25",,"9,500.25"',
      'Total,,"2,000.25","1,500.50",',
      '*** End of statement ***',
    ].join('\r\n')
    const { body } = await sent(new TextEncoder().encode(csv))
    expect(body).toMatchObject({ account: '1000 4471 2208', problems: [], warnings: [] })
    expect(moved(body)).toEqual(TWO)
  })

  test('.xlsx with a summary before the sheet of the transactions', async () => {
    const rows = [
      ['Txn Date', 'Narration', 'Amount', 'DR/CR'],
      ['03-Jun-26', 'Deposit', 1_500.5, 'CR'],
      ['15-Jun-26', 'Cheque', 2_000.25, 'DR'],
    ]
    const sheets = [
      { name: 'Summary', rows: [['Hatton National Bank PLC'], ['Account summary']] },
      { name: 'Transactions', rows },
    ]
    const bytes = await writeXlsx({ sheets })
    const { body } = await sent(bytes)
    expect(body).toMatchObject({ table: { sheet: 'Transactions', sheets: ['Summary', 'Transactions'] } })
    expect(moved(body)).toEqual(TWO)
    const asked = await sent(bytes, { sheet: 'Summary' })
    expect(asked.body).toMatchObject({ table: { sheet: 'Summary' }, lines: [] })
    // A sheet that cannot be read does not stop the reading of another one.
    const notes = {
      name: 'Notes',
      rows: [['Charges are listed overleaf', ''], ['x']],
      merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
    }
    const between = await writeXlsx({ sheets: [sheets[0], notes, sheets[1]].flatMap((one) => one ?? []) })
    expect(moved((await sent(between)).body)).toEqual(TWO)
    expect((await sent(between, { sheet: 'Notes' })).body.questions).toHaveLength(2)
  })

  test.each<[string, number, string, string]>([
    ['dollars.csv', 422, 'statement.currency', 'The statement is in USD. The books are kept in LKR.'],
    ['dollars.camt.xml', 422, 'statement.currency', 'The statement is in USD. The books are kept in LKR.'],
    ['euro.mt940', 422, 'statement.currency', 'The statement is in EUR. The books are kept in LKR.'],
    ['cut-off.ofx', 422, 'statement.unreadable', 'Line 25: the file ends within this transaction.'],
    ['unclosed.camt.xml', 422, 'statement.unreadable', 'not well-formed XML from here on.'],
    ['doctype.camt.xml', 422, 'statement.unreadable', 'Line 2: a document type is not accepted.'],
    ['no-text.pdf', 422, 'file.unreadable', 'it contains scanned pages without text.'],
    ['damaged.pdf', 422, 'file.unreadable', 'it is damaged.'],
  ])('%s is refused with a sentence', async (name, status, code, sentence) => {
    const { body, ...answer } = await sent(fixture(name))
    expect([answer.status, body.code]).toEqual([status, code])
    expect(body.message).toContain(sentence)
  })

  test.each([
    ['broken-date.ofx', 27, 'This is not a date.'],
    ['broken.mt940', 9, 'The entry :61: is not in the expected form.'],
    ['no-side.camt.xml', 15, 'Credit or debit (CdtDbtInd) is missing.'],
  ])('%s is read but for a line, which is named', async (name, line, message) => {
    expect((await read(name)).problems[0]).toMatchObject({ line, message })
  })

  test('words above the table are not treated as a currency', async () => {
    const csv = 'Currency: Sri Lankan Rupee\nDate,Description,Credit\n2026-06-15,Deposit,1.00\n'
    expect((await sent(new TextEncoder().encode(csv))).body).toMatchObject({
      currency: null,
      totals: { lines: 1 },
    })
  })

  test('a file that is no statement at all is refused', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])
    expect((await sent(png)).body.code).toBe('statement.kind')
    expect((await sent(new TextEncoder().encode('just a line of text'))).body.code).toBe('statement.kind')
    expect((await sent(new TextEncoder().encode('<?xml version="1.0"?>\n<a></a>'))).body.code).toBe(
      'statement.kind',
    )
    expect((await api.call<Refused>(reconciliation.readStatement, { body: { data: '!!' } })).status).toBe(400)
    const many = `Date,Description,Credit\n${'2026-06-30,Line,1.00\n'.repeat(50_001)}`
    const answer = await sent(new TextEncoder().encode(many))
    expect(answer.body).toMatchObject({
      code: 'file.too-many',
      message: expect.stringContaining('50,000 lines'),
    })
  })
})
