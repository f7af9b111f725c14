import type { EChartsCoreOption } from 'echarts/core'
import { DASH, formatNumber, formatShort } from '../../lib/numerals.ts'
import { FONT } from '../theme.ts'
import type { ChartProps, Series } from './chart-props.ts'
import { PALETTE } from './palette.ts'

const TONES = {
  light: { text: '#1d222b', quiet: '#5b6370', line: '#d0d5dd', grid: '#edeff3', ground: '#ffffff' },
  dark: { text: '#dcdfe5', quiet: '#a2a8b4', line: '#3d424d', grid: '#2b2f37', ground: '#23262d' },
}

/** ECharts' words for our few: titled axes, exact tooltips, no decoration, no motion. */
export function optionOf(props: ChartProps, scheme: 'light' | 'dark'): EChartsCoreOption {
  const tone = TONES[scheme]
  const { decimals = 2 } = props
  const grouping = props.grouping === undefined ? {} : { grouping: props.grouping }
  const share = (index: number) => {
    const weight = props.weights?.[index]
    return weight === undefined ? '' : ` (${formatNumber(weight, { decimals: 1 })}%)`
  }
  const exact = (value: unknown, index: number) =>
    typeof value === 'number' ? formatNumber(value, { decimals, ...grouping }) + share(index) : DASH
  const common = {
    animation: false,
    color: [...PALETTE[scheme]],
    textStyle: { fontFamily: FONT, color: tone.text },
    aria: { enabled: true },
    tooltip: {
      trigger: props.kind === 'pie' ? 'item' : 'axis',
      backgroundColor: tone.ground,
      borderColor: tone.line,
      textStyle: { color: tone.text, fontSize: 12 },
      valueFormatter: exact,
      confine: true,
    },
    legend: {
      show: props.aside === undefined && (props.kind === 'pie' || props.series.length > 1),
      type: 'scroll',
      bottom: 0,
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      textStyle: { color: tone.text, fontSize: 12 },
    },
  }
  return props.kind === 'pie' ? { ...common, ...pie(props, tone) } : { ...common, ...axes(props, tone) }
}

type Tone = (typeof TONES)['light']

function pie(props: ChartProps, tone: Tone) {
  const values = props.series[0]?.values ?? []
  return {
    series: [
      {
        type: 'pie',
        name: props.yName,
        radius: props.aside === undefined ? ['42%', '66%'] : ['58%', '92%'],
        center: ['50%', props.aside === undefined ? '44%' : '50%'],
        itemStyle: { borderColor: tone.ground, borderWidth: 1 },
        percentPrecision: 1,
        label: {
          show: props.aside === undefined,
          color: tone.quiet,
          fontSize: 11,
          overflow: 'none',
          formatter: ({ dataIndex, percent }: { dataIndex: number; percent: number }) =>
            `${formatNumber(props.weights?.[dataIndex] ?? percent, { decimals: 1 })}%`,
        },
        labelLine: { length: 8, length2: 6 },
        minShowLabelAngle: 8,
        data: props.categories.map((name, index) => ({
          name,
          value: values[index] ?? 0,
          ...(props.colours?.[index] === undefined ? {} : { itemStyle: { color: props.colours[index] } }),
        })),
      },
    ],
  }
}

function axes(props: ChartProps, tone: Tone) {
  const names = {
    type: 'category',
    name: props.xName,
    data: [...props.categories],
    boundaryGap: props.kind === 'bar' || props.kind === 'stacked',
    axisLine: { lineStyle: { color: tone.line } },
    axisTick: { show: false },
    axisLabel: { color: tone.quiet, fontSize: 11, hideOverlap: true },
  }
  const values = {
    type: 'value',
    name: props.yName,
    scale: props.fromZero === false,
    splitLine: { lineStyle: { color: tone.grid } },
    axisLabel: {
      color: tone.quiet,
      fontSize: 11,
      hideOverlap: true,
      formatter: props.grouping === 'en-IN' ? lakhs : millions,
    },
  }
  const title = { nameLocation: 'middle', nameTextStyle: { color: tone.quiet, fontSize: 11 } }
  const flat = props.horizontal === true
  return {
    grid: {
      left: 8,
      right: 16,
      top: 16,
      bottom: props.series.length > 1 ? 30 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    // Few steps lie across: on a phone the names take half the width.
    xAxis: flat ? { ...values, ...title, splitNumber: 3, nameGap: 28 } : { ...names, ...title, nameGap: 28 },
    yAxis: flat ? { ...names, inverse: true, name: '' } : { ...values, ...title, nameGap: 52 },
    series: props.series.map((one) => seriesOf(one, props.kind)),
  }
}

function seriesOf(one: Series, kind: ChartProps['kind']) {
  const line = kind === 'line' || kind === 'area'
  return {
    name: one.name,
    type: line ? 'line' : 'bar',
    data: [...one.values],
    ...(one.colour === undefined ? {} : { itemStyle: { color: one.colour } }),
    ...(line ? { showSymbol: one.values.length < 3, lineStyle: { width: 2 } } : { barMaxWidth: 36 }),
    ...(kind === 'area' ? { areaStyle: { opacity: 0.12 } } : {}),
    ...(kind === 'stacked' ? { stack: 'all' } : {}),
  }
}

/** Axis labels in short form, with fewer digits than a figure needs: 12 K, 2.5 Mn, 1.2 Bn. */
export function millions(value: number): string {
  for (const [step, unit] of [
    [1_000_000_000, ' Bn'],
    [1_000_000, ' Mn'],
    [1000, ' K'],
  ] as const) {
    if (Math.abs(value) >= step) return trimmed(formatNumber(value / step, { decimals: 2 })) + unit
  }
  return formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 })
}

/** The same with lakhs and crores. */
function lakhs(value: number): string {
  return Math.abs(value) >= 1000 ? trimmed(formatShort(value)) : String(value)
}

function trimmed(text: string): string {
  return text.replace(/\.00/, '').replace(/(\.\d)0/, '$1')
}
