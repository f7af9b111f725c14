import type { NettedRow, SettlementRow, settlements } from '@em/contract/books/settlements'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import type { z } from 'zod'
import { accountOf, directionOf, evidenceOf, wordOf } from './columns.tsx'

type Summary = z.output<typeof settlements.summary.reply>
type Fact = { readonly label: string; readonly value: string }

interface Line extends Partial<SettlementRow> {
  readonly level: RowLevel
  readonly text: string
  /** Signed: what is received less what is paid. */
  readonly flow: number
}

const count = (value: number) => value.toLocaleString('en-LK')
const TITLE = 'Settlement Instructions'
const AMOUNTS = {
  outstanding: { header: 'Outstanding', value: 'outstanding' },
  paid: { header: 'Paid', value: 'paid' },
  net: { header: 'Net value', value: 'net_value' },
} as const
const signed = (amount: number, pays: boolean) => (pays && amount !== 0 ? -amount : amount)
/** Whether the trade itself pays: the direction is that of what is outstanding, which comes back where too much was paid. */
const tradePays = (row: SettlementRow) => (row.direction === 'pay') !== row.paid > row.net_value

/** The instructions as a report, with sums over all that the filters leave; `by` is who asks for it. */
export function settlementsReport(
  found: {
    rows: readonly SettlementRow[]
    summary: Summary
    /** What is listed and added up: what is outstanding, what was paid, or the net values of open and paid ones together. */
    amount: keyof typeof AMOUNTS
    facts: readonly Fact[]
  },
  by: string,
): Report {
  const { rows, summary, amount, facts } = found
  const isSettled = amount === 'paid'
  const flowOf = (row: SettlementRow) =>
    signed(row[AMOUNTS[amount].value], amount === 'net' ? tradePays(row) : row.direction === 'pay')
  const listed = rows.map(
    (row): Line => ({
      ...row,
      level: 'row',
      text: row.deal_number,
      flow: flowOf(row),
      ...(amount === 'net' && {
        paid: signed(row.paid, tradePays(row)),
        outstanding: signed(row.outstanding, row.direction === 'pay'),
      }),
    }),
  )
  const complete = rows.length >= summary.count
  const sum = (text: string, flow: number, level: RowLevel): Line => ({ level, text, flow })
  return {
    title: TITLE,
    by,
    facts: [
      ...facts,
      {
        label: 'Instructions',
        value: complete
          ? count(summary.count)
          : `the first ${count(rows.length)} of ${count(summary.count)}, in the order shown`,
      },
      { label: 'Amounts', value: 'LKR; negative is to pay, positive is to receive' },
    ],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Deal number', value: (line) => line.text },
          {
            header: isSettled ? 'Paid on' : 'Due',
            kind: 'date',
            value: (line) =>
              isSettled
                ? line.paid_on
                : amount === 'net'
                  ? (line.due_date ?? (line.status === 'settled' ? line.settlement_date : null))
                  : line.due_date,
          },
          {
            header: 'Direction',
            value: (line) =>
              line.direction === undefined ? null : directionOf({ direction: line.direction }),
          },
          { header: 'Symbol', value: (line) => line.symbol },
          { header: 'Portfolio', value: (line) => line.portfolio },
          { header: 'Broker', value: (line) => line.broker_name },
          {
            header: 'Settlement account',
            value: (line) =>
              line.account_name === undefined
                ? null
                : accountOf({ account_name: line.account_name, account_number: line.account_number ?? null }),
          },
          {
            header: 'Status',
            value: (line) => (line.status === undefined ? null : wordOf({ status: line.status })),
          },
          { header: 'Bank reference', value: (line) => line.reference },
          {
            header: 'Evidence',
            value: (line) => (line.evidence === undefined ? null : evidenceOf({ evidence: line.evidence })),
          },
          { header: AMOUNTS[amount].header, kind: 'money' as const, value: (line: Line) => line.flow },
          ...(amount === 'net'
            ? (['paid', 'outstanding'] as const).map((name) => ({
                header: AMOUNTS[name].header,
                kind: 'money' as const,
                value: (line: Line) => line[name],
              }))
            : []),
        ],
        rows: [
          ...listed,
          sum(`To pay: ${count(summary.pay.count)}`, -summary.pay.amount, 'subtotal'),
          sum(`To receive: ${count(summary.receive.count)}`, summary.receive.amount, 'subtotal'),
          sum(`Net of all ${count(summary.count)}`, summary.net, 'total'),
        ],
        level: (line) => line.level,
        empty: 'Nothing to settle.',
      }),
    ],
    fileName: TITLE,
    orientation: 'landscape',
  }
}

interface NettedLine extends Partial<NettedRow> {
  readonly level: RowLevel
}

/** What nets against what as a report. */
export function nettedReport(
  found: { rows: readonly NettedRow[]; summary: Summary; facts: readonly Fact[] },
  by: string,
): Report {
  const { rows, summary, facts } = found
  return {
    title: `${TITLE}, netted`,
    subtitle: ['Per broker, day and settlement account'],
    by,
    facts: [...facts, { label: 'Amounts', value: 'LKR' }],
    tables: [
      reportTable<NettedLine>({
        columns: [
          { header: 'Day', kind: 'date', value: (line) => line.date },
          {
            header: 'Broker',
            value: (line) => (line.level === 'total' ? 'Total' : (line.broker_name ?? 'No broker')),
          },
          {
            header: 'Settlement account',
            value: (line) =>
              line.level === 'total'
                ? null
                : (accountOf({
                    account_name: line.account_name ?? null,
                    account_number: line.account_number ?? null,
                  }) ?? 'No settlement account'),
          },
          { header: 'Trades', kind: 'quantity', value: (line) => line.count },
          { header: 'Receivable', kind: 'money', value: (line) => line.receivable },
          { header: 'Payable', kind: 'money', value: (line) => line.payable },
          { header: 'Net', kind: 'money', value: (line) => line.net },
        ],
        rows: [
          ...rows.map((row): NettedLine => ({ ...row, level: 'row' })),
          {
            level: 'total',
            count: summary.count,
            receivable: summary.receive.amount,
            payable: summary.pay.amount,
            net: summary.net,
          },
        ],
        level: (line) => line.level,
        empty: 'Nothing to settle.',
      }),
    ],
    fileName: `${TITLE} netted`,
  }
}
