import { describe, expect, it } from 'vitest'
import { ledgerLine, reconciliationOf, statementLine } from '../record/testing.ts'
import { reconciliationReport } from './reconciliation-report.ts'

describe('the report', () => {
  const one = reconciliationOf()
  const report = reconciliationReport(
    one,
    {
      ledger: [ledgerLine('1-1', -500), ledgerLine('2-1', 200)],
      external: [],
      matches: [
        {
          id: 9,
          matchType: 'proposed',
          matchedAt: '2026-11-02T05:00:00.000Z',
          matchedBy: 'Nadeesha Perera',
          glTransaction: ledgerLine('3-1', 10),
          externalTransaction: statementLine(7, 30),
          glTransactions: [ledgerLine('3-1', 10), ledgerLine('4-1', 20)],
          externalTransactions: [statementLine(7, 30)],
          difference: 0,
          explanation: 'Two receipts',
          confirmed: 0,
        },
      ],
      changes: [
        {
          ...ledgerLine('9-1', 70),
          recordedAt: '2026-11-03T05:00:00.000Z',
          recordedBy: 'Sunil',
          takenInto: null,
          outside: false,
        },
      ],
      cut: false,
    },
    'Nadeesha Perera',
  )
  const table = (title: string) => report.tables.find((found) => found.title === title)
  it('adds up what is open on each side, and says where nothing is', () => {
    expect(table('Unmatched ledger lines')?.rows.at(-1)?.cells.slice(-2)).toEqual(['200', '500'])
    expect(table('Unmatched statement lines')).toMatchObject({
      rows: [],
      empty: 'Every statement line is matched.',
    })
  })
  it('leads with the unexplained difference and lists what was recorded since the sign-off', () => {
    expect(report.facts?.find(({ label }) => label === 'Unexplained difference')?.value).toBe('0.00')
    expect(table('Entries dated in this period and recorded after the sign-off')?.rows).toHaveLength(1)
    expect(report.notes?.[0]).toMatch(/^Unexplained difference: adjusted ledger − adjusted statement/)
  })
  it('lists every line of a match of several, named once', () => {
    const rows = table('Matched')?.rows ?? []
    expect(rows.map(({ cells }) => [cells[0], cells[3], cells[6]])).toEqual([
      ['Proposed', 10, 30],
      [null, 20, null],
    ])
    expect(report.signatures).toHaveLength(3)
  })
})
