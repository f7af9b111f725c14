import type { LedgerEntry } from '@em/contract/ledger/ledger'
import { printable } from '@em/paper/printable'
import { expect, test } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import { ledgerReport } from './ledger-report.ts'

const line = (id: number, debit: number, credit: number, balance: number): LedgerEntry => ({
  id: String(id),
  entry_id: id,
  line_no: 1,
  date: '2026-09-30',
  account_code: '6300',
  account_name: 'Bank Charges',
  description: 'Charges of September',
  reference: null,
  portfolio: 'Growth Fund',
  portfolioId: 'GROWTH',
  symbol: null,
  quantity: null,
  price: null,
  contract_number: null,
  broker_name: null,
  debit,
  credit,
  balance,
  transaction_type: 'Journal Entry',
  status: 'Posted',
  kind: 'manual',
  trade_id: null,
  reversal_of: null,
  belongs_to: '2026-09-30',
  recorded_by: 'Nimal Perera',
  recorded_at: '2026-09-30T04:45:00.000Z',
  transaction_account_name: null,
  account_number: null,
  bank_name: null,
  payment_method: null,
})
const summary = { entries: 3, debits: 150.5, credits: 50, net: 100.5, stopped: false }
const lines = [line(2, 0, 50, 100.5), line(1, 150.5, 0, 150.5)]

test('the ledger on paper: one side of a line, balances with their side, totals of all that the filters leave', () => {
  const { facts, tables } = printable(
    ledgerReport({ lines, summary, filters: { ...NO_FILTERS, from: '2026-09-01' } }, 'N. Perera'),
  )
  expect(facts).toContainEqual({ label: 'From', value: '01 Sep 2026' })
  expect(facts).toContainEqual({ label: 'Entries', value: 'the newest 2 of 3' })
  const cells = tables[0]?.rows.map((row) => row.cells)
  expect(cells?.[0]?.slice(0, 2)).toEqual(['30 Sep 2026', '6300 Bank Charges'])
  expect(cells?.[0]?.[4]).toBe('GROWTH')
  expect(cells?.map((row) => row.slice(-3))).toEqual([
    ['', '50.00', '100.50 DR'],
    ['150.50', '', '150.50 DR'],
    ['150.50', '50.00', '100.50 DR'],
  ])
  expect(cells?.at(-1)?.[1]).toBe('Total of 3 entries, also of those not printed')
})

test('the ledger on paper names the trade, the reversal and who recorded it when', () => {
  const traded: LedgerEntry = {
    ...line(3, 0, 50, 100.5),
    quantity: 6332,
    price: 288.17,
    contract_number: 'C-1',
    broker_name: 'Asha Securities',
    kind: 'correction',
    reversal_of: 2,
    belongs_to: '2026-08-31',
  }
  const { tables } = printable(ledgerReport({ lines: [traded], summary, filters: NO_FILTERS }, 'N. Perera'))
  expect(tables[0]?.rows[0]?.cells.slice(7, 10)).toEqual([
    '6,332 at 288.1700, C-1, Asha Securities',
    'Correction, reversal of 2, belongs to 31 Aug 2026',
    'Nimal Perera, 30 Sep 2026 10:15',
  ])
})

test('a search that stopped has no sums', () => {
  const stopped = { entries: 50_000, debits: null, credits: null, net: null, stopped: true }
  const { tables } = printable(ledgerReport({ lines, summary: stopped, filters: NO_FILTERS }, 'N. Perera'))
  expect(tables[0]?.rows.at(-1)?.cells).toEqual([
    '',
    'Total of more than 50,000 entries, also of those not printed',
    ...Array.from({ length: 11 }, () => ''),
  ])
})
