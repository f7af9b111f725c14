import { SECTORS } from '@em/contract/registers/equities'
import { useComputedColorScheme } from '@mantine/core'
import { EmptyState } from '../States.tsx'
import { Chart } from './Chart.tsx'
import { coloursOf } from './palette.ts'

interface SectorPieProps {
  title: string
  /** Largest first; values in rupees, weights in per cent with one decimal. */
  sectors: readonly { sector: string; value: number; weight: number }[]
  decimals?: number
  /** Stands where the pie would be while nothing is held. */
  empty: string
  height?: number
}

/** What is held by sector, each sector in its own colour on all screens. */
export function SectorPie({ title, sectors, decimals = 2, empty, height = 300 }: SectorPieProps) {
  const scheme = useComputedColorScheme('light')
  const names = sectors.map((one) => one.sector)
  return (
    <Chart
      title={title}
      kind="pie"
      categories={names}
      series={[{ name: 'Market value', values: sectors.map((one) => one.value) }]}
      weights={sectors.map((one) => one.weight)}
      colours={coloursOf(names, SECTORS, scheme)}
      xName="Sector"
      yName="Market value (LKR)"
      decimals={decimals}
      height={height}
      empty={<EmptyState title={empty} />}
    />
  )
}
