import { type MarketSummary, MOVERS_MOST, type Mover } from '@em/contract/market-summary/market-summary'
import { type Report, type ReportColumn, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber, formatShort } from '../../lib/numerals.ts'
import { countOf } from './figures.tsx'
import { CHANGE_NOTE, TURNOVER_NOTE } from './Overview.tsx'
import { sectorColumns } from './Sectors.tsx'

const moverColumns: readonly ReportColumn<Mover>[] = [
  { header: 'Symbol', value: (row) => row.symbol },
  { header: 'Company', value: (row) => row.company_name },
  { header: 'Last trade', kind: 'price', decimals: 2, unit: 'LKR', value: (row) => row.last_trade },
  { header: 'Change', kind: 'price', decimals: 2, signed: true, unit: 'LKR', value: (row) => row.change_rs },
  { header: 'Change', kind: 'percent', signed: true, unit: '%', value: (row) => row.change_percent },
  { header: 'Shares', kind: 'quantity', value: (row) => row.share_volume },
  { header: 'Turnover', kind: 'money', unit: 'LKR', value: (row) => row.turnover },
]

/** A day of the market as a file: all tables of the screen. */
export function marketReport(summary: MarketSummary, by: string): Report {
  const { date, market, sectors, gainers, losers, mostActive, indices } = summary
  const percent = (value: number | null | undefined) =>
    value == null ? 'not known' : `${formatNumber(value, { decimals: 2, signed: true })}%`
  const movers = (title: string, rows: readonly Mover[]) =>
    reportTable({ title, columns: moverColumns, rows, empty: 'None on this day.' })
  return {
    title: 'Market Summary',
    subtitle: [date === null ? '' : formatDate(date)],
    facts:
      market === null
        ? []
        : [
            {
              label: 'Advanced, declined, unchanged',
              value: [market.advanced, market.declined, market.unchanged].map(countOf).join(', '),
            },
            { label: 'Average change', value: percent(market.equalChange) },
            { label: 'Weighted change', value: percent(market.weightedChange) },
            { label: 'Turnover (estimate)', value: `LKR ${formatShort(market.turnover)}` },
            { label: 'Shares traded', value: countOf(market.shareVolume) },
            { label: 'Trades', value: countOf(market.trades) },
          ],
    tables: [
      reportTable({
        title: 'Indices and indicators',
        columns: [
          { header: 'Code', value: (row) => row.code },
          { header: 'Name', value: (row) => row.name },
          { header: 'As of', kind: 'date', value: (row) => row.date },
          { header: 'Value', kind: 'price', decimals: 2, value: (row) => row.value },
          { header: 'Change', kind: 'percent', signed: true, unit: '%', value: (row) => row.changePercent },
        ],
        rows: indices.filter(({ kind }) => kind !== 'Sector'),
      }),
      reportTable({ title: 'Sector Performance', columns: sectorColumns, rows: sectors }),
      movers(`Gainers (${MOVERS_MOST} at most)`, gainers),
      movers(`Losers (${MOVERS_MOST} at most)`, losers),
      movers('Most active by turnover', mostActive.byTurnover),
      movers('Most active by share volume', mostActive.byVolume),
    ],
    notes: [CHANGE_NOTE, TURNOVER_NOTE],
    by,
    fileName: `market-summary-${date ?? 'none'}`,
    orientation: 'landscape',
  }
}
