import type { RealizedReport, TradeHistoryRow } from '@em/contract/realized/realized'
import { type AmountLine, amountsTable } from '@em/paper/amounts'
import { describedTable, paperColumns } from '@em/paper/described'
import { REALIZED_COLUMNS } from '@em/paper/realized-trades'
import type { Report, ReportTable } from '@em/paper/report'
import { performanceColumns, securityColumns } from './PerformanceTab.tsx'
import { monthText } from './performance.ts'
import { scopeLines } from './schedule-report.ts'

const less = (amount: number) => (amount === 0 ? 0 : -amount)
const line = (label: string, amount: number, level: 'row' | 'total' = 'row'): AmountLine => ({
  label,
  amounts: [amount],
  level,
})

const summaryTable = ({ parts, portfolioSummary: summary }: RealizedReport): ReportTable =>
  amountsTable({
    title: 'Summary',
    lines: [
      line('Proceeds', parts.proceeds),
      line('Cost of the shares sold', less(parts.cost)),
      line('Net realized capital gain', parts.capitalGain, 'total'),
      line('Of it gains', summary.totalRealizedGains),
      line('Of it losses', summary.totalRealizedLosses),
      line('Charges on purchases', less(parts.buyCharges)),
      line('Charges on sales', less(parts.sellFees)),
      line('After fees', parts.afterFees, 'total'),
      line('Cost of funds', less(parts.costOfFunds)),
      line('Realized P&L, after fees and cost of funds', parts.realizedPnL, 'total'),
    ],
  })

const inRupees = (header: string) => ({ header, unit: 'LKR' })
const PERFORMANCE = {
  sales: 'Sales',
  gain: inRupees('Capital Gain'),
  after: inRupees('After Fees and Cost of Funds'),
  rate: { header: 'Win Rate', unit: '%' },
}

const tradesTable = (rows: readonly TradeHistoryRow[]): ReportTable =>
  describedTable<TradeHistoryRow>({
    title: 'Trades',
    columns: paperColumns(REALIZED_COLUMNS, {
      type: { header: 'Type', value: (row) => (row.tradeType === 'BUY' ? 'Buy' : 'Sell') },
      symbol: 'Symbol',
      portfolio: 'Portfolio',
      bought: 'Buy Date',
      sold: 'Sell Date',
      quantity: 'Quantity',
      days: 'Days',
      cost: inRupees('Cost Basis'),
      gain: inRupees('Capital Gain'),
      percent: { header: 'P&L', unit: '%' },
      charges: { ...inRupees('Charges'), kind: 'money', value: (row) => row.charges },
      net: inRupees('Net Capital Gain'),
    }),
    parts: [{ rows }],
  })

type Month = RealizedReport['performanceByPeriod'][number]

/** The report that the server answered, for print and PDF. */
export function realizedReport(found: RealizedReport): Report {
  const { portfolioSummary: summary, taxSummary: tax } = found
  const sales = `${summary.totalTrades.toLocaleString('en-LK')} ${summary.totalTrades === 1 ? 'sale' : 'sales'}`
  return {
    title: found.title,
    subtitle: scopeLines(found),
    fileName: found.fileName,
    by: found.generatedBy,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Sales', value: sales },
      { label: 'Win rate', value: `${summary.winRate.toFixed(2)} %` },
    ],
    tables: [
      summaryTable(found),
      describedTable<Month>({
        title: 'By month',
        columns: paperColumns<Month>(performanceColumns, {
          month: { header: 'Month', value: (row) => monthText(row.period) },
          ...PERFORMANCE,
        }),
        parts: [{ rows: found.performanceByPeriod }],
      }),
      describedTable({
        title: 'By security',
        columns: paperColumns(securityColumns, { symbol: 'Symbol', company: 'Company', ...PERFORMANCE }),
        parts: [{ rows: found.performanceBySecurity }],
      }),
      amountsTable({
        title: 'By holding period',
        lines: [
          line('Short-term gains (up to 365 days)', tax.shortTermGains),
          line('Short-term losses', tax.shortTermLosses),
          line('Long-term gains (more than 365 days)', tax.longTermGains),
          line('Long-term losses', tax.longTermLosses),
        ],
      }),
      ...(found.reportType === 'detailed' ? [tradesTable(found.tradeHistory)] : []),
    ],
    notes: [
      'Capital gains are before fees and cost of funds. By trade date.',
      ...(found.hasMoreTrades && found.reportType === 'detailed'
        ? [
            `The newest ${found.tradeHistory.length.toLocaleString('en-LK')} trades are listed; the figures are of all of them.`,
          ]
        : []),
    ],
  }
}
