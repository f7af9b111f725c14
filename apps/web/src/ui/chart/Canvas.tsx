import { useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartProps } from './chart-props.ts'
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
  const latest = useRef<ReturnType<typeof optionOf>>({})
  useEffect(() => {
    const element = node.current
    if (element === null) return
    // Drawn once it has a size: in a hidden part of the page there is none yet.
    const watcher = new ResizeObserver(() => {
      if (chart.current !== null) chart.current.resize()
      else if (element.clientWidth > 0) {
        chart.current = init(element)
        chart.current.setOption(latest.current)
      }
    })
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current?.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    latest.current = optionOf(props, scheme)
    chart.current?.setOption(latest.current, { notMerge: true })
  })
  return <div ref={node} style={{ height: props.height }} role="img" aria-label={props.title} />
}
