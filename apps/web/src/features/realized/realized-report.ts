import type { RealizedReport, TradeHistoryRow } from '@em/contract/books/realized'
import { NO_DAY } from '@em/contract/books/realized'
import { type Report, type ReportColumn, type ReportTable, reportTable } from '@em/paper/report'
import { monthText } from './performance.ts'
import { scopeLines } from './schedule-report.ts'

interface Line {
  readonly label: string
  readonly amount: number
  readonly level: 'row' | 'total'
}

const amounts: readonly ReportColumn<Line>[] = [
  { header: 'Line', value: (line) => line.label },
  { header: 'Amount', unit: 'LKR', kind: 'money', value: (line) => line.amount },
]
const less = (amount: number) => (amount === 0 ? 0 : -amount)

function summaryTable({ parts, portfolioSummary: summary }: RealizedReport): ReportTable {
  const line = (label: string, amount: number, level: Line['level'] = 'row'): Line => ({
    label,
    amount,
    level,
  })
  return reportTable({
    title: 'Summary',
    columns: amounts,
    rows: [
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
    level: ({ level }) => level,
  })
}

type Performance = RealizedReport['performanceByPeriod'][number]
const performance = <
  Row extends Pick<Performance, 'trades' | 'realizedPnL' | 'afterCosts' | 'winRate'>,
>(): readonly ReportColumn<Row>[] => [
  { header: 'Sales', kind: 'number', decimals: 0, value: (row) => row.trades },
  { header: 'Capital Gain', unit: 'LKR', kind: 'money', value: (row) => row.realizedPnL },
  { header: 'After Fees and Cost of Funds', unit: 'LKR', kind: 'money', value: (row) => row.afterCosts },
  { header: 'Win Rate', unit: '%', kind: 'percent', value: (row) => row.winRate },
]

const trades: readonly ReportColumn<TradeHistoryRow>[] = [
  { header: 'Type', value: (row) => (row.tradeType === 'BUY' ? 'Buy' : 'Sell') },
  { header: 'Symbol', value: (row) => row.symbol },
  { header: 'Portfolio', value: (row) => row.portfolio },
  { header: 'Buy Date', kind: 'date', value: (row) => (row.buyDate === NO_DAY ? null : row.buyDate) },
  { header: 'Sell Date', kind: 'date', value: (row) => (row.sellDate === NO_DAY ? null : row.sellDate) },
  { header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
  { header: 'Days', kind: 'number', decimals: 0, value: (row) => row.holdingPeriod },
  { header: 'Cost Basis', unit: 'LKR', kind: 'money', value: (row) => row.costBasis },
  {
    header: 'Capital Gain',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.tradeType === 'BUY' ? null : row.realizedPnL),
  },
  {
    header: 'P&L',
    unit: '%',
    kind: 'percent',
    value: (row) => (row.tradeType === 'BUY' ? null : row.pnLPercentage),
  },
  { header: 'Charges', unit: 'LKR', kind: 'money', value: (row) => row.charges },
  {
    header: 'Net Capital Gain',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.tradeType === 'BUY' ? null : row.netCapitalGain),
  },
]

/** The report that the server told, as paper. */
export function realizedReport(told: RealizedReport): Report {
  const { portfolioSummary: summary, taxSummary: tax } = told
  const sales = `${summary.totalTrades.toLocaleString('en-LK')} ${summary.totalTrades === 1 ? 'sale' : 'sales'}`
  return {
    title: told.title,
    subtitle: scopeLines(told),
    fileName: told.fileName,
    by: told.generatedBy,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Sales', value: sales },
      { label: 'Win rate', value: `${summary.winRate.toFixed(2)} %` },
    ],
    tables: [
      summaryTable(told),
      reportTable({
        title: 'By month',
        columns: [{ header: 'Month', value: (row) => monthText(row.period) }, ...performance<Performance>()],
        rows: told.performanceByPeriod,
      }),
      reportTable({
        title: 'By security',
        columns: [
          { header: 'Symbol', value: (row) => row.symbol },
          { header: 'Company', value: (row) => row.companyName },
          ...performance<RealizedReport['performanceBySecurity'][number]>(),
        ],
        rows: told.performanceBySecurity,
      }),
      reportTable<Line>({
        title: 'By holding period',
        columns: amounts,
        rows: [
          { label: 'Short-term gains (up to 365 days)', amount: tax.shortTermGains, level: 'row' },
          { label: 'Short-term losses', amount: tax.shortTermLosses, level: 'row' },
          { label: 'Long-term gains (more than 365 days)', amount: tax.longTermGains, level: 'row' },
          { label: 'Long-term losses', amount: tax.longTermLosses, level: 'row' },
        ],
      }),
      ...(told.reportType === 'detailed'
        ? [reportTable({ title: 'Trades', columns: trades, rows: told.tradeHistory })]
        : []),
    ],
    notes: [
      'Capital gains are before fees and cost of funds. By trade date.',
      ...(told.hasMoreTrades && told.reportType === 'detailed'
        ? [
            `The newest ${told.tradeHistory.length.toLocaleString('en-LK')} trades are listed; the figures are of all of them.`,
          ]
        : []),
    ],
  }
}
