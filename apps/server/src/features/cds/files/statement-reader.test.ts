/** Statements of the Central Depository: which sheet is read, and of which one something is asked. */
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { read } from './statement-reader.ts'

const ASKED = { fileName: 'statement', sheet: null, columns: null }

test('a sheet that is no statement is asked nothing, and the one behind it is read', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Charges',
        rows: [
          ['Date', 'Pledged'],
          ['03/04/2026', '1.000'],
        ],
      },
      {
        name: 'Balances',
        rows: [
          ['Symbol', 'Balance'],
          ['JKH.N0000', 900],
        ],
      },
    ],
  })
  expect(await read(bytes, ASKED)).toMatchObject({
    sheet: 'Balances',
    missing: [],
    rows: [{ symbol: 'JKH.N0000', balance: 900 }],
  })
  expect(await read(bytes, { ...ASKED, sheet: 'Charges' })).toMatchObject({
    missing: ['Symbol', 'Balance'],
    statementDate: null,
    rows: [],
  })
})

test('a statement is asked where its numbers can be read in two ways', async () => {
  const bytes = Buffer.from('Symbol,Balance\nJKH.N0000,1.000\n')
  await expect(read(bytes, ASKED)).rejects.toMatchObject({ code: 'file.decimal-mark' })
  expect((await read(bytes, { ...ASKED, decimalMark: ',' })).rows).toMatchObject([{ balance: 1_000 }])
})
