import type {
  CommissionRow,
  ContractNote,
  FeeProofLine,
  FeeProofRow,
} from '@em/contract/broker-reports/broker-reports'
import type {
  BalanceSide,
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import BrokerReportsScreen from './BrokerReportsScreen.tsx'
import { inBrokersView } from './brokers-view.ts'
import { commissionReport } from './commission.ts'
import { feeProofReport } from './fee-proof.ts'
import { notesReport } from './notes.ts'
import { statementReport } from './statement.ts'
import { readTyped, typedOf } from './typed-lines.ts'

/** The server's reading of a statement of two lines, in our ledger's view: we owe the broker 418,240 at the end. */
const readingOf = (
  balanceIs: BalanceSide,
  balanceFrom: StatementReading['balanceFrom'],
): StatementReading => {
  const owed = (balance: number) => (balanceIs === 'out' ? -balance : balance)
  const line = { description: null, reference: null, balance: null, bankId: null }
  return {
    fileName: 'asia.csv',
    format: 'csv',
    table: {
      sheet: 'Ledger',
      sheets: ['Summary', 'Ledger'],
      headerLine: 1,
      columns: [
        { header: 'Date', field: 'date', kind: 'text', dateOrders: ['dmy'] },
        { header: 'Value', field: null, kind: 'number', dateOrders: [] },
      ],
      sample: [['16/06/2026', -1_011_520]],
      sampleLines: [2],
      rows: 2,
    },
    mapping: null,
    mappingFrom: 'suggested',
    questions: [],
    parts: [],
    part: null,
    account: null,
    currency: null,
    from: '2026-06-16',
    to: '2026-06-17',
    openingBalance: 0,
    closingBalance: owed(418_240),
    balanceIs,
    balanceFrom,
    totals: { lines: 2, debit: 593_280, credit: 1_011_520 },
    warnings: [],
    problems: [],
    problemCount: 0,
    lines: [
      { ...line, line: 2, date: '2026-06-16', debit: 0, credit: 1_011_520 },
      { ...line, line: 3, date: '2026-06-17', debit: 593_280, credit: 0 },
    ],
  }
}

const ADDRESS = '/#/reporting-and-compliance/broker-reports'
const ASIA = 'Asia Securities'

beforeEach(() => {
  followServerDay('2026-06-30')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', ADDRESS)
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_900)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const fees = {
  brokerage: 10_368.05,
  cse_fees: 1_360.8,
  cds_fees: 194.4,
  clearing_fees: 194.4,
  sec: 1_166.4,
  stl: 4_860,
}
const month: CommissionRow = {
  broker: ASIA,
  month: '2026-06',
  trades: 3,
  bought: 1_020_000,
  sold: 600_000,
  turnover: 1_620_000,
  ...fees,
  foreign_brokerage: 0,
  total: 18_144.05,
  effectiveRate: 1.12,
  schedule: 18_144,
  difference: 0.05,
  rounding: 0,
}
const summary = {
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  rows: [month],
  total: { ...month, broker: '' },
}
const note: ContractNote = {
  tradeId: 4,
  number: '104',
  broker: ASIA,
  tradeDate: '2026-06-17',
  side: 'sell',
  symbol: 'JKH.N0000',
  quantity: 50_000,
  price: 12,
  gross: 600_000,
  ...fees,
  total_fees: 6_720,
  net: 593_280,
  portfolio: 'Growth Fund',
  dealNumber: 'S-1',
  document: { id: 9, fileName: 'day.txt' },
  status: 'recorded',
  reason: null,
}
const gap = { broker: ASIA, after: '104', before: '106', missing: 1 }
const differing = { brokerage: 12, cse_fees: 0, cds_fees: -0.4, clearing_fees: 0, sec: 0, stl: 0 }
const proofRow: FeeProofRow = {
  broker: ASIA,
  documents: 1,
  lines: 2,
  different: 1,
  unproved: 0,
  repeated: 0,
  charged: 459.6,
  schedule: 448,
  ...differing,
  difference: 11.6,
  rounding: 0,
}
const proof = {
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  rows: [proofRow],
  total: { ...proofRow, broker: '' },
  behind: 2,
}
const proofLine: FeeProofLine = {
  document: { id: 9, fileName: 'day.txt' },
  line: 2,
  broker: ASIA,
  tradeDate: '2026-06-15',
  side: 'buy',
  symbol: 'JKH.N0000',
  contractNumber: '70002',
  clientAccount: 'ABC-1-LI/00',
  quantity: 1_000,
  gross: 20_000,
  charged: 235.6,
  schedule: 224,
  fees: differing,
  difference: 11.6,
  state: 'differs',
}
const day = {
  date: '2026-06-17',
  bought: 0,
  sold: 593_280,
  paid: 0,
  received: 0,
  net: -593_280,
  balance: 418_240,
}
const statement = {
  broker: { id: 1, name: ASIA },
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  opening: 1_011_520,
  days: [day],
  closing: 418_240,
}
const answers = {
  ...usual,
  'GET /brokers': { body: [{ id: 1, name: ASIA }] },
  'GET /portfolios': { body: [] },
  'GET /broker-reports/commission': { body: summary },
  'GET /broker-reports/contract-notes': { body: [note] },
  'GET /broker-reports/contract-notes/gaps': { body: [gap] },
  'GET /broker-reports/fee-proof': { body: proof },
  'GET /broker-reports/fee-proof/lines': { body: [proofLine] },
  'GET /broker-reports/statement': { body: statement },
}
const filters = { portfolio: '', broker: ASIA, from: '2026-01-01', to: '2026-06-30' }

const unlike = {
  opening: 1_011_520,
  closing: 418_240,
  statedOpening: null,
  statedClosing: null,
  days: [{ date: '2026-06-17', ledger: -593_280, statement: -593_270, difference: 10 }],
  differing: 1,
  outside: 2,
}

describe('broker reports', () => {
  it('shows what each broker charged by month, asked for the year to date', async () => {
    const log = network(answers)
    show(<BrokerReportsScreen />)
    expect((await screen.findAllByText('1.1200%')).length).toBeGreaterThan(1)
    expect(screen.getAllByText('18,144.05').length).toBeGreaterThan(1)
    const asked = log.find(({ path }) => path.includes('/commission'))?.path ?? ''
    expect(asked).toContain('startDate=2026-01-01&endDate=2026-06-30')
  })

  it('lists the notes with their gaps, and asks for duplicates', async () => {
    window.history.replaceState(null, '', `${ADDRESS}?tab=notes`)
    const log = network(answers)
    const { user } = show(<BrokerReportsScreen />)
    expect((await screen.findAllByText('593,280.00')).length).toBeGreaterThan(0)
    expect(await screen.findByText(/may be somebody else/)).toBeTruthy()
    expect(await screen.findByText('Gaps: 1 gap')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Duplicates' }))
    await waitFor(() => expect(log.some(({ path }) => path.includes('status=duplicate'))).toBe(true))
    await user.click(await screen.findByRole('button', { name: 'day.txt' }))
    expect(window.location.hash).toBe('#/batch-transaction-import/trade-report?document=9')
  })

  it('adds up what documents charge over the tariffs, opens a broker and the document of a line', async () => {
    window.history.replaceState(null, '', `${ADDRESS}?tab=proof&portfolio=GROW`)
    const log = network(answers)
    const { user } = show(<BrokerReportsScreen />)
    expect((await screen.findAllByText('11.60')).length).toBeGreaterThan(1)
    expect(screen.getByText(/2 documents of these days are proved again/)).toBeTruthy()
    // Documents have no portfolio.
    expect(screen.queryByRole('combobox', { name: 'Portfolio' })).toBeNull()
    expect(log.filter(({ path }) => path.includes('portfolio=GROW'))).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Differs' }))
    await waitFor(() => expect(log.some(({ path }) => path.includes('state=differs'))).toBe(true))
    await user.click(screen.getByRole('button', { name: ASIA }))
    await waitFor(() =>
      expect(log.some(({ path }) => path.includes('/fee-proof?broker=Asia+Securities'))).toBe(true),
    )
    await user.click(await screen.findByRole('button', { name: 'day.txt' }))
    expect(window.location.hash).toBe('#/batch-transaction-import/trade-report?document=9')
  })

  it('holds typed lines of a statement against the ledger', async () => {
    window.history.replaceState(null, '', `${ADDRESS}?tab=statement`)
    const log = network({ ...answers, 'POST /broker-reports/statement/compare': { body: unlike } })
    const { user } = show(<BrokerReportsScreen />)
    expect(await screen.findByText('No broker chosen')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Broker' }))
    await user.click(await screen.findByRole('option', { name: ASIA }))
    expect((await screen.findAllByText('418,240.00')).length).toBeGreaterThan(1)
    const lines = screen.getByRole('textbox', { name: 'Lines of the statement' })
    await user.type(lines, '17 June; 1')
    expect(screen.getByText(/^Cannot be read: line 1\. Each has a date/)).toBeTruthy()
    await user.clear(lines)
    await user.type(lines, '2026-06-17; ; 593,270.00')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    const alert = await screen.findByText('1 day of 1 differ.')
    expect(screen.getByText(/^2 lines of the statement lie outside the period/)).toBeTruthy()
    expect(within(alert.closest('section') as HTMLElement).getAllByText('+10.00').length).toBeGreaterThan(0)
    expect(log.find(({ path }) => path.includes('/compare'))?.body).toMatchObject({
      broker: ASIA,
      lines: [{ date: '2026-06-17', debit: null, credit: '593270.00' }],
    })
  })

  it('reads a statement from a file: asks for its columns and how its balances are stated, and remembers that', async () => {
    window.history.replaceState(null, '', `${ADDRESS}?tab=statement&broker=${encodeURIComponent(ASIA)}`)
    const asked: Record<string, unknown>[] = []
    const log = network({
      ...answers,
      'POST /account-reconciliation/read-statement': ({ body }) => {
        const sent = body as {
          mapping?: StatementMapping
          balanceIs: BalanceSide
          balanceFromLines?: boolean
        }
        asked.push(sent)
        const found = readingOf(sent.balanceIs, 'asked')
        return {
          body:
            sent.mapping === undefined
              ? {
                  ...found,
                  lines: [],
                  mappingFrom: null,
                  questions: [
                    {
                      field: 'amount',
                      message: 'Which column holds the amount?',
                      choices: ['Date', 'Value'],
                    },
                  ],
                }
              : { ...found, mapping: sent.mapping },
        }
      },
      'POST /broker-reports/statement/compare': { body: { ...unlike, statedClosing: -418_240 } },
    })
    /** The columns that each file was first read with. */
    const begun = () =>
      asked
        .filter((sent) => sent.mapping === undefined)
        .map(({ remembered }) => (remembered as StatementMapping | undefined)?.columns)
    const { user } = show(<BrokerReportsScreen />)
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Read a File' }))
      const dialog = await screen.findByRole('dialog', { name: 'Read a Statement' })
      const input = dialog.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
      await user.upload(input, new File(['Date,Value\n'], 'asia.csv'))
      const pick = async (field: string, option: string) => {
        await user.click(await within(dialog).findByRole('combobox', { name: field }))
        await user.click(await screen.findByRole('option', { name: option }))
      }
      await within(dialog).findByText('Choose the column of the amount, or those of money in and money out.')
      expect(within(dialog).queryByRole('combobox', { name: 'Balances are stated as' })).toBeNull()
      await pick('Amount', 'Value')
      await within(dialog).findByRole('combobox', { name: 'Balances are stated as' })
      return { dialog, pick }
    }
    const { dialog, pick } = await open()
    expect(within(dialog).getByRole('combobox', { name: 'Sheet' })).toHaveProperty('value', 'Ledger')
    expect(asked.at(-1)).toMatchObject({ balanceIs: 'in', balanceFromLines: true, sheet: 'Ledger' })
    expect(within(dialog).getByText(/^As a bank states them/)).toBeTruthy()
    await pick('Balances are stated as', 'Positive when we owe the broker')
    await within(dialog).findByText(/^As you chose; the next statement of Asia Securities/)
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ balanceIs: 'out', sheet: 'Ledger', mapping: { columns: {} } }),
    )
    expect(asked.at(-1)).not.toHaveProperty('balanceFromLines')
    await user.click(await within(dialog).findByRole('button', { name: 'Use 2 Lines' }))
    expect(await screen.findByText('Positive when we owe the broker')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await screen.findByText(
      /The closing balance is \S418,240.00 in the statement and 418,240.00 in the ledger/,
    )
    expect(log.find(({ path }) => path.includes('/compare'))?.body).toMatchObject({
      lines: [{ debit: '1011520.00' }, { credit: '593280.00' }],
      statedClosing: 418_240,
    })
    // The next file of the broker begins with what was chosen.
    const next = await open()
    expect(asked.at(-1)).toMatchObject({ balanceIs: 'out', balanceFromLines: true })
    expect(begun()).toMatchObject([undefined, { date: 'Date', amount: 'Value' }])
    expect(within(next.dialog).getByText(/^As chosen last for Asia Securities/)).toBeTruthy()
  })
})

describe('lines of a statement', () => {
  it('are read one by one, and named where they cannot be', () => {
    expect(readTyped('2026-06-16; 1,000.00\n\n2026-06-17\t\t2\n2026-06-17; 1; 2\n2026-06-17; -1\nx')).toEqual(
      {
        lines: [
          { date: '2026-06-16', debit: '1000.00', credit: null },
          { date: '2026-06-17', debit: null, credit: '2' },
        ],
        wrong: [4, 5, 6],
      },
    )
  })
  it('of a file are turned to the view of the broker: money out is what we owe him', () => {
    const text = typedOf(inBrokersView(readingOf('in', 'asked')).lines)
    expect(readTyped(text).lines).toEqual([
      { date: '2026-06-16', debit: '1011520.00', credit: null },
      { date: '2026-06-17', debit: null, credit: '593280.00' },
    ])
  })
})

describe('on paper', () => {
  it('the summary ends with its total, the statement with its closing balance, the register with its gaps', () => {
    const [table] = commissionReport(summary, filters, 'N').tables
    expect(table?.rows.map(({ level, cells }) => [level, cells[0]])).toEqual([
      ['row', ASIA],
      ['total', 'Total'],
    ])
    const [days] = statementReport(statement, filters, 'N').tables
    expect(days?.rows.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      ['Opening', 1_011_520],
      [undefined, 418_240],
      ['Closing', 418_240],
    ])
    const proved = feeProofReport(proof, [proofLine], filters, 'N')
    expect(proved.tables.map(({ rows }) => rows.map(({ level }) => level))).toEqual([
      ['row', 'total'],
      ['row'],
    ])
    const report = notesReport([note], [gap], filters, 'N')
    expect(report.tables.map(({ rows }) => rows.length)).toEqual([1, 1])
    expect(report.facts).toContainEqual({ label: 'Broker', value: ASIA })
  })
})
