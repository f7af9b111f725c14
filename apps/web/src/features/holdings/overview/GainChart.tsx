import { Chart } from '../../../ui/chart/Chart.tsx'

/** Securities that are drawn; the table behind the chart has them all. */
const DRAWN = 12

interface GainChartProps {
  /** Unrealized capital gains. */
  rows: readonly { readonly symbol: string; readonly gain: number }[]
  /** The subject of a row. */
  by: 'security' | 'position'
}

/** The greatest gains and losses, the best first. */
export function GainChart({ rows, by }: GainChartProps) {
  const byGain = rows.toSorted((a, b) => b.gain - a.gain)
  const largest = new Set(rows.toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain)).slice(0, DRAWN))
  const drawn = byGain.filter((row) => largest.has(row))
  const figuresOf = (some: GainChartProps['rows']) => ({
    categories: some.map(({ symbol }) => symbol),
    series: [{ name: 'Unrealized capital gain', values: some.map(({ gain }) => gain) }],
  })
  return (
    <Chart
      title={`Unrealized capital gain by ${by}${rows.length > DRAWN ? `, the ${DRAWN} largest` : ''} (LKR)`}
      kind="bar"
      horizontal
      {...figuresOf(drawn)}
      xName="Security"
      yName="LKR"
      height={Math.max(220, drawn.length * 30 + 60)}
      whole={figuresOf(byGain)}
    />
  )
}
