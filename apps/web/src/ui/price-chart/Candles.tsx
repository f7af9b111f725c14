import { useComputedColorScheme } from '@mantine/core'
import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type SeriesMarker,
  type Time,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import type { ChartDay, ChartMark } from './price-days.ts'

const COLOURS = {
  light: {
    text: '#5b6472',
    line: '#e4e7ec',
    up: '#117733',
    down: '#b3261e',
    volume: '#c3cad6',
    mark: '#3350c4',
  },
  dark: {
    text: '#a7aeba',
    line: '#2c3038',
    up: '#5fc27e',
    down: '#ee99a5',
    volume: '#434a57',
    mark: '#8ea3f5',
  },
} as const

interface CandlesProps {
  title: string
  days: readonly ChartDay[]
  marks: readonly ChartMark[]
  /** The first day to be seen; the others are reached by dragging. */
  from: string
  height: number
  /** The day under the pointer; null while there is none. Stays the same function. */
  onDay: (date: string | null) => void
}

/** The drawing itself. */
export default function Candles({ title, days, marks, from, height, onDay }: CandlesProps) {
  const scheme = useComputedColorScheme('light')
  const node = useRef<HTMLDivElement>(null)
  const chart = useRef<IChartApi | null>(null)
  useEffect(() => {
    if (node.current === null) return
    const drawn = drawnIn(node.current, { days, marks, scheme, height })
    chart.current = drawn
    drawn.subscribeCrosshairMove(({ time }) => onDay(time === undefined ? null : String(time)))
    return () => {
      drawn.remove()
      chart.current = null
    }
  }, [days, marks, scheme, height, onDay])
  useEffect(() => {
    const last = days.at(-1)
    if (last === undefined) return
    const first = Math.max(
      days.findIndex(({ date }) => date >= from),
      0,
    )
    // In indices of the list, which has no weekends: a little air at both ends.
    chart.current?.timeScale().setVisibleLogicalRange({ from: first - 0.5, to: days.length + 1 })
  }, [days, marks, scheme, height, onDay, from])
  return <div ref={node} style={{ height }} role="img" aria-label={title} />
}

const timeOf = (date: string) => date as Time

function drawnIn(
  node: HTMLElement,
  {
    days,
    marks,
    scheme,
    height,
  }: Omit<CandlesProps, 'from' | 'title' | 'onDay'> & { scheme: 'light' | 'dark' },
): IChartApi {
  const colours = COLOURS[scheme]
  const drawn = createChart(node, {
    height,
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.text,
      fontFamily: getComputedStyle(node).fontFamily,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderColor: colours.line },
    timeScale: { borderColor: colours.line, fixLeftEdge: true, fixRightEdge: false },
    localization: {
      priceFormatter: (price: number) => formatNumber(price, { decimals: 2 }),
      timeFormatter: (time: Time) => formatDate(String(time)),
    },
    // The wheel scrolls the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  })
  const candles = drawn.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
  })
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } })
  candles.setData(
    days.map(({ date, open, high, low, last }, index) => {
      // Where only a price is known the candle begins at the price before.
      const opened = open ?? days[index - 1]?.last ?? last
      return {
        time: timeOf(date),
        open: opened,
        close: last,
        high: Math.max(high ?? 0, opened, last),
        low: Math.min(low ?? last, opened, last),
      }
    }),
  )
  const volumes = drawn.addSeries(HistogramSeries, {
    priceScaleId: '',
    color: colours.volume,
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  volumes.setData(days.map(({ date, volume }) => ({ time: timeOf(date), value: volume ?? 0 })))
  createSeriesMarkers(candles, marksOn(days, marks, colours))
  return drawn
}

/** Marks, oldest first, on the days of the chart; of a day without a price, on the next one that has one. */
function marksOn(
  days: readonly ChartDay[],
  marks: readonly ChartMark[],
  colours: (typeof COLOURS)['light' | 'dark'],
): SeriesMarker<Time>[] {
  let index = 0
  return marks.flatMap(({ date, kind }) => {
    // Both go forward in time.
    while (index < days.length && (days[index]?.date ?? '') < date) index += 1
    const day = days[index]
    if (day === undefined) return []
    const isSale = kind === 'sell'
    return [
      {
        time: timeOf(day.date),
        position: isSale ? ('aboveBar' as const) : ('belowBar' as const),
        shape:
          kind === 'opening' ? ('circle' as const) : isSale ? ('arrowDown' as const) : ('arrowUp' as const),
        color: isSale ? colours.down : colours.mark,
      },
    ]
  })
}
