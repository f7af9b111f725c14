/** Documents as they come: what is recognised by the bytes of a file, what is refused with which words, and that no file breaks a reader. */
import { readFileSync } from 'node:fs'
import type { DocumentLine, DocumentRead } from '@em/core/documents/line'
import { csvOf, formatMonthly } from '@em/core/documents/monthly'
import { exampleFill, sampleDocuments } from '@em/core/documents/sample'
import { formatTradeLine } from '@em/core/documents/trade-file'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { confirmationPdf } from '../../../../test/support/confirmation-pdf.ts'
import { FUZZED_DOCUMENTS, fuzzReader } from '../../../../test/support/fuzz/index.ts'
import { PDFS } from '../../../../test/support/hostile-files/pdfs.ts'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type DocumentJson, documentFromJson } from '../facts/line-fields.ts'
import { type DocumentAsked, read as readFile } from './document-reader.ts'

/** In this process, and through JSON as the reader process answers. */
async function read(
  bytes: Uint8Array | string,
  { fileName = 'a.txt', password = null, anyPdf = false }: Partial<DocumentAsked> = {},
): Promise<DocumentRead> {
  try {
    const json = await readFile(Buffer.from(bytes as Uint8Array), { fileName, password, anyPdf })
    return await documentFromJson(JSON.parse(JSON.stringify(json)) as DocumentJson)
  } catch (error) {
    throw error instanceof FileRefusal ? new Refusal(error.code, error.facts) : error
  }
}
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/documents/${name}`, import.meta.url))
const figures = (lines: readonly DocumentLine[]) =>
  lines
    .map(({ symbol, side, quantity, gross, net, contractNumber, clientAccount, cancelled }) =>
      [symbol, side, quantity, gross, net, contractNumber, clientAccount, cancelled].join(' '),
    )
    .toSorted()

const { lines, tradeFile, confirmations, monthly } = sampleDocuments({
  lines: 40,
  defects: ['repeated', 'cancelled'],
})

describe('the kind of a file is recognised by its bytes', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  test.each([
    ['trade-file', 'as it comes', Buffer.from(tradeFile)],
    ['trade-file', 'UTF-8 with its mark', Buffer.from(`\ufeff${tradeFile}`)],
    ['trade-file', 'UTF-16 LE with its mark', utf16(`\ufeff${tradeFile}`)],
    ['trade-file', 'UTF-16 BE with its mark', utf16(`\ufeff${tradeFile}`).swap16()],
    ['trade-file', 'UTF-16 LE', utf16(tradeFile)],
    ['trade-file', 'UTF-16 BE', utf16(tradeFile).swap16()],
    ['trade-file', 'line feeds alone', Buffer.from(tradeFile.replaceAll('\r\n', '\n'))],
    ['monthly', 'as it comes', Buffer.from(monthly)],
    ['monthly', 'UTF-16 LE', utf16(monthly)],
    [
      'monthly',
      'semicolons',
      Buffer.from(
        csvOf(formatMonthly(lines)).replaceAll(/("[^"]*")|,/g, (cell) => (cell === ',' ? ';' : cell)),
      ),
    ],
    ['monthly', 'Windows-1252', Buffer.from(monthly.replaceAll('PERERA', 'PÉRÈRA'), 'latin1')],
    ['confirmation', 'PDF', confirmationPdf(confirmations)],
    ['confirmation', 'text of one', Buffer.from(confirmations.flat().join('\n'))],
  ])('%s, %s', async (kind, _, bytes) => {
    const document = await read(bytes, { fileName: 'wrong.png' })
    expect([document.kind, document.problems]).toEqual([kind, []])
    expect(figures(document.lines)).toEqual(figures(lines))
  })

  test('a monthly list as a workbook, behind a cover, with numbers and days', async () => {
    const [names = [], cells = []] = formatMonthly([exampleFill()])
    const typed = cells.map((cell, at) =>
      names[at]?.endsWith('Date') === true
        ? new Date(`${cell.split('/').toReversed().join('-')}T00:00:00Z`)
        : /^[\d,.]+$/.test(cell)
          ? Number(cell.replaceAll(',', ''))
          : cell,
    )
    const book = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Trades of January']] },
        { name: 'Trades', rows: [names, typed] },
      ],
    })
    const document = await read(book)
    expect(document.kind).toBe('monthly')
    expect(document.lines).toMatchObject([
      { symbol: 'JKH.N0000', tradeDate: '2026-01-05', net: 2_022_400n, contractNumber: '70001' },
    ])
  })

  test('a number of a workbook keeps its point where the texts have commas', async () => {
    const [names = [], cells = []] = formatMonthly([exampleFill()])
    const typed: Readonly<Record<string, string | number>> = {
      'No of Shares': '1.000',
      Price: 2.125,
      Value: '2.125,00',
      'Settlement Amount': '',
    }
    const rows = [names, cells.map((cell, at) => typed[names[at] ?? ''] ?? cell.replace(/\.(\d\d)$/, ',$1'))]
    const { lines } = await read(await writeXlsx({ sheets: [{ name: 'Trades', rows }] }))
    expect(lines).toMatchObject([{ quantity: 1_000n, price: 21_250n, gross: 212_500n }])
  })

  test('a cell that is too long is reported, and its row is no trade', async () => {
    const rows = formatMonthly([exampleFill(), exampleFill()])
    const long = rows.map((row, at) => (at === 2 ? row.with(1, 'x'.repeat(2_000)) : row))
    const document = await read(csvOf(long))
    expect(document.lines.map(({ line }) => line)).toEqual([2])
    expect(document.problems).toMatchObject([{ line: 3, column: 'Client Name', dropped: true }])
  })
})

describe('PDF', { timeout: 60_000 }, () => {
  test('of another program, its words in columns', async () => {
    const document = await read(fixture('confirmation.pdf'))
    expect(document.lines).toMatchObject([{ net: 2_022_400n, contractNumber: '70001', isin: 'LK0092N00003' }])
    expect(document.header).toMatchObject({ email: 'confirmations@broker.example', clientName: 'N. PERERA' })
    expect(document.text).toContain('Purchase of JOHN KEELLS HOLDINGS PLC')
  })

  test('a protected one asks for its password, and says when it is another', async () => {
    const file = fixture('confirmation-protected.pdf')
    await expect(read(file)).rejects.toMatchObject({ code: 'document.password', status: 422 })
    await expect(read(file, { password: 'open' })).rejects.toMatchObject({
      code: 'document.password-wrong',
      status: 422,
    })
    expect((await read(file, { password: 'sesame' })).lines).toMatchObject([{ net: 2_022_400n }])
  })

  test('of 50 pages, each of another client', async () => {
    const many = sampleDocuments({ lines: 500, clients: 50, days: 1 })
    const document = await read(confirmationPdf(many.confirmations))
    expect(figures(document.lines)).toEqual(figures(many.lines))
    expect(document.statedTotals).toBeNull()
  })

  test('that is no confirmation is refused, unless only its text is wanted', async () => {
    const file = confirmationPdf([['Annual report', 'Nothing was bought']])
    await expect(read(file)).rejects.toMatchObject({
      code: 'document.kind',
      status: 415,
      message: expect.stringContaining('“Purchase of”') as string,
    })
    expect(await read(file, { anyPdf: true })).toMatchObject({
      lines: [],
      text: 'Annual report\nNothing was bought',
    })
  })

  test.each(PDFS.map((file) => [file.name, file] as const))(
    'hostile, %s: refused in time',
    async (name, file) => {
      const said = await read(file.make()).catch((error: { code: string; message: string }) => error)
      expect(said).toMatchObject({
        code: expect.stringMatching(
          /^(?:file\.(?:unreadable|too-many|too-large)|document\.(?:kind|password))$/,
        ) as string,
      })
      if (name === 'PDF: 10,000 pages')
        expect(said).toMatchObject({ message: expect.stringContaining('200 pages') as string })
    },
  )
})

describe('refused', () => {
  test.each([
    ['an empty file', '', 'file.unreadable'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000000', 'hex'), 'document.kind'],
    ['words', 'Dear client,\nthank you for your order.', 'document.kind'],
    ['a foreign broker’s list', 'Symbol,Qty,Avg Price,Ccy\nAAPL,10,190.5,USD\n', 'document.kind'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file.kind'],
    ['a workbook of another subject', 'xlsx', 'document.kind'],
    ['a header without trades', `${formatMonthly([])[0]?.join(',')}\r\n`, 'file.unreadable'],
    [
      '100,000 lines and more',
      `${formatTradeLine(exampleFill()).slice(0, 100)}\n${'\n'.repeat(102_000)}`,
      'file.too-many',
    ],
    ['an open quotation mark', `${csvOf(formatMonthly([exampleFill()]))}"a\n\n`, 'file.unreadable'],
  ])('%s', async (_, bytes, code) => {
    const file =
      bytes === 'xlsx'
        ? await writeXlsx({
            sheets: [
              {
                name: 'A',
                rows: [
                  ['Fund', 'NAV'],
                  ['B', 1],
                ],
              },
            ],
          })
        : bytes
    await expect(read(file)).rejects.toMatchObject({ code })
  })

  test('a file of which no line is a trade says what is wrong with the first', async () => {
    const fill = formatTradeLine(exampleFill())
    await expect(read(`2026/02/30${fill.slice(10)}\n2026/02/31${fill.slice(10)}`)).rejects.toMatchObject({
      code: 'document.nothing-read',
      message:
        'No line of the document can be read. 2 problems were found; the first: line 1, trade_date: This is not a date such as 2026/01/05 or 05/01/2026.',
    })
  })

  test('columns that occur twice', async () => {
    const [names = [], cells = []] = formatMonthly([exampleFill()])
    await expect(
      read(
        csvOf([
          [...names, 'Price'],
          [...cells, '1.00'],
        ]),
      ),
    ).rejects.toMatchObject({
      code: 'document.nothing-read',
      message: expect.stringContaining('The column “Price” is here more than once (8 and 28).') as string,
    })
  })
})

test.each(FUZZED_DOCUMENTS)(
  '2,000 broken files (%s) are read or refused, and none for long',
  async (kind) => {
    const files = kind === 'pdf' || kind === 'workbook' ? 200 : 2_000
    const { faults, read: readable, refused, slowestMs } = await fuzzReader(kind, files)
    expect(faults).toEqual([])
    expect(readable).toBeGreaterThan(files / 100)
    expect(refused.size).toBeGreaterThan(0)
    expect(slowestMs).toBeLessThan(5_000)
  },
  60_000,
)
