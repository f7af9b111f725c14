import { useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartProps } from './Chart.tsx'
import { optionOf } from './option.ts'

register([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
])

/** The drawing itself. */
export default function Canvas(props: ChartProps & { height: number }) {
  const scheme = useComputedColorScheme('light')
  const node = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    if (node.current === null) return
    const drawn = init(node.current)
    chart.current = drawn
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(node.current)
    return () => {
      watcher.disconnect()
      drawn.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(props, scheme), { notMerge: true })
  })
  return <div ref={node} style={{ height: props.height }} role="img" aria-label={props.title} />
}
