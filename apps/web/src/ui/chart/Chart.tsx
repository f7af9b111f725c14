import { Button, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/parts.ts'
import { PartBoundary } from '../PartBoundary.tsx'
import css from './Chart.module.css'
import type { ChartProps } from './chart-props.ts'

const Canvas = lazyPart(() => import('./Canvas.tsx'))
const Figures = lazyPart(() => import('./Figures.tsx'))

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
