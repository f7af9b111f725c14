/** The content of a deal slip, in words and figures: the same on the screen, on paper and in its PDF. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { transactions } from '@em/contract/trades/transactions'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import type { z } from 'zod'
import { formatDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { sumOf } from '../../../ui/grid/columns.ts'

export type SlipTrade = z.output<typeof transactions.one.reply>

export const SIGNATURES = ['Prepared by', 'Checked by', 'Authorised by']

export interface SlipLine {
  readonly level: RowLevel
  readonly text: string
  /** Rupees. */
  readonly amount: number | string
}

export interface SlipContent {
  /** `Bought 1,000 JKH.N0000 at LKR 123.4500` */
  readonly sentence: string
  /** A dash where nothing was recorded. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Gross value, fees, their sum, and what is paid or received. */
  readonly lines: readonly SlipLine[]
}

/** The title of a slip. */
export function slipTitle({ trade }: SlipTrade): string {
  return `Deal Slip ${trade.deal_number}`
}

/** The content of a slip; null for a trade without its particulars. */
export function slipContent(found: SlipTrade): SlipContent | null {
  const { trade } = found
  const recorded = found.buy ?? found.sell
  if (recorded === null) return null
  const buy = trade.side === 'buy'
  const quantity = formatNumber(trade.quantity, { decimals: 0 })
  const price = formatNumber(trade.price, { decimals: 4 })
  const joined = (parts: readonly (string | null)[], by: string) => parts.filter(Boolean).join(by)
  const fact = (label: string, value: string | null) => ({
    label,
    value: value === null || value === '' ? '\u2013' : value,
  })
  const fees = FEES.map(({ column }) => recorded[column])
  return {
    sentence: `${buy ? 'Bought' : 'Sold'} ${quantity} ${trade.symbol} at LKR ${price}`,
    facts: [
      fact('Client', `${trade.portfolio} (${trade.portfolioId})`),
      fact('Deal number', trade.deal_number),
      fact('Security', trade.company_name),
      fact('Contract number', trade.contract_number),
      fact('Symbol', trade.symbol),
      fact('Broker', trade.broker_name),
      fact('Trade date', formatDate(trade.trade_date)),
      fact('Settlement date', `${formatDate(trade.settlement_date)} (${trade.status})`),
      fact(buy ? 'Paid from' : 'Received in', joined([recorded.account_name, recorded.account_number], ' ')),
      fact('Bank', joined([recorded.bank_name, recorded.branch_name], ', ')),
      fact('Payment method', recorded.payment_method),
      fact('Description', recorded.description),
    ],
    lines: [
      {
        level: 'row',
        text: `${quantity} ${trade.quantity === 1 ? 'share' : 'shares'} at ${price}: gross value`,
        amount: recorded.gross_value,
      },
      ...FEES.map(({ column, label }) => ({ level: 'row' as const, text: label, amount: recorded[column] })),
      {
        level: 'subtotal',
        text: `Total fees${recorded.fee_source === 'schedule' ? ', by schedule' : ', as charged'}${buy ? ' (added)' : ' (deducted)'}`,
        amount: sumOf(fees),
      },
      {
        level: 'total',
        text: buy ? 'Net amount payable' : 'Net amount receivable',
        amount: recorded.net_value,
      },
    ],
  }
}

/** The slip as a report of one page; `by` is who prints. */
export function slipReport(trade: SlipTrade, by: string): Report {
  const content = slipContent(trade)
  return {
    title: slipTitle(trade),
    ...(content === null ? {} : { subtitle: [content.sentence] }),
    facts: content?.facts ?? [],
    tables: [
      reportTable<SlipLine>({
        columns: [
          { header: 'Particulars', value: (line) => line.text },
          { header: 'LKR', kind: 'money', value: (line) => line.amount },
        ],
        rows: content?.lines ?? [],
        level: (line) => line.level,
      }),
    ],
    signatures: SIGNATURES,
    by,
    fileName: slipTitle(trade),
    orientation: 'portrait',
  }
}
