import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/parts.ts'
import { PartBoundary } from '../PartBoundary.tsx'
import css from './Chart.module.css'

const Canvas = lazyPart(() => import('./Canvas.tsx'))
const Figures = lazyPart(() => import('./Figures.tsx'))

export interface Series {
  name: string
  /** One for each category; null leaves a gap. */
  values: readonly (number | null)[]
  /** Fixed colour; otherwise the palette's in order. */
  colour?: string
}

export interface ChartProps {
  title: string
  kind: 'line' | 'area' | 'bar' | 'stacked' | 'pie'
  /** Along the x axis: dates, names; of a pie, its slices (with one series). */
  categories: readonly string[]
  series: readonly Series[]
  /** Of a pie: each slice's share in per cent (one decimal), and its colour. */
  weights?: readonly number[]
  colours?: readonly string[]
  /** Axis titles with units: "Trade date", "Value (LKR)". */
  xName: string
  yName: string
  /** Digits after the point in the tooltip and the table: 2 for money. */
  decimals?: number
  /** The y axis starts at zero: yes for money (default), no for prices. */
  fromZero?: boolean
  /** Bars lie on their side: long names read better. */
  horizontal?: boolean
  height?: number
  /** Short axis labels in K, Mn, Bn; `en-IN` for K, L, Cr. */
  grouping?: 'en-IN'
  /** The table's figures, where the chart itself shows some of them folded together. */
  whole?: Pick<ChartProps, 'categories' | 'series' | 'weights'>
  /** Shown at the right of the chart in place of its legend; under it where that is too narrow. */
  aside?: ReactNode
  actions?: ReactNode
  /** Shown in place of the chart when there is nothing to draw. */
  empty?: ReactNode
}

/** A chart with its title and, behind a button, the same figures as a table. ECharts loads when first shown. */
export function Chart(props: ChartProps) {
  const { title, height = 280, categories, actions, empty } = props
  const [asTable, setAsTable] = useState(false)
  const nothing = categories.length === 0 && empty !== undefined
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <span className={css.title}>{title}</span>
        <span className={css.tools}>
          {actions}
          {!nothing && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-pressed={asTable}
              onClick={() => setAsTable((now) => !now)}
            >
              {asTable ? 'Show chart' : 'Show table'}
            </Button>
          )}
        </span>
      </figcaption>
      {nothing ? (
        empty
      ) : asTable ? (
        <PartBoundary part="table">
          <Suspense fallback={<Skeleton height={height} />}>
            <Figures {...props} {...props.whole} height={height} />
          </Suspense>
        </PartBoundary>
      ) : (
        <div className={props.aside === undefined ? undefined : css.pair}>
          <PartBoundary part="chart">
            <Suspense fallback={<Skeleton height={height} />}>
              <Canvas {...props} height={height} />
            </Suspense>
          </PartBoundary>
          {props.aside}
        </div>
      )}
    </figure>
  )
}
