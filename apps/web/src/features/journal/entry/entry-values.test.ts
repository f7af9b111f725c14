import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { journalEntryInput } from '@em/contract/journal/journal-entry'
import type { SuspenseItem } from '@em/contract/suspense/suspense'
import { expect, test } from 'vitest'
import {
  amountText,
  bodyOf,
  centsOf,
  clearingOf,
  type EntryValues,
  faultsOf,
  type LineValues,
  NEW_LINE,
  newEntry,
  totalsOf,
  valuesOf,
} from './entry-values.ts'

const line = (account_code: string, debit: string, credit = '', portfolioId = ''): LineValues => ({
  ...NEW_LINE,
  account_code,
  debit,
  credit,
  portfolioId,
})
const entry = (more: Partial<EntryValues>): EntryValues => ({
  ...newEntry('2026-06-01'),
  description: 'Rent',
  ...more,
})

test.each([
  ['1,234.567', '1234.56'],
  ['-5', '5'],
  ['1.2.3', '1.23'],
  ['Rs. 10', '.10'],
  ['abc', ''],
  ['.5', '.5'],
])('%s is kept as %s', (typed, stored) => expect(amountText(typed)).toBe(stored))

test('amounts are added in cents, never as floats', () => {
  expect(['', '.', '5.', '.5', '0.1'].map(centsOf)).toEqual([0n, 0n, 500n, 50n, 10n])
  expect(totalsOf([line('1010', '0.10'), line('1010', '0.20'), line('3000', '', '0.30')])).toMatchObject({
    debit: 30n,
    credit: 30n,
    difference: 0n,
    byPortfolio: [],
  })
})

test('an entry that balances only across portfolios says where it does not', () => {
  const lines = [line('1010', '5', '', 'GROW'), line('3000', '', '5', 'HOLD')]
  expect(totalsOf(lines)).toMatchObject({
    difference: 0n,
    byPortfolio: [
      { portfolioId: 'GROW', difference: 500n },
      { portfolioId: 'HOLD', difference: -500n },
    ],
  })
})

test.each<[string, Partial<EntryValues>, string[]]>([
  ['nothing but a date', { description: '' }, ['description', 'lines.0.account_code', 'lines.0.debit']],
  ['a wrong date', { date: '2026-02-30', lines: [line('6300', '5')] }, ['date']],
  ['both sides', { lines: [line('6300', '5', '5')] }, ['lines.0.credit']],
  ['one line of several', { mode: 'lines', lines: [line('6300', '5'), NEW_LINE] }, ['lines']],
  ['a draft without amounts', { status: 'Draft', lines: [line('6300', '')] }, []],
  ['a blank line between', { mode: 'lines', lines: [line('1', '5'), NEW_LINE, line('2', '', '5')] }, []],
])('%s has a fault at its field', (_, values, faults) =>
  expect(Object.keys(faultsOf(entry(values)))).toEqual(faults),
)

test('what is sent is what the contract takes, in both forms', () => {
  const one = bodyOf(entry({ lines: [line('6300', '250.00', '', 'GROW')] }))
  expect(journalEntryInput.parse(one)).toMatchObject({ account_code: '6300', debit: 25_000n, lines: null })
  const many = bodyOf(entry({ mode: 'lines', lines: [line('6300', '5'), NEW_LINE, line('1010', '', '5')] }))
  const parsed = journalEntryInput.parse(many)
  expect(parsed.lines?.map(({ debit, credit }) => [debit, credit])).toEqual([
    [500n, 0n],
    [0n, 500n],
  ])
})

const posted = {
  date: '2026-06-01',
  description: 'Rent',
  reference: null,
  journal_type: 'Manual',
  status: 'Cancelled',
  one_line: true,
  lines: [
    {
      account_code: '6300',
      description: 'Rent',
      portfolioId: 'GROW',
      settlement_account: null,
      debit: 0.1,
      credit: 0,
    },
    {
      account_code: '2900',
      description: 'Rent',
      portfolioId: 'GROW',
      settlement_account: { id: 3 },
      debit: 0,
      credit: 0.1,
    },
  ],
} as unknown as JournalEntry

test('a copy is dated today, posted, and has the lines', () => {
  const copy = valuesOf(posted, 'copy', '2026-07-01')
  expect(copy).toMatchObject({ mode: 'one-line', date: '2026-07-01', status: 'Posted' })
  expect(
    copy.lines.map(({ description, debit, settlementAccount }) => [description, debit, settlementAccount]),
  ).toEqual([
    ['', '0.10', ''],
    ['', '', '3'],
  ])
  expect(valuesOf(posted, 'edit', '2026-07-01')).toMatchObject({ date: '2026-06-01', status: 'Cancelled' })
})

test('what clears items of Suspense takes each off, naming it, and leaves the other account to the person', () => {
  const item = (entry_id: number, portfolioId: string | null, open: number) =>
    ({
      entry_id,
      line_no: 2,
      description: `Item ${entry_id}`,
      account_code: '2900',
      portfolioId,
      open_debit: Math.max(open, 0),
      open_credit: Math.max(-open, 0),
    }) as SuspenseItem
  const values = clearingOf(
    [
      item(1, 'GROW', -250),
      item(2, null, 90.5),
      item(3, 'GROW', 0.1),
      item(4, 'HOLD', 7),
      item(5, 'HOLD', -7),
    ],
    '2026-07-01',
  )
  expect(
    values.lines.map(({ account_code, portfolioId, debit, credit, clears }) => [
      account_code,
      portfolioId,
      debit,
      credit,
      clears?.entry_id,
    ]),
  ).toEqual([
    ['2900', 'GROW', '250.00', '', 1],
    ['2900', 'GROW', '', '0.10', 3],
    ['', 'GROW', '', '249.90', undefined],
    ['2900', '', '', '90.50', 2],
    ['', '', '90.50', '', undefined],
    ['2900', 'HOLD', '', '7.00', 4],
    ['2900', 'HOLD', '7.00', '', 5],
  ])
  expect(totalsOf(values.lines)).toMatchObject({ difference: 0n, byPortfolio: [] })
  expect(clearingOf([item(1, 'GROW', -250)], '2026-07-01').description).toBe('Item 1')
  const [line] = values.lines
  expect(bodyOf(values).lines?.[0]).toMatchObject({ clears: { entry_id: 1, line_no: 2 } })
  const elsewhere = { ...values, lines: [{ ...(line ?? NEW_LINE), account_code: '6300' }] }
  expect(bodyOf(elsewhere).lines?.[0]).toMatchObject({ clears: null })
})
