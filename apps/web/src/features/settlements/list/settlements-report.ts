import type { NettedRow, SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import type { z } from 'zod'
import { anyColumns, nettedColumns, openColumns } from './columns.tsx'

type Summary = z.output<typeof settlements.summary.reply>
type Fact = { readonly label: string; readonly value: string }

const count = (value: number) => value.toLocaleString('en-LK')
const TITLE = 'Settlement Instructions'
const signed = (amount: number, pays: boolean) => (pays && amount !== 0 ? -amount : amount)
/** Whether the trade itself pays: the direction is that of what is outstanding, which comes back where too much was paid. */
const tradePays = (row: SettlementRow) => (row.direction === 'pay') !== row.paid > row.net_value

const flow = (
  header: string,
  of: 'outstanding' | 'paid' | 'net_value',
  pays: (row: SettlementRow) => boolean = ({ direction }) => direction === 'pay',
) => ({ header, value: (row: SettlementRow) => signed(row[of], pays(row)) })
/** The listed and added amounts, signed: received less paid. */
const FLOWS = {
  outstanding: { outstanding: flow('Outstanding', 'outstanding') },
  paid: { paid: flow('Paid', 'paid') },
  net: {
    net: flow('Net value', 'net_value', tradePays),
    paid: flow('Paid', 'paid', tradePays),
    outstanding: flow('Outstanding', 'outstanding'),
  },
}

/** The instructions as a report, with sums over all that the filters leave; `by` is who asks for it. */
export function settlementsReport(
  found: {
    rows: readonly SettlementRow[]
    summary: Summary
    /** The listed and added amount: outstanding, paid, or the net values of open and paid ones together. */
    amount: keyof typeof FLOWS
    facts: readonly Fact[]
  },
  by: string,
): Report {
  const { rows, summary, amount, facts } = found
  const complete = rows.length >= summary.count
  const sum = (text: string, flow: number) => ({ text, values: { [amount]: flow } })
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
      describedTable({
        columns: paperColumns<SettlementRow>(amount === 'net' ? anyColumns : openColumns, {
          deal: 'Deal number',
          ...(amount === 'paid' ? { paidOn: 'Paid on' } : { due: 'Due' }),
          direction: 'Direction',
          symbol: 'Symbol',
          portfolio: 'Portfolio',
          broker: 'Broker',
          account: 'Settlement account',
          status: 'Status',
          reference: 'Bank reference',
          evidence: 'Evidence',
          ...FLOWS[amount],
        }),
        parts: [
          { rows },
          { sum: sum(`To pay: ${count(summary.pay.count)}`, -summary.pay.amount) },
          { sum: sum(`To receive: ${count(summary.receive.count)}`, summary.receive.amount) },
        ],
        total: sum(`Net of all ${count(summary.count)}`, summary.net),
        empty: 'Nothing to settle.',
      }),
    ],
    fileName: TITLE,
    orientation: 'landscape',
  }
}

/** The netted amounts as a report. */
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
      describedTable({
        columns: paperColumns(nettedColumns, {
          date: 'Day',
          broker: 'Broker',
          account: 'Settlement account',
          count: 'Trades',
          receivable: 'Receivable',
          payable: 'Payable',
          net: 'Net',
        }),
        parts: [{ rows }],
        total: {
          text: 'Total',
          values: {
            count: summary.count,
            receivable: summary.receive.amount,
            payable: summary.pay.amount,
            net: summary.net,
          },
        },
        words: 'broker',
        empty: 'Nothing to settle.',
      }),
    ],
    fileName: `${TITLE} netted`,
  }
}
