import type { SectorOfDay, TopStock } from '@em/contract/market-summary/market-summary'
import { formatNumber } from '../../lib/numerals.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Percent } from '../../ui/Numbers.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Count, Short } from './figures.tsx'
import css from './Market.module.css'
import { CHANGE_NOTE, TURNOVER_NOTE } from './Overview.tsx'

/** The name of a sector; symbols that the Equity Master does not have are grouped under one of their own. */
export const sectorName = ({ sector, known }: Pick<SectorOfDay, 'sector' | 'known'>): string =>
  known ? (sector ?? 'No sector') : 'Not in the Equity Master'

/** "JKH.N0000 +1.25%"; without the change where none is known. */
const stockText = ({ symbol, change_percent: change }: TopStock): string =>
  change === null ? symbol : `${symbol} ${formatNumber(change, { decimals: 2, signed: true })}%`

export const sectorColumns: readonly Column<SectorOfDay>[] = [
  { id: 'sector', header: 'Sector', value: sectorName, width: 230, least: 196 },
  {
    id: 'securities',
    width: 96,
    hidden: true,
    header: 'Securities',
    kind: 'quantity',
    value: (row) => row.securities,
    cell: (row) => <Count value={row.securities} />,
    phone: false,
  },
  {
    id: 'advanced',
    header: 'Advanced',
    kind: 'quantity',
    value: (row) => row.advanced,
    width: 94,
    phone: false,
  },
  {
    id: 'declined',
    header: 'Declined',
    kind: 'quantity',
    value: (row) => row.declined,
    width: 90,
    phone: false,
  },
  { id: 'unchanged', header: 'Unchanged', kind: 'quantity', value: (row) => row.unchanged, hidden: true },
  {
    id: 'equal',
    width: 96,
    header: 'Average change',
    kind: 'percent',
    signed: true,
    value: (row) => row.equalChange,
    hint: 'The mean of the changes: each security counts the same',
  },
  {
    id: 'weighted',
    width: 100,
    header: 'Weighted change',
    kind: 'percent',
    signed: true,
    value: (row) => row.weightedChange,
    hint: 'The mean of the changes, weighted with the estimated turnover',
    phone: false,
  },
  {
    id: 'shares',
    width: 90,
    header: 'Share volume',
    kind: 'quantity',
    value: (row) => row.shareVolume,
    cell: (row) => <Short value={row.shareVolume} whole />,
    phone: false,
  },
  {
    id: 'trades',
    width: 90,
    hidden: true,
    header: 'Trades',
    kind: 'quantity',
    value: (row) => row.trades,
    cell: (row) => <Count value={row.trades} />,
  },
  {
    id: 'turnover',
    width: 100,
    header: 'Turnover',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.turnover,
    cell: (row) => <Short value={row.turnover} />,
    hint: 'An estimate: shares traded x last trade',
  },
  {
    id: 'share',
    width: 80,
    header: 'Share',
    kind: 'percent',
    value: (row) => row.share,
    cell: (row) => <Percent value={row.share} />,
    hint: 'Of the turnover of the day',
    phone: false,
  },
  {
    id: 'top',
    width: 250,
    header: 'Top Stocks',
    value: ({ topStocks }) => topStocks.map(stockText).join(', '),
    hint: 'The most traded by turnover, with their change',
    phone: false,
  },
]

/** Sector Performance: how the securities of each sector did on the day. */
export function Sectors({ sectors }: { sectors: readonly SectorOfDay[] }) {
  const known = sectors
    .filter((one) => one.known && one.sector !== null && one.equalChange !== null)
    .toSorted((a, b) => (b.equalChange ?? 0) - (a.equalChange ?? 0))
  return (
    <>
      {known.length > 0 && (
        <Chart
          title="Average change by sector"
          kind="bar"
          horizontal
          categories={known.map(sectorName)}
          series={[{ name: 'Average change', values: known.map((one) => one.equalChange) }]}
          xName="Change (%)"
          yName="Change (%)"
          height={Math.max(160, 60 + known.length * 28)}
        />
      )}
      <DataGrid
        id="market-sectors"
        title="Sector Performance"
        noun="sectors"
        rows={sectors}
        columns={sectorColumns}
        rowKey={(row) => sectorName(row)}
        search={false}
        exportable={false}
        empty={<EmptyState title="No sectors" />}
      />
      <p className={css.quiet}>
        Sectors are those of the Equity Master. {CHANGE_NOTE} {TURNOVER_NOTE}
      </p>
    </>
  )
}
