import type { AuditRow } from '@em/contract/books/audit'
import type { ReconciliationEvent } from '@em/contract/books/reconciliation-records'
import type { StatementReading } from '@em/contract/books/reconciliation-statements'
import { describe, expect, it } from 'vitest'
import { historyOf } from './History.tsx'
import { differenceOf, isFee, isZero, monthsBack, otherAccount, periodOf, sumOfLines } from './lines.ts'
import { mappingOf, missingIn, sentMapping } from './mapping.ts'
import { proofRows, standingOf } from './proof.ts'
import { reconciliationReport } from './reconciliation-report.ts'
import { ledgerLine, reconciliationOf, statementLine } from './testing.ts'

describe('sums of what is chosen', () => {
  it('are exact where binary numbers are not', () => {
    const lines = [ledgerLine('1-1', 0.1), ledgerLine('2-1', 0.2)]
    expect(sumOfLines(lines)).toBe('0.3')
    expect(isZero(differenceOf(lines, [statementLine(1, 0.3)]))).toBe(true)
  })
  it('take the sides for what they are: money out against money out, not against money in', () => {
    expect(isZero(differenceOf([ledgerLine('1-1', -500)], [statementLine(1, -500)]))).toBe(true)
    expect(differenceOf([ledgerLine('1-1', -500)], [statementLine(1, 500)])).toBe('-1000')
  })
  it('an entry and its reversal agree without any statement line', () => {
    expect(isZero(differenceOf([ledgerLine('1-1', 70), ledgerLine('2-1', -70)], []))).toBe(true)
  })
})

describe('bank charges', () => {
  it('are money out that names a fee, in any letters', () => {
    expect(isFee(statementLine(1, -250, { description: 'Monthly FEE' }))).toBe(true)
    expect(isFee(statementLine(1, -250, { description: 'CHGS June' }))).toBe(true)
    expect(isFee(statementLine(1, 250, { description: 'Fee refunded' }))).toBe(false)
    expect(isFee(statementLine(1, -250, { description: null }))).toBe(false)
  })
})

describe('the history', () => {
  const event = {
    ...reconciliationOf(),
    no: 1,
    action: 'created',
    by: 'N',
    reason: null,
  } as never as ReconciliationEvent
  const row = (at: string, action: string) => ({ at, action }) as AuditRow
  it('stands events among the audit rows, once, and keeps those back whose rows are not read yet', () => {
    const events = [
      { ...event, at: '2026-11-01' },
      { ...event, at: '2026-11-04', action: 'signed-off' as const },
    ]
    const rows = [row('2026-11-04', 'Signed off'), row('2026-11-03', 'Matched')]
    const told = (hasMore: boolean) =>
      historyOf(events, rows, hasMore).map((one) => one.event?.action ?? one.row?.action)
    expect(told(true)).toEqual(['signed-off', 'Matched'])
    expect(told(false)).toEqual(['signed-off', 'Matched', 'created'])
  })
})

describe('periods', () => {
  it('a month by its name, other dates by both', () => {
    expect(periodOf(reconciliationOf())).toBe('October 2026')
    expect(periodOf(reconciliationOf({ period: null, startDate: '2026-10-05' }))).toBe(
      '05 Oct 2026 to 31 Oct 2026',
    )
  })
  it('the current month first, over the turn of the year', () => {
    expect(monthsBack('2026-01-31', 3).map(({ value }) => value)).toEqual(['2026-01', '2025-12', '2025-11'])
  })
})

describe('a statement of another account', () => {
  const settlementAccount = { id: 1, account_name: 'Custody', account_number: '1000 4471', bank_name: 'Bank' }
  it('is told before it is imported, however the number is written', () => {
    const of = (account: string | null) => otherAccount(account, { settlementAccount })
    expect(of('0099 1')).toBe('The statement is of account 0099 1; this is account 1000 4471.')
    expect([of(null), of('10004471'), of('lk12-1000-4471')]).toEqual([null, null, null])
    expect(otherAccount('0099 1', { settlementAccount: null })).toBeNull()
  })
})

describe('the verdict on the difference', () => {
  const of = (netDifference: number | null, unexplained: number | null, balances: object = {}, open = 0) => {
    const one = reconciliationOf()
    return standingOf({
      ...one,
      counts: { ...one.counts, unmatchedGl: open, unmatchedExternal: 0 },
      differences: { ...one.differences, netDifference },
      proof: { ...one.proof, unexplained, ...balances },
    })
  }
  it('is good where the open items account for it, bad where something is left', () => {
    expect(of(0, 0).word).toBe('Agrees')
    expect(of(0, 0).tone).toBe('good')
    expect(of(12_500, 0, {}, 53)).toEqual({
      tone: 'warn',
      word: 'Accounted for',
      text: '53 lines are open. Ledger and statement agree once they are counted.',
    })
    expect(of(0, 0, {}, 1)).toMatchObject({
      tone: 'warn',
      text: 'Ledger and statement agree. 1 line is open.',
    })
    expect(of(12_500, 300)).toMatchObject({ tone: 'bad', text: '300.00 is left beyond the open items.' })
    // The formula can come to zero while money is missing.
    const apart = { glBalance: 100, externalBalance: 90 }
    expect(of(0, 300, apart)).toMatchObject({ tone: 'bad', word: 'Not explained' })
    const alike = { glBalance: 100, externalBalance: 100 }
    expect(of(0, 300, alike)).toMatchObject({ tone: 'warn', word: 'Balances agree' })
    expect(of(null, null)).toMatchObject({ tone: 'warn', word: 'Balance missing' })
  })
  it('shows what was accepted earlier only where there is something', () => {
    const one = reconciliationOf()
    expect(proofRows(one).rest).toHaveLength(1)
    const before = { ...one, proof: { ...one.proof, acceptedBefore: 5, lessUnclearedCredits: 30 } }
    expect(proofRows(before).rest[0]).toMatchObject({
      label: 'Less: accepted at the previous sign-off',
      value: 5,
    })
    expect(proofRows(before).statement[2]).toMatchObject({
      label: 'Less: outstanding cheques and payments (out)',
      value: 30,
    })
  })
})

describe('the columns of a statement', () => {
  const reading = {
    mapping: null,
    table: {
      columns: [
        { header: 'Txn Date', field: 'date' },
        { header: 'Details', field: 'description' },
        { header: 'Value', field: null },
      ],
    },
  } as unknown as StatementReading
  it('begin as the headers suggest, and what is missing is said', () => {
    const mapping = mappingOf(reading)
    expect(mapping.columns).toMatchObject({ date: 'Txn Date', description: 'Details', amount: '' })
    expect(missingIn(mapping)).toContain('amount')
    const twice = { ...mapping, columns: { ...mapping.columns, amount: 'Details' } }
    expect(missingIn(twice)).toBe('The column Details is assigned to two fields.')
    const full = { ...mapping, columns: { ...mapping.columns, amount: 'Value' } }
    expect(missingIn(full)).toBeNull()
    expect(sentMapping(full)).toMatchObject({
      columns: { date: 'Txn Date', amount: 'Value', moneyIn: null },
      dateOrder: null,
      positiveIs: 'in',
    })
  })
})

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
