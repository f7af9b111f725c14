import { describe, expect, it } from 'vitest'
import { AccountMap } from './account-map.ts'
import { journalNumber, journalsOf, QUICKBOOKS_CODE_MAX, QUICKBOOKS_NUMBER_MAX } from './file.ts'
import type { ExportDetail } from './layout.ts'
import { type ExportedEntry, type Voucher, VoucherMaker } from './vouchers.ts'

const row = (accountCode: string, outside: string, effectiveFrom: string | null = null) => ({
  accountCode,
  outside,
  portfolioId: null,
  costCentre: null,
  effectiveFrom,
})
const MAP = new AccountMap([
  row('1010', 'Bank'),
  row('1010', 'New Bank', '2026-02-01'),
  row('3000', 'Capital'),
])

const entry = (id: number, date: string, amount: bigint): ExportedEntry => {
  const line = { portfolioId: 1, portfolio: 'GROW', description: null }
  return {
    id,
    date,
    reference: null,
    description: `Entry ${id}`,
    lines: [
      { ...line, lineNo: 1, accountCode: '1010', accountName: 'Bank', debit: amount, credit: 0n },
      { ...line, lineNo: 2, accountCode: '3000', accountName: 'Capital', debit: 0n, credit: amount },
    ],
  }
}

function made(detail: ExportDetail, entries: readonly ExportedEntry[], map = MAP) {
  const maker = new VoucherMaker({ detail, map, openFrom: '2026-02-01', to: '2026-02-20' })
  const vouchers = [...entries.map((one) => maker.add(one)), maker.end()].filter((one) => one !== undefined)
  return { vouchers, unmapped: maker.unmapped }
}
const summary = ({ date, text, entries, lines }: Voucher) => [
  date,
  text,
  entries.join(' '),
  lines.map(({ account, debit, credit }) => `${account} ${debit - credit}`).join(', '),
]
const ENTRIES = [
  entry(1, '2026-01-10', 5n),
  entry(2, '2026-01-12', 7n),
  entry(3, '2026-02-01', 1n),
  entry(4, '2026-02-03', 2n),
]

describe('an entry dated before the first open day', () => {
  it('goes to that day, in the account that is mapped on it, with its own date in the text', () => {
    expect(made('line', ENTRIES).vouchers.map(summary)).toEqual([
      ['2026-02-01', 'Entry 1 (dated 2026-01-10)', '1', 'New Bank 5, Capital -5'],
      ['2026-02-01', 'Entry 2 (dated 2026-01-12)', '2', 'New Bank 7, Capital -7'],
      ['2026-02-01', 'Entry 3', '3', 'New Bank 1, Capital -1'],
      ['2026-02-03', 'Entry 4', '4', 'New Bank 2, Capital -2'],
    ])
  })

  it('is summed with those of that day or month, whose text says how many there are and their dates', () => {
    expect(made('day', ENTRIES).vouchers.map(summary)).toEqual([
      [
        '2026-02-01',
        'Entries of 2026-02-01 (2 dated 2026-01-10 to 2026-01-12)',
        '1 2 3',
        'New Bank 13, Capital -13',
      ],
      ['2026-02-03', 'Entries of 2026-02-03', '4', 'New Bank 2, Capital -2'],
    ])
    expect(made('month', ENTRIES.slice(1)).vouchers.map(summary)).toEqual([
      ['2026-02-20', 'Entries of 2026-02 (1 dated 2026-01-12)', '2 3 4', 'New Bank 10, Capital -10'],
    ])
  })

  it('needs a mapping from that day on', () => {
    const until = new AccountMap([row('3000', 'Capital'), row('1010', 'New Bank', '2026-02-02')])
    expect(made('line', ENTRIES, until).unmapped).toMatchObject([
      { accountCode: '1010', entries: 3, debit: 13n, from: '2026-02-01' },
    ])
  })
})

describe('the number of a journal', () => {
  it('is that of the batch and of the voucher; short for QuickBooks', () => {
    const numbered = { code: 'QB', sequence: 12 }
    expect(journalNumber(journalsOf('xero', numbered), 3)).toBe('EXP-QB-000012/3')
    expect(journalNumber(journalsOf('csv', numbered), 3)).toBe('EXP-QB-000012/3')
    expect(journalNumber(journalsOf('quickbooks', numbered), 3)).toBe('QB-12/3')
  })

  it('fits into what QuickBooks takes, with the longest code, 99,999 batches and a million lines', () => {
    const numbered = { code: 'Q'.repeat(QUICKBOOKS_CODE_MAX), sequence: 99_999 }
    const longest = journalNumber(journalsOf('quickbooks', numbered), 500_000)
    expect(longest).toHaveLength(QUICKBOOKS_NUMBER_MAX)
  })
})
