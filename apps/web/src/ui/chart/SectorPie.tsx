import { SECTORS } from '@em/contract/equities/equities'
import { useComputedColorScheme } from '@mantine/core'
import { Percent } from '../Numbers.tsx'
import { EmptyState } from '../States.tsx'
import { Chart } from './Chart.tsx'
import { coloursOf } from './palette.ts'
import css from './SectorPie.module.css'
import { foldedSectors } from './sectors.ts'

interface SectorPieProps {
  title: string
  /** Largest first; values in rupees, weights in per cent with one decimal. */
  sectors: readonly { sector: string; value: number; weight: number }[]
  decimals?: number
  /** Shown in place of the pie while nothing is held. */
  empty: string
  height?: number
}

/** The holdings by sector, each in a colour of its own: the nine largest, the rest folded into Others. */
export function SectorPie({ title, sectors, decimals = 2, empty, height = 200 }: SectorPieProps) {
  const scheme = useComputedColorScheme('light')
  const slices = foldedSectors(sectors)
  const names = slices.map((one) => one.sector)
  const colours = coloursOf(names, SECTORS, scheme)
  const whole = {
    categories: sectors.map((one) => one.sector),
    series: [{ name: 'Market value', values: sectors.map((one) => one.value) }],
    weights: sectors.map((one) => one.weight),
  }
  return (
    <Chart
      title={title}
      kind="pie"
      categories={names}
      series={[{ name: 'Market value', values: slices.map((one) => one.value) }]}
      weights={slices.map((one) => one.weight)}
      whole={whole}
      colours={colours}
      xName="Sector"
      yName="Market value (LKR)"
      decimals={decimals}
      height={height}
      aside={
        <ul className={css.list}>
          {slices.map((one, index) => (
            <li key={one.sector}>
              <span className={css.key} style={{ background: colours[index] }} aria-hidden="true" />
              <span className={css.name} title={one.sector}>
                {one.sector}
              </span>
              <Percent value={one.weight} decimals={1} />
            </li>
          ))}
        </ul>
      }
      empty={<EmptyState title={empty} />}
    />
  )
}
